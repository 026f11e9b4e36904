"""Tables of hits and sizes: what every pair of a system's day and a reference date shares, for one ROUGE.

Several references that have the date are pooled (mode A of ROUGE-1.5.5): their hits and sizes add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import UsageError
from cliometer.metrics.kernels import Floats
from cliometer.metrics.rouge.lcs import total
from cliometer.metrics.rouge.rouge155 import Tokens, counts
from cliometer.metrics.rouge.variants import Variant
from cliometer.text.bags import ngram_bags, skip_bags
from cliometer.text.overlap import Bags, overlaps
from cliometer.text.rows import Ints, Rows
from cliometer.text.settings import TextSettings


class Table(Protocol):
    """Hits of pairs, sizes of both sides, and how many references have each date."""

    peer: Floats
    model: Floats
    writers: Ints

    def hits(self, rows: Ints, columns: Ints) -> Floats:
        """What rows and columns share, pair by pair; index arrays broadcast."""
        ...


class CountTable:
    """Hits that are counts of grams, all computed beforehand by one product."""

    def __init__(self, matrix: Floats, peer: Floats, model: Floats, writers: Ints) -> None:
        self.matrix, self.peer, self.model, self.writers = matrix, peer, model, writers

    def hits(self, rows: Ints, columns: Ints) -> Floats:
        """Cells of the matrix."""
        return self.matrix[rows, columns]


class LcsTable:
    """Hits along common subsequences, computed only for the pairs that are asked for."""

    def __init__(
        self,
        variant: Variant,
        text: TextSettings,
        peers: Sequence[Sequence[str]],
        models: Sequence[Sequence[str]],
        columns: Ints,
    ) -> None:
        self._variant = variant
        self._peers = [_tokens(day, text) for day in peers]
        self._models: list[list[Tokens]] = [[] for _ in range(int(columns.max(initial=-1)) + 1)]
        for column, day in zip(columns, models, strict=True):
            self._models[column].append(_tokens(day, text))
        self.writers = np.array([len(days) for days in self._models], np.int64)
        nothing = Tokens([], [])
        self.peer = np.array([counts(variant, day, nothing).peer for day in self._peers], float)
        self.model = np.array(
            [total(counts(variant, nothing, day).model for day in days) for days in self._models], float
        )
        self._cell = cache(self._count)

    def hits(self, rows: Ints, columns: Ints) -> Floats:
        """Each distinct pair is aligned once."""
        rows, columns = np.broadcast_arrays(rows, columns)
        cells = [self._cell(int(r), int(c)) for r, c in zip(rows.flat, columns.flat, strict=True)]
        return np.array(cells, float).reshape(rows.shape)

    def _count(self, row: int, column: int) -> float:
        return total(counts(self._variant, self._peers[row], day).hits for day in self._models[column])


def count_table(rows: Rows, variant: Variant, peers: int, columns: Ints) -> CountTable:
    """The table for N, S and SU: the first `peers` rows against the others, summed by column."""
    bags = gram_bags(rows, variant)
    left, right = bags.part(0, peers), bags.part(peers, len(rows))
    width = int(columns.max(initial=-1)) + 1
    model = weighted(columns, right.sizes, width)
    matrix = _sum_columns(overlaps(left, right), columns, width)
    return CountTable(matrix, left.sizes.astype(float), model, np.bincount(columns, minlength=width))


def weighted(groups: Ints, values: Ints | Floats, size: int) -> Floats:
    """Values summed by group, in the order they stand."""
    return np.asarray(np.bincount(groups, weights=values, minlength=size), float)


def gram_bags(rows: Rows, variant: Variant) -> Bags:
    """The bags that a counting ROUGE compares."""
    if variant.kind == "N":
        return ngram_bags(rows, variant.n)
    if variant.kind in ("S", "SU"):
        return skip_bags(rows, variant.skip, unigrams=variant.kind == "SU")
    raise UsageError(f"ROUGE-{variant} aligns sentences and has no bag of grams; use 1, 2, S4 or SU4 here")


def _sum_columns(matrix: Floats, columns: Ints, width: int) -> Floats:
    if len(columns) == width and (columns == np.arange(width)).all():
        return matrix
    belongs: NDArray[np.float64] = np.zeros((len(columns), width))
    belongs[np.arange(len(columns)), columns] = 1
    return matrix @ belongs


def _tokens(sentences: Sequence[str], text: TextSettings) -> Tokens:
    units = [text.words(sentence) for sentence in sentences]
    return Tokens([word for unit in units for word in unit], units)
