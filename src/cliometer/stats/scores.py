"""What the statistics accept: finite numbers of equal shape, with something to compare."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cliometer.errors import InputError, UsageError

Floats = NDArray[np.float64]


def vectors(first: ArrayLike, second: ArrayLike) -> tuple[Floats, Floats]:
    """Two lists of scores of the same items, at least two."""
    x, y = numbers(first, 1), numbers(second, 1)
    _same_shape(x, y)
    if x.size < 2:
        raise UsageError(f"expected the scores of at least two items, found {x.size}")
    return x, y


def matrices(*scores: ArrayLike) -> tuple[Floats, ...]:
    """Tables of one shape, systems x texts, with at least two systems and one text."""
    tables = tuple(numbers(table, 2) for table in scores)
    for table in tables:
        _same_shape(tables[0], table)
    systems, texts = tables[0].shape
    if systems < 2:
        raise UsageError(f"expected the scores of at least two systems, found {systems}")
    if texts < 1:
        raise UsageError("expected scores on at least one text, found none")
    return tables


def numbers(scores: ArrayLike, dimensions: int) -> Floats:
    """Scores as an array; what is no finite number is refused with its place."""
    shape = "a list of numbers" if dimensions == 1 else "a table of numbers, a row for each system"
    try:
        array = np.array(scores, dtype=np.float64)
    except (TypeError, ValueError):
        raise UsageError(f"expected {shape} with no gaps") from None
    if array.ndim != dimensions:
        raise UsageError(f"expected {shape}, found {array.ndim} dimensions")
    wrong = np.argwhere(~np.isfinite(array))
    if len(wrong):
        place = ", ".join(str(index + 1) for index in wrong[0])
        value = array[tuple(wrong[0])]
        raise InputError(f"expected a finite score at place ({place}), counted from 1, found {value}")
    return array


def positive(name: str, value: int) -> int:
    """A number of resamples."""
    if value < 1:
        raise UsageError(f"expected {name} of at least 1, found {value}")
    return value


def _same_shape(x: Floats, y: Floats) -> None:
    if x.shape != y.shape:
        left, right = (" x ".join(map(str, table.shape)) for table in (x, y))
        raise UsageError(f"expected scores of equal shape, found {left} and {right}")
