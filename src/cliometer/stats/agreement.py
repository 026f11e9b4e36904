"""Percentage agreement with its chance level named: the share of agreeing pairs, or that of the majority.

The two are often confused (paper 004 seems to): with three votes on two labels coins agree in 50 % of the
pairs, but 75 % of the votes stand with the majority.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, lgamma, log
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from cliometer.errors import UsageError, unknown
from cliometer.stats.krippendorff import pairable
from cliometer.stats.samples import Floats

Chance = Literal["uniform", "marginal"]


@dataclass(frozen=True)
class Agreement:
    """A share of 1, the share that chance would reach, and what chance means here."""

    share: float
    chance: float
    definition: str


def pairwise_agreement(
    ratings: ArrayLike, chance: Chance = "uniform", labels: int | None = None
) -> Agreement:
    """The share of pairs of coders who gave a unit the same value, each unit counting once.

    `labels` is the number of values to choose from; without it, the number of values that occur.
    """
    values, counts = pairable(ratings)
    m = np.sum(counts, axis=1)
    share = np.mean(np.sum(counts * (counts - 1), axis=1) / (m * (m - 1)))
    p = _probabilities(counts, chance, len(values) if labels is None else labels)
    return Agreement(float(share), float(np.sum(p * p)), f"agreeing pairs against {_named(chance, len(p))}")


def majority_agreement(
    ratings: ArrayLike, chance: Chance = "uniform", labels: int | None = None
) -> Agreement:
    """The mean share of a unit's values that stand with its most frequent one."""
    values, counts = pairable(ratings)
    m = np.sum(counts, axis=1)
    share = np.mean(np.max(counts, axis=1) / m)
    p = _probabilities(counts, chance, len(values) if labels is None else labels)
    expected = {int(votes): _expected_majority(int(votes), p) for votes in np.unique(m)}
    level = np.mean([expected[int(votes)] for votes in m])
    return Agreement(float(share), float(level), f"majority share against {_named(chance, len(p))}")


def _named(chance: Chance, labels: int) -> str:
    if chance == "uniform":
        return f"guessing among {labels} labels"
    return "guessing with the frequencies of the labels given"


def _probabilities(counts: Floats, chance: str, labels: int) -> Floats:
    if labels < counts.shape[1]:
        raise UsageError(f"expected at least {counts.shape[1]} labels, as many as occur, found {labels}")
    if chance == "uniform":
        return np.full(labels, 1 / labels)
    if chance == "marginal":
        totals: Floats = np.sum(counts, axis=0) / np.sum(counts)
        return totals
    raise unknown("chance level", chance, ("uniform", "marginal"))


def _expected_majority(votes: int, p: Floats) -> float:
    """E max / votes of a multinomial; E max is the sum over t of P(max > t)."""
    return sum(1 - _at_most(t, votes, p) for t in range(votes)) / votes


def _at_most(t: int, votes: int, p: Floats) -> float:
    """P(no label has more than t votes): Poisson counts, cut after t, given that they add up to the votes.

    Probabilities stay in range where factorials of hundreds of votes would not.
    """
    product = np.ones(1)
    for share in p:
        product = np.convolve(product, [_poisson(j, votes * share) for j in range(t + 1)])[: votes + 1]
    return float(product[votes]) / _poisson(votes, votes) if len(product) > votes else 0.0


def _poisson(count: int, mean: float) -> float:
    if mean == 0:
        return float(count == 0)
    return exp(count * log(mean) - mean - lgamma(count + 1))
