"""The ROUGE oracle: the best ROUGE that a greedy choice of posts can reach, read off the references.

It is a ceiling to compare systems with, not a system. It counts what `rouge1` and `rouge2` count in the
summary, post after post in the order of choice, pairs of words across two posts too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cliometer.errors import InputError
from cliometer.metrics.expression import truth, word
from cliometer.metrics.settings import setting
from cliometer.systems.summarisers.base import Spelled, summarisers
from cliometer.systems.vectors import Pool
from cliometer.text.settings import TextSettings

Grams = Counter[tuple[str, ...]]


@summarisers.register
@dataclass(frozen=True, repr=False)
class RougeOracle(Spelled):
    """Greedy: most ROUGE-N recall (or F) against the references of the topic, pooled."""

    name: ClassVar[str] = "rouge_oracle"
    citation: ClassVar[str] = "after Lin (2004), whose measure it makes large"
    rouge: str = setting("1", parse=word("n", ("1", "2")), doc="1: words, 2: pairs of words", always=True)
    by: str = setting("recall", parse=word("score", ("recall", "f")), doc="what is to be large")
    stem: bool = setting(True, parse=truth, doc="compare stems")
    stop: bool = setting(True, parse=truth, doc="leave out stop words")

    def select(self, pool: Pool, k: int) -> list[int]:
        """One by one; of one score the first in the input."""
        if not pool.references:
            raise InputError(f"{self} needs references of topic {pool.topic.id}; name them with --references")
        read = TextSettings("rouge155", self.stem, self.stop).words
        summary = Growing([read(text) for text in pool.references], int(self.rouge))
        words, places = [read(post.text) for post in pool.posts], list[int]()
        while len(places) < k:
            open_ = [place for place in range(len(pool)) if place not in places]
            scores = [self._score(*summary.after(words[place]), summary) for place in open_]
            places.append(open_[int(np.argmax(scores))])
            summary.add(words[places[-1]])
        return places

    def _score(self, hits: int, size: int, summary: Growing) -> float:
        whole = summary.goal + (size * summary.references if self.by == "f" else summary.goal)
        return 2 * hits / whole if whole else 0.0


class Growing:
    """A summary word by word, and which n-grams of the references it has."""

    def __init__(self, references: Sequence[Sequence[str]], n: int) -> None:
        self._n, self._goals = n, [Counter(_grams(words, n)) for words in references]
        self._own, self._last, self._hits = Grams(), list[str](), 0
        self.references, self.goal = len(references), sum(goal.total() for goal in self._goals)

    def after(self, words: Sequence[str]) -> tuple[int, int]:
        """How many n-grams would be hits, and how many there would be, were these words added."""
        more = self._more(words)
        return self._hits + self._gain(more), self._own.total() + more.total()

    def add(self, words: Sequence[str]) -> None:
        """Add these words."""
        more = self._more(words)
        self._hits += self._gain(more)
        self._own.update(more)
        self._last = [*self._last, *words][1 - self._n :] if self._n > 1 else []

    def _more(self, words: Sequence[str]) -> Grams:
        return Counter(_grams([*self._last, *words], self._n))

    def _gain(self, more: Grams) -> int:
        return sum(
            min(self._own[gram] + times, goal[gram]) - min(self._own[gram], goal[gram])
            for gram, times in more.items()
            for goal in self._goals
        )


def _grams(words: Sequence[str], n: int) -> list[tuple[str, ...]]:
    return list(zip(*(words[start:] for start in range(n)), strict=False))
