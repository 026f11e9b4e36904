"""Agreement of metrics with human scores: correlations, their differences, and pairwise accuracy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import ClassVar

import numpy as np

from cliometer.court.meta_evaluation.plan import MetaEvaluation, MetaEvaluationPlan, Test, design_warnings
from cliometer.engine.score_grid import MissingScores, ScoreColumn, ScoreGrid, complete
from cliometer.errors import InputError, UsageError
from cliometer.io.score_tables import ALL
from cliometer.model.backend import active_backend, tracked
from cliometer.model.display import Progress
from cliometer.model.notes import Note
from cliometer.spelling import many
from cliometer.stats import correlation_tests as testing
from cliometer.stats.aggregates import means
from cliometer.stats.bootstrap import bootstrap, percentile
from cliometer.stats.correlation import Level, correlate_tables, system_means
from cliometer.stats.multiple_comparisons import holm_of_known
from cliometer.stats.pairwise_accuracy import calibrated_pairwise_accuracy, pairwise_accuracy, soft_pairwise_accuracy
from cliometer.stats.samples import Floats


@dataclass(frozen=True)
class CorrelationRow:
    """A coefficient, or the reason why there is none.

    `p` is one-sided, from shuffled systems; the global level has none, for its scores are not independent.
    `topics` were counted at the text level, `left_out` have no coefficient because one side is constant.
    `low` and `high` leave out the `empty_draws`, in which a coefficient has no value.
    """

    metric: str
    level: Level
    coefficient: str
    value: float | None
    low: float | None
    high: float | None
    p: float | None
    topics: int
    left_out: int
    empty_draws: int = 0
    undefined: str | None = None


_TESTS = {"system": testing.system_level_p, "text": testing.text_level_p}  # of the global level there is none


def correlations(
    grid: ScoreGrid, human: Floats, plan: MetaEvaluationPlan, progress: Callable[[int, int], None] | None = None
) -> tuple[list[CorrelationRow], list[Note]]:
    """Return a row for each metric, level and coefficient, and notes on rows without a value or an interval."""
    cells = list(product(grid.scores.items(), plan.levels, plan.measures))
    mapped = active_backend().map(_row, cells, (human, plan), lambda cell: f"the metric {cell[0][0]}")
    rows: list[CorrelationRow] = list(tracked(mapped, len(cells), progress))
    notes = [
        Note.of("correlation-missing", metric=r.metric, level=r.level, coefficient=r.coefficient, undefined=r.undefined)
        for r in rows
        if r.undefined
    ]
    if most := max(row.empty_draws for row in rows):
        constant = "draws in which one side is constant, such as one system drawn every time"
        notes.append(Note.of("resamples-left-out", constant=constant, most=most, draws=plan.draws(human.size)))
    return rows, notes


def _row(shared: tuple[Floats, MetaEvaluationPlan], cell: tuple[tuple[str, Floats], Level, str]) -> CorrelationRow:
    (human, plan), ((name, metric), level, coefficient) = shared, cell
    correlation = correlate_tables(metric, human, coefficient, level, ("metric", "human scores"))
    topics = correlation.counted if level == "text" else human.shape[1]
    left_out = correlation.left_out if level == "text" else 0
    row = CorrelationRow(
        name, level, coefficient, correlation.value, low=None, high=None, p=None, topics=topics, left_out=left_out
    )
    if correlation.value is None:
        return replace(row, undefined=correlation.undefined or "one side is constant")
    draws = plan.draws(human.size)
    if level in _TESTS:
        row = replace(row, p=_TESTS[level](metric, human, coefficient, seed=plan.seed, resamples=draws))
    try:
        interval = testing.correlation_interval(
            metric, human, coefficient, level,
            over=plan.over, seed=plan.seed, resamples=draws, confidence=plan.confidence,
        )  # fmt: skip
    except InputError:  # no draw has a value
        return replace(row, empty_draws=draws)
    return replace(row, low=interval.low, high=interval.high, empty_draws=interval.left_out)


@dataclass(frozen=True)
class DifferenceRow:
    """The first metric's correlation less the second's, with two-sided p; Holm over all pairs of the test."""

    test: Test
    level: Level
    coefficient: str
    first: str
    second: str
    difference: float | None
    p: float | None
    p_holm: float | None
    undefined: str | None = None


def differences(grid: ScoreGrid, human: Floats, plan: MetaEvaluationPlan) -> list[DifferenceRow]:
    """Compare each pair of metrics by each test, level and coefficient; Williams' test is for the system level."""
    if plan.tests and len(grid.scores) < 2:
        raise UsageError("test-needs-metrics")
    if "williams" in plan.tests and len(human) < 4:
        raise UsageError("williams-systems-too-few", count=len(human))
    rows: list[DifferenceRow] = []
    for test in plan.tests:
        for level in ("system",) if test == "williams" else plan.levels:
            # Williams' test is for Pearson and Spearman; where neither was asked for, its rows say so.
            fitting = [kind for kind in plan.measures if test != "williams" or kind in testing.PRODUCT_MOMENT]
            for coefficient in fitting or plan.measures:
                pairs = list(_pairs(grid, human, plan, test, level, coefficient))
                adjusted = holm_of_known([row.p for row in pairs])
                rows += [replace(row, p_holm=p) for row, p in zip(pairs, adjusted, strict=True)]
    return rows


