"""Not worse by more than a margin: the lower one-sided confidence bound of a difference.

A system is non-inferior where the bound lies above minus the margin (ICH E9 1998); a bound above 0 says that
it is better. The bound at a level is the lower end of the two-sided interval at twice the level less 1.
"""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from cliometer.errors import expected, unknown
from cliometer.stats.paired import spread
from cliometer.stats.resampling import Bootstrap, Intervals, Method, bca, percentile
from cliometer.stats.samples import between, paired

METHODS = {"bca": bca, "percentile": percentile}


def lower_bounds(differences: Bootstrap, level: float = 0.95, method: Method = "bca") -> Intervals:
    """Intervals whose `low` is the one-sided bound at this level; above 0.5, as a guess needs no bound."""
    if not 0.5 < level < 1:
        raise expected("a level of a one-sided bound between 0.5 and 1, such as 0.95", level)
    if method not in METHODS:
        raise unknown("method", method, METHODS)
    return METHODS[method](differences, 2 * level - 1)


def t_lower_bound(first: ArrayLike, second: ArrayLike, level: float = 0.95) -> float:
    """The mean difference less t of the level times its standard error; for differences that are normal."""
    from scipy.special import stdtrit

    a, b = paired(first, second)
    mean, deviation = spread(a, b)
    t = float(stdtrit(len(a) - 1, between(level, "a level")))
    return mean - t * deviation / math.sqrt(len(a))
