"""The posts of a topic as sparse rows: counts, tf.idf, cosines; each table is made once and shared.

Rows follow the posts, columns the words in order of first appearance. tf.idf is the count of a word in the
post times ln(N / number of posts with the word), where N is the number of posts. A post without words is a
row of zeros, whose cosine with anything is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cliometer.model.posts import Post, PostTopic
from cliometer.text.posts.reading import PostReading

Floats = NDArray[np.float64]
T = TypeVar("T")
_STEP = 2.0**-40
_ROWS = 256  # of a product that are dense at a time


class Pool:
    """What summarisers choose from: the posts of a topic, their words, and every table made of them.

    `references` are texts that people wrote about the topic, which only oracles may read.
    """

    def __init__(
        self, topic: PostTopic, reading: PostReading | None = None, references: Sequence[str] = ()
    ) -> None:
        self.topic, self.reading = topic, reading or PostReading()
        self.references = tuple(references)
        self._tables: dict[Hashable, Any] = {}

    def __len__(self) -> int:
        return len(self.posts)

    @property
    def posts(self) -> tuple[Post, ...]:
        """In input order."""
        return self.topic.posts

    @cached_property
    def words(self) -> list[list[str]]:
        """The countable words of each post."""
        return [self.reading.words(post.text) for post in self.posts]

    @cached_property
    def vocabulary(self) -> dict[str, int]:
        """Word -> column, in order of first appearance."""
        found: dict[str, int] = {}
        for words in self.words:
            for word in words:
                found.setdefault(word, len(found))
        return found

    @cached_property
    def counts(self) -> Any:
        """How often each post has each word (CSR)."""
        from scipy.sparse import csr_array

        columns = [self.vocabulary[word] for words in self.words for word in words]
        starts = np.concatenate(([0], np.cumsum(self.lengths))).astype(np.int64)
        shape = (len(self), len(self.vocabulary))
        table = csr_array((np.ones(len(columns)), np.array(columns, dtype=np.int64), starts), shape=shape)
        table.sum_duplicates()
        return table

    @cached_property
    def distinct(self) -> Any:
        """1 where a post has a word, however often (CSR)."""
        return self.counts.astype(bool).astype(float)

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """Words of each post."""
        return np.array([len(words) for words in self.words], dtype=np.int64)

    @cached_property
    def frequencies(self) -> Floats:
        """How often each word stands in all posts together."""
        return np.asarray(self.counts.sum(axis=0), dtype=float).reshape(-1)

    @cached_property
    def document_frequencies(self) -> NDArray[np.int64]:
        """In how many posts each word stands."""
        return np.bincount(self.counts.indices, minlength=len(self.vocabulary))

    @cached_property
    def tfidf(self) -> Any:
        """Counts times ln(N / df)."""
        table = self.counts.copy()
        idf = np.log(len(self) / self.document_frequencies) if len(self.vocabulary) else np.zeros(0)
        table.data = table.data * idf[table.indices]
        return table

    def unit(self, vectors: str) -> Any:
        """The rows of `tfidf` or `counts` at length 1."""
        return self.shared(("unit", vectors), lambda: unit_rows(getattr(self, vectors)))

    def cosines(self, vectors: str, row: int) -> Floats:
        """The cosines of one post with all posts."""
        return self.shared(("cosines", vectors, row), lambda: self._cosines(vectors, row))

    def _cosines(self, vectors: str, row: int) -> Floats:
        rows = self.unit(vectors)
        dense = np.asarray(rows[[row], :].todense(), dtype=float).reshape(-1)
        return settled(rows @ dense)

    def shared(self, key: Hashable, make: Callable[[], T]) -> T:
        """The table of this key, made once."""
        if key not in self._tables:
            self._tables[key] = make()
        found: T = self._tables[key]
        return found


def unit_rows(table: Any) -> Any:
    """Each row divided by its length; rows of zeros stay."""
    norms = np.sqrt(np.asarray((table * table).sum(axis=1), dtype=float).reshape(-1))
    scaled = table.copy()
    per_entry = np.repeat(norms, np.diff(table.indptr))
    scaled.data = np.divide(table.data, per_entry, out=np.zeros_like(per_entry), where=per_entry > 0)
    return scaled


def settled(values: Floats) -> Floats:
    """Rounded to forty bits, so that what is equal on paper is equal here, in whatever order it was added."""
    fractions, exponents = np.frexp(values)
    rounded: Floats = np.ldexp(np.round(fractions / _STEP) * _STEP, exponents)
    return rounded


def by_score(scores: Floats) -> list[int]:
    """Places by falling score; equal scores in input order."""
    return [int(place) for place in np.argsort(-settled(scores), kind="stable")]


def products(rows: Any, keep: Callable[[int, Floats], Floats]) -> Any:
    """`rows @ rows.T` without its diagonal, as CSR, a few dense rows at a time.

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
