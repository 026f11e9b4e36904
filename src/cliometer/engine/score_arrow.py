"""Scores as Arrow tables, and the one function from a table of timelines to a table of scores, for any engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cliometer.engine.evaluation import Evaluation
from cliometer.engine.results import ScoreRow
from cliometer.errors import CoverageError, expected
from cliometer.io.frames import library
from cliometer.io.timeline_parquet import scattered, table_answers
from cliometer.model.score import (
    MetricResult,
    Ratio,
    RecordedScore,
    Score,
    SingleScore,
    Undefined,
    score_of,
    statistics_of,
)
from cliometer.spelling import listed

NUMBERS = ("precision", "recall", "f", "value")
NAMES = ("system", "topic", "metric")
STATISTICS = (  # what the numbers were divided from, so that a score is read back as it was
    *("precision_part", "precision_whole", "recall_part", "recall_whole", "beta", "root"),
    *("tied_dates", "precision_low", "precision_high", "recall_low", "recall_high"),
)


def score_schema() -> Any:
    """Return the columns of a table of scores: names, numbers, why a score is undefined, and its statistics."""
    arrow = library("pyarrow")
    text, number = arrow.string(), arrow.float64()
    fields = [*((name, text) for name in NAMES), *((name, number) for name in NUMBERS), ("undefined", text)]
    return arrow.schema([*fields, *((name, number) for name in STATISTICS)])


def arrow_table(rows: Sequence[ScoreRow], undefined: Undefined) -> Any:
    """Return a table with a row for each score."""
    arrow, schema = library("pyarrow"), score_schema()
    numbers = [row.score.numbers(undefined) for row in rows]
    columns: dict[str, list[Any]] = {name: [getattr(row, name) for row in rows] for name in NAMES}
    columns |= {name: [cells.get(name) for cells in numbers] for name in NUMBERS}
    columns["undefined"] = [row.score.undefined for row in rows]
    statistics = [_statistics(row.score, "value" in cells) for row, cells in zip(rows, numbers, strict=True)]
    columns |= {name: [cells[place] for cells in statistics] for place, name in enumerate(STATISTICS)}
    return arrow.table({field.name: arrow.array(columns[field.name], field.type) for field in schema}, schema)


def _statistics(score: MetricResult, is_single: bool) -> tuple[float | None, ...]:
    """Return the statistics of a score; one of a single value has one ratio and no beta."""
    if type(score) is SingleScore:
        return (score.value.part, score.value.whole, *[None] * 9)
    numbers = statistics_of(score) if type(score) is Score else [*[None] * 4, None if is_single else score.beta]
    return (*numbers, *[None] * (len(STATISTICS) - len(numbers)))


def is_restored(score: MetricResult) -> bool:
    """Return whether a score is read back from a table as it was; of others only the numbers are."""
    return type(score) in (Score, SingleScore)


def score_rows(table: Any) -> Iterator[ScoreRow]:
    """Yield the scores of a table or a batch that `arrow_table` made, as they were."""
    columns = [table.column(name).to_pylist() for name in (*NAMES, *NUMBERS, "undefined", *STATISTICS)]
    for system, topic, metric, *values in zip(*columns, strict=True):
        yield ScoreRow(system, topic, metric, _score(values[:4], values[4], values[5:]))


def _score(numbers: Sequence[float | None], undefined: str | None, statistics: Sequence[Any]) -> MetricResult:
    p, whole, _, _, beta, *_ = statistics
    if p is None:
        names = NUMBERS[:3] if beta is not None else NUMBERS[3:]
        return RecordedScore({name: numbers[NUMBERS.index(name)] for name in names}, undefined)
    if beta is None:
        return SingleScore(Ratio(p, whole), undefined) if undefined else SingleScore(Ratio(p, whole))
    score: MetricResult = score_of([number for number in statistics if number is not None])
    return score


def scored_table(table: Any, evaluation: Evaluation) -> Any:
    """Return the scores of an Arrow table, or batch, of timelines; a topic without references is an error."""
    arrow = library("pyarrow")
    if not isinstance(table, arrow.Table | arrow.RecordBatch):
        raise expected("a pyarrow Table or RecordBatch with system, topic, date and sentence", table)
    answers: dict[str, dict[str, Any]] = {}
    for system, topic, timeline in table_answers(table, evaluation.duplicates or "last"):
        if topic not in evaluation.gold:
            known = listed(evaluation.gold, 5)
            raise CoverageError("table-topic-without-reference", topic=topic, known=known)
        if system in answers.setdefault(topic, {}):
            raise scattered(None, system, topic)
        answers[topic][system] = timeline
    scored = [evaluation.score_answers(topic, timelines)[0] for topic, timelines in answers.items()]
    return arrow_table([row for rows in scored for row in rows], evaluation.undefined)
