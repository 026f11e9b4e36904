"""Is a correlation luck, is it greater than another, and how sure is it: tests and intervals."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product
from math import copysign, factorial, inf, sqrt
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cliometer.errors import InputError, UsageError, unknown
from cliometer.spelling import listed
from cliometer.stats.bootstrap import PercentileInterval, percentile_interval
from cliometer.stats.correlation import (
    Correlation,
    Level,
    correlate,
    correlate_tables,
    level_values,
    rows_of,
    system_means,
)
from cliometer.stats.samples import (
    BLOCK,
    ROUNDING,
    Floats,
    at_least_one,
    average_ranks,
    levelled,
    matrices,
    portions,
    random,
    several,
)

# Is one correlation greater than another: Williams' test (Steiger 1980), PERM-BOTH and PERM-SYS (Deutsch et al. 2021).
# And how sure is one: bootstrap intervals over systems, over texts or over both (Deutsch et al. 2021). All
# of them are two-sided and refuse scores whose correlation has no value.

Over = Literal["systems", "texts", "both"]
Indices = NDArray[np.intp]
PRODUCT_MOMENT = ("pearson", "spearman")


@dataclass(frozen=True)
class CorrelationDifference:
    """How much better the first metric follows the human scores, with the two-sided p-value."""

    difference: float
    p_value: float
    test: str
    statistic: float | None = None


def williams(
    first: ArrayLike, second: ArrayLike, human: ArrayLike, coefficient: str = "pearson"
) -> CorrelationDifference:
    """Return Williams' t for two correlations that share the human scores, with n - 3 degrees of freedom.

    The formula holds for Pearson's r, and for Spearman's rho as the r of ranks. Kendall's tau spreads less
    than an r of its size, so the formula would give it the wrong p: it is refused.
    """
    from scipy.special import stdtr

    if coefficient not in PRODUCT_MOMENT:
        raise InputError("williams-coefficient", product_moment=listed(PRODUCT_MOMENT), coefficient=coefficient)
    r12, r13, r23 = (
        _defined(correlate(a, b, coefficient)) for a, b in ((human, first), (human, second), (first, second))
    )
    n = np.asarray(human).size
    if n < 4:
        raise InputError("williams-items-too-few", n=n)
    t = williams_t(r12, r13, r23, n)
    p = min(1.0, 2 * float(stdtr(n - 3, -abs(t))))
    return CorrelationDifference(r12 - r13, p, f"williams({coefficient})", t)


def williams_t(r12: float, r13: float, r23: float, n: int) -> float:
    """Return t of Steiger's equation 7: does variable 1 correlate more with 2 than with 3? Not for tau."""
    if r23 <= -1 + ROUNDING:
        raise InputError("williams-mirrored")
    if abs(r12 - r13) <= ROUNDING:  # such as a metric and the same in percent: the rest would be noise
        return 0.0
    R = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    mean = (r12 + r13) / 2
    variance = 2 * (n - 1) / (n - 3) * max(R, 0.0) + mean**2 * (1 - r23) ** 3
    if variance <= 0:
        return copysign(inf, r12 - r13)
    return (r12 - r13) * sqrt((n - 1) * (1 + r23) / variance)


