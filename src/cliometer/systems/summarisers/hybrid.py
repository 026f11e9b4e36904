"""Hybrid TF-IDF (Sharifi et al. 2010): tf over all posts as one document, idf over single posts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cliometer.metrics.expression import number, truth
from cliometer.metrics.settings import setting
from cliometer.systems.summarisers.base import Sparing, summarisers
from cliometer.systems.vectors import Floats, Pool, by_score


@summarisers.register
@dataclass(frozen=True, repr=False)
class Hybrid(Sparing):
    """Score: the sum of its words' weights / max(minimum, words in the post).

    The weight of a word is (its occurrences / all words) * log2(N / posts with it). Each distinct word of a
    post counts once, as a component of its vector, unless `repeats`. No default of `minimum` is established;
    tune it.
    """

    name: ClassVar[str] = "hybrid"
    citation: ClassVar[str] = "Sharifi et al. (2010), Experiments in Microblog Summarization"
    minimum: float = setting(10.0, parse=number(0), doc="shorter posts are divided by this", always=True)
    repeats: bool = setting(False, parse=truth, doc="count a word as often as the post has it")

    def select(self, pool: Pool, k: int) -> list[int]:
        """By falling score."""
        key = ("hybrid order", self.minimum, self.repeats)
        ranked = pool.shared(key, lambda: by_score(self._scores(pool)))
        return self.choose(ranked, pool, k)

    def _scores(self, pool: Pool) -> Floats:
        sums = pool.shared(("hybrid sums", self.repeats), lambda: _sums(pool, self.repeats))
        lengths = np.maximum(self.minimum, pool.lengths.astype(float))
        scores: Floats = np.divide(sums, lengths, out=np.zeros_like(sums), where=lengths > 0)
        return scores


def _sums(pool: Pool, repeats: bool) -> Floats:
    if not len(pool.vocabulary):
        return np.zeros(len(pool))
    tf = pool.frequencies / pool.frequencies.sum()
    weights = tf * np.log2(len(pool) / pool.document_frequencies)
    sums: Floats = (pool.counts if repeats else pool.distinct) @ weights
    return sums
