"""Tests and intervals of correlations: published values, slow twins, shuffles, seeds, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike
from scipy import stats
from scipy.stats import rankdata

from cliometer.errors import CliometerError, InputError, UsageError
from cliometer.stats import correlation_tests
from cliometer.stats.correlation import LEVELS, Coefficient, Level, correlate_tables
from cliometer.stats.correlation_tests import (
    Over,
    correlation_interval,
    perm_both,
    smallest_p,
    system_level_p,
    t_approximation,
    text_level_p,
    williams,
    williams_t,
)

RNG = np.random.default_rng(11)
HUMAN = RNG.normal(size=(6, 5))
GOOD = HUMAN + RNG.normal(size=(6, 5)) / 3
BAD = RNG.normal(size=(6, 5))
SQUARE = [[1, 2], [3, 5]]


def test_williams_by_hand() -> None:
    """The example of r.test in R's psych: |R| = 0.62, t = -0.1 sqrt(102 1.1 / (1.2648 + 0.2025 0.729))."""
    assert williams_t(0.4, 0.5, 0.1, 103) == pytest.approx(-0.1 * (112.2 / 1.4124225) ** 0.5, abs=1e-12)


def test_williams_p_is_that_of_students_t() -> None:
    from scipy import stats

    result = williams(GOOD[:, 0], BAD[:, 0], HUMAN[:, 0])
    assert result.statistic is not None
    assert result.p_value == pytest.approx(2 * stats.t.sf(abs(result.statistic), 3), abs=1e-12)


FIRST = (GOOD[:, 0], BAD[:, 0], HUMAN[:, 0])


