"""Each metric's correlation with people by level and coefficient: value, interval, and p."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from cliometer.court.agree.plan import Plan
from cliometer.engine.score_grid import Grid
from cliometer.errors import InputError
from cliometer.stats.association import system_level_p, text_level_p
from cliometer.stats.coefficients import Coefficient
from cliometer.stats.correlation import Correlation, Level, correlate_tables
from cliometer.stats.correlation_tests import correlation_interval
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
    coefficient: Coefficient
    value: float | None
    low: float | None
    high: float | None
    p: float | None
    topics: int
    left_out: int
    empty_draws: int = 0
    undefined: str | None = None


def correlations(
    grid: Grid, human: Floats, plan: Plan, progress: Callable[[int, int], None] | None = None
) -> tuple[list[CorrelationRow], list[str]]:
    """A row for each metric, level and coefficient, and notes on those that have no value or no interval."""
    cells = list(product(grid.scores.items(), plan.levels, plan.coefficients))
    rows = []
    for number, ((name, table), level, coefficient) in enumerate(cells):
        if progress:
            progress(number, len(cells))
        rows.append(_row(name, table, human, level, coefficient, plan))
    return rows, [*_without_value(rows), *_empty_draws(rows, plan.draws(human.size))]


def _row(
    name: str, metric: Floats, human: Floats, level: Level, coefficient: Coefficient, plan: Plan
) -> CorrelationRow:
    found = correlate_tables(metric, human, coefficient, level)
    topics = found.counted if level == "text" else human.shape[1]
    left_out = found.left_out if level == "text" else 0
    row = CorrelationRow(name, level, coefficient, found.value, None, None, None, topics, left_out)
    if found.value is None:
        return replace(row, undefined=_reason(found))
    draws = plan.draws(human.size)
    row = replace(row, p=_p_value(metric, human, level, coefficient, plan.seed, draws))
    try:
        interval = correlation_interval(
            metric,
            human,
            coefficient,
            level,
            over=plan.over,
            seed=plan.seed,
            resamples=draws,
            confidence=plan.confidence,
        )
    except InputError:  # no draw has a value
        return replace(row, empty_draws=draws)
    return replace(row, low=interval.low, high=interval.high, empty_draws=interval.left_out)


def _p_value(
    metric: Floats, human: Floats, level: Level, coefficient: Coefficient, seed: int, draws: int
) -> float | None:
    if level == "system":
        return system_level_p(metric, human, coefficient, seed=seed, resamples=draws)
    if level == "text":
        return text_level_p(metric, human, coefficient, seed=seed, resamples=draws)
    return None


def _reason(found: Correlation) -> str:
    reason = found.undefined or "one side is constant"
    return reason.replace("first side", "metric").replace("second side", "human scores")


def _without_value(rows: Sequence[CorrelationRow]) -> Iterator[str]:
    for row in rows:
        if row.undefined:
            yield f"{row.metric}, {row.level} level, {row.coefficient}: no value, for {row.undefined}"


def _empty_draws(rows: Sequence[CorrelationRow], draws: int) -> Iterator[str]:
    most = max(row.empty_draws for row in rows)
    if most:
        yield (
            f"intervals leave out draws in which one side is constant, such as one system drawn every time: "
            f"up to {most} of {draws}"
        )
