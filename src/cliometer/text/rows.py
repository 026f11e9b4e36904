"""Texts as rows of word ids: each distinct sentence is cut once, each distinct piece
tokenised and stemmed once.

Everything that counts words afterwards works on integers. Words that are not counted (stop words) leave no
trace in a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from cliometer.text.settings import TextSettings, remembered

Ints = NDArray[np.int64]


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

    @cached_property
    def room(self) -> Ints:
        """How many words stand from each word to the end of its row, itself included."""
        return np.repeat(self.bounds[1:], self.lengths) - np.arange(self.bounds[0], self.bounds[-1])

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def __getitem__(self, row: int) -> Ints:
        return self.ids[self.bounds[row] : self.bounds[row + 1]]

    def take(self, rows: Ints) -> Rows:
        """The named rows, in that order; a row may stand several times."""
        sizes = self.lengths[rows]
        bounds = np.concatenate(([0], np.cumsum(sizes)))
        return Rows(self.ids[stretches(self.bounds[rows], sizes)], bounds, self.vocabulary_size)

    def fold(self, groups: Ints) -> Rows:
        """Neighbouring rows run together: new row i is the old rows `groups[i]` to `groups[i + 1]`."""
        return Rows(self.ids, self.bounds[groups], self.vocabulary_size)


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
        """One row a text; each distinct piece is tokenised once."""
        starts, words, size = self._words(settings)
        sizes = np.diff(starts)[self.ids]
        ends = np.concatenate(([0], np.cumsum(sizes)))
        by_sentence = Rows(words[stretches(starts[self.ids], sizes)], ends[self.bounds], size)
        if len(self.sentences) > len(by_sentence):  # some sentence is repeated
            by_sentence = by_sentence.take(self.sentences)
        return by_sentence.fold(self.text_bounds)

    def _words(self, settings: TextSettings) -> tuple[Ints, Ints, int]:
        """Word ids of the distinct pieces: where those of each start, all of them, and how many differ."""
        words = list(map(remembered(settings).__getitem__, self.distinct))
        sizes = np.fromiter(map(len, words), np.int64, len(words))
        vocabulary = _Numbers()
        ids = np.fromiter(map(vocabulary.__getitem__, chain.from_iterable(words)), np.int64, int(sizes.sum()))
        return np.concatenate(([0], np.cumsum(sizes))), ids, max(1, len(vocabulary))


class _Numbers(dict[str, int]):
    """Distinct strings numbered as they are met."""

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number


def read_pieces(texts: Sequence[Sequence[str]]) -> Pieces:
    """Read texts that are lists of sentences."""
    sentences = _Numbers()
    order = [sentences[sentence] for text in texts for sentence in text]
    pieces: list[str] = []
    bounds = [0]
    for sentence in sentences:
        pieces += sentence.split()
        bounds.append(len(pieces))
    numbers = _Numbers()
    ids = np.fromiter(map(numbers.__getitem__, pieces), np.int64, len(pieces))
    text_bounds = np.cumsum([0, *map(len, texts)])
    return Pieces(ids, np.array(bounds, np.int64), list(numbers), np.array(order, np.int64), text_bounds)


def read_rows(texts: Sequence[Sequence[str]], settings: TextSettings) -> Rows:
    """One row a text; a text is a list of sentences."""
    return read_pieces(texts).rows(settings)


def stretches(starts: Ints, sizes: Ints) -> Ints:
    """Stretches of whole numbers that begin at `starts`, one after the other."""
    ends = np.cumsum(sizes)
    return np.repeat(starts - (ends - sizes), sizes) + np.arange(ends[-1] if len(ends) else 0)


def spans(bounds: Ints) -> Iterable[tuple[int, int]]:
    """Start and end of each row."""
    return pairwise(bounds.tolist())
