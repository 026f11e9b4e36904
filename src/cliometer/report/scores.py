"""Results of an evaluation as tables: the scores of one topic, or the means over topics."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.engine.means import Numbers
from cliometer.engine.plain_table import WORDS
from cliometer.engine.results import Results
from cliometer.report.tables import Cell, Table


def summary(results: Results) -> Table:
    """What a person wants to see first: the scores themselves for one topic, else the means."""
    return score_table(results) if len(results.topics) == 1 else mean_table(results)


def score_table(results: Results) -> Table:
    """A row for every system, topic and metric; systems and topics only where there are several."""
    systems, topics = len(results.systems) > 1, len(results.topics) > 1
    heading = ["system"] * systems + ["topic"] * topics + ["metric"]
    rows: list[tuple[list[Cell], Numbers]] = []
    for row in results.rows:
        names: list[Cell] = [*[row.system] * systems, *[row.topic] * topics, row.metric]
        rows.append((names, results.numbers(row)))
    return _table(heading, rows)


def mean_table(results: Results) -> Table:
    """A row for every system and metric, with both averages of F."""
    systems = len(results.systems) > 1
    heading = ["system"] * systems + ["metric", "topics", "undefined"]
    rows: list[tuple[list[Cell], Numbers]] = []
    for mean in results.means():
        names: list[Cell] = [mean.system] if systems else []
        rows.append(([*names, mean.metric, mean.topics, mean.undefined], mean.numbers()))
    return _table(heading, rows)


def full_table(results: Results) -> Table:
    """Everything, for CSV: a row for every system, topic and metric, all columns always there."""
    rows: list[tuple[list[Cell], Numbers]] = [
        ([row.system, row.topic, row.metric], results.numbers(row)) for row in results.rows
    ]
    names = _names(rows)
    body = [[*words, *(numbers.get(name) for name in names)] for words, numbers in rows]
    return Table(["system", "topic", "metric", *names], body)


def _table(heading: Sequence[str], rows: Sequence[tuple[list[Cell], Numbers]]) -> Table:
    """Columns for every number that a metric has; a dash where another metric has none of that name."""
    names = _names(rows)
    body = [[*words, *(numbers.get(name, "-") for name in names)] for words, numbers in rows]
    return Table([*heading, *(WORDS.get(name, name) for name in names)], body)


def _names(rows: Sequence[tuple[list[Cell], Numbers]]) -> list[str]:
    return list(dict.fromkeys(name for _, numbers in rows for name in numbers))
