"""Compute the six scores of AutoNuggetizer, one line for each record.

cliometer compat nuggetizer ASSIGNMENTS.jsonl

The last line, with the qid `all`, has the means over records. As in the original, a repeated record counts twice, an
unknown label earns nothing, and a record without a nugget that counts scores 0; notes list them all.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean  # exact, then rounded once, as in the original
from typing import Any, TextIO

from cliometer.io.nugget_banks import NuggetRecord, read_banks, read_files, topic_notes
from cliometer.metrics.nuggets.banks import Nuggets
from cliometer.model.notes import Note
from cliometer.model.nugget_banks import BankTopic

SCORES = {  # in the order of the original's keys
    f"{'strict_' if strict else ''}{weight}_score": Nuggets(weight, strict)
    for weight in ("vital", "weighted", "all")
    for strict in (True, False)
}


def evaluate(records: Iterable[NuggetRecord]) -> list[dict[str, Any]]:
    """Return the scores of each record by their names, and then their means."""
    rows: list[dict[str, Any]] = []
    for record in records:
        topic = BankTopic(str(record.topic), record.nuggets) if record.nuggets else None
        scores = {n: topic and metric.measure(record.nuggets, topic).value.value for n, metric in SCORES.items()}
        rows.append({"qid": record.topic, **{name: score or 0.0 for name, score in scores.items()}})
    return [*rows, {"qid": "all", **{name: mean(row[name] for row in rows) for name in SCORES}}]


def record_notes(records: Sequence[NuggetRecord], bank: Path | None) -> tuple[Note, ...]:
    """Return notes on records that count twice or as 0, and on topics of the bank that have none."""
    times, known = Counter(str(record.topic) for record in records), read_banks([bank])[0] if bank else {}
    noted = {
        "records-counted-again": [id for id, count in times.items() if count > 1],
        "records-without-vital": [str(r.topic) for r in records if all(n.importance != "vital" for n in r.nuggets)],
        "records-missing": [id for id in known if id not in times],
        "records-not-in-bank": [id for id in times if known and id not in known],
    }
    return topic_notes(noted)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read, score, print."""
    records, notes = read_files([args.file], assigned=True)
    err.writelines(f"note: {note}\n" for note in (*notes, *record_notes(records, args.nuggets)))
    out.writelines(f"{json.dumps(row)}\n" for row in evaluate(records))
    return 0
