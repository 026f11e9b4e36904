"""Two systems on the same topics: the t test (Student 1908) and the signed-rank test (Wilcoxon 1945)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from cliometer.errors import InputError, unknown
from cliometer.stats.alternatives import Alternative, checked_alternative, symmetric_p
from cliometer.stats.coefficients import average_ranks
from cliometer.stats.samples import Floats, paired, settled

EXACT_RANKS = 50  # beyond, the normal curve is as good; 2^50 patterns still count exactly in 64 bits

Zeros = Literal["wilcox", "pratt"]
ZEROS = {
    "wilcox": "left out before ranking (Wilcoxon 1945)",
    "pratt": "ranked, then left out (Pratt 1959)",
}


@dataclass(frozen=True, slots=True)
class TTest:
    """The statistic, its degrees of freedom, and the mean difference it speaks of."""

    t: float
    p: float
    freedom: int
    difference: float
    alternative: Alternative = "two-sided"


@dataclass(frozen=True, slots=True)
class SignedRanks:
    """Rank sums of the topics where the first and where the second is ahead, and how p was had.

    `zero_handling` says what became of the `zeros` topics without a difference; `ties` counts the topics
    whose difference is as large as another's. `z` is None where the test is exact.
    """

    plus: float
    minus: float
    p: float
    z: float | None
    method: Literal["exact", "normal approximation"]
    zero_handling: str
    topics: int
    zeros: int
    ties: int
    alternative: Alternative = "two-sided"


def t_test(first: ArrayLike, second: ArrayLike, alternative: Alternative = "two-sided") -> TTest:
    """t = mean / (s / sqrt n) of the differences, on n - 1 degrees of freedom."""
    from scipy.special import stdtr

    a, b = paired(first, second)
    mean, deviation = spread(a, b)
    n = len(a)
    t = mean / (deviation / n**0.5)
    p = symmetric_p(t, lambda x: stdtr(n - 1, x), alternative)
    return TTest(t, p, n - 1, mean, alternative)


def spread(a: Floats, b: Floats) -> tuple[float, float]:
    """Mean and standard deviation (n - 1) of the differences; InputError where they do not vary."""
    if np.ptp(settled(a, b)) == 0:
        raise InputError("the difference is the same on every topic, so it has no spread to be measured by")
    d = a - b
    size = float(np.abs(d).max())  # squares of tiny differences would vanish
    return float(d.mean()), size * float((d / size).std(ddof=1))


def wilcoxon(
    first: ArrayLike,
    second: ArrayLike,
    zeros: Zeros = "wilcox",
    alternative: Alternative = "two-sided",
) -> SignedRanks:
    """Exact for up to 50 topics without ties or zeros, else by the normal curve, corrected for ties."""
    from scipy.special import ndtr

    if zeros not in ZEROS:
        raise unknown("zero handling", zeros, ZEROS)
    d = settled(*paired(first, second))
    dropped = int((d == 0).sum())
    plus, minus, sizes = signed_rank_sums(d, zeros)
    ties = int(sizes[sizes > 1].sum())
    z = None
    if dropped or ties or len(d) > EXACT_RANKS:
        z = _normal_score(plus, len(d) if zeros == "pratt" else len(d) - dropped, dropped, sizes, zeros)
    p = _exact_p(plus, minus, len(d), alternative) if z is None else symmetric_p(z, ndtr, alternative)
    return SignedRanks(
        plus=plus,
        minus=minus,
        p=p,
        z=z,
        method="exact" if z is None else "normal approximation",
        zero_handling=ZEROS[zeros],
        topics=len(d),
        zeros=dropped,
        ties=ties,
        alternative=alternative,
    )


def signed_rank_sums(d: Floats, zeros: Zeros = "wilcox") -> tuple[float, float, Floats]:
    """Rank sums of the positive and the negative differences, and the sizes of the groups of equal ones."""
    if not d.any():
        raise InputError("the systems score the same on every topic, so there is nothing to rank")
    ranked = d if zeros == "pratt" else d[d != 0]
    ranks = average_ranks(np.abs(ranked))
    sizes = np.unique(np.abs(d[d != 0]), return_counts=True)[1].astype(np.float64)
    return float(ranks[ranked > 0].sum()), float(ranks[ranked < 0].sum()), sizes


def _normal_score(plus: float, n: int, dropped: int, sizes: Floats, zeros: Zeros) -> float:
    """Rank sum minus its mean over its deviation; without continuity correction."""
    mean, variance = n * (n + 1) / 4, n * (n + 1) * (2 * n + 1) / 24
    if zeros == "pratt":  # the ranks that the zeros took away
        mean -= dropped * (dropped + 1) / 4
        variance -= dropped * (dropped + 1) * (2 * dropped + 1) / 24
    variance -= float((sizes**3 - sizes).sum()) / 48
    return (plus - mean) / math.sqrt(variance)


def _exact_p(plus: float, minus: float, n: int, alternative: Alternative) -> float:
    """Patterns with a rank sum so low on the losing side; the sums of both sides are distributed alike."""
    sign = checked_alternative(alternative)
    losing = {1: minus, -1: plus, 0: min(plus, minus)}[sign]
    share = sum(_patterns(n)[: round(losing) + 1]) / float(2**n)
    return share if sign else min(1.0, 2 * share)


@cache
def _patterns(n: int) -> tuple[int, ...]:
    """How many of the 2^n sign patterns give each rank sum: coefficients of (1 + x)(1 + x^2)...(1 + x^n)."""
    counts = np.zeros(n * (n + 1) // 2 + 1, dtype=np.int64)
    counts[0] = 1
    for rank in range(1, n + 1):
        counts[rank:] += counts[:-rank].copy()
    return tuple(counts.tolist())
