"""Numbers fit for a statistic: checked values, number of resamples, seeds, and the sides of a test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cliometer.errors import InputError, UsageError, expected, unknown
from cliometer.spelling import is_whole, listed

Floats: TypeAlias = NDArray[np.float64]

DIGITS = 12  # 0.3 - 0.1 and 0.5 - 0.3 differ in the 16th digit: scores that agree to this many are tied
ROUNDING = 10.0**-DIGITS  # of the scores at hand
TIE = 1e-10  # of the largest value possible: two sums of many terms that differ by less differ by rounding
BLOCK = 2**21  # numbers held at once; no answer depends on it
LARGEST = 1e90  # its cube is still a number
SIGNIFICANT = 0.05  # the largest p that counts as a difference where nobody asks for another


def numbers(values: ArrayLike, what: str, dimensions: tuple[int, ...] = (1,), largest: float = LARGEST) -> Floats:
    """Return the values as an array with one of these numbers of dimensions, neither empty nor with a gap."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError("number-table-expected", what=what) from None
    if array.ndim not in dimensions:
        wanted = listed(map(str, dimensions), last=" or ")
        raise UsageError("dimensions-mismatch", what=what, wanted=wanted, ndim=array.ndim)
    if not array.size:
        raise InputError("no-values", what=what)
    for wrong, why in (
        (~np.isfinite(array), "where a finite number is expected"),
        (np.abs(array) > largest, f"beyond {largest:g}, which is too large to compute with"),
    ):
        for place in np.argwhere(wrong):
            where = ", ".join(str(index + 1) for index in place)
            raise InputError("value-not-allowed", what=what, array=array[tuple(place)], where=where, why=why)
    return array


def several(count: int, what: str) -> None:
    """Refuses a single topic, text or unit: from one, nothing can be said about others."""
    if count < 2:
        raise InputError("sample-too-small", count=count, what=what)


def paired(first: ArrayLike, second: ArrayLike) -> tuple[Floats, Floats]:
    """Return two systems' scores on the same topics, in the same order."""
    a, b = numbers(first, "scores of the first system"), numbers(second, "scores of the second system")
    if len(a) != len(b):
        raise InputError("pairs-unequal", count=len(a), b_count=len(b))
    several(len(a), "topic")
    return a, b


def vectors(first: ArrayLike, second: ArrayLike) -> tuple[Floats, Floats]:
    """Return two lists of scores of the same items, at least two; of any size, as only their order or r counts."""
    x, y = (numbers(side, "scores", largest=np.inf) for side in (first, second))
    _same_shape(x, y)
    if x.size < 2:
        raise InputError("items-too-few", size=x.size)
    return x, y


def matrices(*scores: ArrayLike) -> tuple[Floats, ...]:
    """Return tables of one shape, systems x texts, with at least two systems and one text."""
    tables = tuple(numbers(table, "scores", dimensions=(2,), largest=np.inf) for table in scores)
    for table in tables[1:]:
        _same_shape(tables[0], table)
    several_systems(len(tables[0]))
    return tables


def several_systems(count: int) -> None:
    """Refuses a single system: there is nothing to compare it with."""
    if count < 2:
        raise InputError("score-systems-too-few", count=count)


def settled(a: Floats, b: Floats) -> Floats:
    """Return the differences a - b, those equal (or 0) but for rounding made equal, so that ties are ties.

    Sizes are levelled by the gaps between neighbours: a grid to round to would part twins astride a line.
    """
    d = a - b
    rounding = ROUNDING * np.maximum(np.abs(a).max(), np.abs(b).max())
    sizes = levelled(np.concatenate([[0.0], np.abs(d)]), rounding)[1:]
    return np.copysign(sizes, d)


def levelled(values: Floats, rounding: Floats) -> Floats:
    """Return the values of each row (last axis), those that differ from a neighbour by rounding alone made equal."""
    order = np.argsort(values, axis=-1, kind="stable")
    ordered = np.take_along_axis(values, order, axis=-1)
    with np.errstate(over="ignore"):  # great numbers of either sign are far apart
        steps = np.diff(ordered, axis=-1) > rounding
    places = np.arange(1, values.shape[-1])
    first = np.maximum.accumulate(np.where(steps, places, 0), axis=-1)
    first = np.concatenate([np.zeros_like(order[..., :1]), first], axis=-1)
    level = np.empty_like(values)
    np.put_along_axis(level, order, np.take_along_axis(ordered, first, axis=-1), axis=-1)
    return level


def average_ranks(x: Floats) -> Floats:
    """Return ranks from 1 along the last axis; tied values share the mean of their places."""
    order = np.argsort(x, axis=-1, kind="stable")
    ordered = np.take_along_axis(x, order, axis=-1)
    starts = np.ones(x.shape, dtype=np.bool_)  # where a new value begins
    starts[..., 1:] = ordered[..., 1:] != ordered[..., :-1]
    places = np.arange(x.shape[-1])
    first = np.maximum.accumulate(np.where(starts, places, 0), axis=-1)
    ends = np.concatenate([starts[..., 1:], np.ones_like(starts[..., :1])], axis=-1)
    backwards = np.where(ends, places, x.shape[-1])[..., ::-1]
    last = np.minimum.accumulate(backwards, axis=-1)[..., ::-1]
    ranks = np.empty(x.shape, dtype=np.float64)
    np.put_along_axis(ranks, order, (first + last) / 2 + 1, axis=-1)
    return ranks


def between(value: float, what: str) -> float:
    """Return a probability that is neither 0 nor 1."""
    if not 0 < value < 1:
        raise expected(f"{what} between 0 and 1, such as 0.95 or 0.05", value)
    return value


def at_least_one(count: int, what: str) -> int:
    """Return a number of draws, if it is a whole number of at least 1."""
    if not is_whole(count, 1):
        raise expected(f"the number of {what} as a whole number of at least 1", count)
    return int(count)


def random(seed: int) -> np.random.Generator:
    """numpy's default generator; without a seed no number could be repeated, so None is refused."""
    return np.random.default_rng(checked_seed(seed))


def portions(count: int, width: int, most: int) -> Iterator[slice]:
    """Yield slices of so many rows, each of `width` numbers, that hold about `most` numbers."""
    step = max(1, most // width)
    return (slice(start, min(start + step, count)) for start in range(0, count, step))


def _same_shape(x: Floats, y: Floats) -> None:
    if x.shape != y.shape:
        left, right = (" x ".join(map(str, table.shape)) for table in (x, y))
        raise InputError("shapes-unequal", left=left, right=right)


MOST_RESAMPLES = 10_000_000  # more take hours, and more memory than most have


def checked_resamples(count: object) -> int:
    """Return the number of resamples, if it is within the limits."""
    if not is_whole(count, 2, MOST_RESAMPLES):
        raise expected(f"the number of resamples as a whole number from 2 to {MOST_RESAMPLES:,}", count)
    return int(count)


def checked_seed(seed: int) -> int:
    """Return a seed, if the generator accepts it."""
    if not is_whole(seed, 0):
        raise expected("a seed as a whole number of at least 0", seed)
    return int(seed)


Alternative = Literal["two-sided", "greater", "less"]


class _Signs(dict[str, int]):
    def __missing__(self, alternative: str) -> int:
        raise unknown("alternative", alternative, self)


SIGNS = _Signs({"two-sided": 0, "greater": 1, "less": -1})


def as_extreme(values: Floats, observed: Floats, slack: Floats) -> NDArray[np.bool_]:
    """Return which values lie as far from 0 as the observed one, or nearly so."""
    return np.asarray(np.abs(values) >= np.abs(observed) - slack)
