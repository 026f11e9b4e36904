"""Pearson, Spearman and Kendall correlation by system, by text and over all scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cliometer.errors import unknown
from cliometer.stats.samples import BLOCK, ROUNDING, Floats, average_ranks, levelled, matrices, portions, vectors

# Discordant pairs of long rows in n log n steps (Knight 1966), many rows at once.
# Rows are put in the order of x, ties in that of y; each two places where y then falls are a discordant
# pair. They are counted bit by bit: among values that agree in their higher bits, a one that stands before
# a zero.

Integers = NDArray[np.intp]


def pair_counts(x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """Return concordant less discordant pairs, pairs untied in x, pairs untied in y; along the last axis."""
    n = x.shape[-1]
    flat_x, flat_y = x.reshape(-1, n), y.reshape(-1, n)
    by_y = np.argsort(flat_y, axis=-1, kind="stable")
    by_both = np.take_along_axis(
        by_y, np.argsort(np.take_along_axis(flat_x, by_y, axis=-1), axis=-1, kind="stable"), axis=-1
    )
    x_sorted, y_then = (np.take_along_axis(side, by_both, axis=-1) for side in (flat_x, flat_y))
    same_x = x_sorted[:, 1:] == x_sorted[:, :-1]
    same_both = same_x & (y_then[:, 1:] == y_then[:, :-1])
    y_sorted = np.take_along_axis(flat_y, by_y, axis=-1)
    all_pairs = n * (n - 1) / 2
    untied_x = all_pairs - _tied(same_x)
    untied_y = all_pairs - _tied(y_sorted[:, 1:] == y_sorted[:, :-1])
    ordered = untied_x + untied_y - all_pairs + _tied(same_both)
    order = np.argsort(y_then, axis=-1, kind="stable")
    places = np.empty_like(order)
    np.put_along_axis(places, order, np.broadcast_to(np.arange(y_then.shape[-1]), y_then.shape), axis=-1)
    balance = ordered - 2 * inversions(places)
    shape = x.shape[:-1]
    return balance.reshape(shape), untied_x.reshape(shape), untied_y.reshape(shape)


def inversions(places: Integers) -> Floats:
    """Return how many pairs of each row, a permutation of 0 to n - 1, are in falling order."""
    rows, n = places.shape
    bits = max(1, int(n - 1).bit_length())
    # the numbers that are missing up to a power of two follow in rising order, which adds no inversion
    tail = np.broadcast_to(np.arange(n, 2**bits, dtype=np.intp), (rows, 2**bits - n))
    values = np.concatenate([places, tail], axis=1)
    counts = np.zeros(rows)
    for bit in reversed(range(bits)):
        groups = values.reshape(rows, -1, 2 ** (bit + 1))
        ones = (groups >> bit) & 1 == 1
        before = np.cumsum(ones, axis=-1, dtype=np.int64)
        counts += np.sum(np.where(ones, 0, before), axis=(1, 2))
        half = (rows, groups.shape[1], 1, 2**bit)  # each group holds as many zeros as ones
        values = np.concatenate([groups[~ones].reshape(half), groups[ones].reshape(half)], axis=2)
    return counts


def _tied(same: NDArray[np.bool_]) -> Floats:
    """Return pairs within runs of equals: each member is paired with all before it in its run."""
    index = np.arange(1, same.shape[-1] + 1)
    start = np.maximum.accumulate(np.where(same, 0, index), axis=-1)
    return np.asarray(np.sum(index - start, axis=-1).astype(np.float64))


# Pearson (1895), Spearman (1904), Kendall's tau-b (1945), Stuart's tau-c (1953) and Urbano & Marrero's tau_AP,b (2017)
# along the last axis of two arrays of one shape; NaN where a side is constant.

Coefficient = Literal["pearson", "spearman", "kendall-b", "kendall-c", "tauap-b"]
LONG = 200  # items; from about here on Knight's way is the faster one


def pearson_rows(x: Floats, y: Floats) -> Floats:
    """Return r of each row: the cosine of the two centred rows."""
    u, v = _centred(x), _centred(y)
    with np.errstate(divide="ignore", invalid="ignore"):
        u = u / np.sqrt(np.sum(u * u, axis=-1, keepdims=True))
        v = v / np.sqrt(np.sum(v * v, axis=-1, keepdims=True))
        r: Floats = np.sum(u * v, axis=-1)
    return np.clip(r, -1.0, 1.0)


def spearman_rows(x: Floats, y: Floats) -> Floats:
    """Return rho of each row: Pearson's r of the ranks, ties sharing their average rank."""
    return pearson_rows(average_ranks(x), average_ranks(y))


