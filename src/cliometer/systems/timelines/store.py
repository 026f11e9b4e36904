"""The articles of a topic as arrays: sentences with their days, words and vectors; made once, shared by all generators.

Articles stand in the order of their days and ids, whatever order they came in, so that ties are decided alike.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import repeat
from operator import contains
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import InputError
from cliometer.grouping import by_key
from cliometer.model.documents import Article
from cliometer.model.when import When
from cliometer.systems.summarisers.pool import MadeTables, count_table, unit_rows, weighted
from cliometer.text.stemmers import porter_stem, stop_words
from cliometer.text.time_tags import tagged_times

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_WORD = re.compile(r"\b\w\w+\b")
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)(?:T(?:\d\d:\d\d.*|MO|MI|AF|EV|NI))?")
_COARSE = re.compile(r"\d{4}(?:-\d\d)?")


class ArticleStore(MadeTables):
    """The sentences of a topic, one row each, in the order of reading.

    `times` has for each article the first time value of each sentence that is a day, a month or a year, or "".
    """

    def __init__(self, topic: str, articles: Sequence[Article], times: Sequence[Sequence[str]]) -> None:
        order = sorted(range(len(articles)), key=lambda n: (articles[n].date.first, articles[n].id))
        self.topic = topic
        self.articles = tuple(articles[number] for number in order)
        self.sentences = [sentence for article in self.articles for sentence in article.sentences]
        sizes = [len(article.sentences) for article in self.articles]
        self.article_days = np.array([article.date.first for article in self.articles], dtype=np.int64)
        self.article: Ints = np.repeat(np.arange(len(sizes)), sizes)
        self.place: Ints = np.concatenate([np.arange(0), *(np.arange(size) for size in sizes)]).astype(np.int64)
        self.published: Ints = self.article_days[self.article]
        values = [value for number in order for value in times[number]]
        self.mentioned = np.array([_day(value) for value in values], dtype=np.int64)
        coarse = np.array([_first_day(value) for value in values], dtype=np.int64)
        self.dated: Ints = np.where(coarse > 0, coarse, self.published)

    def __len__(self) -> int:
        return len(self.sentences)

    @cached_property
    def _rows_of(self) -> dict[str, list[int]]:
        return by_key((text, row) for row, text in enumerate(self.sentences))

    def twins(self, row: int) -> list[int]:
        """Return the rows of all sentences of the same words as one of them, itself among them."""
        return self._rows_of[self.sentences[row]]

    @cached_property
    def _word_counts(self) -> tuple[Any, list[str]]:
        """Return how often each sentence has each word: in small letters, no stop words, no single letters."""
        stop, texts = stop_words(), (_WORD.findall(text.lower()) for text in self.sentences)
        return count_table([word for word in words if word not in stop] for words in texts)

    @property
    def counts(self) -> Any:
        """The number of times that each sentence has each word (CSR)."""
        return self._word_counts[0]

    @cached_property
    def _stems(self) -> tuple[Any, list[str]]:
        from scipy.sparse import csr_array

        counts, words = self._word_counts
        columns: dict[str, int] = {}
        places = np.array([columns.setdefault(porter_stem(word), len(columns)) for word in words], dtype=np.int64)
        parts = (counts.data.copy(), places[counts.indices], counts.indptr.copy())
        table = csr_array(parts, shape=(len(self), len(columns)))
        table.sum_duplicates()
        return table, list(columns)

    @property
    def stem_counts(self) -> Any:
        """The number of times that each sentence has each stem (CSR)."""
        return self._stems[0]

    @property
    def stems(self) -> list[str]:
        """The stems, in the order of the columns."""
        return self._stems[1]

    def has_keyword(self, keywords: Collection[str], *, whole: bool) -> NDArray[np.bool_]:
        """Return which sentences hold a keyword, as a word of its own or as part of one; all where there are none."""
        if not keywords:
            return np.ones(len(self), dtype=bool)
        return self.memo(("keywords", tuple(keywords), whole), lambda: self._has_keyword(keywords, whole))

    def _has_keyword(self, keywords: Collection[str], whole: bool) -> NDArray[np.bool_]:
        small = [word.lower() for word in keywords]
        if not whole:
            texts = [text.lower() for text in self.sentences]
            held = (np.fromiter(map(contains, texts, repeat(word)), dtype=bool, count=len(texts)) for word in small)
            return np.asarray(np.any(list(held), axis=0), dtype=bool)
        pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, small))})\b")
        return np.array([pattern.search(text.lower()) is not None for text in self.sentences], dtype=bool)


def _day(value: str) -> int:
    """Return the number of a day that a value names, 0 where it names none."""
    match = _DAY.fullmatch(value)
    return _ordinal(match[1]) if match else 0


def _first_day(value: str) -> int:
    """Return the number of a day, or of the first day of a month or year."""
    return _ordinal(value) if _COARSE.fullmatch(value) else _day(value)


def _ordinal(value: str) -> int:
    try:
        return When.of(value).first
    except InputError:  # 31 February
        return 0


def tagged(articles: Sequence[Article], folder: Path | None) -> Iterator[list[str]]:
    """Yield for the sentences of each article their first time value that is a day, a month or a year, or "".

    With a folder, what it holds is not tagged again.
    """
    for article in tagged_times(articles, folder):
        yield [
            next((tag.value for tag in times if tag.type in ("DATE", "TIME") and decides(tag.value)), "")
            for times in article
        ]


def decides(value: str) -> bool:
    """Return whether a time value dates its sentence: a day, a month or a year."""
    return bool(_DAY.fullmatch(value) or _COARSE.fullmatch(value)) and _first_day(value) > 0


def smooth_tfidf(counts: Any) -> Any:
    """Return tf x (ln((1 + n) / (1 + df)) + 1) with rows of length 1, as scikit-learn weighs words (CSR)."""
    frequencies = np.bincount(counts.indices, minlength=counts.shape[1])
    return unit_rows(weighted(counts, np.log((1 + counts.shape[0]) / (1 + frequencies)) + 1))


def row_sums(table: Any, groups: Ints, number: int) -> Any:
    """Return the sum of the rows of each group (CSR)."""
    from scipy.sparse import csr_array

    size = table.shape[0]
    return csr_array((np.ones(size), (groups, np.arange(size))), shape=(number, size)) @ table
