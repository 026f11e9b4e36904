"""Two systems on the same topics: the t test (Student 1908) and the signed-rank test (Wilcoxon 1945)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
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


def equal_signs_p(topics: int) -> float:
    """The least p that a two-sided test of signs can give: all topics on one side, 2 / 2^n."""
    return min(1.0, 2.0 ** (1 - topics))


def is_constant(first: ArrayLike, second: ArrayLike) -> bool:
    """Whether the difference is the same on all of two topics or more, but for rounding."""
    a, b = paired(first, second)
    return bool(np.ptp(settled(a, b)) == 0)


def spread(a: Floats, b: Floats) -> tuple[float, float]:
    """Mean and standard deviation (n - 1) of the differences; InputError where they do not vary."""
    if is_constant(a, b):
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
    """Exact where up to 50 topics differ, with ties and zeros too; beyond, by the normal curve."""
    d = settled(*paired(first, second))
    ranks = signed_ranks(d, zeros)
    exact = len(ranks) <= EXACT_RANKS
    z = None if exact else _normal_score(ranks)
    return SignedRanks(
        plus=float(ranks[ranks > 0].sum()),
        minus=float(-ranks[ranks < 0].sum()),
        p=_exact_p(ranks, alternative) if z is None else _normal_p(z, alternative),
        z=z,
        method="exact" if exact else "normal approximation",
        zero_handling=ZEROS[zeros],
        topics=len(d),
        zeros=len(d) - len(ranks),
        ties=_tied(ranks),
        alternative=alternative,
    )


def signed_ranks(d: Floats, zeros: Zeros = "wilcox") -> Floats:
    """The rank of the size of each difference other than zero, with the sign of the difference."""
    if zeros not in ZEROS:
        raise unknown("zero handling", zeros, ZEROS)
    if not d.any():
        raise InputError("the systems score the same on every topic, so there is nothing to rank")
    ranked = d if zeros == "pratt" else d[d != 0]
    ranks: Floats = np.copysign(average_ranks(np.abs(ranked)), ranked)[ranked != 0]
    return ranks


def _tied(ranks: Floats) -> int:
    """How many ranks are shared."""
    sizes = np.unique(np.abs(ranks), return_counts=True)[1]
    return int(sizes[sizes > 1].sum())


def _normal_score(ranks: Floats) -> float:
    """The sum of the signed ranks over its deviation under random signs; without continuity correction.

    Taken from the ranks themselves, the deviation holds the corrections for ties and for Pratt's zeros.
    """
    return float(ranks.sum()) / math.sqrt(float(np.square(ranks).sum()))


def _normal_p(z: float, alternative: Alternative) -> float:
    from scipy.special import ndtr

    return symmetric_p(z, ndtr, alternative)


def _exact_p(ranks: Floats, alternative: Alternative) -> float:
    """The share of sign patterns with a rank sum so low on the losing side, given these very ranks.

    Average ranks are whole or half numbers, so they are doubled. Both sides' sums are distributed alike, as
    every pattern has a mirror image.
    """
    sign = checked_alternative(alternative)
    doubled = np.rint(2 * ranks).astype(np.int64)
    plus, minus = int(doubled[doubled > 0].sum()), int(-doubled[doubled < 0].sum())
    losing = {1: minus, -1: plus, 0: min(plus, minus)}[sign]
    share = _patterns_up_to(losing, np.abs(doubled).tolist()) / float(2 ** len(ranks))
    return share if sign else min(1.0, 2 * share)


def _patterns_up_to(most: int, ranks: Sequence[int]) -> int:
    """How many sets of ranks add up to at most this: coefficients of the product of (1 + x^rank)."""
    counts = np.zeros(most + 1, dtype=np.int64)
    counts[0] = 1
    for rank in ranks:
        counts[rank:] += counts[:-rank]
    return int(counts.sum())
