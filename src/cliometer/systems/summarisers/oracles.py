"""Oracles: the best that a greedy choice of posts can do, read off what the summary is judged by.

They are ceilings to compare systems with, not systems.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from cliometer.errors import InputError
from cliometer.metrics.expression import truth, word
from cliometer.metrics.settings import setting
from cliometer.systems.summarisers.base import Spelled, summarisers
from cliometer.systems.vectors import Floats, Pool, settled
from cliometer.text.settings import TextSettings

Grams = Counter[tuple[str, ...]]


@summarisers.register
@dataclass(frozen=True, repr=False)
class RougeOracle(Spelled):
    """Greedy: most ROUGE-N recall (or F) against the references of the topic, pooled."""

    name: ClassVar[str] = "rouge_oracle"
    rouge: str = setting("1", parse=word("n", ("1", "2")), doc="1: words, 2: pairs of words", always=True)
    by: str = setting("recall", parse=word("score", ("recall", "f")), doc="what is to be large")
    stem: bool = setting(True, parse=truth, doc="compare stems")
    stop: bool = setting(True, parse=truth, doc="leave out stop words")

    def select(self, pool: Pool, k: int) -> list[int]:
        """One by one; of one score the first in the input."""
        if not pool.references:
            raise InputError(f"{self} needs references of topic {pool.topic.id}; name them with --references")
        references = [self._grams(text) for text in pool.references]
        grams = [self._grams(post.text) for post in pool.posts]
        return _greedily(len(pool), k, lambda places: self._score(places, grams, references))

    def _grams(self, text: str) -> Grams:
        words, n = TextSettings("rouge155", self.stem, self.stop).words(text), int(self.rouge)
        return Counter(zip(*(words[start:] for start in range(n)), strict=False))

    def _score(self, places: Sequence[int], grams: Sequence[Grams], references: Sequence[Grams]) -> float:
        own: Grams = Counter()
        for place in places:
            own.update(grams[place])
        hits = sum((own & reference).total() for reference in references)
        size = sum(reference.total() for reference in references)
        spread = own.total() * len(references) if self.by == "f" else size
        return 2 * hits / (size + spread) if size + spread else 0.0


def _greedily(size: int, k: int, score: Callable[[Sequence[int]], float]) -> list[int]:
    places: list[int] = []
    while len(places) < k:
        taken = set(places)
        open_ = [place for place in range(size) if place not in taken]
        scores = settled(np.array([score([*places, place]) for place in open_]))
        places.append(open_[int(np.argmax(scores))])
    return places


@summarisers.register
@dataclass(frozen=True, repr=False)
class JSDOracle(Spelled):
    """Greedy: least Jensen-Shannon divergence between the words of the summary and of all posts.

    A post without words is taken last.
    """

    name: ClassVar[str] = "jsd_oracle"

    def select(self, pool: Pool, k: int) -> list[int]:
        """One by one; of one divergence the first in the input."""
        open_, said = np.ones(len(pool), dtype=bool), np.zeros(len(pool.vocabulary))
        places: list[int] = []
        while len(places) < k:
            costs = np.where(pool.lengths > 0, np.round(divergences(pool, said), 12), 9.0)
            best = int(np.argmin(np.where(open_, costs, np.inf)))
            places.append(best)
            open_[best] = False
            said += np.asarray(pool.counts[[best], :].todense()).reshape(-1)
        return places


def divergences(pool: Pool, said: Floats) -> Floats:
    """The divergence of topic and summary after adding each post, a few posts at a time."""
    a = pool.frequencies / max(1.0, float(pool.frequencies.sum()))
    parts = [
        _divergence(a, said + np.asarray(pool.counts[start : start + 256].todense()))
        for start in range(0, len(pool), 256)
    ]
    return np.concatenate(parts)


def _divergence(a: Floats, counts: Any) -> Floats:
    """1/2 sum [a ln(2a / (a + b)) + b ln(2b / (a + b))] of each row."""
    b = counts / np.maximum(1.0, counts.sum(axis=1, keepdims=True))
    middle = (a + b) / 2
    left = np.log(a / middle, out=np.zeros_like(b), where=middle > 0) * a
    right = np.log(np.divide(b, middle, out=np.ones_like(b), where=b > 0)) * b
    found: Floats = (left + right).sum(axis=1) / 2
    return found
