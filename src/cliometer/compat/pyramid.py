"""`cliometer compat pyramid FILE.pan...`: DucView's scores of peer annotations, original and modified.

Each .pan file carries its pyramid. Both scores divide the weight of the SCUs that the peer expresses by that
of the heaviest SCUs of the pyramid: as many as the peer expresses (original), or as an average model summary
holds (modified).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, TextIO

from cliometer.errors import InputError
from cliometer.io.pyramids import read_peer
from cliometer.metrics.units.pyramid import modified_score, original_score
from cliometer.model.pyramids import PeerAnnotation
from cliometer.model.records import JsonDocument, renamed
from cliometer.model.score import Ratio

_NO_MODELS = "the number of model summaries is not known; give it (--models)"
_NO_UNITS = "an average model summary of its pyramid has no content unit"


@dataclass(frozen=True)
class PeerScores:
    """The scores of one file; None where there is none, for the reason in the notes."""

    file: str
    peer: str
    original: float | None
    modified: float | None


@dataclass(frozen=True)
class PyramidEvaluation(JsonDocument):
    """What `cliometer compat pyramid` prints: a row a file, in the order given, and what was noticed on the way."""

    kind: ClassVar[str] = "pyramid-scores"
    rows: tuple[PeerScores, ...] = field(metadata=renamed("scores"))
    notes: tuple[str, ...]


def evaluate(files: Iterable[str], models: int | None = None) -> PyramidEvaluation:
    """Score files; `models` is the number of model summaries where the files do not tell or tell wrong."""
    rows: list[PeerScores] = []
    notes: list[str] = []
    for file in files:
        reading = read_peer(file)
        for uid in reading.annotation.matched:
            if uid not in reading.annotation.pyramid.weights:
                raise InputError("scu-unknown-in-pyramid", file, reading.lines[uid], uid=uid)
        row, reasons = _row(file, reading.annotation, models)
        rows.append(row)
        notes += [*reading.notes, *(f"{file}: {reason}" for reason in reasons)]
    return PyramidEvaluation(tuple(rows), tuple(notes))


def _row(file: str, annotation: PeerAnnotation, models: int | None) -> tuple[PeerScores, list[str]]:
    weights = annotation.pyramid.weights
    matched = [weights[uid] for uid in annotation.matched]
    expressed = annotation.matched.total() + annotation.unmatched
    original = original_score(matched, weights.values(), max(expressed, 1))  # who says nothing scores 0
    models = models or annotation.pyramid.models
    contributors = sum(weights.values())
    modified = modified_score(matched, weights.values(), contributors, models) if models else Ratio(0, 0)
    reasons = [] if expressed else ["the peer expresses no content unit; it scores 0"]
    if original.value is None:
        reasons.append("no original score: no content unit of its pyramid has a weight")
    if modified.value is None:
        reasons.append(f"no modified score: {_NO_UNITS if models else _NO_MODELS}")
    return PeerScores(file, annotation.peer, original.value, modified.value), reasons


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read, score, print."""
    result = evaluate(args.files, args.models)
    err.writelines(f"note: {note}\n" for note in result.notes)
    if args.json:
        out.write(json.dumps(result.to_dict(), indent=2, ensure_ascii=False) + "\n")
    else:
        out.write("file\tpeer\toriginal\tmodified\n")
        for row in result.rows:
            scores = ("undefined" if score is None else f"{score:.4f}" for score in (row.original, row.modified))
            out.write("\t".join([row.file, row.peer, *scores]) + "\n")
    return 0