def perm_both(
    first: ArrayLike,
    second: ArrayLike,
    human: ArrayLike,
    coefficient: str,
    level: Level,
    *,
    seed: int,
    resamples: int = 1000,
    whole_systems: bool = False,
) -> CorrelationDifference:
    """Standardise both metrics and swap each of their scores by a coin; p is (c + 1) / (B + 1).

    With `whole_systems` (PERM-SYS) a coin swaps all scores of a system: a metric may then favour some systems,
    whatever the topic. Where there are no more swaps than resamples, all are tried, and p = c / 2^systems.
    A resample without a value counts as extreme, so that it can only make the test more careful.
    """
    x, y, z = matrices(first, second, human)
    observed = _defined(correlate_tables(x, z, coefficient, level)) - _defined(
        correlate_tables(y, z, coefficient, level)
    )
    both = np.stack([_standardised(x), _standardised(y)])
    # Equal scores of the two metrics must tie after a swap, whatever rounding did to either.
    x, y = levelled(both.reshape(-1), ROUNDING * np.max(np.abs(both))).reshape(both.shape)
    rng, extreme, every = random(seed), 0, None
    if whole_systems and 2 ** len(z) <= at_least_one(resamples, "resamples"):
        every = np.array(list(product((False, True), repeat=len(z))))
    tries = resamples if every is None else len(every)
    for block in portions(at_least_one(tries, "resamples"), z.size, BLOCK):
        size = block.stop - block.start
        swap = rng.random((size, len(z), 1 if whole_systems else z.shape[1])) < 0.5
        swap = np.broadcast_to(swap if every is None else every[block, :, None], (size, *z.shape))
        of_x = level_values(np.where(swap, y, x), np.broadcast_to(z, swap.shape), coefficient, level)
        of_y = level_values(np.where(swap, x, y), np.broadcast_to(z, swap.shape), coefficient, level)
        extreme += int(np.sum(~(np.abs(of_x - of_y) < abs(observed) - ROUNDING)))
    p = (extreme + 1) / (resamples + 1) if every is None else extreme / tries
    return CorrelationDifference(observed, p, f"{'perm-sys' if whole_systems else 'perm-both'}({coefficient}, {level})")


def correlation_interval(
    first: ArrayLike,
    second: ArrayLike,
    coefficient: str,
    level: Level,
    *,
    over: Over,
    seed: int,
    resamples: int = 1000,
    confidence: float = 0.95,
) -> PercentileInterval:
    """Return the percentile interval over resampled systems, texts or both."""
    x, y = matrices(first, second)
    estimate = _defined(correlate_tables(x, y, coefficient, level))
    systems, texts = _draws(x.shape, over, at_least_one(resamples, "resamples"), seed)
    values = np.empty(resamples)
    for block in portions(resamples, x.size, BLOCK):
        rows, columns = systems[block, :, None], texts[block, None, :]
        values[block] = level_values(x[rows, columns], y[rows, columns], coefficient, level)
    return percentile_interval(estimate, values, confidence)


def _draws(shape: tuple[int, ...], over: str, resamples: int, seed: int) -> tuple[Indices, Indices]:
    if over not in ("systems", "texts", "both"):
        raise unknown("source of variation", over, ("systems", "texts", "both"))
    if over != "systems":
        several(shape[1], "text")
    rng = random(seed)

    def drawn(size: int, again: bool) -> Indices:
        if again:
            return rng.integers(0, size, (resamples, size), dtype=np.intp)
        return np.broadcast_to(np.arange(size, dtype=np.intp), (resamples, size))

    return drawn(shape[0], over != "texts"), drawn(shape[1], over != "systems")


def _standardised(x: Floats) -> Floats:
    scaled = x / np.max(np.abs(x))
    centred: Floats = scaled - np.mean(scaled)
    return np.asarray(centred / np.sqrt(np.mean(centred**2)))


def _defined(correlation: Correlation) -> float:
    if correlation.value is None:
        raise InputError("correlation-undefined", undefined=correlation.undefined)
    return correlation.value


# Could this correlation be luck: permutation of systems (Pitman 1937), and the t-approximation.
# The permutation tests are one-sided: how often do shuffled systems agree as well as the true ones? They
# know no more than the design can tell: with k systems no p at the system level lies below 1/k!.

MOST_ORDERS = 5040  # of systems and topics together
MOST_EXACT = 7  # systems; 5,040 orders are all tried, beyond that they are drawn


def smallest_p(systems: int, texts: int = 1) -> float:
    """Return the smallest p of permutations of the systems, on each text separately: 1 in (k!)^texts orders."""
    return float(1 / factorial(systems) ** texts) if texts * systems < 150 else 0.0


