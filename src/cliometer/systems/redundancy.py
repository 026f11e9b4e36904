"""Leaving out what has been said: a post is passed over where it is too like one that was chosen.

The rule of Mackie et al. (2014) with its open points decided: a post is passed over where its cosine with a
chosen one is *greater* than the threshold. So 1 switches the rule off and 0 allows no shared word; with "at
least" 0 would allow one post only. Where fewer than k posts are left, `fill` takes those passed over, first
passed over first, since summaries of different length cannot be compared; `stop` leaves the summary short.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from cliometer.systems.vectors import Pool


class Chosen:
    """A summary in the making; `offer` its candidates, best first."""

    def __init__(self, pool: Pool, k: int, threshold: float, vectors: str, fewer: str) -> None:
        self._pool, self._k, self._vectors, self._fill = pool, k, vectors, fewer == "fill"
        self._threshold = threshold
        self._nearest = np.zeros(len(pool))  # each post's largest cosine with a chosen one
        self.places: list[int] = []
        self.passed: list[int] = []

    @property
    def full(self) -> bool:
        """Whether k were chosen."""
        return len(self.places) >= self._k

    def offer(self, place: int) -> bool:
        """Take a candidate, or pass it over."""
        if self._nearest[place] > self._threshold:
            self.passed.append(place)
            return False
        self.places.append(place)
        if self._threshold < 1:
            self._nearest = np.maximum(self._nearest, self._pool.cosines(self._vectors, place))
        return True

    def finished(self) -> list[int]:
        """The chosen posts, filled up where that is wanted."""
        if self._fill:
            return [*self.places, *self.passed[: self._k - len(self.places)]]
        return self.places


def choose(ranked: Iterable[int], chosen: Chosen) -> list[int]:
    """Offer candidates in order until the summary is full."""
    for place in ranked:
        if chosen.full:
            break
        chosen.offer(place)
    return chosen.finished()
