"""Tests and intervals of correlations, on whatever tables Hypothesis finds: against formulas and loops."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cliometer.errors import InputError
from cliometer.stats.correlation import LEVELS, Coefficient, Level, correlate_tables
from cliometer.stats.correlation_tests import Over, correlation_interval, perm_both, williams
from cliometer.stats.samples import Floats

SEEDS = st.integers(0, 2**32)
COEFFICIENTS = st.sampled_from(["pearson", "spearman", "kendall-b", "kendall-c"])


@st.composite
def three_tables(draw: st.DrawFn) -> Floats:
    """Two metrics and people, tables x systems x texts; few values, so that there are ties."""
    systems, texts, levels = (draw(st.integers(2, 5)), draw(st.integers(1, 4)), draw(st.sampled_from([4, 1000])))
    return np.random.default_rng(draw(SEEDS)).integers(0, levels, (3, systems, texts)).astype(float)


@given(SEEDS, st.integers(4, 30))
def test_williams_is_the_formula_with_the_determinant_of_the_correlations(seed: int, items: int) -> None:
    """Williams (1959) as Steiger (1980) prints it, with |R| taken from numpy and p from scipy."""
    human, first, second = np.random.default_rng(seed).random((3, items))
    R = np.corrcoef([human, first, second])
    (r12, r13), r23, n = R[0, 1:], R[1, 2], items
    scale = 2 * (n - 1) / (n - 3) * np.linalg.det(R) + ((r12 + r13) / 2) ** 2 * (1 - r23) ** 3
    t = (r12 - r13) * np.sqrt((n - 1) * (1 + r23) / scale)
    found = williams(first, second, human)
    assert found.statistic == pytest.approx(t, abs=1e-9)
    assert found.p_value == pytest.approx(2 * scipy.stats.t.sf(abs(t), n - 3), abs=1e-9)
    assert found.difference == pytest.approx(r12 - r13, abs=1e-9)


@settings(deadline=None)
@given(three_tables(), COEFFICIENTS, st.sampled_from(LEVELS), SEEDS)
def test_perm_both_is_its_loop(tables: Floats, coefficient: Coefficient, level: Level, seed: int) -> None:
    human = tables[2]
    assume(human.size > 2)
    # No two sums of these tie, whatever is swapped: ties of standardised scores would hang on rounding.
    first, second = tables[:2] + np.random.default_rng(seed + 1).random(tables[:2].shape)

    def value(table: Floats) -> float:
        found = correlate_tables(table, human, coefficient, level).value
        return np.nan if found is None else found

    observed = value(first) - value(second)
    if np.isnan(observed):
        with pytest.raises(InputError, match="no value"):
            perm_both(first, second, human, coefficient, level, seed=seed, resamples=9)
        return
    x, y = ((table - table.mean()) / table.std() for table in (first, second))
    rng = np.random.default_rng(seed)
    swaps = [rng.random(x.shape) < 0.5 for _ in range(19)]
    deltas = [value(np.where(swap, y, x)) - value(np.where(swap, x, y)) for swap in swaps]
    clear = [delta for delta in deltas if not np.isnan(delta)]
    assume(all(abs(abs(delta) - abs(observed)) > 1e-9 or delta in (observed, -observed) for delta in clear))
    extreme = sum(not abs(delta) < abs(observed) - 1e-12 for delta in deltas)  # without a value: extreme
    found = perm_both(first, second, human, coefficient, level, seed=seed, resamples=19)
    assert found.difference == pytest.approx(observed, abs=1e-9)
    assert found.p_value == pytest.approx((extreme + 1) / 20, abs=1e-12)


@settings(deadline=None)
@given(three_tables(), COEFFICIENTS, st.sampled_from(LEVELS), SEEDS)
def test_ties_between_two_coarse_metrics_are_ties(
    tables: Floats, coefficient: Coefficient, level: Level, seed: int
) -> None:
    """Metrics with the same values in other places are standardised alike: whole numbers show every tie."""
    first, human = tables[0], tables[2]
    second = np.random.default_rng(seed).permuted(first.reshape(-1)).reshape(first.shape)

    def value(table: Floats) -> float:
        found = correlate_tables(table, human, coefficient, level).value
        return np.nan if found is None else found

    observed = value(first) - value(second)
    assume(not np.isnan(observed))
    rng = np.random.default_rng(seed)
    swaps = [rng.random(first.shape) < 0.5 for _ in range(19)]
    deltas = [value(np.where(swap, second, first)) - value(np.where(swap, first, second)) for swap in swaps]
    extreme = sum(not abs(delta) < abs(observed) - 1e-9 for delta in deltas)
    found = perm_both(first, second, human, coefficient, level, seed=seed, resamples=19)
    assert found.p_value == pytest.approx((extreme + 1) / 20, abs=1e-12)


@settings(deadline=None)
@given(three_tables(), COEFFICIENTS, st.sampled_from(LEVELS), st.sampled_from(["systems", "texts", "both"]), SEEDS)
def test_an_interval_is_its_loop(tables: Floats, coefficient: Coefficient, level: Level, over: Over, seed: int) -> None:
    x, y, _ = tables
    systems, texts = x.shape
    assume(correlate_tables(x, y, coefficient, level).value is not None)
    if texts < 2 and over != "systems":
        with pytest.raises(InputError, match="found 1 text"):
            correlation_interval(x, y, coefficient, level, over=over, seed=seed)
        return
    rng = np.random.default_rng(seed)
    everyone, everything = np.arange(systems), np.arange(texts)
    rows = rng.integers(0, systems, (9, systems)) if over != "texts" else [everyone] * 9
    columns = rng.integers(0, texts, (9, texts)) if over != "systems" else [everything] * 9
    draws = [np.ix_(row, column) for row, column in zip(rows, columns, strict=True)]
    found = [correlate_tables(x[draw], y[draw], coefficient, level).value for draw in draws]
    values = [value for value in found if value is not None]
    if not values:
        with pytest.raises(InputError, match="no resample"):
            correlation_interval(x, y, coefficient, level, over=over, seed=seed, resamples=9)
        return
    interval = correlation_interval(x, y, coefficient, level, over=over, seed=seed, resamples=9)
    assert (interval.low, interval.high) == pytest.approx(np.quantile(values, [0.025, 0.975]), abs=1e-9)
    assert interval.left_out == 9 - len(values)
