"""How often a metric orders two systems, or prefers one of two texts, as people do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cliometer.errors import InputError, expected
from cliometer.stats.bootstrap import PercentileInterval, multiplicities, percentile_interval, resamples
from cliometer.stats.samples import ROUNDING, TIE, Floats, at_least_one, matrices, random, settled, several


def decided(difference: Floats, threshold: float) -> Floats:
    """Return which of two the metric prefers: 1 the first, -1 the second, 0 neither."""
    return np.where(np.abs(difference) <= threshold * (1 + ROUNDING), 0.0, np.sign(difference))


def calibrated_threshold(difference: Floats, winner: Floats, weight: Floats) -> float:
    """Return the smallest of the best thresholds for these winners (1, -1, 0), zero or an observed difference.

    Differences must be settled: 0.3 - 0.2 and 0.2 - 0.1 are one difference, between which no threshold lies.
    """
    order = np.argsort(np.abs(difference), kind="stable")
    distances = np.append(0.0, np.abs(difference)[order])
    tied = weight * (winner == 0)
    alike = weight * (np.sign(difference) == winner)
    # up to a place all choices are ties, beyond it all are decided
    rights = np.append(0.0, np.cumsum((tied - alike)[order])) + np.sum(alike)
    last = np.append(distances[1:] != distances[:-1], True)
    return float(distances[last][int(np.argmax(rights[last]))])


@dataclass(frozen=True)
class PairwiseAccuracy:
    """The share of pairs that are ordered, or tied, alike, and the threshold below which scores tie."""

    value: float
    threshold: float
    pairs: int


def pairwise_accuracy(metric: ArrayLike, human: ArrayLike, threshold: float = 0.0) -> PairwiseAccuracy:
    """Count pairs of systems on the same text (systems x texts) that are concordant or tied in both."""
    if not threshold >= 0:
        raise expected("a threshold of zero or more", threshold)
    return _accuracy(*_differences(metric, human), threshold)


def calibrated_pairwise_accuracy(metric: ArrayLike, human: ArrayLike) -> PairwiseAccuracy:
    """Return the accuracy with ties calibrated (Deutsch et al. 2023): scores within the best threshold are tied."""
    m, h = _differences(metric, human)
    return _accuracy(m, h, calibrated_threshold(m, np.sign(h), np.ones(m.size)))


def _accuracy(m: Floats, h: Floats, threshold: float) -> PairwiseAccuracy:
    right = decided(m, threshold) == np.sign(h)
    return PairwiseAccuracy(float(np.mean(right)), float(threshold), m.size)


def soft_pairwise_accuracy(metric: ArrayLike, human: ArrayLike, *, seed: int, resamples: int = 1000) -> float:
    """Return the mean over pairs of 1 - |p of the metric - p of the human scores| (Thompson et al. 2024).

    p is that of a one-sided paired permutation test over texts. Each assignment of signs is used with its
    mirror image and an equal sum counts half, so that p(a beats b) = 1 - p(b beats a) and the order in which
    the systems are listed does not matter.
    """
    m, h = matrices(metric, human)
    several(m.shape[1], "text")
    _refuse_constant(m, h)
    half = (at_least_one(resamples, "resamples") + 1) // 2
    signs = np.where(random(seed).random((half, m.shape[1])) < 0.5, -1.0, 1.0)
    first, second = np.triu_indices(len(m), k=1)
    p_m, p_h = (_p_values(table, signs)[first, second] for table in (m, h))
    return float(np.mean(1 - np.abs(p_m - p_h)))


def _p_values(table: Floats, signs: Floats) -> Floats:
    """Return, for systems i and j, the share of sign assignments under which i beats j by as much as it does."""
    table = table / np.max(np.abs(table))
    total = np.sum(table, axis=1)
    observed = total[:, None] - total[None, :]
    slack = TIE * table.shape[1]
    count = np.zeros(observed.shape)
    for flipped in signs @ table.T:
        delta = flipped[:, None] - flipped[None, :]
        for mirror in (delta, -delta):
            count += 0.5 * (mirror > observed + slack) + 0.5 * (mirror >= observed - slack)
    return count / (2 * len(signs))


def _differences(metric: ArrayLike, human: ArrayLike) -> tuple[Floats, Floats]:
    """Return every pair of systems on every text, as the difference of the metric and that of the human scores."""
    m, h = matrices(metric, human)
    _refuse_constant(m, h)
    i, j = np.triu_indices(len(m), k=1)
    return settled(m[i].reshape(-1), m[j].reshape(-1)), settled(h[i].reshape(-1), h[j].reshape(-1))


def _refuse_constant(m: Floats, h: Floats) -> None:
    for name, table in (("metric", m), ("human", h)):
        if np.all(table == table[:1]):
            raise InputError("texts-all-equal", name=name)


@dataclass(frozen=True, eq=False)
class PreferenceChoices:
    """For each choice between two: who won (1, -1, or 0 for a tie), how often so, and on which topic."""

    winner: Floats
    weight: Floats
    topic: NDArray[np.intp]

    @property
    def ties(self) -> float:
        """The share of ties."""
        return float(np.sum(self.weight[self.winner == 0]) / np.sum(self.weight))


def accuracy(choices: PreferenceChoices, difference: Floats, threshold: float) -> float:
    """Return the share of choices that are decided alike."""
    right = decided(difference, threshold) == choices.winner
    return float(np.sum(choices.weight[right]) / np.sum(choices.weight))


def best_threshold(choices: PreferenceChoices, difference: Floats) -> float:
    """Return the smallest of the best thresholds, which is zero or an observed difference."""
    return calibrated_threshold(difference, choices.winner, choices.weight)


def cross_fitted(choices: PreferenceChoices, difference: Floats) -> NDArray[np.bool_]:
    """Return which choices are decided alike, each with the threshold that is best for the other topics."""
    right = np.zeros(len(difference), dtype=np.bool_)
    for topic in np.unique(choices.topic):
        is_held = choices.topic == topic
        rest = (side[~is_held] for side in (difference, choices.winner, choices.weight))
        right[is_held] = decided(difference[is_held], calibrated_threshold(*rest)) == choices.winner[is_held]
    return right


def accuracy_interval(
    choices: PreferenceChoices, difference: Floats, threshold: float, *, seed: int, count: int, confidence: float
) -> PercentileInterval:
    """Return the percentile interval over resampled topics, each with all its choices."""
    topics = int(choices.topic.max()) + 1
    if topics < 2:
        raise InputError("topics-too-few-for-interval")
    right = decided(difference, threshold) == choices.winner
    hits = np.bincount(choices.topic, choices.weight * right, topics)
    sizes = np.bincount(choices.topic, choices.weight, topics)
    drawn = multiplicities(resamples(topics, count, seed), topics)
    return percentile_interval(float(hits.sum() / sizes.sum()), (drawn @ hits) / (drawn @ sizes), confidence)
