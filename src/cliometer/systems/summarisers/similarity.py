"""Summarisers by similar posts: centroid, MMR, LexRank, TextRank, submodular coverage."""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np

from cliometer.expressions import number, registered, setting, truth
from cliometer.systems.summarisers.pool import (
    Floats,
    Pool,
    Summariser,
    ThresholdSummariser,
    by_score,
    heaviest,
    products,
    round_off,
    summarisers,
)


@registered(
    summarisers,
    name="centroid",
    citation="Dela Rosa et al. (2011), Topical Clustering of Tweets; "
    "after Radev et al. (2004), Centroid-based summarization of multiple documents",
)
class Centroid(ThresholdSummariser):
    """Score: the cosine of a post's tf.idf vector with the centroid LS / N, the mean of all of them."""

    def select(self, pool: Pool, k: int) -> list[int]:
        ranked = pool.memo("centroid order", lambda: by_score(centrality(pool)))
        return self.choose(ranked, pool, k)


def centrality(pool: Pool) -> Floats:
    """Return each post's cosine with the centroid; 0 for all where the centroid is 0."""
    centroid = np.asarray(pool.tfidf.mean(axis=0), dtype=float).reshape(-1)
    length = float(np.sqrt(centroid @ centroid))
    return np.asarray(pool.unit("tfidf") @ (centroid / length if length else centroid))


@registered(summarisers, name="mmr", citation="Carbonell & Goldstein (1998), The Use of MMR")
class MMR(Summariser):
    """Greedy: most of balance * cosine with the centroid - (1 - balance) * largest cosine with a chosen post.

    The centroid of tf.idf vectors stands for the query.
    """

    balance: float = setting(0.7, parse=number(0, 1), doc="weight of relevance against novelty", always=True)

    def select(self, pool: Pool, k: int) -> list[int]:
        """Choose posts one by one; of one score the first in the input."""
        relevance = pool.memo("centrality", lambda: centrality(pool))
        nearest, open_ = np.zeros(len(pool)), np.ones(len(pool), dtype=bool)
        places: list[int] = []
        while len(places) < k:
            scores = round_off(self.balance * relevance - (1 - self.balance) * nearest)
            best = int(np.argmax(np.where(open_, scores, -np.inf)))
            places.append(best)
            open_[best] = False
            nearest = np.maximum(nearest, pool.cosines("tfidf", best))
        return places


_CLOSE = 1e-12
_MOST_DAMPING = 0.99  # with 1 the walk may go round for ever, or end where it began
_MOST_STEPS = 3000  # each step leaves at most `damping` of the error: 0.99 ** 3000 < 1e-13


@registered(summarisers, name="lexrank", citation="Erkan & Radev (2004), LexRank")
class LexRank(ThresholdSummariser):
    """The stationary share of a walk over posts whose tf.idf cosine is at least `edge`.

    Every edge weighs the same, or its cosine where `continuous`.
    """

    edge: float = setting(0.1, parse=number(0, 1), doc="least cosine of two linked posts")
    continuous: bool = setting(False, parse=truth, doc="weigh links by their cosine")
    damping: float = setting(0.85, parse=number(0, _MOST_DAMPING), doc="share of steps that follow a link")

    def select(self, pool: Pool, k: int) -> list[int]:
        key = ("lexrank", self.edge, self.continuous, self.damping)
        ranked = pool.memo(key, lambda: by_score(walk(self._links(pool), self.damping)))
        return self.choose(ranked, pool, k)

    def _links(self, pool: Pool) -> Any:
        def keep(_: int, cosines: Floats) -> Floats:
            cosines = round_off(cosines)
            linked = (cosines >= self.edge) & (cosines > 0)
            return np.where(linked, cosines if self.continuous else 1.0, 0.0)

        return products(pool.unit("tfidf"), keep)


