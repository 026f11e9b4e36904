"""Correlations against scipy, on whatever numbers Hypothesis finds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cliometer.stats import correlation as kernels
from cliometer.stats.correlation import Coefficient, Level, average_ranks, correlate, correlate_tables

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
