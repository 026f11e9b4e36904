"""Tests of two systems: t (Student 1908), signed ranks (Wilcoxon 1945), swaps (Fisher 1935)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cliometer.errors import InputError, expected
from cliometer.stats.samples import (
    BLOCK,
    ROUNDING,
    SIGNS,
    TIE,
    Alternative,
    Floats,
    as_extreme,
    at_least_one,
    average_ranks,
    between,
    numbers,
    paired,
    portions,
    random,
    settled,
    several,
)

EXACT_RANKS = 50  # beyond, the normal curve is as good; 2^50 patterns still count exactly in 64 bits


@dataclass(frozen=True, slots=True)
class SignedRanks:
    """Rank sums of the topics where the first and where the second is ahead, and how p was had.

    `zeros` counts the topics without a difference, which are left out before ranking (Wilcoxon 1945); `ties` those
    whose difference is as large as another's. `z` is None where the test is exact.
    """

    plus: float
    minus: float
    p: float
    z: float | None
    method: Literal["exact", "normal approximation"]
    topics: int
    zeros: int
    ties: int
    alternative: Alternative = "two-sided"


@dataclass(frozen=True, eq=False)
class TopicMeans:
    """Means over topics, one for each row, with their standard errors, NaN where a row does not vary."""

    mean: Floats
    error: Floats
    freedom: int

    @property
    def p(self) -> Floats:
        """Two-sided p of Student's t test that a mean is 0; that of equal signs where a row does not vary."""
        from scipy.special import stdtr

        constant = np.where(self.mean == 0, 1.0, equal_signs_p(self.freedom + 1))
        return np.where(np.isnan(self.error), constant, 2 * stdtr(self.freedom, -np.abs(self.mean / self.error)))

    def margin(self, tail: float) -> Floats:
        """Return how far the bound lies from each mean that the truth exceeds with the probability `tail`."""
        from scipy.special import stdtrit

        return np.asarray(stdtrit(self.freedom, 1 - between(tail, "a tail")) * self.error)


def topic_means(first: ArrayLike, second: ArrayLike = 0.0) -> TopicMeans:
    """Return means of the rows of a table (rows x topics), or of the differences of two such tables."""
    a = numbers(first, "scores", dimensions=(2,))
    b = np.broadcast_to(numbers(second, "scores", dimensions=(0, 2)), a.shape)
    several(a.shape[1], "topic")
    rows, rounding = a - b, ROUNDING * np.maximum(np.abs(a).max(axis=1), np.abs(b).max(axis=1))
    is_constant = np.ptp(rows, axis=1) <= rounding
    mean: Floats = rows.mean(axis=1)
    scale = np.where(is_constant, np.nan, np.abs(rows).max(axis=1))  # squares of tiny differences would vanish
    error = scale * (rows / scale[:, np.newaxis]).std(axis=1, ddof=1) / rows.shape[1] ** 0.5
    return TopicMeans(np.where(np.abs(mean) <= rounding, 0.0, mean), error, rows.shape[1] - 1)


def equal_signs_p(topics: int) -> float:
    """Return the least p that a two-sided test of signs can give: all topics on one side, 2 / 2^n."""
    return min(1.0, 2.0 ** (1 - topics))


def wilcoxon(first: ArrayLike, second: ArrayLike, alternative: Alternative = "two-sided") -> SignedRanks:
    """Test signed ranks: exactly where up to 50 topics differ, with ties and zeros too; beyond, by the normal curve."""
    d = settled(*paired(first, second))
    ranks = signed_ranks(d)
    exact = len(ranks) <= EXACT_RANKS
    # The deviation of the ranks themselves holds the correction for ties.
    z = None if exact else float(ranks.sum()) / math.sqrt(float(np.square(ranks).sum()))
    sizes = np.unique(np.abs(ranks), return_counts=True)[1]
    return SignedRanks(
        plus=float(ranks[ranks > 0].sum()),
        minus=float(-ranks[ranks < 0].sum()),
        p=_exact_p(ranks, alternative) if z is None else _normal_p(z, alternative),
        z=z,
        method="exact" if exact else "normal approximation",
        topics=len(d),
        zeros=len(d) - len(ranks),
        ties=int(sizes[sizes > 1].sum()),
        alternative=alternative,
    )