def _pairs(
    grid: ScoreGrid, human: Floats, plan: MetaEvaluationPlan, test: Test, level: Level, coefficient: str
) -> Iterator[DifferenceRow]:
    for (first, x), (second, y) in combinations(grid.scores.items(), 2):
        row = DifferenceRow(test, level, coefficient, first, second, difference=None, p=None, p_holm=None)
        try:
            if test == "williams":
                comparison = testing.williams(system_means(x), system_means(y), system_means(human), coefficient)
            else:
                whole, seed = test == "perm-sys", plan.seed
                comparison = testing.perm_both(
                    x, y, human, coefficient, level, seed=seed, resamples=plan.draws(human.size), whole_systems=whole
                )
        except InputError as error:
            yield replace(row, undefined=str(error))
        else:
            yield replace(row, difference=comparison.difference, p=comparison.p_value)


@dataclass(frozen=True)
class SystemPoint:
    """The mean of a system over topics, by a metric and by people, each with its interval over topics."""

    metric: str
    system: str
    value: float
    low: float
    high: float
    human: float
    human_low: float
    human_high: float


def system_points(grid: ScoreGrid, scores: Floats, plan: MetaEvaluationPlan) -> list[SystemPoint]:
    """Return a point for each metric and system; percentile bootstrap, the same topics drawn for all."""
    people = _means(scores, plan)
    return [
        SystemPoint(name, system, value, low, high, human=human[0], human_low=human[1], human_high=human[2])
        for name, table in grid.scores.items()
        for system, (value, low, high), human in zip(grid.systems, _means(table, plan), people, strict=True)
    ]


def _means(table: Floats, plan: MetaEvaluationPlan) -> list[tuple[float, float, float]]:
    interval = percentile(bootstrap(means(table), plan.draws(table.size), seed=plan.seed), plan.confidence)
    return list(zip(table.mean(axis=1).tolist(), interval.low.tolist(), interval.high.tolist(), strict=True))


@dataclass(frozen=True)
class AccuracyRow:
    """Pairs of systems on the same topic that a metric orders, or ties, as people do.

    `accuracy` counts scores within the `threshold` as ties, `uncalibrated` only equal ones; `all_ties` is
    what calling every pair a tie would get. `soft` compares how sure both sides are (soft pairwise accuracy).
    """

    metric: str
    accuracy: float | None
    threshold: float | None
    uncalibrated: float | None
    all_ties: float
    pairs: int
    soft: float | None


@dataclass(frozen=True)
class TextScores:
    """Every score: a list for each system, with a number for each topic, by people and by each metric."""

    systems: Sequence[str]
    topics: Sequence[str]
    human: Sequence[Sequence[float]]
    metrics: Mapping[str, Sequence[Sequence[float]]]


@dataclass(frozen=True, repr=False)
class MetricAgreement(MetaEvaluation[CorrelationRow]):
    """The agreement of metrics with human scores, on so many systems and topics.

    `points` and `texts` are the scores that it rests on: the means of systems, and the score of every text.
    """

    kind: ClassVar[str] = "agree"
    tables: ClassVar[Mapping[str, str]] = {name: name for name in ("correlations", "differences", "accuracy")}
    keyed: ClassVar[tuple[str, str]] = ("correlations", "metric")
    systems: int
    topics: int
    human: str
    over: str
    level: float
    resamples: int
    seed: int
    correlations: Sequence[CorrelationRow]
    differences: Sequence[DifferenceRow]
    accuracy: Sequence[AccuracyRow]
    points: Sequence[SystemPoint]
    texts: TextScores
    notes: Sequence[str] = ()
    warnings: Sequence[str] = ()

    def __repr__(self) -> str:
        return f"MetricAgreement({many(self.systems, 'system')}, {many(self.topics, 'topic')}, with {self.human!r})"


