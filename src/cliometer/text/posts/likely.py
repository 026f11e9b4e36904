"""Which texts may lie within a few edits of each other, by the pairs of letters they hold (Ukkonen 1992).

An edit takes away at most two pairs of neighbouring letters and brings at most two. Pairs share 256 bins, of
which we keep whether they hold an even or an odd number; so an edit turns at most four bins, and where more
than four an edit differ, there were more edits. What two texts have in common cancels out, however long they
are. The bins of a text are four numbers of 64 bits, which are compared far faster than the texts.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Marks = NDArray[np.uint64]
_BINS = 256
_BINS_AN_EDIT = 4
_MULTIPLIER, _SHIFT = np.uint32(2654435761), np.uint32(24)  # Knuth's, whose upper bits are the mixed ones


def marks(texts: Sequence[str]) -> Marks:
    """A row for each text: a bit for each bin, 1 where it holds an odd number of pairs."""
    odd = np.zeros((len(texts), _BINS), dtype=np.uint8)
    for row, text in enumerate(texts):
        letters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
        bins = ((letters[:-1] * np.uint32(31) + letters[1:]) * _MULTIPLIER) >> _SHIFT
        odd[row] = np.bincount(bins, minlength=_BINS) & 1
    return np.packbits(odd, axis=1).view(np.uint64)


def may_be_near(ours: Marks, theirs: Marks, limit: int) -> NDArray[np.bool_]:
    """Whether at most `limit` edits could turn the text of a row into that of a column."""
    different = np.zeros((len(ours), len(theirs)), dtype=np.uint16)
    for a, b in zip(ours.T, theirs.T, strict=True):
        different += ones(a[:, None] ^ b)
    possible: NDArray[np.bool_] = different <= _BINS_AN_EDIT * limit
    return possible


def ones(numbers: Marks) -> NDArray[np.uint8]:
    """How many bits of each number are 1."""
    count = getattr(np, "bitwise_count", ones_plainly)  # numpy has it since 2.0
    found: NDArray[np.uint8] = count(numbers)
    return found


def ones_plainly(numbers: Marks) -> NDArray[np.uint8]:
    """The same by adding bits to pairs, fours and eights (Warren, Hacker's Delight, section 5-1)."""
    pairs, fours, eights, each = map(
        np.uint64, (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101)
    )
    one, two, four, last = map(np.uint64, (1, 2, 4, 56))
    sums = numbers - ((numbers >> one) & pairs)
    sums = (sums & fours) + ((sums >> two) & fours)
    sums = (sums + (sums >> four)) & eights
    found: NDArray[np.uint8] = ((sums * each) >> last).astype(np.uint8)
    return found
