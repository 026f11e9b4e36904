"""Correlations and shuffles on whatever numbers Hypothesis finds, against loops and scipy."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from math import sqrt
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from cliometer.stats import correlation as kernels
from cliometer.stats.bootstrap import resamples
from cliometer.stats.correlation import Coefficient, Level, correlate, correlate_tables
from cliometer.stats.correlation_tests import system_level_p, t_approximation, text_level_p
from cliometer.stats.pairwise_accuracy import PreferenceChoices, accuracy, accuracy_interval
from cliometer.stats.samples import average_ranks
from tests.strategies import examples

ORACLES: dict[Coefficient, Callable[[Any, Any], Any]] = {
    "pearson": lambda x, y: stats.pearsonr(x, y)[0],
    "spearman": lambda x, y: stats.spearmanr(x, y)[0],
    "kendall-b": lambda x, y: stats.kendalltau(x, y, variant="b")[0],
    "kendall-c": lambda x, y: stats.kendalltau(x, y, variant="c")[0],
}
few = st.integers(-3, 3).map(float)  # with ties
many = st.integers(-(10**6), 10**6).map(lambda number: number / 1000)
wild = st.one_of(st.floats(-1e300, 1e300), st.floats(1, 1 + 1e-12), st.floats(-5, 5))
Pairs = list[tuple[float, float]]
pairs = st.one_of(*(st.lists(st.tuples(score, score), min_size=2, max_size=30) for score in (few, many)))


def tables(systems: int, texts: int) -> st.SearchStrategy[list[list[tuple[float, float]]]]:
    row = st.lists(st.tuples(few, few), min_size=texts, max_size=texts)
    return st.lists(row, min_size=systems, max_size=systems)


both = st.tuples(st.integers(2, 6), st.integers(1, 5)).flatmap(lambda shape: tables(*shape))
coefficients = st.sampled_from(sorted(ORACLES))


def oracle(coefficient: Coefficient, x: Any, y: Any) -> float | None:
    if len(set(x)) == 1 or len(set(y)) == 1:
        return None
    return float(ORACLES[coefficient](x, y))


def exact_pearson(x: Any, y: Any) -> float | None:
    """Without rounding up to the root, which scipy cannot offer for numbers that are nearly equal."""
    u, v = ([Fraction(value) - sum(map(Fraction, side)) / len(side) for value in side] for side in (x, y))
    xy, xx, yy = (sum(a * b for a, b in zip(*both, strict=True)) for both in ((u, v), (u, u), (v, v)))
    return None if not xx * yy else sqrt(xy * xy / (xx * yy)) * (1 if xy > 0 else -1)


def slow(x: Any, y: Any, coefficient: Coefficient, level: Level) -> float | None:
    """The definition of the levels, written for the eye; thousandths, so that equal means are equal."""
    if level == "system":
        return oracle(coefficient, x.sum(axis=1), y.sum(axis=1))
    if level == "global":
        return oracle(coefficient, x.reshape(-1), y.reshape(-1))
    found = [oracle(coefficient, x[:, text], y[:, text]) for text in range(x.shape[1])]
    values = [value for value in found if value is not None]
    return sum(values) / len(values) if values else None


@given(pairs, coefficients)
def test_a_coefficient_is_that_of_scipy(scores: Pairs, coefficient: Coefficient) -> None:
    x, y = zip(*scores, strict=True)
    expected = oracle(coefficient, x, y)
    found = correlate(x, y, coefficient).value
    assert found == (expected if expected is None else pytest.approx(expected, abs=1e-9))


@given(st.lists(st.tuples(wild, wild), min_size=2, max_size=8))
def test_pearson_is_right_for_great_numbers_and_nearly_equal_ones(scores: Pairs) -> None:
    x, y = zip(*scores, strict=True)
    expected = exact_pearson(x, y)
    assert correlate(x, y, "pearson").value == (expected if expected is None else pytest.approx(expected, abs=1e-9))


@given(pairs, st.sampled_from(["kendall-b", "kendall-c"]))
def test_long_rows_are_counted_as_short_ones(scores: Pairs, coefficient: Coefficient) -> None:
    x, y = zip(*scores, strict=True)
    short = correlate(x, y, coefficient).value
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "LONG", 0)
        long = correlate(x, y, coefficient).value
    assert long == short


@given(both, coefficients, st.sampled_from(["system", "text", "global"]))
def test_a_level_is_its_definition(
    cells: list[list[tuple[float, float]]], coefficient: Coefficient, level: Level
) -> None:
    x, y = np.moveaxis(np.array(cells), -1, 0)
    expected = slow(x, y, coefficient, level)
    found = correlate_tables(x, y, coefficient, level).value
    assert found == (expected if expected is None else pytest.approx(expected, abs=1e-9))


@given(pairs, coefficients)
def test_the_sides_can_be_exchanged(scores: Pairs, coefficient: Coefficient) -> None:
    x, y = zip(*scores, strict=True)
    one, other = correlate(x, y, coefficient).value, correlate(y, x, coefficient).value
    assert one == (other if other is None else pytest.approx(other, abs=1e-12))


@given(st.lists(st.lists(few, min_size=4, max_size=4), min_size=1, max_size=5))
def test_ranks_are_those_of_scipy(rows: list[list[float]]) -> None:
    assert average_ranks(np.array(rows)).tolist() == stats.rankdata(rows, axis=1).tolist()


@pytest.mark.parametrize("coefficient", sorted(ORACLES))
def test_a_long_row_is_that_of_scipy(coefficient: Coefficient) -> None:
    x, y = np.random.default_rng(0).integers(0, 50, (2, 777)).astype(float)
    assert correlate(x, y, coefficient).value == pytest.approx(ORACLES[coefficient](x, y), abs=1e-9)


SEEDS = st.integers(0, 2**32)
COEFFICIENTS = st.sampled_from(["pearson", "spearman", "kendall-b", "kendall-c"])


def as_high(found: float | None, observed: float | None) -> bool:
    return found is None or observed is None or found >= observed - 1e-9


@examples(40)
@given(SEEDS, st.integers(2, 5), st.integers(1, 4), COEFFICIENTS)
def test_few_systems_are_shuffled_in_all_ways(seed: int, systems: int, texts: int, coefficient: Coefficient) -> None:
    x, y = np.random.default_rng(seed).random((2, systems, texts))
    means, human = x.mean(axis=1), y.mean(axis=1)
    observed = correlate(means, human, coefficient).value
    orders = [correlate(np.array(order), human, coefficient).value for order in permutations(means)]
    expected = np.mean([as_high(found, observed) for found in orders])
    assert system_level_p(x, y, coefficient, seed=0) == pytest.approx(expected, abs=1e-9)


@examples(40)
@given(SEEDS, st.integers(8, 12), st.integers(1, 4), COEFFICIENTS)
def test_more_than_seven_systems_are_shuffled_by_lot(
    seed: int, systems: int, texts: int, coefficient: Coefficient
) -> None:
    x, y = np.random.default_rng(seed).random((2, systems, texts))
    means, human = x.mean(axis=1), y.mean(axis=1)
    observed = correlate(means, human, coefficient).value
    drawn = np.random.default_rng(seed).permuted(np.tile(means, (19, 1)), axis=1)
    extreme = sum(as_high(correlate(one, human, coefficient).value, observed) for one in drawn)
    found = system_level_p(x, y, coefficient, seed=seed, resamples=19)
    assert found == pytest.approx((extreme + 1) / 20, abs=1e-9)


@examples(40)
@given(SEEDS, st.integers(2, 5), st.integers(1, 4), COEFFICIENTS)
def test_systems_are_shuffled_on_each_text_by_itself(
    seed: int, systems: int, texts: int, coefficient: Coefficient
) -> None:
    x, y = np.random.default_rng(seed).random((2, systems, texts))
    observed = correlate_tables(x, y, coefficient, "text").value
    drawn = np.random.default_rng(seed).permuted(np.broadcast_to(x, (19, *x.shape)), axis=1)
    extreme = sum(as_high(correlate_tables(one, y, coefficient, "text").value, observed) for one in drawn)
    found = text_level_p(x, y, coefficient, seed=seed, resamples=19)
    assert found == pytest.approx((extreme + 1) / 20, abs=1e-9)


@given(SEEDS, st.integers(3, 40))
def test_the_t_approximation_is_scipys(seed: int, items: int) -> None:
    expected = scipy.stats.pearsonr(*np.random.default_rng(seed).random((2, items)))
    assert t_approximation(expected.statistic, items) == pytest.approx(expected.pvalue, abs=1e-9)


def listed(choices: PreferenceChoices, topics: list[int]) -> NDArray[np.intp]:
    """The places of the choices of these topics, as often as the topic is named."""
    return np.concatenate([np.flatnonzero(choices.topic == topic) for topic in topics])


@given(SEEDS, st.integers(2, 5), st.integers(0, 3))
def test_the_interval_of_an_accuracy_is_that_of_drawn_topics(seed: int, topics: int, threshold: int) -> None:
    rng, size = np.random.default_rng(seed), 3 * topics
    choices = PreferenceChoices(
        rng.integers(-1, 2, size).astype(float), rng.integers(1, 4, size).astype(float), np.arange(size) % topics
    )
    difference = rng.integers(-4, 5, size).astype(float)
    found = accuracy_interval(choices, difference, threshold, seed=seed, count=19, confidence=0.9)
    values = []
    for drawn in resamples(topics, 19, seed).tolist():
        at = listed(choices, drawn)
        some = PreferenceChoices(choices.winner[at], choices.weight[at], choices.topic[at])
        values.append(accuracy(some, difference[at], threshold))
    assert found.estimate == pytest.approx(accuracy(choices, difference, threshold), abs=1e-9)
    assert (found.low, found.high) == pytest.approx(np.quantile(values, [0.05, 0.95]), abs=1e-9)