@pytest.mark.parametrize(
    ("scores", "coefficient", "message"),
    [
        ((GOOD.ravel(), -GOOD.ravel(), HUMAN.ravel()), "pearson", "one metric mirrors the other"),
        (([1, 2, 3], [1, 3, 2], [3, 1, 2]), "pearson", "at least four items, found 3"),
        (([1, 1, 1, 1], [1, 3, 2, 4], [3, 1, 2, 5]), "pearson", "the correlation has no value"),
        (FIRST, "kendall-b", "not for kendall-b; use PERM-BOTH"),
        (FIRST, "kendall-c", "not for kendall-c; use PERM-BOTH"),
    ],
)
def test_what_williams_cannot_test_is_refused(
    scores: tuple[Any, Any, Any], coefficient: Coefficient, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        williams(*scores, coefficient)


def test_a_human_score_that_is_the_difference_of_the_metrics_is_told_apart_for_certain() -> None:
    assert williams_t(0.5, -0.5, 0.5, 10) == np.inf


def test_williams_takes_the_ranks_of_spearman() -> None:
    ranked = [rankdata(table[:, 0]) for table in (GOOD, BAD, HUMAN)]
    found = williams(GOOD[:, 0], BAD[:, 0], HUMAN[:, 0], "spearman")
    assert found.p_value == pytest.approx(williams(*ranked).p_value, abs=1e-9)
    assert found.test == "williams(spearman)"


@pytest.mark.parametrize("level", LEVELS)
def test_perm_both_is_its_slow_twin(level: Level) -> None:
    x, y = ((table - table.mean()) / table.std() for table in (GOOD, BAD))

    def difference(a: ArrayLike, b: ArrayLike) -> float:
        r, s = (correlate_tables(table, HUMAN, "pearson", level).value for table in (a, b))
        assert r is not None
        assert s is not None
        return r - s

    rng = np.random.default_rng(3)
    swaps = [rng.random(x.shape) < 0.5 for _ in range(99)]
    deltas = [difference(np.where(swap, y, x), np.where(swap, x, y)) for swap in swaps]
    extreme = sum(abs(delta) >= abs(difference(x, y)) for delta in deltas)
    result = perm_both(GOOD, BAD, HUMAN, "pearson", level, seed=3, resamples=99)
    assert result.p_value == (extreme + 1) / 100
    assert result.difference == pytest.approx(difference(x, y), abs=1e-9)


@pytest.mark.parametrize("over", ["systems", "texts", "both"])
@pytest.mark.parametrize("level", LEVELS)
def test_an_interval_is_its_slow_twin(over: Over, level: Level) -> None:
    rng = np.random.default_rng(5)
    rows = rng.integers(0, 6, (40, 6)) if over != "texts" else np.tile(np.arange(6), (40, 1))
    columns = rng.integers(0, 5, (40, 5)) if over != "systems" else np.tile(np.arange(5), (40, 1))
    draws = [np.ix_(row, column) for row, column in zip(rows, columns, strict=True)]
    found = [correlate_tables(GOOD[draw], HUMAN[draw], "spearman", level).value for draw in draws]
    values = [value for value in found if value is not None]
    result = correlation_interval(GOOD, HUMAN, "spearman", level, over=over, seed=5, resamples=40)
    assert (result.low, result.high) == pytest.approx(np.quantile(values, [0.025, 0.975]), abs=1e-9)
    assert result.left_out == 40 - len(values)


def test_the_portions_do_not_change_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers() -> tuple[object, object]:
        return (
            perm_both(GOOD, BAD, HUMAN, "pearson", "text", seed=2, resamples=30),
            correlation_interval(GOOD, HUMAN, "pearson", "text", over="both", seed=2, resamples=30),
        )

    whole = answers()
    monkeypatch.setattr(correlation_tests, "BLOCK", 100)
    assert answers() == whole


def test_resamples_of_one_system_are_left_out_and_counted() -> None:
    result = correlation_interval(SQUARE, SQUARE, "pearson", "system", over="systems", seed=0, resamples=100)
    assert 20 < result.left_out < 80
    assert (result.low, result.high) == pytest.approx((1, 1))


@pytest.mark.parametrize(
    ("first", "second", "over", "resamples", "message"),
    [
        ([[1, 2]], [[1, 2]], "both", 10, "at least two systems, found 1"),
        ([[1, 1], [1, 1]], SQUARE, "both", 10, "no value: all system means of the first side are equal"),
        ([[1, np.nan], [1, 1]], SQUARE, "both", 10, "finite number"),
        ([[1], [2]], SQUARE, "both", 10, "equal shape"),
        (SQUARE, SQUARE, "topics", 10, "unknown source of variation 'topics'"),
        (SQUARE, SQUARE, "both", 0, "resamples as a whole number of at least 1, found 0"),
    ],
)
def test_bad_input_never_gives_an_interval(
    first: ArrayLike, second: ArrayLike, over: Over, resamples: int, message: str
) -> None:
    with pytest.raises(CliometerError, match=message):
        correlation_interval(first, second, "pearson", "system", over=over, seed=0, resamples=resamples)


def test_perm_sys_tries_every_swap_of_whole_systems() -> None:
    x, y, z = np.random.default_rng(5).normal(size=(3, 4, 6))
    found = perm_both(x, y, z, "pearson", "system", seed=0, whole_systems=True)
    x, y = ((table - table.mean()) / table.std() for table in (x, y))
    differences = []
    for swaps in product((False, True), repeat=4):
        swap = np.array(swaps)[:, None]
        means = [np.where(swap, b, a).mean(axis=1) for a, b in ((x, y), (y, x))]
        r, s = (np.corrcoef(side, z.mean(axis=1))[0, 1] for side in means)
        differences.append(r - s)
    assert found.test == "perm-sys(pearson, system)"
    assert found.p_value == pytest.approx(np.mean(np.abs(differences) >= abs(differences[0]) - 1e-9))


def test_perm_sys_forgives_metrics_that_favour_systems_and_perm_both_does_not() -> None:
    """Two metrics that are equally good but each unfair to some systems, whatever the topic."""
    rng, p = np.random.default_rng(6), []
    for seed in range(40):
        quality = rng.normal(size=(8, 1))
        human, first, second = (quality + b + rng.normal(size=(8, 12)) / 2 for b in rng.normal(size=(3, 8, 1)))
        tests = [
            perm_both(first, second, human, "pearson", "system", seed=seed, resamples=256, whole_systems=whole)
            for whole in (False, True)
        ]
        p.append([test.p_value <= 0.05 for test in tests])
    both, systems = np.mean(p, axis=0)
    assert both > 0.15 and systems <= 0.1


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


def test_a_perfect_correlation_is_sure_and_two_items_are_too_few() -> None:
    assert t_approximation(-1.0, 5) == 0.0
    with pytest.raises(UsageError, match="at least three"):
        t_approximation(0.5, 2)
