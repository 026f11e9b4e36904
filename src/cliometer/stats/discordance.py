"""Discordant pairs of long rows in n log n steps (Knight 1966), many rows at once.

Rows are put in the order of x, ties in that of y; each two places where y then falls are a discordant pair.
They are counted bit by bit: among values that agree in their higher bits, a one that stands before a zero.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cliometer.stats.samples import Floats

Integers = NDArray[np.intp]


def pair_counts(x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """Concordant less discordant pairs, pairs untied in x, pairs untied in y; along the last axis."""
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
    balance = ordered - 2 * inversions(_places(y_then))
    shape = x.shape[:-1]
    return balance.reshape(shape), untied_x.reshape(shape), untied_y.reshape(shape)


def inversions(places: Integers) -> Floats:
    """How many pairs of each row, a permutation of 0 to n - 1, stand in falling order."""
    rows, n = places.shape
    bits = max(1, int(n - 1).bit_length())
    # the numbers that are missing up to a power of two follow in rising order, which adds no inversion
    tail = np.broadcast_to(np.arange(n, 2**bits, dtype=np.intp), (rows, 2**bits - n))
    values = np.concatenate([places, tail], axis=1)
    found = np.zeros(rows)
    for bit in reversed(range(bits)):
        groups = values.reshape(rows, -1, 2 ** (bit + 1))
        ones = (groups >> bit) & 1 == 1
        before = np.cumsum(ones, axis=-1, dtype=np.int64)
        found += np.sum(np.where(ones, 0, before), axis=(1, 2))
        half = (rows, groups.shape[1], 1, 2**bit)  # each group holds as many zeros as ones
        values = np.concatenate([groups[~ones].reshape(half), groups[ones].reshape(half)], axis=2)
    return found


def _places(values: Floats) -> Integers:
    """Each value's place in its sorted row; equal values in the order in which they stand."""
    order = np.argsort(values, axis=-1, kind="stable")
    places = np.empty_like(order)
    np.put_along_axis(places, order, np.broadcast_to(np.arange(values.shape[-1]), values.shape), axis=-1)
    return places


def _tied(same: NDArray[np.bool_]) -> Floats:
    """Pairs within runs of equals: each member is paired with all before it in its run."""
    index = np.arange(1, same.shape[-1] + 1)
    start = np.maximum.accumulate(np.where(same, 0, index), axis=-1)
    pairs: Floats = np.sum(index - start, axis=-1).astype(np.float64)
    return pairs
