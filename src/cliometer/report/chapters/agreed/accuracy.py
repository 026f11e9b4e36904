"""Pairs of systems that a metric orders as people do, beside what ties alone would get."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.report.chapters.base import Names, Result
from cliometer.report.charts.dots import dots
from cliometer.report.charts.forest import Mark
from cliometer.report.document import Block, Figure, Notes
from cliometer.report.tables import Table

_KINDS = {
    "accuracy": "near scores are ties",
    "uncalibrated": "only equal scores are ties",
    "soft": "soft: as sure as people are",
}


def accuracy_blocks(document: Result, names: Names) -> Iterator[Block]:
    """One figure; metrics without a value are named."""
    rows = document["accuracy"]
    records = [
        {"name": row["metric"], "kind": word, "value": row[key]}
        for row in rows
        for key, word in _KINDS.items()
        if row[key] is not None
    ]
    if records:
        caption = (
            "Share of pairs of systems on the same topic that each metric orders, or ties, as people do. "
            "The dashed line is what calling every pair a tie would get. Thresholds for near scores are "
            "chosen on the same pairs, which flatters a little."
        )
        keys = ("metric", "accuracy", "threshold", "uncalibrated", "all_ties", "pairs", "soft")
        heading = ["metric", "accuracy", "tie within", "uncalibrated", "all ties", "pairs", "soft accuracy"]
        table = Table(heading, [[row[key] for key in keys] for row in rows])
        marks = [Mark(rows[0]["all_ties"], "all ties")]
        spec = dots(records, list(_KINDS.values()), "share of pairs", marks)
        yield Figure(names.of("pairs-ordered"), caption, spec, table)
    without = [row["metric"] for row in rows if row["accuracy"] is None]
    if without:
        why = "one side never tells two systems apart on a topic"
        yield Notes([f"{metric}: no pairwise accuracy, for {why}" for metric in without])
