"""Does one metric agree better with people than another? Williams' test and PERM-BOTH, corrected by Holm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from cliometer.court.agree.plan import Plan, Test
from cliometer.engine.score_grid import Grid
from cliometer.errors import InputError, UsageError
from cliometer.stats.coefficients import Coefficient
from cliometer.stats.corrections import holm
from cliometer.stats.correlation import Level, system_means
from cliometer.stats.correlation_tests import perm_both, williams
from cliometer.stats.samples import Floats


@dataclass(frozen=True)
class DifferenceRow:
    """The first metric's correlation less the second's, with two-sided p; Holm over all pairs of the test."""

    test: Test
    level: Level
    coefficient: Coefficient
    first: str
    second: str
    difference: float | None
    p: float | None
    p_holm: float | None
    undefined: str | None = None


def differences(grid: Grid, human: Floats, plan: Plan) -> list[DifferenceRow]:
    """Each pair of metrics by each test, level and coefficient; Williams' test is for the system level."""
    if plan.tests and len(grid.scores) < 2:
        raise UsageError("--test compares metrics, but there is only one; name another with --metric")
    if "williams" in plan.tests and len(human) < 4:
        raise UsageError(
            f"Williams' test needs at least four systems, found {len(human)}; use --test perm-both"
        )
    rows: list[DifferenceRow] = []
    for test in plan.tests:
        for level in ("system",) if test == "williams" else plan.levels:
            for coefficient in _fitting(test, plan.coefficients):
                rows += _corrected(list(_pairs(grid, human, plan, test, level, coefficient)))
    return rows


def _fitting(test: Test, coefficients: Sequence[Coefficient]) -> list[Coefficient]:
    """Williams' formula is for Pearson and Spearman; asked for Kendall alone, it says so in its rows."""
    fitting = [one for one in coefficients if test != "williams" or not one.startswith("kendall")]
    return fitting or list(coefficients)


def _pairs(
    grid: Grid, human: Floats, plan: Plan, test: Test, level: Level, coefficient: Coefficient
) -> Iterator[DifferenceRow]:
    for (first, x), (second, y) in combinations(grid.scores.items(), 2):
        row = DifferenceRow(test, level, coefficient, first, second, None, None, None)
        try:
            if test == "williams":
                found = williams(system_means(x), system_means(y), system_means(human), coefficient)
            else:
                draws = plan.draws(human.size)
                found = perm_both(x, y, human, coefficient, level, seed=plan.seed, resamples=draws)
        except InputError as error:
            yield replace(row, undefined=str(error))
        else:
            yield replace(row, difference=found.difference, p=found.p_value)


def _corrected(rows: list[DifferenceRow]) -> list[DifferenceRow]:
    tested = [row.p for row in rows if row.p is not None]
    adjusted = iter(holm(tested) if tested else ())
    return [row if row.p is None else replace(row, p_holm=float(next(adjusted))) for row in rows]
