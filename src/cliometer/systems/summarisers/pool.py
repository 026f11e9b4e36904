"""What summarisers share: sparse vectors of posts, the rule against redundancy, the registry."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import UsageError
from cliometer.expressions import Expression, Registry, choice, number, setting, word
from cliometer.model.documents import Post, PostTopic
from cliometer.text.post_tokens import PostReading

# The posts of a topic as sparse rows: counts, tf.idf, cosines; each table is made once and shared.
# Rows follow the posts, columns the words in order of first appearance. tf.idf is the count of a word in
# the post times ln(N / number of posts with the word), where N is the number of posts. A post without words
# is a row of zeros, whose cosine with anything is 0.

Floats = NDArray[np.float64]
T = TypeVar("T")
_STEP = 2.0**-40
_ROWS = 256  # of a product that are dense at a time


class MadeTables:
    """What makes its tables once, when they are asked for."""

    @cached_property
    def _tables(self) -> dict[Hashable, Any]:
        return {}

    def memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the table of this key, made once."""
        if key not in self._tables:
            self._tables[key] = make()
        table: T = self._tables[key]
        return table


class Pool(MadeTables):
    """The posts of a topic that summarisers choose from, their words, and every table made of them.

    `references` are texts that people wrote about the topic, which only oracles may read.
    """

    def __init__(self, topic: PostTopic, reading: PostReading | None = None, references: Sequence[str] = ()) -> None:
        self.topic, self.reading = topic, reading or PostReading()
        self.references = tuple(references)

    def __len__(self) -> int:
        return len(self.posts)

    @property
    def posts(self) -> tuple[Post, ...]:
        """The posts in input order."""
        return self.topic.posts

    @cached_property
    def words(self) -> list[list[str]]:
        """The countable words of each post."""
        return [self.reading.words(post.text) for post in self.posts]

    @cached_property
    def _count_table(self) -> tuple[Any, list[str]]:
        return count_table(self.words)

    @property
    def counts(self) -> Any:
        """The number of times that each post has each word (CSR)."""
        return self._count_table[0]

    @property
    def vocabulary(self) -> list[str]:
        """The words, in the order of the columns."""
        return self._count_table[1]

    @cached_property
    def distinct(self) -> Any:
        """1 where a post has a word, however often (CSR)."""
        return self.counts.astype(bool).astype(float)

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """The number of words of each post."""
        return np.array([len(words) for words in self.words], dtype=np.int64)

    @cached_property
    def frequencies(self) -> Floats:
        """The number of times that each word stands in all posts together."""
        return np.asarray(self.counts.sum(axis=0), dtype=float).reshape(-1)

    @cached_property
    def document_frequencies(self) -> NDArray[np.int64]:
        """The number of posts in which each word stands."""
        return np.bincount(self.counts.indices, minlength=len(self.vocabulary))

    @cached_property
    def tfidf(self) -> Any:
        """The counts times ln(N / df) (CSR)."""
        return weighted(self.counts, np.log(len(self) / self.document_frequencies))

    def unit(self, vectors: str) -> Any:
        """Return the rows of `tfidf` or `counts` at length 1."""
        return self.memo(("unit", vectors), lambda: unit_rows(getattr(self, vectors)))

    def cosines(self, vectors: str, row: int) -> Floats:
        """Return the cosines of one post with all posts."""
        return self.memo(("cosines", vectors, row), lambda: self._cosines(vectors, row))

    def _cosines(self, vectors: str, row: int) -> Floats:
        rows = self.unit(vectors)
        dense = np.asarray(rows[[row], :].todense(), dtype=float).reshape(-1)
        return round_off(rows @ dense)


def count_table(texts: Iterable[Sequence[str]]) -> tuple[Any, list[str]]:
    """Return how often each text has each word (CSR), and the words, in order of first appearance."""
    from scipy.sparse import csr_array

    columns: defaultdict[str, int] = defaultdict()
    columns.default_factory = columns.__len__
    ids, sizes = array("q"), [0]
    for words in texts:
        ids.extend(map(columns.__getitem__, words))
        sizes.append(len(words))
    parts = (np.ones(len(ids)), np.array(ids, dtype=np.int64), np.cumsum(sizes))
    table = csr_array(parts, shape=(len(sizes) - 1, len(columns)))
    table.sum_duplicates()
    return table, list(columns)


def weighted(counts: Any, weights: Floats) -> Any:
    """Return a table with each column times its weight (CSR)."""
    table = counts.copy()
    table.data = table.data * weights[table.indices]
    return table


def unit_rows(table: Any) -> Any:
    """Return each row divided by its length; rows of zeros stay."""
    norms = np.sqrt(np.asarray((table * table).sum(axis=1), dtype=float).reshape(-1))
    scaled = table.copy()
    per_entry = np.repeat(norms, np.diff(table.indptr))
    scaled.data = np.divide(table.data, per_entry, out=np.zeros_like(per_entry), where=per_entry > 0)
    return scaled


