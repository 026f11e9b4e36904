"""Maximal marginal relevance (Carbonell & Goldstein 1998): near to the topic, far from what was chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cliometer.metrics.expression import number
from cliometer.metrics.settings import setting
from cliometer.systems.summarisers.base import Spelled, summarisers
from cliometer.systems.summarisers.centroid import centrality
from cliometer.systems.vectors import Pool, settled


@summarisers.register
@dataclass(frozen=True, repr=False)
class MMR(Spelled):
    """Greedy: most of balance * cosine with the centroid - (1 - balance) * largest cosine with a chosen post.

    The centroid of tf.idf vectors stands for the query.
    """

    name: ClassVar[str] = "mmr"
    citation: ClassVar[str] = "Carbonell & Goldstein (1998), The Use of MMR"
    balance: float = setting(0.7, parse=number(0, 1), doc="weight of relevance against novelty", always=True)

    def select(self, pool: Pool, k: int) -> list[int]:
        """One by one; of one score the first in the input."""
        relevance = pool.shared("centrality", lambda: centrality(pool))
        nearest, open_ = np.zeros(len(pool)), np.ones(len(pool), dtype=bool)
        places: list[int] = []
        while len(places) < k:
            scores = settled(self.balance * relevance - (1 - self.balance) * nearest)
            best = int(np.argmax(np.where(open_, scores, -np.inf)))
            places.append(best)
            open_[best] = False
            nearest = np.maximum(nearest, pool.cosines("tfidf", best))
        return places
