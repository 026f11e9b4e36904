"""Perl's random numbers: srand(seed) and rand, the 48-bit generator of POSIX, on every platform."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

_FACTOR, _STEP, _START, _BITS = 0x5DEECE66D, 0xB, 0x330E, 48
_MASK = (1 << _BITS) - 1


def drand48(seed: int) -> Iterator[float]:
    """Numbers in [0, 1) after `srand(seed)`."""
    state = (seed << 16) + _START
    while True:
        state = (state * _FACTOR + _STEP) & _MASK
        yield state / (1 << _BITS)


@lru_cache(maxsize=4)
def samples(size: int, resamples: int) -> NDArray[np.intp]:
    """Column i holds `size` draws with replacement from range(size), after `srand(i)`.

    Kept for the next metric and the next system, which draw the same.
    """
    state = (np.arange(resamples, dtype=np.uint64) << np.uint64(16)) + np.uint64(_START)
    drawn = np.empty((size, resamples), dtype=np.intp)
    for row in drawn:
        state = (state * np.uint64(_FACTOR) + np.uint64(_STEP)) & np.uint64(_MASK)  # wraps at 64 bits: exact
        row[:] = (state.astype(np.float64) / float(1 << _BITS) * size).astype(np.intp)
    drawn.setflags(write=False)
    return drawn