def kendall_b_rows(x: Floats, y: Floats) -> Floats:
    """Return tau-b of each row: concordant minus discordant pairs, over the pairs untied in x and those in y."""
    balance, untied_x, untied_y = _pairs(x, y)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.clip(balance / np.sqrt(untied_x) / np.sqrt(untied_y), -1.0, 1.0)


def kendall_c_rows(x: Floats, y: Floats) -> Floats:
    """Return tau-c of each row: the balance of pairs over n^2 (m - 1) / 2m, m values on the shorter scale."""
    balance, _, _ = _pairs(x, y)
    ordered = (np.sort(side, axis=-1) for side in (x, y))
    distinct = [1 + np.sum(side[..., 1:] != side[..., :-1], axis=-1) for side in ordered]
    m = np.minimum(*distinct)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(m > 1, 2 * balance / (x.shape[-1] ** 2 * (m - 1) / m), np.nan)


def tauap_b_rows(x: Floats, y: Floats) -> Floats:
    """Return tau_AP,b of each row, the mean of both directions, in which places near the top weigh most."""
    return (_ap_b(x, y) + _ap_b(y, x)) / 2


def _ap_b(x: Floats, y: Floats) -> Floats:
    """Return 2 m - 1, m the mean over the items below y's best of the share of those above them that x has above."""
    n = x.shape[-1]
    flat_x, flat_y = x.reshape(-1, 1, n), y.reshape(-1, 1, n)
    means = np.empty(len(flat_x))
    for rows in portions(len(flat_x), n * n, BLOCK):
        u, v = flat_x[rows], flat_y[rows]
        above = v > np.swapaxes(v, -1, -2)
        agreed = above & (u > np.swapaxes(u, -1, -2))
        counts = np.sum(above, axis=-1)
        shares = np.sum(agreed, axis=-1) / np.maximum(counts, 1)  # 0 for the best
        with np.errstate(invalid="ignore"):
            means[rows] = np.sum(shares, axis=-1) / np.sum(counts > 0, axis=-1)
    return 2 * means.reshape(x.shape[:-1]) - 1


ROWS: dict[str, Callable[[Floats, Floats], Floats]] = {
    "pearson": pearson_rows,
    "spearman": spearman_rows,
    "kendall-b": kendall_b_rows,
    "kendall-c": kendall_c_rows,
    "tauap-b": tauap_b_rows,
}
OVERLAP = "overlap"  # at the top alone


def at_top(top: int, rows: Callable[[Floats, Floats], Floats]) -> Callable[[Floats, Floats], Floats]:
    """Return the coefficient of the `top` items of y that are best, of all those that tie with the last of them."""

    def of_top(x: Floats, y: Floats) -> Floats:
        n = x.shape[-1]
        flat_x, flat_y = x.reshape(-1, n), y.reshape(-1, n)
        order, counts = np.argsort(-flat_y, axis=-1, kind="stable"), np.sum(_best(flat_y, top), axis=-1)
        values = np.full(len(flat_y), np.nan)
        for count in np.unique(counts):
            chosen, places = counts == count, order[counts == count, :count]
            values[chosen] = rows(*(np.take_along_axis(side[chosen], places, axis=-1) for side in (flat_x, flat_y)))
        return values.reshape(x.shape[:-1])

    return of_top


def overlap_rows(top: int) -> Callable[[Floats, Floats], Floats]:
    """Return the share of the `top` best items that x and y have in common, of the larger side where some tie."""

    def share(x: Floats, y: Floats) -> Floats:
        best = [_best(side, top) for side in (x, y)]
        return np.asarray(np.sum(best[0] & best[1], axis=-1) / np.maximum(*(np.sum(side, axis=-1) for side in best)))

    return share


def _best(x: Floats, top: int) -> NDArray[np.bool_]:
    least = np.sort(x, axis=-1)[..., -min(top, x.shape[-1])]
    return x >= least[..., None]


def rows_of(coefficient: str) -> Callable[[Floats, Floats], Floats]:
    """Return the function that computes a coefficient, by its name; `kendall-b@10` is that of the ten best of y."""
    name, at, top = coefficient.partition("@")
    if at and name == OVERLAP:
        return overlap_rows(int(top))
    if name not in ROWS:
        raise unknown("coefficient", name, ROWS)
    return at_top(int(top), ROWS[name]) if at else ROWS[name]


def _centred(x: Floats) -> Floats:
    """Return each row less its mean; the scale is a power of two and the first value goes first, so that neither
    great numbers nor nearly equal ones lose what tells them apart."""
    _, exponent = np.frexp(np.max(np.abs(x), axis=-1, keepdims=True))
    scaled = np.ldexp(x, -exponent)
    shifted = scaled - scaled[..., :1]
    centred: Floats = shifted - np.mean(shifted, axis=-1, keepdims=True)
    return np.where(np.any(shifted != 0, axis=-1, keepdims=True), centred, 0.0)


