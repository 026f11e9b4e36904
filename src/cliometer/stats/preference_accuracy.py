"""How often a metric prefers what people prefer; votes of one topic stand or fall together.

Two scores that lie no further apart than a threshold are the metric's tie; the threshold is the one that
serves the metric best (Deutsch et al. 2023). The interval draws whole topics (cluster bootstrap).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import InputError
from cliometer.stats.calibrated_ties import calibrated_threshold, decided
from cliometer.stats.percentile import PercentileInterval, percentile_interval
from cliometer.stats.resampling import multiplicities, resamples
from cliometer.stats.samples import Floats


@dataclass(frozen=True, eq=False)
class Choices:
    """For each choice between two: who won (1, -1, or 0 for a tie), how often so, and on which topic."""

    winner: Floats
    weight: Floats
    topic: NDArray[np.intp]

    @property
    def ties(self) -> float:
        """The share of ties."""
        return float(np.sum(self.weight[self.winner == 0]) / np.sum(self.weight))


def right(choices: Choices, difference: Floats, threshold: float) -> NDArray[np.bool_]:
    """Where the metric, whose scores differ by so much, decides as people did."""
    return np.asarray(decided(difference, threshold) == choices.winner, dtype=np.bool_)


def accuracy(choices: Choices, difference: Floats, threshold: float) -> float:
    """The share of choices that are decided alike."""
    found = right(choices, difference, threshold)
    return float(np.sum(choices.weight[found]) / np.sum(choices.weight))


def best_threshold(choices: Choices, difference: Floats) -> float:
    """The smallest of the best; only observed differences, and zero, matter."""
    return calibrated_threshold(difference, choices.winner, choices.weight)


def accuracy_interval(
    choices: Choices, difference: Floats, threshold: float, *, seed: int, count: int, confidence: float
) -> PercentileInterval:
    """The percentile interval when topics are drawn again with all their choices."""
    topics = int(choices.topic.max()) + 1
    if topics < 2:
        raise InputError("all votes are on one topic; an interval over topics needs at least two")
    found = right(choices, difference, threshold)
    hits = np.bincount(choices.topic, choices.weight * found, topics)
    sizes = np.bincount(choices.topic, choices.weight, topics)
    drawn = multiplicities(resamples(topics, count, seed), topics)
    return percentile_interval(float(hits.sum() / sizes.sum()), (drawn @ hits) / (drawn @ sizes), confidence)
