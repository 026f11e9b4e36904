"""How likely a correlation is luck."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from cliometer.errors import UsageError
from cliometer.stats.correlation import Coefficient
from cliometer.stats.correlation_tests import smallest_p, system_level_p, t_approximation, text_level_p


@pytest.mark.parametrize(("systems", "texts", "p"), [(3, 1, 1 / 6), (2, 3, 1 / 8), (25, 100, 0.0)])
def test_the_smallest_p_is_one_order_in_all(systems: int, texts: int, p: float) -> None:
    assert smallest_p(systems, texts) == p


def test_three_systems_in_perfect_agreement_reach_a_sixth_and_no_less() -> None:
    table = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]])
    assert system_level_p(table, table, "kendall-b", seed=1) == 1 / 6


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall-b", "kendall-c"])
def test_few_systems_are_shuffled_in_all_ways(coefficient: Coefficient) -> None:
    x, y = np.random.default_rng(3).random((2, 5, 4))
    oracles: dict[str, Callable[..., float]] = {
        "pearson": lambda a, b: stats.pearsonr(a, b)[0],
        "spearman": lambda a, b: stats.spearmanr(a, b)[0],
        "kendall-b": lambda a, b: stats.kendalltau(a, b)[0],
        "kendall-c": lambda a, b: stats.kendalltau(a, b, variant="c")[0],
    }
    oracle = oracles[coefficient]
    means, human = x.mean(axis=1), y.mean(axis=1)
    observed = oracle(means, human)
    shuffled = [oracle(means[list(order)], human) for order in permutations(range(5))]
    expected = np.mean([value >= observed - 1e-12 for value in shuffled])
    assert system_level_p(x, y, coefficient, seed=1) == pytest.approx(expected, abs=1e-12)


def test_many_systems_are_shuffled_by_lot_near_the_exact_p() -> None:
    x, y = np.random.default_rng(5).random((2, 12, 3))
    exact = stats.pearsonr(x.mean(axis=1), y.mean(axis=1), alternative="greater").pvalue
    assert system_level_p(x, y, "pearson", seed=1, resamples=5000) == pytest.approx(exact, abs=0.03)


def test_shuffles_by_lot_never_give_zero() -> None:
    table = np.arange(24.0).reshape(12, 2)
    assert system_level_p(table, table, "pearson", seed=1, resamples=99) == 0.01
    assert text_level_p(table, table, "pearson", seed=1, resamples=99) == 0.01


def test_the_text_level_shuffles_each_text_by_itself() -> None:
    """Two systems on three texts in perfect agreement: one of the eight ways is as good."""
    table = np.array([[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]])
    assert text_level_p(table, table, "kendall-b", seed=1, resamples=4000) == pytest.approx(1 / 8, abs=0.02)


def test_the_text_level_does_not_depend_on_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = np.random.default_rng(5).random((2, 4, 5))
    at_once = text_level_p(x, y, "pearson", seed=2, resamples=50)
    monkeypatch.setattr("cliometer.stats.samples.BLOCK", 1)
    assert text_level_p(x, y, "pearson", seed=2, resamples=50) == at_once


@pytest.mark.parametrize("n", [3, 10, 474])
def test_the_t_approximation_is_scipys(n: int) -> None:
    x, y = np.random.default_rng(n).random((2, n))
    r, p = stats.pearsonr(x, y)
    assert t_approximation(r, n) == pytest.approx(p, abs=1e-9)


def test_a_perfect_correlation_is_sure_and_two_items_are_too_few() -> None:
    assert t_approximation(-1.0, 5) == 0.0
    with pytest.raises(UsageError, match="at least three"):
        t_approximation(0.5, 2)