def system_level_p(first: ArrayLike, second: ArrayLike, coefficient: str, *, seed: int, resamples: int = 1000) -> float:
    """Return the share of the orders of systems whose means correlate as highly; exact up to seven systems."""
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


def text_level_p(first: ArrayLike, second: ArrayLike, coefficient: str, *, seed: int, resamples: int = 1000) -> float:
    """Return the same with the systems permuted on each text separately; p = (c + 1) / (B + 1)."""
    x, y = matrices(first, second)
    observed = float(level_values(x, y, coefficient, "text"))
    rng = random(seed)
    as_high = 0
    for block in portions(at_least_one(resamples, "resamples"), x.size, BLOCK):
        shuffled = rng.permuted(np.broadcast_to(x, (block.stop - block.start, *x.shape)), axis=1)
        values = level_values(shuffled, np.broadcast_to(y, shuffled.shape), coefficient, "text")
        as_high += int(np.sum(_as_high(values, observed)))
    return (as_high + 1) / (resamples + 1)


def shuffled_p(first: ArrayLike, second: ArrayLike, coefficient: str, *, seed: int, resamples: int = 1000) -> float:
    """Return the two-sided p of a correlation over all cells of two tables, systems x topics; NaN is a gap.

    The systems and the topics of the first table are shuffled as a whole, so that scores which stand or fall
    together stay together. Where there are few orders all are tried; else p = (c + 1) / (B + 1).
    """
    x, y = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    observed = abs(_defined(_over_cells(x, y, coefficient)))
    rows, columns = _orders(x.shape, at_least_one(resamples, "resamples"), seed)
    if coefficient in PRODUCT_MOMENT and not (np.isnan(x).any() or np.isnan(y).any()):
        if coefficient == "spearman":
            x, y = (average_ranks(table.reshape(-1)).reshape(table.shape) for table in (x, y))
        x, y = _standardised(x), _standardised(y)
        blocks = portions(len(rows), x.size, BLOCK)
        moved = (x[rows[block, :, None], columns[block, None, :]] for block in blocks)
        values = np.concatenate([np.mean(table * y, axis=(1, 2)) for table in moved])
    else:
        tries = (_over_cells(x[np.ix_(i, j)], y, coefficient).value for i, j in zip(rows, columns, strict=True))
        values = np.array([np.nan if value is None else value for value in tries])
    extreme = int(np.sum(_as_high(np.abs(values), observed)))
    return extreme / len(rows) if len(rows) != resamples else (extreme + 1) / (resamples + 1)


def _orders(shape: tuple[int, ...], resamples: int, seed: int) -> tuple[Indices, Indices]:
    """Return orders of rows and of columns: all pairs of them, each once, where they are few; else drawn at random."""
    if sum(shape) < 20 and factorial(shape[0]) * factorial(shape[1]) < min(MOST_ORDERS, resamples):
        pairs = list(product(*(permutations(range(size)) for size in shape)))
        return np.array([rows for rows, _ in pairs]), np.array([columns for _, columns in pairs])
    rng = random(seed)
    rows, columns = (rng.permuted(np.tile(np.arange(size), (resamples, 1)), axis=1) for size in shape)
    return rows, columns


def _over_cells(x: Floats, y: Floats, coefficient: str) -> Correlation:
    both = ~(np.isnan(x) | np.isnan(y))
    if both.sum() < 2:
        return Correlation(None, "fewer than two scores are shared")
    return correlate(x[both], y[both], coefficient)


def t_approximation(r: float, n: int) -> float:
    """Return the two-sided p of Pearson's r or Spearman's rho of n items: t = r sqrt((n - 2) / (1 - r^2))."""
    from scipy.special import stdtr

    if n < 3:
        raise UsageError("t-test-items-too-few", n=n)
    if abs(r) >= 1:
        return 0.0
    return float(2 * stdtr(n - 2, -abs(r) * sqrt((n - 2) / (1 - r * r))))


def _as_high(values: Floats, observed: float) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return p, in which a permutation without a value counts, so that the test errs on the safe side."""
    return ~(values < observed - ROUNDING)
