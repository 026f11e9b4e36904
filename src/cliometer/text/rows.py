"""Texts as rows of word ids: each text is tokenised once, each distinct word is stemmed once.

Everything that counts words afterwards works on integers. Words that are not counted (stop words) leave no
trace in a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from cliometer.text.lexicon import stop_words
from cliometer.text.settings import TextSettings
from cliometer.text.settings import _remembered_stem as stem
from cliometer.text.tokens import TOKENISERS

Ints = NDArray[np.int64]
STOPPED = -1


class Vocabulary(dict[str, int]):
    """Token -> id of its countable form (`STOPPED` for stop words), filled as tokens are met."""

    def __init__(self, settings: TextSettings) -> None:
        self._settings = settings
        self.forms: dict[str, int] = {}

    def __missing__(self, token: str) -> int:
        number = self._number(token)
        self[token] = number
        return number

    def _number(self, token: str) -> int:
        if self._settings.stop and token in stop_words():
            return STOPPED
        form = stem(token) if self._settings.stem else token
        return self.forms.setdefault(form, len(self.forms))


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
    tokens, bounds = _tokenise(texts, TOKENISERS[settings.tokens])
    ids = np.fromiter(map(vocabulary.__getitem__, tokens), np.int64, len(tokens))
    if settings.stop:
        counted = ids != STOPPED
        bounds = np.concatenate(([0], np.cumsum(counted)))[bounds]
        ids = ids[counted]
    return Rows(ids, bounds, max(1, len(vocabulary.forms)))


def _tokenise(texts: Iterable[str], tokenise: Callable[[str], list[str]]) -> tuple[list[str], Ints]:
    tokens: list[str] = []
    bounds = [0]
    for text in texts:
        tokens += tokenise(text)
        bounds.append(len(tokens))
    return tokens, np.array(bounds, np.int64)


def repeat_rows(rows: Rows) -> Ints:
    """The row number of every word."""
    return np.repeat(np.arange(len(rows)), rows.lengths)


def spans(bounds: Ints) -> Iterable[tuple[int, int]]:
    """Start and end of each row."""
    return pairwise(bounds.tolist())
