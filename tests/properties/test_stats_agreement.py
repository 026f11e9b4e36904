"""Alpha, chance levels and pairwise accuracy against their definitions, written for the eye."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cliometer.errors import InputError
from cliometer.stats.agreement import (
    SCALES,
    Scale,
    alpha,
    alpha_interval,
    label_alpha,
    majority_agreement,
    masi_alpha,
    pairwise_agreement,
)
from cliometer.stats.pairwise_accuracy import calibrated_pairwise_accuracy, pairwise_accuracy, soft_pairwise_accuracy

Table = NDArray[np.float64]


@st.composite
def ratings(draw: st.DrawFn) -> Table:
    coders, units = draw(st.integers(2, 4)), draw(st.integers(1, 6))
    value = st.one_of(st.integers(0, 4).map(float), st.just(np.nan))
    row = st.lists(value, min_size=units, max_size=units)
    return np.array(draw(st.lists(row, min_size=coders, max_size=coders)))


@st.composite
def judges(draw: st.DrawFn) -> tuple[Table, Table]:
    systems, texts = draw(st.integers(2, 4)), draw(st.integers(1, 4))
    row = st.lists(st.integers(0, 4).map(float), min_size=texts, max_size=texts)
    table = st.lists(row, min_size=systems, max_size=systems).filter(lambda rows: any(row != rows[0] for row in rows))
    return np.array(draw(table)), np.array(draw(table))


def slow_alpha(table: Table, scale: Scale) -> float | None:
    """Pairs within units against pairs among all values."""
    columns = [column[~np.isnan(column)] for column in table.T]
    units = [list(column) for column in columns if len(column) > 1]
    values = [value for unit in units for value in unit]
    n = len(values)

    def delta(c: float, k: float) -> float:
        if scale == "nominal":
            return float(c != k)
        if scale == "interval":
            return (c - k) ** 2
        if scale == "ratio":
            return 0.0 if c == k else ((c - k) / (c + k)) ** 2
        low, high = min(c, k), max(c, k)
        between = sum(low <= value <= high for value in values)
        return 0.0 if c == k else (between - (values.count(c) + values.count(k)) / 2) ** 2

    expected = sum(delta(c, k) for c, k in permutations(values, 2))
    if not expected:
        return None
    observed = sum(sum(delta(c, k) for c, k in permutations(unit, 2)) / (len(unit) - 1) for unit in units)
    return 1 - (n - 1) * observed / expected


@given(ratings(), st.sampled_from(SCALES))
def test_alpha_is_its_definition(table: Table, scale: Scale) -> None:
    expected = slow_alpha(table, scale)
    if expected is None:
        with pytest.raises(InputError):
            alpha(table, scale)
    else:
        assert alpha(table, scale) == pytest.approx(expected, abs=1e-9)


DISTANCES: dict[Scale, Callable[[float, float], float]] = {
    "nominal": lambda c, k: float(c != k),
    "interval": lambda c, k: (c - k) ** 2,
}


@given(ratings(), st.sampled_from(list(DISTANCES)))
def test_alpha_of_labels_is_that_of_numbers_at_the_same_distance(table: Table, scale: Scale) -> None:
    labels = [[None if np.isnan(value) else float(value) for value in row] for row in table]
    expected = slow_alpha(table, scale)
    if expected is None:
        with pytest.raises(InputError):
            label_alpha(labels, DISTANCES[scale])
    else:
        assert label_alpha(labels, DISTANCES[scale]) == pytest.approx(expected, abs=1e-9)


SETS = st.frozensets(st.integers(0, 3), max_size=3)


@given(st.lists(st.lists(st.none() | SETS, min_size=5, max_size=5), min_size=2, max_size=4))
def test_alpha_of_sets_knows_neither_the_order_of_coders_nor_that_of_units(
    rows: list[list[frozenset[int] | None]],
) -> None:
    turned = [row[::-1] for row in rows[::-1]]
    try:
        found = masi_alpha(rows)
    except InputError as error:
        with pytest.raises(InputError, match=str(error)):
            masi_alpha(turned)
    else:
        assert found <= 1
        assert masi_alpha(turned) == pytest.approx(found, abs=1e-9)


@given(ratings(), st.sampled_from(SCALES), st.integers(0, 99))
def test_the_interval_of_alpha_is_that_of_tables_of_drawn_units(table: Table, scale: Scale, seed: int) -> None:
    if slow_alpha(table, scale) is None:
        return
    kept = table[:, np.sum(~np.isnan(table), axis=0) > 1]
    units = kept.shape[1]
    if units < 2:
        with pytest.raises(InputError, match="found 1 unit"):
            alpha_interval(table, scale, seed=seed, resamples=9)
        return
    draws = np.random.default_rng(seed).multinomial(units, np.full(units, 1 / units), size=9)
    found = [slow_alpha(np.repeat(kept, draw, axis=1), scale) for draw in draws]
    values = [value for value in found if value is not None]
    if not values:
        with pytest.raises(InputError, match="no resample"):
            alpha_interval(table, scale, seed=seed, resamples=9)
        return
    result = alpha_interval(table, scale, seed=seed, resamples=9)
    assert (result.low, result.high) == pytest.approx(np.quantile(values, [0.025, 0.975]), abs=1e-9)
    assert result.left_out == 9 - len(values)


@given(ratings())
def test_agreement_is_its_definition(table: Table) -> None:
    units = [[value for value in column if not np.isnan(value)] for column in table.T]
    units = [unit for unit in units if len(unit) > 1]
    if not units:
        with pytest.raises(InputError, match="no unit has values of two coders"):
            pairwise_agreement(table)
        return
    pairs = [np.mean([a == b for a, b in combinations(unit, 2)]) for unit in units]
    majorities = [max(map(unit.count, unit)) / len(unit) for unit in units]
    given_values = [value for unit in units for value in unit]
    shares = [given_values.count(value) / len(given_values) for value in set(given_values)]
    by_frequency = pairwise_agreement(table, "marginal")
    assert pairwise_agreement(table).share == pytest.approx(np.mean(pairs), abs=1e-9)
    assert majority_agreement(table).share == pytest.approx(np.mean(majorities), abs=1e-9)
    assert pairwise_agreement(table).chance == pytest.approx(1 / len(shares), abs=1e-9)
    assert by_frequency.chance == pytest.approx(sum(share**2 for share in shares), abs=1e-9)


@given(st.integers(2, 5), st.integers(1, 4))
def test_the_chance_of_a_majority_is_the_mean_over_all_votes(votes: int, labels: int) -> None:
    shares = [max(map(ballot.count, ballot)) / votes for ballot in product(range(labels), repeat=votes)]
    table = np.zeros((votes, 1))
    assert majority_agreement(table, labels=labels).chance == pytest.approx(sum(shares) / len(shares), abs=1e-9)


@given(judges(), st.integers(0, 4))
def test_pairwise_accuracy_is_its_definition(tables: tuple[Table, Table], threshold: int) -> None:
    metric, human = tables
    right = []
    for text in range(metric.shape[1]):
        for a, b in combinations(range(len(metric)), 2):
            m = metric[a, text] - metric[b, text]
            h = human[a, text] - human[b, text]
            right.append(h == 0 if abs(m) <= threshold else m * h > 0)
    assert pairwise_accuracy(metric, human, threshold).value == pytest.approx(np.mean(right), abs=1e-9)


@given(judges())
def test_calibration_is_the_best_of_all_thresholds(tables: tuple[Table, Table]) -> None:
    metric, human = tables
    values = [pairwise_accuracy(metric, human, threshold).value for threshold in range(5)]
    result = calibrated_pairwise_accuracy(metric, human)
    assert result.value == pytest.approx(max(values), abs=1e-9)
    assert result.threshold == values.index(max(values))


@given(judges(), st.integers(0, 99))
def test_soft_accuracy_is_its_definition(tables: tuple[Table, Table], seed: int) -> None:
    metric, human = tables
    if metric.shape[1] < 2:
        with pytest.raises(InputError, match="found 1 text"):
            soft_pairwise_accuracy(metric, human, seed=seed)
        return
    half = np.where(np.random.default_rng(seed).random((10, metric.shape[1])) < 0.5, -1, 1)
    signs = [*half, *-half]

    def p(difference: Table) -> float:
        sums = [float(np.sum(sign * difference)) for sign in signs]
        observed = float(np.sum(difference))
        return sum((value > observed) + (value == observed) / 2 for value in sums) / len(sums)

    gaps = [abs(p(metric[a] - metric[b]) - p(human[a] - human[b])) for a, b in combinations(range(len(metric)), 2)]
    found = soft_pairwise_accuracy(metric, human, seed=seed, resamples=20)
    assert found == pytest.approx(1 - sum(gaps) / len(gaps), abs=1e-9)