def signed_ranks(d: Floats) -> Floats:
    """Return the rank of the size of each difference other than zero, with the sign of the difference."""
    if not d.any():
        raise InputError("systems-all-equal")
    ranked = d[d != 0]
    return np.asarray(np.copysign(average_ranks(np.abs(ranked)), ranked))


def _normal_p(z: float, alternative: Alternative) -> float:
    from scipy.special import ndtr

    sign = SIGNS[alternative]
    return float(ndtr(-sign * z)) if sign else min(1.0, 2 * float(ndtr(-abs(z))))


def _exact_p(ranks: Floats, alternative: Alternative) -> float:
    """Return the share of sign patterns with a rank sum so low on the losing side, given these very ranks.

    Average ranks are whole or half numbers, so they are doubled. Both sides' sums are distributed alike, as
    every pattern has a mirror image.
    """
    sign = SIGNS[alternative]
    doubled = np.rint(2 * ranks).astype(np.int64)
    plus, minus = int(doubled[doubled > 0].sum()), int(-doubled[doubled < 0].sum())
    losing = {1: minus, -1: plus, 0: min(plus, minus)}[sign]
    counts = np.zeros(losing + 1, dtype=np.int64)  # coefficients of the product of (1 + x^rank)
    counts[0] = 1
    for rank in np.abs(doubled).tolist():
        counts[rank:] += counts[:-rank]
    share = int(counts.sum()) / float(2 ** len(ranks))
    return share if sign else min(1.0, 2 * share)


# Permutation tests: under the null hypothesis a topic's two scores could as well have come from the other
# system. Where not all swaps can be listed, B are drawn and p is (c + 1) / (B + 1) (Phipson & Smyth 2010).

EXACT_TOPICS = 20  # 2^20 sign patterns take milliseconds, and each further topic doubles them

Method = Literal["exact", "monte carlo"]


@dataclass(frozen=True, eq=False)
class Permutations:
    """p-values, one for each row of differences, and what they rest on.

    `swaps` is 2^topics where the test is exact, else the number drawn.
    """

    observed: Floats
    p: Floats
    method: Method
    swaps: int


def sign_flip(
    differences: ArrayLike, swaps: int = 100_000, *, seed: int, exact_topics: int = EXACT_TOPICS
) -> Permutations:
    """Test that each row of differences (pairs x topics) has mean 0: exact up to 2^20 patterns."""
    d = numbers(differences, "differences", dimensions=(2,))
    several(d.shape[1], "topic")
    if not 0 <= exact_topics <= EXACT_TOPICS:
        raise expected(f"exact_topics from 0 to {EXACT_TOPICS}", exact_topics)
    mean, n = d.mean(axis=1), d.shape[1]
    if n <= exact_topics:
        p = np.array([_exact(row) for row in d])
        return Permutations(mean, p, "exact", 2**n)
    generator, extreme = random(seed), np.zeros(len(d))
    for rows in portions(at_least_one(swaps, "swaps"), max(d.shape), BLOCK):
        signs = 2.0 * generator.integers(0, 2, size=(rows.stop - rows.start, n)) - 1.0
        extreme += _extreme(signs @ d.T, d).sum(axis=0)
    return Permutations(mean, (extreme + 1) / (swaps + 1), "monte carlo", swaps)


def _exact(d: Floats) -> float:
    """Return the share of sign patterns whose sum is as extreme; one sign is fixed, the other half is the mirror."""
    half = d[:1]
    for value in d[1:]:
        half = np.concatenate([half + value, half - value])
    shares = [_extreme(patterns, d).mean() for patterns in (half, -half)]
    return float(sum(shares) / 2)


def _extreme(flipped: Floats, d: Floats) -> NDArray[np.bool_]:
    return as_extreme(flipped, d.sum(axis=-1), TIE * np.abs(d).sum(axis=-1))
