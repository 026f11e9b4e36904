"""Permutation tests for paired scores (Fisher 1935; Noreen 1989): were the two names swapped, topic by topic?

Under the null hypothesis a topic's two scores could as well have come from the other system. Exact where all
swaps can be listed; beyond that a random draw of B, with p = (c + 1) / (B + 1) (Phipson & Smyth 2010).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cliometer.errors import expected
from cliometer.stats.aggregates import Aggregate, sums
from cliometer.stats.alternatives import Alternative, as_extreme, checked_alternative
from cliometer.stats.clusters import Groups, totals
from cliometer.stats.resampling import Pairs, checked_pairs
from cliometer.stats.samples import (
    BLOCK,
    TIE,
    Floats,
    at_least_one,
    numbers,
    portions,
    random,
    several_topics,
)

EXACT_TOPICS = 20  # 2^20 sign patterns take milliseconds, and each further topic doubles them

Method = Literal["exact", "monte carlo"]


@dataclass(frozen=True, eq=False)
class Permutations:
    """p-values, one for each row of differences or pair of systems, and what they rest on.

    `swaps` is 2^topics (or groups) where the test is exact, else the number drawn. `undefined` counts the
    drawn swaps that left a system without a score; they stand against the difference, as if they had been
    extreme.
    """

    observed: Floats
    p: Floats
    method: Method
    swaps: int
    undefined: int = 0
    alternative: Alternative = "two-sided"


def sign_flip(
    differences: ArrayLike,
    swaps: int = 100_000,
    *,
    seed: int,
    exact_topics: int = EXACT_TOPICS,
    groups: Groups | None = None,
    alternative: Alternative = "two-sided",
) -> Permutations:
    """Tests that each row of differences (pairs x topics) has mean 0: exact up to 2^20 patterns.

    With a group for each topic, the signs of a group's differences change together.
    """
    d = numbers(differences, "differences", dimensions=(2,))
    several_topics(d.shape[1])
    checked_alternative(alternative)
    if not 0 <= exact_topics <= EXACT_TOPICS:
        raise expected(f"exact_topics from 0 to {EXACT_TOPICS}", exact_topics)
    mean, d = d.mean(axis=1), totals(d, groups)
    n = d.shape[1]
    if n <= exact_topics:
        p = np.array([_exact(row, alternative) for row in d])
        return Permutations(mean, p, "exact", 2**n, alternative=alternative)
    extreme = _drawn_flips(d, at_least_one(swaps, "swaps"), seed, alternative)
    return Permutations(mean, (extreme + 1) / (swaps + 1), "monte carlo", swaps, alternative=alternative)


def randomisation(
    aggregate: Aggregate,
    pairs: Pairs,
    swaps: int = 10_000,
    *,
    seed: int,
    groups: Groups | None = None,
    alternative: Alternative = "two-sided",
) -> Permutations:
    """Paired approximate randomisation (Noreen 1989) for any aggregate: swap counts, then divide.

    For each row (i, j) of pairs the topics' statistics change sides at random, the same topics for all pairs;
    with a group for each topic, whole groups do. Where there are no more patterns than swaps were asked for,
    all of them are listed and the test is exact.
    """
    i, j = checked_pairs(pairs, aggregate.systems).T
    count, scores, pooled = at_least_one(swaps, "swaps"), aggregate.observed(), aggregate.pooled(groups)
    observed = scores[i] - scores[j]
    slack = TIE * np.maximum(np.abs(scores[i]), np.abs(scores[j]))
    exact = 2**pooled.topics <= count
    count = 2**pooled.topics if exact else count
    extreme, undefined = np.zeros(len(observed), dtype=np.int64), 0
    blocks = portions(count, max(pooled.topics, 2 * len(observed)), BLOCK)
    for swapped in _listed(blocks, pooled.topics) if exact else _drawn(blocks, pooled.topics, seed):
        difference = _swapped_difference(pooled, i, j, swapped)
        missing = np.isnan(difference)
        extreme += (as_extreme(difference, observed, slack, alternative) | missing).sum(axis=0)
        undefined += int(missing.sum())
    if exact:  # the observed swap, none at all, is one of those listed
        return Permutations(observed, extreme / count, "exact", count, undefined, alternative)
    p = (extreme + 1) / (count + 1)
    return Permutations(observed, p, "monte carlo", count, undefined, alternative)


def _listed(blocks: Iterable[int], topics: int) -> Iterator[Floats]:
    """All patterns of swaps, in blocks of so many rows: the digits of the numbers from 0 to 2^topics - 1."""
    start = 0
    for rows in blocks:
        numbered = np.arange(start, start + rows)[:, np.newaxis]
        yield ((numbered >> np.arange(topics)) & 1).astype(np.float64)
        start += rows


def _drawn(blocks: Iterable[int], topics: int, seed: int) -> Iterator[Floats]:
    generator = random(seed)
    for rows in blocks:
        yield generator.integers(0, 2, size=(rows, topics)).astype(np.float64)


def _swapped_difference(aggregate: Aggregate, i: Pairs, j: Pairs, swapped: Floats) -> Floats:
    """First minus second score of each pair, swaps x pairs, the marked topics having changed sides."""
    kept_parts, kept_wholes = sums(1 - swapped, aggregate.parts), sums(1 - swapped, aggregate.wholes)
    moved_parts, moved_wholes = sums(swapped, aggregate.parts), sums(swapped, aggregate.wholes)

    def mixed(a: Pairs, b: Pairs) -> Floats:
        return aggregate.score(kept_parts[:, a] + moved_parts[:, b], kept_wholes[:, a] + moved_wholes[:, b])

    return mixed(i, j) - mixed(j, i)


def _exact(d: Floats, alternative: Alternative) -> float:
    """Share of all sign patterns whose sum is as extreme; one sign is fixed, the other half is the mirror."""
    half = d[:1]
    for value in d[1:]:
        half = np.concatenate([half + value, half - value])
    shares = [_extreme(patterns, d, alternative).mean() for patterns in (half, -half)]
    return float(sum(shares) / 2)


def _drawn_flips(d: Floats, swaps: int, seed: int, alternative: Alternative) -> Floats:
    generator, extreme = random(seed), np.zeros(len(d))
    for rows in portions(swaps, max(d.shape), BLOCK):
        signs = 2.0 * generator.integers(0, 2, size=(rows, d.shape[1])) - 1.0
        extreme += _extreme(signs @ d.T, d, alternative).sum(axis=0)
    return extreme


def _extreme(flipped: Floats, d: Floats, alternative: Alternative) -> NDArray[np.bool_]:
    return as_extreme(flipped, d.sum(axis=-1), TIE * np.abs(d).sum(axis=-1), alternative)
