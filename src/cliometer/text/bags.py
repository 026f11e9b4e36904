"""Bags of n-grams and skip-bigrams of many rows at once; what counts as a gram is ROUGE-1.5.5's rule."""

from __future__ import annotations

import numpy as np

from cliometer.errors import UsageError
from cliometer.text.overlap import Bags
from cliometer.text.rows import Ints, Rows

_LARGEST = 2**62  # keys stay clear of the end of 64 bits
_MOST_PAIRS = 100_000_000  # of skip-bigrams: about 2 GB


def ngram_bags(rows: Rows, n: int) -> Bags:
    """All runs of n words; they cross sentences, never rows."""
    if n == 1:
        return Bags(rows.ids, rows.numbers, len(rows))
    if n > rows.lengths.max(initial=0):
        return Bags(rows.ids[:0], rows.ids[:0], len(rows))
    keys, base = rows.ids, rows.vocabulary_size
    for length in range(2, n + 1):
        keys, base = _extend(keys, base, rows, length)
    starts = np.flatnonzero(rows.room >= n)
    return Bags(keys[starts], rows.numbers[starts], len(rows))


def skip_bags(rows: Rows, gap: int | None, unigrams: bool) -> Bags:
    """Ordered pairs with at most `gap` words between them (None: any number).

    With `unigrams` each word counts for itself as well, except the last of a row: ROUGE-1.5.5 adds it only
    where a pair may start.
    """
    longest = int(rows.lengths.max(initial=0)) - 1
    reach = longest if gap is None else min(gap + 1, longest)
    if reach * len(rows.ids) > _MOST_PAIRS:
        raise UsageError(
            f"a text of {longest + 1} words has too many pairs for an unlimited gap; take one such as S4"
        )
    keys, owners = [], []
    for step in range(1, reach + 1):
        starts = np.flatnonzero(rows.room > step)
        keys.append(rows.ids[starts] * rows.vocabulary_size + rows.ids[starts + step])
        owners.append(rows.numbers[starts])
    if unigrams:
        starts = np.flatnonzero(rows.room > 1)
        keys.append(rows.ids[starts] + rows.vocabulary_size**2)
        owners.append(rows.numbers[starts])
    return _row_by_row(keys, owners, len(rows))


def _extend(keys: Ints, base: int, rows: Rows, length: int) -> tuple[Ints, int]:
    """Keys of runs one word longer, renumbered where they would outgrow 64 bits."""
    if base > _LARGEST // rows.vocabulary_size:
        distinct, keys = np.unique(keys, return_inverse=True)
        base = len(distinct)
    extended = np.zeros(len(rows.ids), np.int64)
    if len(rows.ids) >= length:
        tail = rows.ids[length - 1 :]
        extended[: len(tail)] = keys[: len(tail)] * rows.vocabulary_size + tail
    return extended, base * rows.vocabulary_size


def _row_by_row(keys: list[Ints], owners: list[Ints], size: int) -> Bags:
    if not keys:
        return Bags(np.zeros(0, np.int64), np.zeros(0, np.int64), size)
    grams, rows = np.concatenate(keys), np.concatenate(owners)
    order = np.argsort(rows, kind="stable")
    return Bags(grams[order], rows[order], size)