def heaviest(table: Any) -> NDArray[np.int64]:
    """Return the column of the heaviest word of each row, of equals the first; rows without words share one of none."""
    columns = np.full(table.shape[0], table.shape[1], dtype=np.int64)
    sizes = np.diff(table.indptr)
    rows = np.flatnonzero(sizes)
    weights = round_off(table.data)
    largest = np.maximum.reduceat(weights, table.indptr[rows]) if len(rows) else weights
    places = np.flatnonzero(weights == np.repeat(largest, sizes[rows]))
    columns[np.repeat(rows, sizes[rows])[places][::-1]] = table.indices[places[::-1]]  # the first is written last
    return columns


def round_off(values: Floats) -> Floats:
    """Round to forty bits, so that what is equal on paper is equal here, in whatever order it was added."""
    fractions, exponents = np.frexp(values)
    return np.ldexp(np.round(fractions / _STEP) * _STEP, exponents)


def by_score(scores: Floats) -> list[int]:
    """Return places by falling score; equal scores in input order."""
    return [int(place) for place in np.argsort(-round_off(scores), kind="stable")]


def products(rows: Any, keep: Callable[[int, Floats], Floats]) -> Any:
    """Return `rows @ rows.T` without its diagonal, as CSR, computed a few dense rows at a time.

    `keep` gets the place of the first row and the dense rows; it returns them with zeros for what is dropped.
    """
    from scipy.sparse import csr_array, vstack

    turned = rows.T.tocsr()
    parts = []
    for start in range(0, rows.shape[0], _ROWS):
        dense = np.asarray((rows[start : start + _ROWS] @ turned).todense(), dtype=float)
        dense[np.arange(len(dense)), np.arange(start, start + len(dense))] = 0
        parts.append(csr_array(keep(start, dense)))
    return vstack(parts, format="csr") if parts else csr_array((0, 0))


# Leaving out what has been said: a post is passed over where it is too like one that was chosen.
# The rule of Mackie et al. (2014) with its open points decided: a post is passed over where its cosine with
# a chosen one is *greater* than the threshold. So 1 switches the rule off and 0 allows no shared word; with
# "at least" 0 would allow one post only. Where fewer than k posts are left, `fill` takes those passed over,
# first passed over first, since summaries of different length cannot be compared; `stop` leaves the summary
# short.


class SummaryDraft:
    """A summary in the making; `offer` its candidates, best first."""

    def __init__(self, pool: Pool, k: int, threshold: float, vectors: str, fewer: str) -> None:
        self._pool, self._k, self._vectors, self._fill = pool, k, vectors, fewer == "fill"
        self._threshold = threshold
        self._nearest = np.zeros(len(pool))  # each post's largest cosine with a chosen one
        self.places: list[int] = []
        self.passed: list[int] = []

    @property
    def full(self) -> bool:
        """Whether k were chosen."""
        return len(self.places) >= self._k

    def offer(self, place: int) -> bool:
        """Take a candidate, or pass it over."""
        if self._nearest[place] > self._threshold:
            self.passed.append(place)
            return False
        self.places.append(place)
        if self._threshold < 1:
            self._nearest = np.maximum(self._nearest, self._pool.cosines(self._vectors, place))
        return True

    def places_taken(self) -> list[int]:
        """Return the chosen posts, filled up where that is wanted."""
        if self._fill:
            return [*self.places, *self.passed[: self._k - len(self.places)]]
        return self.places


VECTORS = ("tfidf", "counts")


class Summariser(Expression):
    """A way to choose, with its settings fixed: a frozen dataclass, equal when the settings are."""

    __slots__ = ()

    @abstractmethod
    def select(self, pool: Pool, k: int) -> list[int]:
        """Return the places of at most k posts, in the order in which they were chosen."""

    def remarks(self, pool: Pool) -> Iterable[str]:
        """Return what a reader of its summary of these posts should know; most have nothing to remark."""
        return ()


summarisers: Registry[Summariser] = Registry("summariser", Summariser, group="cliometer.summarisers")


@dataclass(frozen=True, repr=False)
class ThresholdSummariser(Summariser):
    """The settings of a summariser that passes over posts which repeat chosen ones."""

    threshold: float = setting(
        0.4, parse=number(0, 1), doc="cosine above which a post says a chosen one again; 1: never", always=True
    )
    vectors: str = setting("tfidf", parse=word("vectors", VECTORS), doc="what the cosine compares")
    fewer: str = choice("rule", "fill", "stop", doc="where fewer than k are left: take them, or stop")

    def draft(self, pool: Pool, k: int) -> SummaryDraft:
        """Return an empty summary."""
        return SummaryDraft(pool, k, self.threshold, self.vectors, self.fewer)

    def choose(self, ranked: Iterable[int], pool: Pool, k: int) -> list[int]:
        """Return the first k that do not say a chosen one again."""
        chosen = self.draft(pool, k)
        for place in ranked:
            if chosen.full:
                break
            chosen.offer(place)
        return chosen.places_taken()


def summarise(summariser: Summariser, pool: Pool, k: int) -> list[int]:
    """Return what a summariser chooses; all posts where there are no more than k."""
    if k < 1:
        raise UsageError("summary-too-short", k=k)
    return summariser.select(pool, min(k, len(pool)))
