"""Critical difference (Demsar 2006): Friedman's average ranks, and how far apart Nemenyi's test wants them.

The test statistic is Friedman's as Demsar prints it, without a correction for ties.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cliometer.errors import InputError
from cliometer.stats.coefficients import average_ranks
from cliometer.stats.samples import Floats, between, matrices, several_systems, several_topics


@dataclass(frozen=True)
class CriticalDifference:
    """What a critical-difference diagram draws; `bars` join systems, best first, that do not differ."""

    average_ranks: tuple[float, ...]
    critical_difference: float
    friedman: float
    p_value: float
    bars: tuple[tuple[int, ...], ...]


def critical_difference(
    scores: ArrayLike, *, significance: float = 0.05, higher_is_better: bool = True
) -> CriticalDifference:
    """Systems x topics: rank the systems on each topic, 1 the best, and average."""
    from scipy.special import chdtrc

    between(significance, "a significance level")
    (table,) = matrices(scores)
    k, N = table.shape
    several_topics(N)
    ranks = average_ranks(-table.T if higher_is_better else table.T)
    if np.all(ranks == ranks[0, 0]):
        raise InputError("all systems tie on all topics, so there are no ranks to compare")
    R: Floats = np.mean(ranks, axis=0)
    distance = nemenyi_quantile(k, significance) * float(np.sqrt(k * (k + 1) / (6 * N)))
    friedman = 12 * N / (k * (k + 1)) * float(np.sum((R - (k + 1) / 2) ** 2))
    averages = tuple(float(rank) for rank in R)
    return CriticalDifference(
        averages, distance, friedman, float(chdtrc(k - 1, friedman)), _bars(R, distance)
    )


def nemenyi_quantile(systems: int, significance: float) -> float:
    """q of Demsar's table 5a: the studentised range with endless degrees of freedom, over the root of 2."""
    from scipy.stats import studentized_range

    several_systems(systems)
    return float(studentized_range.ppf(1 - significance, systems, np.inf) / np.sqrt(2))


def _bars(R: Floats, distance: float) -> tuple[tuple[int, ...], ...]:
    """The longest runs of neighbours that lie within the critical difference; a bar joins two or more."""
    order = np.argsort(R, kind="stable")
    ends = [int(np.searchsorted(R[order], rank + distance, side="left")) for rank in R[order]]
    bars = []
    for start, end in enumerate(ends):
        if end - start > 1 and (start == 0 or end > ends[start - 1]):
            bars.append(tuple(int(system) for system in order[start:end]))
    return tuple(bars)
