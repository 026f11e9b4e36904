"""Both pyramid scores of each peer annotation file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cliometer.errors import InputError
from cliometer.io.pyramids.files import PeerReading, read_peer
from cliometer.metrics.units.scu import modified_score, original_score
from cliometer.model.pyramids import PeerAnnotation
from cliometer.model.score import Ratio

_NO_MODELS = "the number of model summaries is not known; give it (--models)"
_NO_UNITS = "an average model summary of its pyramid has no content unit"


@dataclass(frozen=True)
class Row:
    """The scores of one file; None where there is none, for the reason in the notes."""

    file: str
    peer: str
    original: float | None
    modified: float | None


@dataclass(frozen=True)
class Evaluation:
    """A row a file, in the order given, and what was noticed on the way."""

    rows: tuple[Row, ...]
    notes: tuple[str, ...]


def evaluate(files: Iterable[str], models: int | None = None) -> Evaluation:
    """Score files; `models` is the number of model summaries where the files do not tell or tell wrong."""
    rows: list[Row] = []
    notes: list[str] = []
    for file in files:
        reading = read_peer(file)
        _refuse_unknown(reading, file)
        row, reasons = _row(file, reading.annotation, models)
        rows.append(row)
        notes += [*reading.notes, *(f"{file}: {reason}" for reason in reasons)]
    return Evaluation(tuple(rows), tuple(notes))


def _refuse_unknown(reading: PeerReading, file: str) -> None:
    weights = reading.annotation.pyramid.weights
    for uid in reading.annotation.matched:
        if uid not in weights:
            raise InputError(
                f"the peer expresses SCU {uid}, which its pyramid does not have; "
                "mend its uid, or put it under 0, where unmatched ones go",
                file,
                reading.lines[uid],
            )


def _row(file: str, annotation: PeerAnnotation, models: int | None) -> tuple[Row, list[str]]:
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
    return Row(file, annotation.peer, original.value, modified.value), reasons
