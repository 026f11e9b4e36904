"""Pairwise accuracy by hand, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import ArrayLike

from cliometer.errors import CliometerError, UsageError
from cliometer.stats.pairwise_accuracy import (
    PairwiseAccuracy,
    calibrated_pairwise_accuracy,
    pairwise_accuracy,
    soft_pairwise_accuracy,
)

HUMAN = [[0], [0], [1]]
METRIC = [[0.50], [0.51], [0.90]]


def test_a_tie_that_the_metric_misses_costs_its_pair() -> None:
    assert pairwise_accuracy(METRIC, HUMAN) == PairwiseAccuracy(2 / 3, 0.0, 3)


def test_a_threshold_lets_the_metric_tie() -> None:
    assert pairwise_accuracy(METRIC, HUMAN, threshold=0.1).value == 1


def test_calibration_finds_the_smallest_best_threshold() -> None:
    result = calibrated_pairwise_accuracy(METRIC, HUMAN)
    assert result.value == 1
    assert result.threshold == pytest.approx(0.01)


def test_without_human_ties_no_threshold_helps() -> None:
    assert calibrated_pairwise_accuracy([[1], [2], [4]], [[1], [5], [6]]).threshold == 0


def test_scores_with_one_decimal_are_calibrated_as_the_same_scores_times_ten() -> None:
    """0.3 - 0.2 and 0.2 - 0.1 differ by float noise, on which a threshold could part ties from others."""
    rng = np.random.default_rng(3)
    for _ in range(60):
        tenths, human = rng.integers(0, 10, (5, 6)), rng.integers(0, 3, (5, 6))
        noisy, exact = calibrated_pairwise_accuracy(tenths / 10, human), calibrated_pairwise_accuracy(tenths, human)
        assert noisy.value == exact.value and 10 * noisy.threshold == pytest.approx(exact.threshold)
        assert pairwise_accuracy(tenths / 10, human, 0.1).value == pairwise_accuracy(tenths, human, 1).value


def test_two_judges_who_are_equally_sure_are_softly_right() -> None:
    table = np.random.default_rng(1).normal(size=(4, 12))
    assert soft_pairwise_accuracy(table, 3 * table, seed=1) == 1


def test_two_judges_who_are_surely_opposed_are_softly_wrong() -> None:
    table = np.arange(3)[:, None] + np.random.default_rng(1).normal(size=(3, 20)) / 100
    assert soft_pairwise_accuracy(table, -table, seed=1) == pytest.approx(0, abs=0.01)


def test_soft_accuracy_does_not_depend_on_the_order_of_the_systems() -> None:
    rng = np.random.default_rng(2)
    metric, human = rng.integers(0, 3, (2, 5, 8))
    one = soft_pairwise_accuracy(metric, human, seed=4, resamples=100)
    other = soft_pairwise_accuracy(metric[::-1], human[::-1], seed=4, resamples=100)
    assert one == pytest.approx(other, abs=1e-12)


@pytest.mark.parametrize(
    ("metric", "human", "message"),
    [
        ([[1, 2]], [[1, 2]], "at least two systems"),
        ([[1, 2], [1, 2]], [[1, 2], [2, 1]], "metric scores of all systems are equal"),
        ([[1, 2], [2, 1]], [[1, 2], [1, 2]], "human scores of all systems are equal"),
        ([[1], [2]], [[1, 2], [1, 2]], "equal shape"),
        ([[np.nan], [2]], [[1], [2]], "finite number"),
    ],
)
def test_bad_input_never_gives_a_number(metric: ArrayLike, human: ArrayLike, message: str) -> None:
    with pytest.raises(CliometerError, match=message):
        pairwise_accuracy(metric, human)
    with pytest.raises(CliometerError, match=message):
        calibrated_pairwise_accuracy(metric, human)
    with pytest.raises(CliometerError, match=message):
        soft_pairwise_accuracy(metric, human, seed=0)


@pytest.mark.parametrize("threshold", [-1.0, np.nan])
def test_a_senseless_threshold_is_refused(threshold: float) -> None:
    with pytest.raises(UsageError, match="zero or more"):
        pairwise_accuracy(METRIC, HUMAN, threshold)


def test_no_resamples_are_refused() -> None:
    with pytest.raises(UsageError, match="at least 1"):
        soft_pairwise_accuracy([[1, 2], [3, 5]], [[1, 2], [2, 1]], seed=0, resamples=0)
