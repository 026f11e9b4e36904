"""Shuffled systems and drawn topics, on whatever tables Hypothesis finds: against loops and scipy."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cliometer.stats.bootstrap import resamples
from cliometer.stats.correlation import Coefficient, correlate, correlate_tables
from cliometer.stats.correlation_tests import system_level_p, t_approximation, text_level_p
from cliometer.stats.pairwise_accuracy import PreferenceChoices, accuracy, accuracy_interval
from tests.strategies import examples

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
