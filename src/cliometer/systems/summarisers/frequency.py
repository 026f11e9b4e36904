"""Summarisers by frequent words: Hybrid TF-IDF, SumBasic, KLSum."""

from __future__ import annotations

from typing import Any

import numpy as np

from cliometer.expressions import choice, number, registered, setting, truth
from cliometer.metrics.sources.formulas import BINS, GAMMA
from cliometer.systems.summarisers.pool import Floats, Pool, ThresholdSummariser, by_score, round_off, summarisers


@registered(summarisers, name="hybrid", citation="Sharifi et al. (2010), Experiments in Microblog Summarization")
class Hybrid(ThresholdSummariser):
    """Score: the sum of its words' weights / max(minimum, words in the post).

    The weight of a word is (its occurrences / all words) * log2(N / posts with it). Each distinct word of a
    post counts once, as a component of its vector, unless `repeats`. No default of `minimum` is established;
    tune it.
    """

    minimum: float = setting(10.0, parse=number(0), doc="shorter posts are divided by this", always=True)
    repeats: bool = setting(False, parse=truth, doc="count a word as often as the post has it")

    def select(self, pool: Pool, k: int) -> list[int]:
        key = ("hybrid order", self.minimum, self.repeats)
        ranked = pool.memo(key, lambda: by_score(self._scores(pool)))
        return self.choose(ranked, pool, k)

    def _scores(self, pool: Pool) -> Floats:
        sums = pool.memo(("hybrid sums", self.repeats), lambda: _sums(pool, self.repeats))
        lengths = np.maximum(self.minimum, pool.lengths.astype(float))
        return np.asarray(np.divide(sums, lengths, out=np.zeros_like(sums), where=lengths > 0))


def _sums(pool: Pool, repeats: bool) -> Floats:
    if not len(pool.vocabulary):
        return np.zeros(len(pool))
    tf = pool.frequencies / pool.frequencies.sum()
    weights = tf * np.log2(len(pool) / pool.document_frequencies)
    return np.asarray((pool.counts if repeats else pool.distinct) @ weights)


@registered(
    summarisers, name="sumbasic", citation="Nenkova & Vanderwende (2005), The Impact of Frequency on Summarization"
)
class SumBasic(ThresholdSummariser):
    """Score: the mean probability of a post's words; p(w) = occurrences / all words; p(w)^2 once w was said.

    `paper` (Mackie et al. 2014): the mean over distinct words, best post first. `original`: the same score,
    but among the posts that hold the most probable word. `sumy`: the mean over all words, repeated or not,
    and p is squared once for each occurrence in the chosen post, as the sumy package does.
    """

    threshold: float = setting(1.0, parse=number(0, 1), doc="as in centroid; 1, the paper's way: never")
    variant: str = choice("variant of sumbasic", "paper", "original", "sumy", doc="which reading of it")

    def select(self, pool: Pool, k: int) -> list[int]:
        """Choose posts one by one, each with the probabilities after the last."""
        chosen, open_ = self.draft(pool, k), np.ones(len(pool), dtype=bool)
        probabilities = pool.frequencies / max(1.0, float(pool.frequencies.sum()))
        table = pool.counts if self.variant == "sumy" else pool.distinct
        while not chosen.full and open_.any():
            best = self._best(pool, table, probabilities, open_)
            open_[best] = False
            if chosen.offer(best):
                span = slice(table.indptr[best], table.indptr[best + 1])
                probabilities[table.indices[span]] **= 2.0 ** table.data[span]  # p^(2^n) of a word that counts n times
        return chosen.places_taken()

    def _best(self, pool: Pool, table: Any, probabilities: Floats, open_: Any) -> int:
        sizes = np.maximum(1.0, np.asarray(table.sum(axis=1), dtype=float).reshape(-1))
        scores = round_off((table @ probabilities) / sizes)
        allowed = open_ & _holding(table, probabilities, open_) if self.variant == "original" else open_
        return int(np.argmax(np.where(allowed, scores, -1.0)))


def _holding(table: Any, probabilities: Floats, open_: Any) -> Any:
    """Return posts with the most probable word of all that the open posts hold; all where they hold none."""
    rows = np.repeat(np.arange(table.shape[0]), np.diff(table.indptr))
    present = np.zeros(table.shape[1], dtype=bool)
    present[table.indices[open_[rows]]] = True
    if not present.any():
        return open_
    top = int(np.argmax(np.where(present, round_off(probabilities), -1.0)))
    return np.isin(np.arange(table.shape[0]), rows[table.indices == top])


@registered(
    summarisers,
    name="klsum",
    citation="Haghighi & Vanderwende (2009), Exploring Content Models for Multi-Document Summarization",
)
class KLSum(ThresholdSummariser):
    """Greedy: least KL(topic || summary) = sum P ln(P / Q), Q = (count + g) / (words + 1.5 g V).

    A post without words changes nothing and is taken last.
    """

    threshold: float = setting(1.0, parse=number(0, 1), doc="as in centroid; 1: never")
    smoothing: float = setting(GAMMA, parse=number(1e-9), doc="g, added to each count of the summary")

    def select(self, pool: Pool, k: int) -> list[int]:
        chosen, open_ = self.draft(pool, k), np.ones(len(pool), dtype=bool)
        counts = np.zeros(len(pool.vocabulary))
        while not chosen.full and open_.any():
            costs = np.where(open_ & (pool.lengths > 0), self._costs(pool, counts), np.inf)
            best = next(place for place in by_score(-costs) if open_[place])
            open_[best] = False
            if chosen.offer(best):
                counts += np.asarray(pool.counts[[best], :].todense()).reshape(-1)
        return chosen.places_taken()

    def _costs(self, pool: Pool, counts: Floats) -> Floats:
        """Return the divergence after adding each post, but for what does not depend on the post."""
        table, g = pool.counts, self.smoothing
        p = pool.frequencies / max(1.0, float(pool.frequencies.sum()))
        columns = table.indices
        gains = p[columns] * (np.log(counts[columns] + table.data + g) - np.log(counts[columns] + g))
        rows = np.repeat(np.arange(len(pool)), np.diff(table.indptr))
        gained = np.bincount(rows, gains, minlength=len(pool))
        words = float(counts.sum()) + pool.lengths
        size = words + g * BINS * max(1, len(pool.vocabulary))
        return np.asarray(np.log(size) - gained)