def _pairs(x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the same three counts of pairs, one step for each distance."""
    if x.shape[-1] > LONG:
        return pair_counts(x, y)
    balance, untied_x, untied_y = (np.zeros(x.shape[:-1]) for _ in range(3))
    for step in range(1, x.shape[-1]):
        of_x = np.sign(x[..., step:] - x[..., :-step])
        of_y = np.sign(y[..., step:] - y[..., :-step])
        balance += np.sum(of_x * of_y, axis=-1)
        untied_x += np.sum(np.abs(of_x), axis=-1)
        untied_y += np.sum(np.abs(of_y), axis=-1)
    return balance, untied_x, untied_y


# Correlation by system, by text (Louis & Nenkova 2013) and over all scores (Deutsch et al. 2021).
# A table holds systems in its rows and texts in its columns. The system level correlates the rows' means,
# the text level averages the correlations of the columns, the global level correlates all cells at once. A
# coefficient of a constant side has no value: the answer then carries the reason instead.

Level = Literal["system", "text", "global"]
LEVELS: tuple[Level, ...] = ("system", "text", "global")


@dataclass(frozen=True)
class Correlation:
    """A coefficient, or the reason why there is none; at the text level how many texts have one."""

    value: float | None
    undefined: str | None = None
    counted: int = 1
    left_out: int = 0


def correlate(first: ArrayLike, second: ArrayLike, coefficient: str) -> Correlation:
    """Return the coefficient of two lists of scores of the same items."""
    rows = rows_of(coefficient)
    x, y = vectors(first, second)
    reason = constant_side(x, y, "scores")
    return Correlation(None, reason, 0, 1) if reason else Correlation(float(rows(x, y)))


def correlate_tables(
    first: ArrayLike,
    second: ArrayLike,
    coefficient: str,
    level: Level,
    sides: tuple[str, str] = ("first side", "second side"),
) -> Correlation:
    """Return the coefficient of two tables, systems x texts, at a level; a reason names the two sides so."""
    x, y = matrices(first, second)
    values = level_rows(x, y, coefficient, level)
    defined = values[np.isfinite(values)]
    left_out = values.size - defined.size
    if defined.size:
        return Correlation(float(np.mean(defined)), None, defined.size, left_out)
    if level == "text":
        return Correlation(None, "on every text one side gives all systems the same score", 0, left_out)
    if level == "system":
        x, y = system_means(x), system_means(y)
    reason = constant_side(x, y, "system means" if level == "system" else "scores", sides)
    return Correlation(None, reason or "one side is constant", 0, left_out)


def level_rows(x: Floats, y: Floats, coefficient: str, level: str) -> Floats:
    """Return the coefficients that a level averages, in the last axis, of tables in the last two axes."""
    rows = rows_of(coefficient)
    if level == "text":
        return rows(np.swapaxes(x, -1, -2), np.swapaxes(y, -1, -2))
    if level == "system":
        return rows(system_means(x), system_means(y))[..., None]
    if level == "global":
        flat = (*x.shape[:-2], x.shape[-2] * x.shape[-1])
        return rows(x.reshape(flat), y.reshape(flat))[..., None]
    raise unknown("level", level, LEVELS)


def level_values(x: Floats, y: Floats, coefficient: str, level: str) -> Floats:
    """Return one number for each pair of tables; NaN where no coefficient of the level has a value."""
    values = level_rows(x, y, coefficient, level)
    defined = np.isfinite(values)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.sum(np.where(defined, values, 0.0), axis=-1) / np.sum(defined, axis=-1))


def system_means(x: Floats) -> Floats:
    """Return the mean of each row; means that differ by rounding alone are made equal, as they must tie."""
    scale = 2.0 ** -x.shape[-1].bit_length()  # exact, and no sum overflows
    means: Floats = np.sum(np.sort(x, axis=-1) * scale, axis=-1) / (x.shape[-1] * scale)
    return levelled(means, ROUNDING * np.max(np.abs(x), axis=(-2, -1))[..., np.newaxis])


def constant_side(
    x: Floats, y: Floats, what: str, sides: tuple[str, str] = ("first side", "second side")
) -> str | None:
    """Return the reason why a coefficient of x and y has no value, or None."""
    constant = [name for name, side in zip(sides, (x, y), strict=True) if np.all(side == side.flat[0])]
    return f"all {what} of the {' and the '.join(constant)} are equal" if constant else None
