"""Pairwise accuracy by hand, against scores and votes, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from cliometer.errors import CliometerError, InputError, UsageError
from cliometer.stats.pairwise_accuracy import (
    PairwiseAccuracy,
    PreferenceChoices,
    accuracy,
    accuracy_interval,
    best_threshold,
    calibrated_pairwise_accuracy,
    cross_fitted,
    pairwise_accuracy,
    soft_pairwise_accuracy,
)
from cliometer.stats.vote_clusters import clustered_share

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


def test_soft_accuracy_does_not_depend_on_the_order_of_the_systems() -> None:
    metric, human = np.random.default_rng(2).integers(0, 3, (2, 5, 8))
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


def choices(*rows: tuple[int, int, int]) -> PreferenceChoices:
    """Winner, weight, topic."""
    winner, weight, topic = zip(*rows, strict=True)
    return PreferenceChoices(np.array(winner, float), np.array(weight, float), np.array(topic, dtype=np.intp))


def test_a_vote_counts_as_often_as_it_was_given() -> None:
    assert accuracy(choices((1, 3, 0), (-1, 1, 0)), np.array([0.5, 0.5]), 0.0) == 0.75


def test_scores_within_the_threshold_are_ties() -> None:
    assert accuracy(choices((0, 1, 0), (1, 1, 0)), np.array([0.1, 0.2]), 0.1) == 1.0


@given(st.lists(st.tuples(st.sampled_from([-1, 0, 1]), st.integers(1, 4), st.integers(-5, 5)), min_size=1))
def test_the_best_threshold_is_the_smallest_of_the_best(rows: list[tuple[int, int, int]]) -> None:
    asked = choices(*((winner, weight, 0) for winner, weight, _ in rows))
    difference = np.array([float(d) for _, _, d in rows])
    candidates = sorted({0.0, *np.abs(difference).tolist()})
    scores = [accuracy(asked, difference, threshold) for threshold in candidates]
    expected = candidates[int(np.argmax(np.round(scores, 9)))]
    assert best_threshold(asked, difference) == expected


def test_votes_of_a_topic_stand_or_fall_together() -> None:
    """Two topics, one all right and one all wrong: the draws are 0, a half and 1, however many votes."""
    asked = choices(*[(1, 1, 0)] * 50, *[(-1, 1, 1)] * 50)
    found = accuracy_interval(asked, np.ones(100), 0.0, seed=1, count=200, confidence=0.95)
    assert (found.estimate, found.low, found.high) == (0.5, 0.0, 1.0)


def test_one_topic_has_no_interval() -> None:
    with pytest.raises(InputError, match="one topic"):
        accuracy_interval(choices((1, 1, 0)), np.ones(1), 0.0, seed=1, count=9, confidence=0.95)


def test_the_threshold_of_a_topic_is_fitted_on_the_others() -> None:
    """Topic 0 would like a threshold of 1, which the tie of topic 1 does not ask for; and the other way round."""
    asked = choices((0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1))
    difference = np.array([1.0, 3.0, 1.0, 0.0])
    assert cross_fitted(asked, difference).tolist() == [False, True, False, True]
    assert best_threshold(asked, difference) == 0.0


def test_a_metric_that_knows_nothing_is_told_from_chance_as_rarely_as_promised() -> None:
    """Fitted on the votes that it is judged on, the threshold raises .025 to .06 and more."""
    rng, above = np.random.default_rng(4), []
    for _ in range(300):
        winner, topic = rng.choice([-1.0, 0.0, 1.0], size=96, p=[0.35, 0.3, 0.35]), np.repeat(np.arange(8), 12)
        asked = PreferenceChoices(winner, np.ones(96), topic)
        hits = np.bincount(topic, cross_fitted(asked, rng.normal(size=96))).astype(np.float64)
        found = clustered_share([(hits, np.full(8, 12.0), np.ones(8))])
        assert found is not None
        above.append(found.low > max((1 - asked.ties) / 2, asked.ties))
    assert np.mean(above) <= 0.035
