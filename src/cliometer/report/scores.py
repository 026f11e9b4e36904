"""Results of an evaluation as tables: the scores of one topic, or the means over topics."""

from __future__ import annotations

from cliometer.engine.results import Results
from cliometer.report.tables import Cell, Table


def summary(results: Results) -> Table:
    """What a person wants to see first: the scores themselves for one topic, else the means."""
    return score_table(results) if len(results.topics) == 1 else mean_table(results)


def score_table(results: Results) -> Table:
    """A row for every system, topic and metric; systems and topics only where there are several."""
    systems, topics = len(results.systems) > 1, len(results.topics) > 1
    heading = ["system"] * systems + ["topic"] * topics + ["metric", "precision", "recall", "F"]
    rows = []
    for row in results.rows:
        numbers = results.numbers(row)
        names = [row.system] * systems + [row.topic] * topics + [row.metric]
        rows.append([*names, numbers["precision"], numbers["recall"], numbers["f"]])
    return Table(heading, rows)


def mean_table(results: Results) -> Table:
    """A row for every system and metric, with both averages of F."""
    systems = len(results.systems) > 1
    heading = ["system"] * systems
    heading += ["metric", "topics", "undefined", "precision", "recall", "F of means", "mean of F"]
    rows: list[list[Cell]] = []
    for mean in results.means():
        names: list[Cell] = [mean.system] if systems else []
        counts = (mean.metric, mean.topics, mean.undefined)
        rows.append([*names, *counts, mean.precision, mean.recall, mean.f_of_means, mean.mean_of_f])
    return Table(heading, rows)


def full_table(results: Results) -> Table:
    """Everything, for CSV: a row for every system, topic and metric, all columns always there."""
    heading = ["system", "topic", "metric", "precision", "recall", "f"]
    rows = [
        [row.system, row.topic, row.metric, *(results.numbers(row)[key] for key in heading[3:])]
        for row in results.rows
    ]
    return Table(heading, rows)
