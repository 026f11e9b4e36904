"""Centroid (Dela Rosa et al. 2011, after Radev): posts nearest to the mean post, less what was said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cliometer.systems.summarisers.base import Sparing, summarisers
from cliometer.systems.vectors import Floats, Pool, by_score


@summarisers.register
@dataclass(frozen=True, repr=False)
class Centroid(Sparing):
    """Score: the cosine of a post's tf.idf vector with the centroid LS / N, the mean of all of them."""

    name: ClassVar[str] = "centroid"
    citation: ClassVar[str] = (
        "Dela Rosa et al. (2011), Topical Clustering of Tweets; "
        "after Radev et al. (2004), Centroid-based summarization of multiple documents"
    )

    def select(self, pool: Pool, k: int) -> list[int]:
        """By falling cosine."""
        ranked = pool.shared("centroid order", lambda: by_score(centrality(pool)))
        return self.choose(ranked, pool, k)


def centrality(pool: Pool) -> Floats:
    """Each post's cosine with the centroid; 0 for all where the centroid is 0."""
    centroid = np.asarray(pool.tfidf.mean(axis=0), dtype=float).reshape(-1)
    length = float(np.sqrt(centroid @ centroid))
    scores: Floats = pool.unit("tfidf") @ (centroid / length if length else centroid)
    return scores
