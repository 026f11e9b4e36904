"""The correction of effect sizes (Hedges 1981), power (Cohen 1988), non-inferiority (ICH E9 1998)."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from cliometer.errors import InputError, UsageError, expected, unknown
from cliometer.stats.bootstrap import Bootstrap, Method, bca, percentile
from cliometer.stats.samples import Floats, at_least_one, between, several


def hedges_correction(freedom: int) -> float:
    """Return J(m) = Gamma(m/2) / (sqrt(m/2) Gamma((m-1)/2)), by which d_z of few topics is too large."""
    m = freedom
    if m < 2:
        raise InputError("hedges-freedom-too-low", m=m)
    return math.exp(math.lgamma(m / 2) - math.lgamma((m - 1) / 2)) / math.sqrt(m / 2)


# What a paired t test can see (Cohen 1988): power, least detectable difference, topics needed.
# With effect d_z on n topics, t follows the noncentral t distribution with n - 1 degrees of freedom and
# noncentrality d_z sqrt(n).

MOST_TOPICS = 10_000_000  # nobody will write so many references


def power(effect: float, topics: int, alpha: float = 0.05) -> float:
    """Return the chance that a two-sided paired t test finds an effect of this many standard deviations."""
    several(at_least_one(topics, "topics"), "topic")
    if not math.isfinite(effect):
        raise expected("an effect as a finite number of standard deviations", effect)
    return _power(effect, topics, between(alpha, "alpha"))


def _power(effect: float, topics: int, alpha: float) -> float:
    from scipy.special import nctdtr, stdtrit

    freedom, shift = topics - 1, abs(effect) * math.sqrt(topics)
    limit = float(stdtrit(freedom, 1 - alpha / 2))
    probability = 1 - float(nctdtr(freedom, shift, limit))
    # The wrong tail; where it is too thin to be computed it is too thin to matter.
    opposite = float(nctdtr(freedom, shift, -limit))
    return min(1.0, probability + (opposite if math.isfinite(opposite) else 0.0))


@lru_cache(maxsize=64)  # every pair of systems asks for the same
def detectable_effect(topics: int, power_wanted: float = 0.8, alpha: float = 0.05) -> float:
    """Return the least d_z that so many topics show with this power."""
    from scipy.optimize import brentq

    several(topics, "topic")
    _above(power_wanted, alpha)
    high = 1.0
    while _power(high, topics, alpha) < power_wanted:
        high *= 2
    return float(brentq(lambda d: _power(d, topics, alpha) - power_wanted, 0.0, high, xtol=1e-12, rtol=1e-12))


def effect_interval(t: float, topics: int, level: float = 0.95) -> tuple[float, float]:
    """Return the interval of d_z behind a paired t: effects under which so large or so small a t is not rare."""
    from scipy.special import nctdtrinc

    tail = (1 - between(level, "a level")) / 2
    low, high = (float(nctdtrinc(topics - 1, share, t)) / math.sqrt(topics) for share in (1 - tail, tail))
    return low, high


def topics_needed(effect: float, power_wanted: float = 0.8, alpha: float = 0.05) -> int:
    """Return the least number of topics on which an effect d_z shows with this power."""
    from scipy.special import ndtri

    _above(power_wanted, alpha)
    if effect == 0:
        raise InputError("effect-zero")
    if _power(effect, 2, alpha) >= power_wanted:
        return 2
    quantiles = float(ndtri(1 - alpha / 2) + ndtri(power_wanted))
    if abs(effect) * math.sqrt(MOST_TOPICS) < quantiles:
        raise InputError("effect-too-small", effect=effect, most_topics=MOST_TOPICS)
    enough, step = max(3, math.ceil((quantiles / abs(effect)) ** 2)), 4  # the normal distribution is never far off
    while _power(effect, enough, alpha) < power_wanted:
        enough, step = enough + step, 2 * step
    return bisect_left(range(enough), True, 2, key=lambda topics: _power(effect, topics, alpha) >= power_wanted)


def topics_to_reach(alpha: float = 0.05) -> int:
    """Return the least number of topics on which swapping names gives a two-sided p, 2^(1-n), of alpha or less."""
    return max(2, math.ceil(1 - math.log2(between(alpha, "alpha"))))


def _above(power_wanted: float, alpha: float) -> None:
    if between(power_wanted, "power") <= between(alpha, "alpha"):
        raise UsageError("power-below-alpha", power_wanted=power_wanted, alpha=alpha)


# Not worse by more than a margin: one-sided confidence bounds of a score or of a difference.
# A system is non-inferior where the lower bound lies above minus the margin (ICH E9 1998); a lower bound
# above 0 says that it is better. Where lower is better, the upper bound is held against the margin. A bound
# at a level is an end of the two-sided interval at twice the level less 1.

Side = Literal["lower", "upper"]
SIDES: tuple[Side, ...] = ("lower", "upper")
METHODS = {"bca": bca, "percentile": percentile}


@dataclass(frozen=True, eq=False)
class Bounds:
    """One bound for each system or difference: the truth lies above a lower, below an upper one.

    `methods` is what each column got, `reasons` says why where that is not what was asked for.
    """

    values: Floats
    side: Side
    level: float
    methods: tuple[Method, ...]
    reasons: tuple[str | None, ...]


def bounds(sample: Bootstrap, side: Side, level: float = 0.95, method: Method = "bca") -> Bounds:
    """Return the one-sided bounds at this level, which is above 0.5, as a guess needs no bound."""
    if side not in SIDES:
        raise unknown("side of a bound", side, SIDES)
    if not 0.5 < level < 1:
        raise expected("a level of a one-sided bound between 0.5 and 1, such as 0.95", level)
    if method not in METHODS:
        raise unknown("method", method, METHODS)
    ends = METHODS[method](sample, 2 * level - 1)
    return Bounds(ends.low if side == "lower" else ends.high, side, level, ends.methods, ends.reasons)
