"""All systems' timelines of one topic beside its references, with the tables of ROUGE hits between them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import chain
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import UsageError
from cliometer.metrics.alignment import Mask
from cliometer.metrics.rouge.lcs import total
from cliometer.metrics.rouge.rouge155 import Tokens, counts
from cliometer.metrics.rouge.variants import Variant
from cliometer.metrics.similarity import Floats, Kernel, date_closeness
from cliometer.model.timeline import ReferenceSet
from cliometer.text.tokenisation import TextSettings
from cliometer.text.word_rows import Bags, Ints, Pieces, Rows, ngram_bags, overlaps, read_pieces, skip_bags

# Tables of hits and sizes: what every pair of a system's day and a reference date shares, for one ROUGE.
# Several references that have the date are pooled (mode A of ROUGE-1.5.5): their hits and sizes add up. `peer` and
# `model` are the sizes of both sides, `writers` says how many references have each date; index arrays broadcast.


@dataclass(eq=False)
class CountTable:
    """Hits that are counts of grams, all computed beforehand by one product."""

    matrix: Floats
    peer: Floats
    model: Floats
    writers: Ints

    def hits(self, rows: Ints, columns: Ints) -> Floats:
        """Return the cells of the matrix."""
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
        self._cell = cache(
            lambda row, column: total(counts(variant, self._peers[row], day).hits for day in self._models[column])
        )

    def hits(self, rows: Ints, columns: Ints) -> Floats:
        """Return the hits, aligning each distinct pair once."""
        rows, columns = np.broadcast_arrays(rows, columns)
        cells = [self._cell(int(r), int(c)) for r, c in zip(rows.flat, columns.flat, strict=True)]
        return np.array(cells, float).reshape(rows.shape)


def count_table(rows: Rows, variant: Variant, peers: int, columns: Ints) -> CountTable:
    """Return the table for N, S and SU: the first `peers` rows against the others, summed by column."""
    bags = gram_bags(rows, variant)
    left, right = bags.part(0, peers), bags.part(peers, len(rows))
    width = int(columns.max(initial=-1)) + 1
    model = group_sums(columns, right.sizes, width)
    matrix = overlaps(left, right)
    if len(columns) != width or (columns != np.arange(width)).any():
        belongs: NDArray[np.float64] = np.zeros((len(columns), width))
        belongs[np.arange(len(columns)), columns] = 1
        matrix = matrix @ belongs
    return CountTable(matrix, left.sizes.astype(float), model, np.bincount(columns, minlength=width))


def group_sums(groups: Ints, values: Ints | Floats, size: int) -> Floats:
    """Return values summed by group, in the order they stand."""
    return np.asarray(np.bincount(groups, weights=values, minlength=size), float)


def gram_bags(rows: Rows, variant: Variant) -> Bags:
    """Return the bags that a counting ROUGE compares."""
    if variant.kind == "N":
        return ngram_bags(rows, variant.n)
    if variant.kind in ("S", "SU"):
        return skip_bags(rows, variant.skip, unigrams=variant.kind == "SU")
    raise UsageError("rouge-without-bag", variant=variant)


def _tokens(sentences: Sequence[str], text: TextSettings) -> Tokens:
    units = [text.words(sentence) for sentence in sentences]
    return Tokens([word for unit in units for word in unit], units, text)


# All systems' timelines of one topic beside its references: each text is read once, each table made once.
# A *row* is a day of some system (the days of the first system, then those of the second, ...), a *column*
# a date of the references. Metrics ask for tables and never touch a text themselves, so that twelve metrics
# over two hundred systems cost little more than one.

T = TypeVar("T")


class TopicComparison:
    """What systems answered on one topic, its gold, and every table that metrics share.

    `memo` serves any kind of gold; the other tables are of timelines and their references, and are made when
    a metric asks for them.
    """

    def __init__(self, systems: Sequence[Any], gold: Any) -> None:
        self.systems, self.gold = tuple(systems), gold
        self._kept: dict[Hashable, Any] = {}
        if isinstance(gold, ReferenceSet):
            self.references, self.dates = gold, gold.dates
            self.bounds: Ints = np.cumsum([0, *map(len, systems)])  # first rows of systems, number of rows
            self.owners: Ints = np.repeat(np.arange(len(systems)), np.diff(self.bounds))  # of each row
            column = {when: index for index, when in enumerate(self.dates)}
            self.reference_columns = np.array([column[d] for r in gold for d in r], np.int64)
            whens = ([when for system in systems for when in system], self.dates)
            self.row_days, self.column_days = (  # the first days, and the last
                np.array([(when.first, when.last) for when in some], np.int64).reshape(-1, 2).T for some in whens
            )

    def memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return a table, which is made the first time that a metric asks for it."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]  # type: ignore[no-any-return]

    @cached_property
    def same_date(self) -> Mask:
        """Whether the dates of a row and a column are the same, precision included."""
        return np.asarray((self.row_days[:, :, None] == self.column_days[:, None]).all(axis=0))

    def closeness(self, kernel: Kernel) -> Floats:
        """Return what each pair of dates is worth."""
        return self.memo(("closeness", kernel), lambda: date_closeness(kernel, self.row_days, self.column_days))

    @cached_property
    def pieces(self) -> Pieces:
        """The texts of every day of the systems, then of the references, cut at blanks."""
        return read_pieces([lines for timeline in (*self.systems, *self.references) for lines in timeline.values()])

    @cached_property
    def reference_by_reference(self) -> list[TopicComparison]:
        """The same systems beside each reference alone."""
        return [TopicComparison(self.systems, ReferenceSet([reference])) for reference in self.references]

    def words(self, text: TextSettings) -> Rows:
        """Return every day of the systems, then of the references, as rows of word ids."""
        return self.memo(("words", text), lambda: self.pieces.rows(text))

    def table(self, variant: Variant, text: TextSettings, folded: bool = False) -> CountTable | LcsTable:
        """Return hits and sizes for one ROUGE; `folded` runs the days of each timeline together."""
        key = ("table", variant, text, folded)
        if variant.kind in ("L", "W"):
            return self.memo(key, lambda: self._lcs_table(variant, text, folded))
        rows, peers, columns = self.words(text), len(self.owners), self.reference_columns
        if folded:
            first_days = np.cumsum([0, *map(len, (*self.systems, *self.references))])
            rows = replace(rows, bounds=rows.bounds[first_days])
            peers, columns = len(self.systems), np.zeros(len(self.references), np.int64)
        return self.memo(key, lambda: count_table(rows, variant, peers, columns))

    def _lcs_table(self, variant: Variant, text: TextSettings, folded: bool) -> LcsTable:
        peers, models = (
            [
                sentences
                for timeline in side
                for sentences in ([list(chain.from_iterable(timeline.values()))] if folded else timeline.values())
            ]
            for side in (self.systems, self.references)
        )
        columns = np.zeros(len(models), np.int64) if folded else self.reference_columns
        return LcsTable(variant, text, peers, models, columns)
