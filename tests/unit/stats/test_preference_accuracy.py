"""How often a metric prefers what people prefer."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.errors import InputError
from cliometer.stats.pairwise_accuracy import (
    PreferenceChoices,
    accuracy,
    accuracy_interval,
    best_threshold,
    cross_fitted,
)
from cliometer.stats.vote_clusters import clustered_share


def choices(*rows: tuple[int, int, int]) -> PreferenceChoices:
    """Winner, weight, topic."""
    winner, weight, topic = zip(*rows, strict=True)
    return PreferenceChoices(np.array(winner, float), np.array(weight, float), np.array(topic, dtype=np.intp))


def test_a_vote_counts_as_often_as_it_was_given() -> None:
    asked = choices((1, 3, 0), (-1, 1, 0))
    assert accuracy(asked, np.array([0.5, 0.5]), 0.0) == 0.75


def test_scores_within_the_threshold_are_ties() -> None:
    asked = choices((0, 1, 0), (1, 1, 0))
    assert accuracy(asked, np.array([0.1, 0.2]), 0.1) == 1.0


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
        right = cross_fitted(asked, rng.normal(size=96))
        hits = np.bincount(topic, right).astype(np.float64)
        found = clustered_share([(hits, np.full(8, 12.0), np.ones(8))])
        assert found is not None
        above.append(found.low > max((1 - asked.ties) / 2, asked.ties))
    assert np.mean(above) <= 0.035
