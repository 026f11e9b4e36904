"""Permutation tests for paired scores (Fisher 1935; Noreen 1989): were the two names swapped, topic by topic?

Under the null hypothesis a topic's two scores could as well have come from the other system. Exact where all
swaps can be listed; beyond that a random draw of B, with p = (c + 1) / (B + 1) (Phipson & Smyth 2010).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from cliometer.errors import expected
from cliometer.stats.aggregates import Aggregate, sums
from cliometer.stats.resampling import Pairs, checked_pairs
from cliometer.stats.samples import Floats, at_least_one, numbers, random, several_topics

EXACT_TOPICS = 20  # 2^20 sign patterns take milliseconds, and each further topic doubles them
TIE = 1e-10  # of the largest value possible: sums that differ by less differ by rounding
BLOCK = 1 << 20

Method = Literal["exact", "monte carlo"]


@dataclass(frozen=True, eq=False)
class Permutations:
    """Two-sided p-values, one for each row of differences or pair of systems, and what they rest on.

    `swaps` is 2^topics where the test is exact, else the number drawn. `undefined` counts the drawn swaps
    that left a system without a score; they stand against the difference, as if they had been extreme.
    """

    observed: Floats
    p: Floats
    method: Method
    swaps: int
    undefined: int = 0


def sign_flip(
    differences: ArrayLike,
    swaps: int = 100_000,
    *,
    seed: int,
    exact_topics: int = EXACT_TOPICS,
) -> Permutations:
    """Tests that each row of differences (pairs x topics) has mean 0: exact up to 2^20 patterns."""
    d = numbers(differences, "differences", dimensions=(2,))
    n = d.shape[1]
    several_topics(n)
    if not 0 <= exact_topics <= EXACT_TOPICS:
        raise expected(f"exact_topics from 0 to {EXACT_TOPICS}", exact_topics)
    mean = d.mean(axis=1)
    if n <= exact_topics:
        return Permutations(mean, np.array([_exact(row) for row in d]), "exact", 2**n)
    extreme = _drawn_flips(d, at_least_one(swaps, "swaps"), seed)
    return Permutations(mean, (extreme + 1) / (swaps + 1), "monte carlo", swaps)


def randomisation(aggregate: Aggregate, pairs: Pairs, swaps: int = 10_000, *, seed: int) -> Permutations:
    """Paired approximate randomisation (Noreen 1989) for any aggregate: swap counts, then divide.

    For each row (i, j) of pairs the topics' statistics change sides at random, the same topics for all pairs.
    """
    i, j = checked_pairs(pairs, aggregate.systems).T
    count, generator = at_least_one(swaps, "swaps"), random(seed)
    scores = aggregate.observed()
    observed = scores[i] - scores[j]
    threshold = np.abs(observed) - TIE * np.maximum(np.abs(scores[i]), np.abs(scores[j]))
    extreme, undefined = np.zeros(len(observed), dtype=np.int64), 0
    for rows in _blocks(count, max(aggregate.topics, 2 * len(observed))):
        swapped = generator.integers(0, 2, size=(rows, aggregate.topics)).astype(np.float64)
        difference = _swapped_difference(aggregate, i, j, swapped)
        missing = np.isnan(difference)
        extreme += ((np.abs(difference) >= threshold) | missing).sum(axis=0)
        undefined += int(missing.sum())
    return Permutations(observed, (extreme + 1) / (count + 1), "monte carlo", count, undefined)


def _swapped_difference(aggregate: Aggregate, i: Pairs, j: Pairs, swapped: Floats) -> Floats:
    """First minus second score of each pair, swaps x pairs, the marked topics having changed sides."""
    kept_parts, kept_wholes = sums(1 - swapped, aggregate.parts), sums(1 - swapped, aggregate.wholes)
    moved_parts, moved_wholes = sums(swapped, aggregate.parts), sums(swapped, aggregate.wholes)

    def mixed(a: Pairs, b: Pairs) -> Floats:
        return aggregate.score(kept_parts[:, a] + moved_parts[:, b], kept_wholes[:, a] + moved_wholes[:, b])

    return mixed(i, j) - mixed(j, i)


def _exact(d: Floats) -> float:
    """Share of all sign patterns whose sum is at least as far from 0; one sign is fixed, as halves mirror."""
    totals = d[:1]
    for value in d[1:]:
        totals = np.concatenate([totals + value, totals - value])
    return float((np.abs(totals) >= _threshold(d)).mean())


def _drawn_flips(d: Floats, swaps: int, seed: int) -> Floats:
    generator, extreme = random(seed), np.zeros(len(d))
    for rows in _blocks(swaps, max(d.shape)):
        signs = 2.0 * generator.integers(0, 2, size=(rows, d.shape[1])) - 1.0
        extreme += (np.abs(signs @ d.T) >= _threshold(d)).sum(axis=0)
    return extreme


def _threshold(d: Floats) -> Floats:
    limit: Floats = np.abs(d.sum(axis=-1)) - TIE * np.abs(d).sum(axis=-1)
    return limit


def _blocks(count: int, width: int) -> list[int]:
    step = max(1, BLOCK // width)
    return [min(step, count - start) for start in range(0, count, step)]
