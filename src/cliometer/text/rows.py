"""Texts as rows of word ids: each text is tokenised once, each distinct word is stemmed once.

Everything that counts words afterwards works on integers. Words that are not counted (stop words) leave no
trace in a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from cliometer.text.settings import TextSettings, forms

Ints = NDArray[np.int64]
NOT_COUNTED = -1


class Vocabulary(dict[str, int]):
    """Token -> id of its countable form (`NOT_COUNTED` where it has none), filled as tokens are met."""

    def __init__(self, settings: TextSettings) -> None:
        self._forms = forms(settings)
        self._ids: dict[str, int] = {}

    def __missing__(self, token: str) -> int:
        form = self._forms[token]
        number = NOT_COUNTED if form is None else self._ids.setdefault(form, len(self._ids))
        self[token] = number
        return number

    @property
    def size(self) -> int:
        """The number of distinct forms."""
        return len(self._ids)


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

    def fold(self, groups: Ints) -> Rows:
        """Neighbouring rows run together: new row i is the old rows `groups[i]` to `groups[i + 1]`."""
        return Rows(self.ids, self.bounds[groups], self.vocabulary_size)


def read_rows(texts: Sequence[str], settings: TextSettings) -> Rows:
    """One row a text."""
    vocabulary = Vocabulary(settings)
    tokens, bounds = _tokenise(texts, settings.cut)
    ids = np.fromiter(map(vocabulary.__getitem__, tokens), np.int64, len(tokens))
    counted = ids != NOT_COUNTED
    if not counted.all():
        bounds = np.concatenate(([0], np.cumsum(counted)))[bounds]
        ids = ids[counted]
    return Rows(ids, bounds, max(1, vocabulary.size))


def _tokenise(texts: Iterable[str], cut: Callable[[str], list[str]]) -> tuple[list[str], Ints]:
    tokens: list[str] = []
    bounds = [0]
    for text in texts:
        tokens += cut(text)
        bounds.append(len(tokens))
    return tokens, np.array(bounds, np.int64)


def spans(bounds: Ints) -> Iterable[tuple[int, int]]:
    """Start and end of each row."""
    return pairwise(bounds.tolist())
