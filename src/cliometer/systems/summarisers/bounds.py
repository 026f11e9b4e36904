"""Summarisers as bounds: random, first, latest or longest posts, and greedy oracles for ROUGE and JSD."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from cliometer.errors import InputError
from cliometer.expressions import choice, registered, setting, truth, whole, word
from cliometer.metrics.sources.catalogue import JensenShannon
from cliometer.metrics.sources.formulas import WORST_JSD
from cliometer.model.documents import WordForm
from cliometer.model.notes import Note
from cliometer.systems.summarisers.pool import Floats, Pool, Summariser, by_score, summarisers
from cliometer.text.source_words import SOURCE_TOKENS, count
from cliometer.text.tokenisation import TextSettings

_TASK = "a baseline of ours for the task of Mackie et al. (2014)"


@registered(summarisers, name="random", citation=_TASK)
class Random(Summariser):
    """Drawn without replacement; the draw depends on the seed and the topic's name alone."""

    seed: int = setting(0, parse=whole(0), doc="of the draw")

    def select(self, pool: Pool, k: int) -> list[int]:
        generator = np.random.default_rng([self.seed, zlib.crc32(pool.topic.id.encode())])
        return [int(place) for place in generator.permutation(len(pool))[:k]]


@registered(summarisers, name="lead", citation=_TASK)
class LeadSummariser(Summariser):
    """The first k."""

    def select(self, pool: Pool, k: int) -> list[int]:
        return list(range(k))


@registered(summarisers, name="latest", citation=_TASK)
class Latest(Summariser):
    """The latest k, newest first; where any post has no time, the last k of the input, last first."""

    def select(self, pool: Pool, k: int) -> list[int]:
        """Return places by falling time; of one time the first in the input."""
        times = _times(pool)
        if len(times) < len(pool):
            return list(range(len(pool)))[::-1][:k]
        return [int(place) for place in np.argsort(-np.array(times), kind="stable")][:k]

    def remarks(self, pool: Pool) -> Iterator[str]:
        """Yield a remark where posts lack times, and on what was done instead."""
        if without := len(pool) - len(_times(pool)):
            yield (Note.of("posts-without-time", id=pool.topic.id, without=without, count=len(pool)))


def _times(pool: Pool) -> list[float]:
    return [post.time for post in pool.posts if post.time is not None]


@registered(summarisers, name="longest", citation=_TASK)
class Longest(Summariser):
    """The k posts with the most countable words."""

    def select(self, pool: Pool, k: int) -> list[int]:
        return by_score(pool.lengths.astype(float))[:k]


# The ROUGE oracle: the best ROUGE that a greedy choice of posts can reach, read off the references.
# It is a ceiling to compare systems with, not a system. It counts what `rouge1` and `rouge2` count in the
# summary, post after post in the order of choice, pairs of words across two posts too.

Grams = Counter[tuple[str, ...]]


@registered(summarisers, name="rouge_oracle", citation="after Lin (2004), whose measure it makes large")
class RougeOracle(Summariser):
    """Greedy: most ROUGE-N recall (or F) against the references of the topic, pooled."""

    rouge: str = choice("n", "1", "2", doc="1: words, 2: pairs of words", always=True)
    by: str = choice("score", "recall", "f", doc="what is to be large")
    stem: bool = setting(True, parse=truth, doc="compare stems")
    stop: bool = setting(True, parse=truth, doc="leave out stop words")

    def select(self, pool: Pool, k: int) -> list[int]:
        """Choose posts one by one; of one score the first in the input."""
        if not pool.references:
            raise InputError("oracle-needs-references", rouge_oracle=str(self), id=pool.topic.id)
        read = TextSettings("rouge155", self.stem, self.stop).words
        summary = GramCoverage([read(text) for text in pool.references], int(self.rouge), self.by)
        return summary.choose([read(post.text) for post in pool.posts], k)


class GramCoverage:
    """A summary word by word, and which n-grams of the references it has; `by` says whether recall or F counts."""

    def __init__(self, references: Sequence[Sequence[str]], n: int, by: str) -> None:
        self._n, self._by, self._goals = n, by, [Counter(_grams(words, n)) for words in references]
        self._own, self._last, self._hits = Grams(), list[str](), 0
        self._goal = sum(goal.total() for goal in self._goals)

    def choose(self, texts: Sequence[Sequence[str]], k: int) -> list[int]:
        """Return the places of k texts, each the one that makes the score largest after those before it."""
        places: list[int] = []
        while len(places) < min(k, len(texts)):
            left = (place for place in range(len(texts)) if place not in places)
            places.append(max(left, key=lambda place: self._score(texts[place])))
            self._add(texts[places[-1]])
        return places

    def _score(self, words: Sequence[str]) -> float:
        """Return ROUGE, pooled over the references, were these words added."""
        added = self._more(words)
        size = (self._own.total() + added.total()) * len(self._goals)
        whole = self._goal + (size if self._by == "f" else self._goal)
        return 2 * (self._hits + self._gain(added)) / whole if whole else 0.0

    def _add(self, words: Sequence[str]) -> None:
        added = self._more(words)
        self._hits += self._gain(added)
        self._own.update(added)
        self._last = [*self._last, *words][1 - self._n :] if self._n > 1 else []

    def _more(self, words: Sequence[str]) -> Grams:
        return Counter(_grams([*self._last, *words], self._n))

    def _gain(self, added: Grams) -> int:
        return sum(
            min(self._own[gram] + times, goal[gram]) - min(self._own[gram], goal[gram])
            for gram, times in added.items()
            for goal in self._goals
        )


