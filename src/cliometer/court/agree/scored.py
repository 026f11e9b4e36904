"""The results of an evaluation as a table of scores."""

from __future__ import annotations

from cliometer.engine.results import Results
from cliometer.model.score_table import Key, ScoreTable


def scored(results: Results) -> ScoreTable:
    """Precision, recall and F of each metric as columns, or its one value under its own name.

    What is undefined is a gap with its reason.
    """
    scores: dict[Key, float] = {}
    gaps: dict[Key, str] = {}
    for row in results.rows:
        for part, value in results.numbers(row).items():
            name = row.metric if part == "value" else f"{row.metric}.{part}"
            key = name, row.system, row.topic
            if value is None:
                gaps[key] = f"{row.system} on {row.topic} ({row.score.undefined})"
            else:
                scores[key] = value
    return ScoreTable(scores, gaps, "the runs", results.notes)
