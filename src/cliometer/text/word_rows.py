"""Texts as rows of word numbers, bags of their n-grams and skip-bigrams, and clipped overlaps of many pairs in one go.

Each distinct sentence is cut once, each distinct piece tokenised and stemmed once; words that are not counted leave no
trace.

The overlap of two bags of grams is the sum of min(count, count). Written in unary, a gram that appears twice
in a text is the two marks (gram, 1) and (gram, 2); then the overlap is the number of shared marks, and all
overlaps of all pairs of rows are one product of two 0/1 matrices. The product is taken either dense, by
BLAS over the marks that the right side has, or by walking the shared marks alone, whichever is less work;
both count whole numbers and so agree to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import UsageError
from cliometer.text.tokenisation import TextSettings, remembered

Ints = NDArray[np.int64]
Counts = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Rows:
    """Row i is `ids[bounds[i]:bounds[i + 1]]`."""

    ids: Ints
    bounds: Ints
    vocabulary_size: int

    @property
    def lengths(self) -> Ints:
        """The number of countable words of each row."""
        return np.diff(self.bounds)

    @cached_property
    def numbers(self) -> Ints:
        """The row of every word."""
        return np.repeat(np.arange(len(self)), self.lengths)

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def __getitem__(self, row: int) -> Ints:
        return self.ids[self.bounds[row] : self.bounds[row + 1]]

    def take(self, rows: Ints) -> Rows:
        """Return the named rows, in that order; a row may stand several times."""
        sizes = self.lengths[rows]
        bounds = np.concatenate(([0], np.cumsum(sizes)))
        return Rows(self.ids[stretches(self.bounds[rows], sizes)], bounds, self.vocabulary_size)


@dataclass(frozen=True, eq=False)
class Pieces:
    """Texts cut into sentences, and distinct sentences cut at white space, which no tokeniser ever crosses.

    Read once, then counted in any way. Systems that quote the same articles share most of their sentences.
    """

    ids: Ints  # piece i of all distinct sentences together is `distinct[ids[i]]`
    bounds: Ints  # distinct sentence j owns the pieces from `bounds[j]`
    distinct: Sequence[str]
    sentences: Ints  # sentence k of all texts together is the distinct sentence `sentences[k]`
    text_bounds: Ints  # text l owns the sentences from `text_bounds[l]`

    def rows(self, settings: TextSettings) -> Rows:
        """Return one row a text; each distinct piece is tokenised once."""
        words = list(map(remembered(settings).__getitem__, self.distinct))
        sizes = np.fromiter(map(len, words), np.int64, len(words))
        vocabulary = {word: number for number, word in enumerate(dict.fromkeys(chain.from_iterable(words)))}
        ids = np.fromiter(map(vocabulary.__getitem__, chain.from_iterable(words)), np.int64, int(sizes.sum()))
        starts, sizes = (np.cumsum(sizes) - sizes)[self.ids], sizes[self.ids]
        ends = np.concatenate(([0], np.cumsum(sizes)))
        by_sentence = Rows(ids[stretches(starts, sizes)], ends[self.bounds], max(1, len(vocabulary)))
        if len(self.sentences) > len(by_sentence):  # some sentence is repeated
            by_sentence = by_sentence.take(self.sentences)
        return replace(by_sentence, bounds=by_sentence.bounds[self.text_bounds])


def read_pieces(texts: Sequence[Sequence[str]]) -> Pieces:
    """Read texts that are lists of sentences."""
    sentences = {sentence: number for number, sentence in enumerate(dict.fromkeys(chain.from_iterable(texts)))}
    order = [sentences[sentence] for text in texts for sentence in text]
    pieces: list[str] = []
    bounds = [0]
    for sentence in sentences:
        pieces += sentence.split()
        bounds.append(len(pieces))
    numbers = {piece: number for number, piece in enumerate(dict.fromkeys(pieces))}
    ids = np.fromiter(map(numbers.__getitem__, pieces), np.int64, len(pieces))
    text_bounds = np.cumsum([0, *map(len, texts)])
    return Pieces(ids, np.array(bounds, np.int64), list(numbers), np.array(order, np.int64), text_bounds)


def read_rows(texts: Sequence[Sequence[str]], settings: TextSettings) -> Rows:
    """Read one row a text; a text is a list of sentences."""
    return read_pieces(texts).rows(settings)


def stretches(starts: Ints, sizes: Ints) -> Ints:
    """Return stretches of whole numbers that begin at `starts`, one after the other."""
    ends = np.cumsum(sizes)
    return np.repeat(starts - (ends - sizes), sizes) + np.arange(ends[-1] if len(ends) else 0)


_CELLS_AT_ONCE = 16_000_000  # of a dense 0/1 block: 64 MB
_STEPS_AT_ONCE = 250_000  # of a walk: a few MB
_SMALL_TABLE = 100_000  # grams up to this many are looked up rather than searched
_EXACT = 1 << 24  # up to here float32 counts every whole number
_WALK_COST = 100  # one step of the walk costs about as much as this many multiplications of BLAS


@dataclass(frozen=True, eq=False)
class Bags:
    """Grams with the row each stands in; a gram that appears twice is listed twice."""

    grams: Ints
    rows: Ints
    size: int  # the number of rows

    @property
    def sizes(self) -> Ints:
        """The number of grams of each row."""
        return np.bincount(self.rows, minlength=self.size)

    def part(self, start: int, stop: int) -> Bags:
        """Return the bags of the rows from start to stop; grams are listed row by row."""
        low, high = np.searchsorted(self.rows, (start, stop))
        return Bags(self.grams[low:high], self.rows[low:high] - start, stop - start)


def overlaps(left: Bags, right: Bags) -> Counts:
    """Return the matrix of sum over grams of min(count in the left row, count in the right row).

    Unary marks are grams of their own.
    """
    known, right_columns = np.unique(right.grams, return_inverse=True)
    rows, columns, counts = _count(right.rows, right_columns, len(known))
    ceiling = np.zeros(len(known), np.int64)
    np.maximum.at(ceiling, columns, counts)
    first_mark = np.concatenate(([0], np.cumsum(ceiling)))
    right_marks = Bags(stretches(first_mark[columns], counts), np.repeat(rows, counts), right.size)
    left_rows, left_columns = _known_only(left, known)
    rows, columns, counts = _count(left_rows, left_columns, len(known))
    counts = np.minimum(counts, ceiling[columns])
    left_marks = Bags(stretches(first_mark[columns], counts), np.repeat(rows, counts), left.size)
    width = int(first_mark[-1])
    postings = np.bincount(right_marks.grams, minlength=width)
    steps = int(postings[left_marks.grams].sum())
    if width < _EXACT and left.size * width * right.size <= steps * _WALK_COST:
        return _dense_product(left_marks, right_marks, width)
    return _walk(left_marks, right_marks, postings)


def _known_only(bags: Bags, known: Ints) -> tuple[Ints, Ints]:
    """Return rows and columns of the grams that the right side has too."""
    if not len(known) or not len(bags.grams):
        return bags.rows[:0], bags.grams[:0]
    largest = max(int(known[-1]), int(bags.grams.max()))
    if largest <= len(bags.grams) + _SMALL_TABLE:
        columns = np.full(largest + 1, -1)
        columns[known] = np.arange(len(known))
        columns = columns[bags.grams]
        is_known = columns >= 0
    else:
        columns = np.searchsorted(known, bags.grams)
        columns[columns == len(known)] = 0
        is_known = known[columns] == bags.grams
    return bags.rows[is_known], columns[is_known]


def _count(rows: Ints, columns: Ints, width: int) -> tuple[Ints, Ints, Ints]:
    cells, counts = np.unique(rows * width + columns, return_counts=True)
    rows, columns = np.divmod(cells, max(1, width))
    return rows, columns, counts


def _dense_product(left: Bags, right: Bags, width: int) -> Counts:
    transposed = np.zeros((width, right.size), np.float32)
    transposed[right.grams, right.rows] = 1
    result = np.empty((left.size, right.size))
    height = max(1, _CELLS_AT_ONCE // max(1, width))
    for start in range(0, left.size, height):
        stop = min(start + height, left.size)
        low, high = np.searchsorted(left.rows, (start, stop))
        block = np.zeros((stop - start, width), np.float32)
        block[left.rows[low:high] - start, left.grams[low:high]] = 1
        with np.errstate(all="ignore"):  # some BLAS raise flags in lanes that they do not use
            result[start:stop] = block @ transposed
    return result


def _walk(left: Bags, right: Bags, postings: Ints) -> Counts:
    """Yield, for each mark on the left, one step to every right row that has it; some left rows at a time."""
    right_rows = right.rows[np.argsort(right.grams, kind="stable")]
    first_posting = np.concatenate(([0], np.cumsum(postings)))
    steps = postings[left.grams]
    result = np.zeros((left.size, right.size))
    ends = np.cumsum(np.bincount(left.rows, weights=steps, minlength=left.size))
    stop = 0
    while (start := stop) < left.size:  # neighbouring rows whose steps fit into the cache, at least one row
        done = ends[start - 1] if start else 0.0
        stop = max(start + 1, int(np.searchsorted(ends, done + _STEPS_AT_ONCE, side="right")))
        low, high = np.searchsorted(left.rows, (start, stop))
        fan = steps[low:high]
        partners = right_rows[stretches(first_posting[left.grams[low:high]], fan)]
        cells = np.repeat((left.rows[low:high] - start) * right.size, fan) + partners
        counts = np.bincount(cells, minlength=(stop - start) * right.size)
        result[start:stop] = counts.reshape(stop - start, right.size)
    return result


_LARGEST = 2**62  # keys stay clear of the end of 64 bits
_MOST_PAIRS = 100_000_000  # of skip-bigrams: about 2 GB


def ngram_bags(rows: Rows, n: int) -> Bags:
    """Return all runs of n words; they cross sentences, never rows."""
    if n == 1:
        return Bags(rows.ids, rows.numbers, len(rows))
    if n > rows.lengths.max(initial=0):
        return Bags(rows.ids[:0], rows.ids[:0], len(rows))
    keys, base = rows.ids, rows.vocabulary_size
    for length in range(2, n + 1):  # keys of runs one word longer, renumbered where they outgrow 64 bits
        if base > _LARGEST // rows.vocabulary_size:
            distinct, keys = np.unique(keys, return_inverse=True)
            base = len(distinct)
        tail = rows.ids[length - 1 :]
        extended = np.zeros(len(rows.ids), np.int64)
        extended[: len(tail)] = keys[: len(tail)] * rows.vocabulary_size + tail
        keys, base = extended, base * rows.vocabulary_size
    ends = rows.bounds[1:][rows.numbers] - rows.bounds[0]  # of the row of every word
    starts = np.flatnonzero(ends - np.arange(len(ends)) >= n)
    return Bags(keys[starts], rows.numbers[starts], len(rows))


def skip_bags(rows: Rows, gap: int | None, unigrams: bool) -> Bags:
    """Return ordered pairs with at most `gap` words between them (None: any number).

    With `unigrams` each word counts for itself as well, except the last of a row: ROUGE-1.5.5 adds it only
    where a pair may start.
    """
    longest = int(rows.lengths.max(initial=0)) - 1
    reach = longest if gap is None else min(gap + 1, longest)
    if reach * len(rows.ids) > _MOST_PAIRS:
        raise UsageError("text-too-long-for-gap", longest=longest + 1)
    keys, owners, ends = [], [], rows.bounds[1:][rows.numbers] - rows.bounds[0]  # of the row of every word
    room = ends - np.arange(len(ends))  # words from each word to the end of its row, itself included
    for step in range(1, reach + 1):
        starts = np.flatnonzero(room > step)
        keys.append(rows.ids[starts] * rows.vocabulary_size + rows.ids[starts + step])
        owners.append(rows.numbers[starts])
    if unigrams:
        starts = np.flatnonzero(room > 1)
        keys.append(rows.ids[starts] + rows.vocabulary_size**2)
        owners.append(rows.numbers[starts])
    if not keys:
        return Bags(rows.ids[:0], rows.ids[:0], len(rows))
    grams, numbers = np.concatenate(keys), np.concatenate(owners)
    order = np.argsort(numbers, kind="stable")  # row by row
    return Bags(grams[order], numbers[order], len(rows))
