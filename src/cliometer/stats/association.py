"""Could this correlation be luck: permutation of systems (Pitman 1937), and the t-approximation.

The permutation tests are one-sided: how often do shuffled systems agree as well as the true ones? They
know no more than the design can tell: with k systems no p at the system level lies below 1/k!.
"""

from __future__ import annotations

from itertools import permutations
from math import factorial, sqrt

import numpy as np
from numpy.typing import ArrayLike

from cliometer.errors import UsageError
from cliometer.stats.coefficients import Coefficient, rows_of
from cliometer.stats.correlation import level_values, system_means
from cliometer.stats.samples import BLOCK, ROUNDING, Floats, at_least_one, matrices, portions, random

MOST_EXACT = 7  # systems; 5,040 orders are all tried, beyond that they are drawn


def smallest_p(systems: int, texts: int = 1) -> float:
    """The least p that shuffling the systems, on each text by itself, can give: 1 in (k!)^texts orders."""
    return float(1 / factorial(systems) ** texts) if texts * systems < 150 else 0.0


def system_level_p(
    first: ArrayLike, second: ArrayLike, coefficient: Coefficient, *, seed: int, resamples: int = 1000
) -> float:
    """Share of the orders of systems whose means correlate as highly; exact up to seven systems."""
    x, y = (system_means(table) for table in matrices(first, second))
    rows = rows_of(coefficient)
    observed = float(rows(x, y))
    if len(x) <= MOST_EXACT:
        shuffled = x[np.array(list(permutations(range(len(x)))), dtype=np.intp)]
        return float(np.mean(_as_high(rows(shuffled, np.broadcast_to(y, shuffled.shape)), observed)))
    drawn = np.tile(x, (at_least_one(resamples, "resamples"), 1))
    shuffled = random(seed).permuted(drawn, axis=1)
    as_high = _as_high(rows(shuffled, np.broadcast_to(y, shuffled.shape)), observed)
    return float((np.sum(as_high) + 1) / (resamples + 1))


def text_level_p(
    first: ArrayLike, second: ArrayLike, coefficient: Coefficient, *, seed: int, resamples: int = 1000
) -> float:
    """The same with the systems shuffled on each text by itself; p = (c + 1) / (B + 1)."""
    x, y = matrices(first, second)
    observed = float(level_values(x, y, coefficient, "text"))
    rng = random(seed)
    as_high = 0
    for block in portions(at_least_one(resamples, "resamples"), x.size, BLOCK):
        shuffled = rng.permuted(np.broadcast_to(x, (block, *x.shape)), axis=1)
        values = level_values(shuffled, np.broadcast_to(y, shuffled.shape), coefficient, "text")
        as_high += int(np.sum(_as_high(values, observed)))
    return (as_high + 1) / (resamples + 1)


def t_approximation(r: float, n: int) -> float:
    """Two-sided p of Pearson's r or Spearman's rho of n items: t = r sqrt((n - 2) / (1 - r^2))."""
    from scipy.special import stdtr

    if n < 3:
        raise UsageError(f"the t-approximation needs at least three items, found {n}")
    if abs(r) >= 1:
        return 0.0
    return float(2 * stdtr(n - 2, -abs(r) * sqrt((n - 2) / (1 - r * r))))


def _as_high(values: Floats, observed: float) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """A shuffle without a value counts, so that it can only make the test more careful."""
    return ~(values < observed - ROUNDING)
