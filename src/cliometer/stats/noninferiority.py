"""Not worse by more than a margin: one-sided confidence bounds of a score or of a difference.

A system is non-inferior where the lower bound lies above minus the margin (ICH E9 1998); a lower bound above
0 says that it is better. Where less is better, the upper bound is held against the margin. A bound at a level
is an end of the two-sided interval at twice the level less 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from numpy.typing import ArrayLike

from cliometer.errors import expected, unknown
from cliometer.stats.paired import spread
from cliometer.stats.resampling import Bootstrap, Method, bca, percentile
from cliometer.stats.samples import Floats, between, paired

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
    """The one-sided bounds at this level, which is above 0.5, as a guess needs no bound."""
    if side not in SIDES:
        raise unknown("side of a bound", side, SIDES)
    if not 0.5 < level < 1:
        raise expected("a level of a one-sided bound between 0.5 and 1, such as 0.95", level)
    if method not in METHODS:
        raise unknown("method", method, METHODS)
    ends = METHODS[method](sample, 2 * level - 1)
    return Bounds(ends.low if side == "lower" else ends.high, side, level, ends.methods, ends.reasons)


def t_lower_bound(first: ArrayLike, second: ArrayLike, level: float = 0.95) -> float:
    """The mean difference less t of the level times its standard error; for differences that are normal."""
    from scipy.special import stdtrit

    a, b = paired(first, second)
    mean, deviation = spread(a, b)
    t = float(stdtrit(len(a) - 1, between(level, "a level")))
    return mean - t * deviation / math.sqrt(len(a))
