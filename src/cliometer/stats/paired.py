"""Two systems on the same topics: the t test (Student 1908) and the signed-rank test (Wilcoxon 1945)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from cliometer.errors import InputError, unknown
from cliometer.stats.samples import Floats, paired, settled

EXACT_RANKS = 50  # beyond, the normal curve is as good; 2^50 patterns still count exactly in 64 bits

Zeros = Literal["wilcox", "pratt"]
ZEROS = {
    "wilcox": "left out before ranking (Wilcoxon 1945)",
    "pratt": "ranked, then left out (Pratt 1959)",
}


@dataclass(frozen=True, slots=True)
class TTest:
    """Two-sided: the statistic, its degrees of freedom, and the mean difference it speaks of."""

    t: float
    p: float
    freedom: int
    difference: float


@dataclass(frozen=True, slots=True)
class SignedRanks:
    """Two-sided: rank sums of the topics where the first and where the second is ahead, and how p was had.

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


def t_test(first: ArrayLike, second: ArrayLike) -> TTest:
    """t = mean / (s / sqrt n) of the differences, on n - 1 degrees of freedom."""
    from scipy.special import stdtr

    a, b = paired(first, second)
    mean, deviation = spread(a, b)
    n = len(a)
    t = mean / (deviation / n**0.5)
    return TTest(t, float(2 * stdtr(n - 1, -abs(t))), n - 1, mean)


def spread(a: Floats, b: Floats) -> tuple[float, float]:
    """Mean and standard deviation (n - 1) of the differences; InputError where they do not vary."""
    if np.ptp(settled(a, b)) == 0:
        raise InputError("the difference is the same on every topic, so it has no spread to be measured by")
    d = a - b
    size = float(np.abs(d).max())  # squares of tiny differences would vanish
    return float(d.mean()), size * float((d / size).std(ddof=1))


def wilcoxon(first: ArrayLike, second: ArrayLike, zeros: Zeros = "wilcox") -> SignedRanks:
    """Exact for up to 50 topics without ties or zeros, else by the normal curve, corrected for ties."""
    if zeros not in ZEROS:
        raise unknown("zero handling", zeros, ZEROS)
    d = settled(*paired(first, second))
    dropped = int((d == 0).sum())
    plus, minus, sizes = signed_rank_sums(d, zeros)
    ties = int(sizes[sizes > 1].sum())
    z = None
    if dropped or ties or len(d) > EXACT_RANKS:
        z = _normal_score(plus, len(d) if zeros == "pratt" else len(d) - dropped, dropped, sizes, zeros)
    p = _normal_p(z) if z is not None else _exact_p(min(plus, minus), len(d))
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
    )


def signed_rank_sums(d: Floats, zeros: Zeros = "wilcox") -> tuple[float, float, Floats]:
    """Rank sums of the positive and the negative differences, and the sizes of the groups of equal ones."""
    if not d.any():
        raise InputError("the systems score the same on every topic, so there is nothing to rank")
    ranked = d if zeros == "pratt" else d[d != 0]
    ranks = midranks(np.abs(ranked))
    sizes = np.unique(np.abs(d[d != 0]), return_counts=True)[1].astype(np.float64)
    return float(ranks[ranked > 0].sum()), float(ranks[ranked < 0].sum()), sizes


def midranks(values: Floats) -> Floats:
    """Ranks from 1; equal values share the mean of theirs."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    shared: Floats = (last - (counts - 1) / 2)[inverse]
    return shared


def _normal_score(plus: float, n: int, dropped: int, sizes: Floats, zeros: Zeros) -> float:
    """Rank sum minus its mean over its deviation; without continuity correction."""
    mean, variance = n * (n + 1) / 4, n * (n + 1) * (2 * n + 1) / 24
    if zeros == "pratt":  # the ranks that the zeros took away
        mean -= dropped * (dropped + 1) / 4
        variance -= dropped * (dropped + 1) * (2 * dropped + 1) / 24
    variance -= float((sizes**3 - sizes).sum()) / 48
    return (plus - mean) / math.sqrt(variance)


def _normal_p(z: float) -> float:
    from scipy.special import ndtr

    return float(2 * ndtr(-abs(z)))


def _exact_p(smaller: float, n: int) -> float:
    patterns = sum(_patterns(n)[: round(smaller) + 1])
    return min(1.0, 2 * patterns / float(2**n))


@cache
def _patterns(n: int) -> tuple[int, ...]:
    """How many of the 2^n sign patterns give each rank sum: coefficients of (1 + x)(1 + x^2)...(1 + x^n)."""
    counts = np.zeros(n * (n + 1) // 2 + 1, dtype=np.int64)
    counts[0] = 1
    for rank in range(1, n + 1):
        counts[rank:] += counts[:-rank].copy()
    return tuple(counts.tolist())
