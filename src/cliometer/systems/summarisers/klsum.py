"""KLSum (Haghighi & Vanderwende 2009): add the post that brings the summary's words nearest the topic's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cliometer.metrics.expression import number
from cliometer.metrics.settings import setting
from cliometer.metrics.sources.divergences import BINS, GAMMA
from cliometer.systems.summarisers.base import Sparing, summarisers
from cliometer.systems.vectors import Floats, Pool, by_score


@summarisers.register
@dataclass(frozen=True, repr=False)
class KLSum(Sparing):
    """Greedy: least KL(topic || summary) = sum P ln(P / Q), Q = (count + g) / (words + 1.5 g V).

    A post without words changes nothing and is taken last.
    """

    name: ClassVar[str] = "klsum"
    citation: ClassVar[str] = (
        "Haghighi & Vanderwende (2009), Exploring Content Models for Multi-Document Summarization"
    )
    threshold: float = setting(1.0, parse=number(0, 1), doc="as in centroid; 1: never")
    smoothing: float = setting(GAMMA, parse=number(1e-9), doc="g, added to each count of the summary")

    def select(self, pool: Pool, k: int) -> list[int]:
        """One by one."""
        chosen, open_ = self.chosen(pool, k), np.ones(len(pool), dtype=bool)
        said = np.zeros(len(pool.vocabulary))
        while not chosen.full and open_.any():
            costs = np.where(open_ & (pool.lengths > 0), self._costs(pool, said), np.inf)
            best = next(place for place in by_score(-costs) if open_[place])
            open_[best] = False
            if chosen.offer(best):
                said += np.asarray(pool.counts[[best], :].todense()).reshape(-1)
        return chosen.finished()

    def _costs(self, pool: Pool, said: Floats) -> Floats:
        """The divergence after adding each post, but for what does not depend on the post."""
        table, g = pool.counts, self.smoothing
        p = pool.frequencies / max(1.0, float(pool.frequencies.sum()))
        columns = table.indices
        gains = p[columns] * (np.log(said[columns] + table.data + g) - np.log(said[columns] + g))
        rows = np.repeat(np.arange(len(pool)), np.diff(table.indptr))
        gained = np.bincount(rows, gains, minlength=len(pool))
        words = float(said.sum()) + pool.lengths
        size = words + g * BINS * max(1, len(pool.vocabulary))
        costs: Floats = np.log(size) - gained
        return costs