@registered(summarisers, name="textrank", citation="Mihalcea & Tarau (2004), TextRank")
class TextRank(ThresholdSummariser):
    """The same walk; a link weighs shared distinct words / (ln |a| + ln |b|), |a| words of the post a.

    Two posts of one word each have no link: the weight has no value there.
    """

    damping: float = setting(0.85, parse=number(0, _MOST_DAMPING), doc="share of steps that follow a link")

    def select(self, pool: Pool, k: int) -> list[int]:
        key = ("textrank", self.damping)
        ranked = pool.memo(key, lambda: by_score(walk(_overlaps(pool), self.damping)))
        return self.choose(ranked, pool, k)


def _overlaps(pool: Pool) -> Any:
    logs = np.log(np.maximum(1, pool.lengths))

    def keep(start: int, shared: Floats) -> Floats:
        scale = logs[start : start + len(shared), None] + logs[None, :]
        return np.asarray(np.divide(shared, scale, out=np.zeros_like(shared), where=scale > 0))

    return products(pool.distinct, keep)


def walk(links: Any, damping: float) -> Floats:
    """Return PageRank by the power method; a post without links leads to all posts."""
    size = links.shape[0]
    sums = np.asarray(links.sum(axis=1), dtype=float).reshape(-1)
    out = np.divide(1.0, sums, out=np.zeros_like(sums), where=sums > 0)
    back = links.T.tocsr()
    shares: Floats = np.full(size, 1.0 / size)
    for _ in range(_MOST_STEPS):
        lost = float(shares[sums == 0].sum())
        following = back @ (shares * out) + lost / size
        new = damping * following + (1 - damping) / size
        moved = float(np.abs(new - shares).sum())
        shares = new
        if moved < _CLOSE:
            break
    return np.asarray(np.round(shares * size, 8))  # what the method has not settled decides no tie


@registered(
    summarisers,
    name="submodular",
    citation="Lin & Bilmes (2011), A Class of Submodular Functions; chosen as by Minoux (1978)",
)
class Submodular(Summariser):
    """Greedy: most of sum_i min(C_i(S), alpha C_i(V)) + diversity * sum_K sqrt(sum of r_j, j chosen from K).

    C_i(S) is the sum of cosines of i with the chosen, alpha = `saturation` / N, r_j the mean cosine of j with
    all posts. The clusters K are not k-means, which would need a seed: a post goes with its heaviest word.
    """

    saturation: float = setting(5.0, parse=number(0), doc="alpha times the number of posts")
    diversity: float = setting(6.0, parse=number(0), doc="weight of the second sum")

    def select(self, pool: Pool, k: int) -> list[int]:
        """Choose posts one by one; a gain is computed anew only where an old one could still be the best."""
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
    """The gain that each post would add to the posts chosen so far."""

    def __init__(self, pool: Pool, saturation: float, diversity: float) -> None:
        self._links = pool.memo("cosine links", lambda: _links(pool))
        total = np.asarray(self._links.sum(axis=1), dtype=float).reshape(-1)
        self._cap = min(1.0, saturation / len(pool)) * total
        self._reward, self._diversity = total / len(pool), diversity
        self._cluster = pool.memo("clusters", lambda: heaviest(pool.tfidf))
        self._covered = np.zeros(len(pool))
        self._held: dict[int, float] = {}
        self.places: list[int] = []

    def of(self, place: int) -> float:
        """Return the gain of one post."""
        others, near = self._row(place)
        before, cap = self._covered[others], self._cap[others]
        covered = float((np.minimum(before + near, cap) - np.minimum(before, cap)).sum())
        held = self._held.get(int(self._cluster[place]), 0.0)
        diverse = np.sqrt(held + self._reward[place]) - np.sqrt(held)
        return float(round_off(np.array(covered + self._diversity * diverse)))

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
    """Return all cosines; a post with words of weight has a cosine of 1 with itself."""
    from scipy.sparse import diags_array

    rows = pool.unit("tfidf")
    norms = np.asarray((rows * rows).sum(axis=1), dtype=float).reshape(-1)
    table = products(rows, lambda _, cosines: round_off(cosines)) + diags_array(np.round(norms))
    return table.tocsr()
