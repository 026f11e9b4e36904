"""Submodular coverage with diversity (Lin & Bilmes 2011), by the lazy greedy method (Minoux 1978)."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from cliometer.metrics.expression import number
from cliometer.metrics.settings import setting
from cliometer.systems.summarisers.base import Spelled, summarisers
from cliometer.systems.vectors import Floats, Pool, products, settled


@summarisers.register
@dataclass(frozen=True, repr=False)
class Submodular(Spelled):
    """Greedy: most of sum_i min(C_i(S), alpha C_i(V)) + diversity * sum_K sqrt(sum of r_j, j chosen from K).

    C_i(S) is the sum of cosines of i with the chosen, alpha = `saturation` / N, r_j the mean cosine of j with
    all posts. The clusters K are not k-means, which would need a seed: a post goes with its heaviest word.
    """

    name: ClassVar[str] = "submodular"
    citation: ClassVar[str] = (
        "Lin & Bilmes (2011), A Class of Submodular Functions; chosen as by Minoux (1978)"
    )
    saturation: float = setting(5.0, parse=number(0), doc="alpha times the number of posts")
    diversity: float = setting(6.0, parse=number(0), doc="weight of the second sum")

    def select(self, pool: Pool, k: int) -> list[int]:
        """One by one; a gain is computed anew only where an old one could still be the best."""
        gains = Gains(pool, self.saturation, self.diversity)
        waiting = [(-gains.of(place), place) for place in range(len(pool))]
        heapq.heapify(waiting)
        while len(gains.places) < k:
            _, place = heapq.heappop(waiting)
            fresh = (-gains.of(place), place)
            if waiting and fresh > waiting[0]:
                heapq.heappush(waiting, fresh)
            else:
                gains.take(place)
        return gains.places


class Gains:
    """What each post would add to the posts chosen so far."""

    def __init__(self, pool: Pool, saturation: float, diversity: float) -> None:
        self._links = pool.shared("cosine links", lambda: _links(pool))
        total = np.asarray(self._links.sum(axis=1), dtype=float).reshape(-1)
        self._cap = min(1.0, saturation / len(pool)) * total
        self._reward, self._diversity = total / len(pool), diversity
        self._cluster = pool.shared("clusters", lambda: _clusters(pool))
        self._covered = np.zeros(len(pool))
        self._held: dict[int, float] = {}
        self.places: list[int] = []

    def of(self, place: int) -> float:
        """The gain of one post."""
        others, near = self._row(place)
        before, cap = self._covered[others], self._cap[others]
        covered = float((np.minimum(before + near, cap) - np.minimum(before, cap)).sum())
        held = self._held.get(int(self._cluster[place]), 0.0)
        diverse = np.sqrt(held + self._reward[place]) - np.sqrt(held)
        return float(settled(np.array(covered + self._diversity * diverse)))

    def take(self, place: int) -> None:
        """Choose a post."""
        others, near = self._row(place)
        self._covered[others] += near
        cluster = int(self._cluster[place])
        self._held[cluster] = self._held.get(cluster, 0.0) + float(self._reward[place])
        self.places.append(place)

    def _row(self, place: int) -> tuple[Any, Floats]:
        span = slice(self._links.indptr[place], self._links.indptr[place + 1])
        return self._links.indices[span], self._links.data[span]


def _links(pool: Pool) -> Any:
    """All cosines; a post is as like itself as can be, if it has words of weight."""
    from scipy.sparse import diags_array

    rows = pool.unit("tfidf")
    own = np.asarray((rows * rows).sum(axis=1), dtype=float).reshape(-1)
    table = products(rows, lambda _, cosines: settled(cosines)) + diags_array(np.round(own))
    return table.tocsr()


def _clusters(pool: Pool) -> Any:
    """The column of each post's heaviest word, of equals the first; -1 for a post without words."""
    table = pool.tfidf
    found = np.full(len(pool), -1)
    for row in range(len(pool)):
        span = slice(table.indptr[row], table.indptr[row + 1])
        if span.stop > span.start:
            columns, weights = table.indices[span], settled(table.data[span])
            found[row] = int(columns[weights == weights.max()].min())
    return found
