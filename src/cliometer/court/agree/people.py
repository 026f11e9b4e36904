"""Where human scores come from: a file of their own, one of its columns, or a column beside the metrics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cliometer.engine.score_grid import Column, column_name, columns_of
from cliometer.errors import UsageError
from cliometer.io.scores.files import read_scores
from cliometer.model.score_table import ScoreTable


def human_columns(
    file: str | None, metric: str | None, scores: ScoreTable, system_columns: bool = False
) -> list[Column]:
    """`FILE`, `FILE:COLUMN,COLUMN`, or the name of a column of the scores themselves."""
    if metric is not None:
        return columns_of(scores, [metric])
    path, column = _split(file or "")
    table = read_scores([path], system_columns)
    return columns_of(table, _listed(column, table.metrics) if column else None)


def _listed(given: str, names: Sequence[str]) -> list[str]:
    """Several columns between commas, unless the whole is one."""
    if given in names:
        return [given]
    return [name.strip() for name in given.split(",") if name.strip()]


def without(human: Sequence[Column], scores: ScoreTable, asked: Sequence[str] | None) -> list[Column]:
    """The metrics that stand against people: those asked for, else all but the human column itself."""
    people = {column.metric for column in human if column.table is scores}
    if asked:
        for name in asked:
            if column_name(name, scores.metrics) in people:
                raise UsageError(f"{name} is the human score; it cannot be a metric as well")
    chosen = [column for column in columns_of(scores, asked) if column.metric not in people]
    if not chosen:
        raise UsageError("there is no metric beside the human score; give tables with other columns as well")
    return chosen


def _split(given: str) -> tuple[Path, str]:
    """The column stands after the last colon, unless the whole is a file."""
    stem, colon, column = given.rpartition(":")
    if not colon or not stem or Path(given).exists():
        return Path(given), ""
    if not column:
        raise UsageError(f"expected --human FILE:COLUMN, found {given!r} without a column")
    return Path(stem), column
