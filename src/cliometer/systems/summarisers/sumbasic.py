"""SumBasic (Nenkova & Vanderwende 2005): frequent words first, and each word less once it was said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from cliometer.metrics.expression import number, word
from cliometer.metrics.settings import setting
from cliometer.systems.summarisers.base import Sparing, summarisers
from cliometer.systems.vectors import Floats, Pool, settled


@summarisers.register
@dataclass(frozen=True, repr=False)
class SumBasic(Sparing):
    """Score: the mean probability of a post's words; p(w) = occurrences / all words; p(w)^2 once w was said.

    `paper` (Mackie et al. 2014): the mean over distinct words, best post first. `original`: the same score,
    but among the posts that hold the most probable word. `sumy`: the mean over all words, repeated or not,
    and p is squared once for each occurrence in the chosen post, as the sumy package does.
    """

    name: ClassVar[str] = "sumbasic"
    citation: ClassVar[str] = "Nenkova & Vanderwende (2005), The Impact of Frequency on Summarization"
    threshold: float = setting(1.0, parse=number(0, 1), doc="as in centroid; 1, the paper's way: never")
    variant: str = setting(
        "paper", parse=word("variant of sumbasic", ("paper", "original", "sumy")), doc="which reading of it"
    )

    def select(self, pool: Pool, k: int) -> list[int]:
        """One by one, with the probabilities as they then stand."""
        chosen, open_ = self.chosen(pool, k), np.ones(len(pool), dtype=bool)
        probabilities = pool.frequencies / max(1.0, float(pool.frequencies.sum()))
        table = pool.counts if self.variant == "sumy" else pool.distinct
        while not chosen.full and open_.any():
            best = self._best(pool, table, probabilities, open_)
            open_[best] = False
            if chosen.offer(best):
                _reduce(probabilities, table, best)
        return chosen.finished()

    def _best(self, pool: Pool, table: Any, probabilities: Floats, open_: Any) -> int:
        sizes = np.maximum(1.0, np.asarray(table.sum(axis=1), dtype=float).reshape(-1))
        scores = settled((table @ probabilities) / sizes)
        allowed = open_ & _holding(table, probabilities, open_) if self.variant == "original" else open_
        return int(np.argmax(np.where(allowed, scores, -1.0)))


def _holding(table: Any, probabilities: Floats, open_: Any) -> Any:
    """Posts with the most probable word of all that the open posts hold; all where they hold none."""
    rows = np.repeat(np.arange(table.shape[0]), np.diff(table.indptr))
    present = np.zeros(table.shape[1], dtype=bool)
    present[table.indices[open_[rows]]] = True
    if not present.any():
        return open_
    top = int(np.argmax(np.where(present, settled(probabilities), -1.0)))
    return np.isin(np.arange(table.shape[0]), rows[table.indices == top])


def _reduce(probabilities: Floats, table: Any, row: int) -> None:
    """p becomes p^2, or p^(2^n) where a word counts n times."""
    span = slice(table.indptr[row], table.indptr[row + 1])
    columns = table.indices[span]
    probabilities[columns] **= 2.0 ** table.data[span]
