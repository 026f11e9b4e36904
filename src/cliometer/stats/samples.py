"""Numbers fit for a test: finite, paired, and from more than one topic."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cliometer.errors import InputError, UsageError, expected

Floats: TypeAlias = NDArray[np.float64]

DIGITS = 12  # 0.3 - 0.1 and 0.5 - 0.3 differ in the 16th digit: scores that agree to this many are tied
LARGEST = 1e90  # its cube is still a number


def numbers(values: ArrayLike, what: str, dimensions: tuple[int, ...] = (1,)) -> Floats:
    """The values as an array with one of these numbers of dimensions, neither empty nor with a gap."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise expected(f"{what} as an array of numbers, every row as long as the others", values) from None
    if array.ndim not in dimensions:
        wanted = " or ".join(map(str, dimensions))
        raise UsageError(f"expected {what} in {wanted} dimension(s), found {array.ndim}")
    if not array.size:
        raise InputError(f"there are no {what}")
    if not np.isfinite(array).all():
        place = np.argwhere(~np.isfinite(array))[0].tolist()
        raise InputError(f"the {what} hold a value that is not a finite number, the first at {place}")
    if np.abs(array).max() > LARGEST:
        raise InputError(f"the {what} hold a number beyond {LARGEST:g}, whose powers no computer can add up")
    return array


def several_topics(count: int) -> None:
    """Refuses a single topic: from one, nothing can be said about others."""
    if count < 2:
        raise InputError(f"found {count} topic; a test over topics needs two or more")


def paired(first: ArrayLike, second: ArrayLike) -> tuple[Floats, Floats]:
    """Two systems' scores on the same topics, in the same order."""
    a, b = numbers(first, "scores of the first system"), numbers(second, "scores of the second system")
    if len(a) != len(b):
        raise InputError(f"the systems have {len(a)} and {len(b)} scores; pairs need the same topics in both")
    several_topics(len(a))
    return a, b


def settled(a: Floats, b: Floats) -> Floats:
    """The differences a - b, those equal (or 0) but for rounding made equal, so that ties are ties.

    Sizes are grouped by the gaps between neighbours: a grid to round to would part twins astride a line.
    """
    d = a - b
    order = np.argsort(np.abs(d))
    ordered = np.concatenate([[0.0], np.abs(d)[order]])
    rounding = 10.0**-DIGITS * max(np.abs(a).max(), np.abs(b).max())
    starts = np.concatenate([[True], np.diff(ordered) > rounding])
    sizes = np.empty_like(d)
    sizes[order] = ordered[starts][np.cumsum(starts) - 1][1:]
    return np.copysign(sizes, d)


def subtracted(a: Floats, b: Floats) -> Floats:
    """a - b, and 0 where they differ by rounding alone."""
    difference = a - b
    noise = np.abs(difference) <= 10.0**-DIGITS * np.maximum(np.abs(a), np.abs(b))
    return np.where(noise, 0.0, difference)


def between(value: float, what: str) -> float:
    """A probability that is neither 0 nor 1."""
    if not 0 < value < 1:
        raise expected(f"{what} between 0 and 1, such as 0.95 or 0.05", value)
    return value


def at_least_one(count: int, what: str) -> int:
    """How often something is to be drawn."""
    if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 1:
        raise expected(f"the number of {what} as a whole number of at least 1", count)
    return int(count)


def random(seed: int) -> np.random.Generator:
    """numpy's default generator; without a seed no number could be had twice, so None is refused."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise expected("a seed as a whole number of at least 0", seed)
    return np.random.default_rng(int(seed))