def _grams(words: Sequence[str], n: int) -> list[tuple[str, ...]]:
    return list(zip(*(words[start:] for start in range(n)), strict=False))


# The JSD oracle: the best `jsd` that a greedy choice of posts can reach.
# It counts the words that the metric counts, whatever the summarisers read, and reads the posts that are to
# be chosen from. So it is a ceiling where the sources of the metric are these posts.

_JSD_TIE = 1e-12  # divergences nearer than this are equal on paper


@registered(summarisers, name="jsd_oracle", citation="after Louis & Nenkova (2013), whose measure it makes small")
class JSDOracle(Summariser):
    """Greedy: least `jsd` of the summary from all posts, with the settings of that metric.

    A post of which nothing is counted leaves the divergence as it is, so that it goes before one that does
    harm.
    """

    stop: bool = setting(True, parse=truth, doc="as in jsd: leave out stop words")
    tokens: str = setting("unicode", parse=word("tokeniser", SOURCE_TOKENS), doc="as in jsd: what is a word")
    stem: bool = setting(True, parse=truth, doc="as in jsd: count stems")

    @property
    def metric(self) -> JensenShannon:
        """The metric that the oracle makes small."""
        return JensenShannon(stop=self.stop, tokens=self.tokens, stem=self.stem)

    def select(self, pool: Pool, k: int) -> list[int]:
        """Choose posts one by one; of one divergence the first in the input."""
        form = self.metric.form
        posts = pool.memo(("jsd counts", form), lambda: WordCounts(pool, form))
        open_, counts = np.ones(len(pool), dtype=bool), np.zeros(len(posts.frequencies))
        places: list[int] = []
        while len(places) < k:
            costs = np.where(open_, posts.divergences(counts), np.inf)
            best = int(np.argmax(costs <= costs.min() + _JSD_TIE))
            places.append(best)
            open_[best] = False
            posts.add(best, counts)
        return places


class WordCounts:
    """The posts as the metric counts them: an entry for each word of each post."""

    def __init__(self, pool: Pool, form: WordForm) -> None:
        columns: dict[str, int] = {}
        counts = [count([post.text], form) for post in pool.posts]
        self._columns = np.array(
            [columns.setdefault(w, len(columns)) for words in counts for w in words], dtype=np.int64
        )
        self._times = np.array([n for words in counts for n in words.values()], dtype=float)
        self._rows = np.repeat(np.arange(len(pool)), [len(words) for words in counts])
        self._lengths = np.bincount(self._rows, self._times, minlength=len(pool))
        self.frequencies: Floats = np.bincount(self._columns, self._times, len(columns)).astype(float)

    def add(self, place: int, counts: Floats) -> None:
        """Count the words of a post as said."""
        in_post = self._rows == place
        counts[self._columns[in_post]] += self._times[in_post]

    def divergences(self, counts: Floats) -> Floats:
        """Return the divergence after adding each post.

        Posts of one length divide what was said before by the same number, so that the sum over all words is
        taken once for each length; a post changes no more than the terms of its own words.
        """
        p = self.frequencies / max(1.0, float(self.frequencies.sum()))
        sizes, which = np.unique(counts.sum() + self._lengths, return_inverse=True)
        before = np.array([_terms(p, counts / max(1.0, size)).sum() for size in sizes])[which]
        shares, size = p[self._columns], np.maximum(1.0, sizes[which])[self._rows]
        old = counts[self._columns]
        changes = _terms(shares, (old + self._times) / size) - _terms(shares, old / size)
        divergences = (before + np.bincount(self._rows, changes, minlength=len(which))) / 2
        return np.where(sizes[which] > 0, divergences, WORST_JSD)


def _terms(p: Floats, q: Floats) -> Any:
    """Return p ln(2p / (p + q)) + q ln(2q / (p + q)) of each word; p is never 0."""
    part = np.divide(2 * q, p + q, out=np.ones_like(q), where=q > 0)
    return p * np.log(2 * p / (p + q)) + q * np.log(part)
