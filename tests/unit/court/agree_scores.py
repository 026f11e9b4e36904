"""Small tables of scores for the tests of agreement."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.engine.score_grid import ScoreColumn
from cliometer.model.judgements import ScoreTable


def column(name: str, rows: Sequence[Sequence[float | None]]) -> ScoreColumn:
    """Systems a, b, ... in the rows, topics t1, t2, ... in the columns; None is a gap."""
    cells = {(name, "abcdefghij"[i], f"t{j + 1}"): score for i, row in enumerate(rows) for j, score in enumerate(row)}
    scores = {key: score for key, score in cells.items() if score is not None}
    gaps = {key: f"{name}.csv:{line}" for line, (key, score) in enumerate(cells.items(), 2) if score is None}
    return ScoreColumn(name, ScoreTable(scores, gaps, f"{name}.csv"), name)