def agree(
    metrics: Sequence[ScoreColumn],
    human: Sequence[ScoreColumn],
    plan: MetaEvaluationPlan,
    *,
    missing: MissingScores = "error",
    lower: Sequence[str] = (),
    progress: Progress | None = None,
) -> MetricAgreement:
    """Set each metric beside the mean of the human columns, on the systems and topics that all of them share."""
    people = [ScoreColumn(f"human {column.label}", column.table, column.metric) for column in human]
    grid = complete([*metrics, *people], missing)
    scores = np.mean([grid.scores[column.label] for column in people], axis=0)
    others = {column.label: grid.scores[column.label] for column in metrics}
    tested = ScoreGrid(grid.systems, grid.topics, others, grid.notes).flipped(lower)
    is_means = list(tested.topics) == [ALL]
    if is_means:  # a leaderboard without topics
        plan = replace(plan, levels=("system",), over="systems")
    _refuse(tested, scores, plan.top)
    rows, remarks = correlations(tested, scores, plan, progress)
    names = ", ".join(column.label for column in human)
    read = human[0].table.notes if human[0].table is not metrics[0].table else ()
    averaged = [f"the human score is the mean of {len(human)} columns: {names}; FILE:COLUMN takes one"]
    averaged *= len(human) > 1
    averaged += [Note.of("leaderboard-of-means")] * is_means
    notes = [*read, *tested.notes, *averaged, *plan.note(scores.size), *remarks]
    metrics_of = {name: table.tolist() for name, table in tested.scores.items()}
    return MetricAgreement(
        systems=len(tested.systems),
        topics=len(tested.topics),
        human=" + ".join(column.label for column in human),
        over="topics" if plan.over == "texts" else plan.over,
        level=plan.confidence,
        resamples=plan.draws(scores.size),
        seed=plan.seed,
        correlations=rows,
        differences=differences(tested, scores, plan),
        accuracy=[_accuracy(name, table, scores, plan) for name, table in tested.scores.items()],
        points=[] if is_means else system_points(tested, scores, plan),
        texts=TextScores(list(tested.systems), list(tested.topics), scores.tolist(), metrics_of),
        notes=notes,
        warnings=design_warnings(tested, scores, plan),
    )


def _refuse(grid: ScoreGrid, human: Floats, top: int | None = None) -> None:
    """Fail where there is no answer, before anything is computed."""
    systems, topics = human.shape
    if top is not None and top >= systems:
        raise UsageError("top-too-large", top=top, systems=systems)
    if systems < 2:
        raise InputError("agreement-single-system", systems=grid.systems[0])
    if topics < 2 and grid.topics[0] != ALL:
        raise InputError("agreement-single-topic", topics=grid.topics[0])
    for name, table in {"the human scores": human, **grid.scores}.items():
        if np.all(table == table[:1]):
            raise InputError("agreement-equal-scores", name=name)


def _accuracy(name: str, metric: Floats, human: Floats, plan: MetaEvaluationPlan) -> AccuracyRow:
    """Return the accuracy; it has no value where one side never tells two systems apart on a topic."""
    first, second = np.triu_indices(len(human), k=1)
    all_ties = float(np.mean(human[first] == human[second]))
    pairs = len(first) * human.shape[1]
    try:
        calibrated = calibrated_pairwise_accuracy(metric, human)
    except InputError:
        return AccuracyRow(name, None, None, None, all_ties, pairs, None)
    plain = pairwise_accuracy(metric, human).value
    is_means = human.shape[1] == 1  # whose significance is not known
    draws = {"seed": plan.seed, "resamples": plan.draws(human.size)}
    soft = None if is_means else soft_pairwise_accuracy(metric, human, **draws)
    return AccuracyRow(name, calibrated.value, calibrated.threshold, plain, all_ties, pairs, soft)
