"""LexRank (Erkan & Radev 2004) and TextRank (Mihalcea & Tarau 2004): central where central ones point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from cliometer.metrics.expression import number, truth
from cliometer.metrics.settings import setting
from cliometer.systems.summarisers.base import Sparing, summarisers
from cliometer.systems.vectors import Floats, Pool, by_score, products, settled

_CLOSE = 1e-12
_MOST_DAMPING = 0.99  # with 1 the walk may go round for ever, or end where it began
_MOST_STEPS = 3000  # each step leaves at most `damping` of the error: 0.99 ** 3000 < 1e-13


@summarisers.register
@dataclass(frozen=True, repr=False)
class LexRank(Sparing):
    """The stationary share of a walk over posts whose tf.idf cosine is at least `edge`.

    Every edge weighs the same, or its cosine where `continuous`.
    """

    name: ClassVar[str] = "lexrank"
    citation: ClassVar[str] = "Erkan & Radev (2004), LexRank"
    edge: float = setting(0.1, parse=number(0, 1), doc="least cosine of two linked posts")
    continuous: bool = setting(False, parse=truth, doc="weigh links by their cosine")
    damping: float = setting(0.85, parse=number(0, _MOST_DAMPING), doc="share of steps that follow a link")

    def select(self, pool: Pool, k: int) -> list[int]:
        """By falling share."""
        key = ("lexrank", self.edge, self.continuous, self.damping)
        ranked = pool.shared(key, lambda: by_score(walk(self._links(pool), self.damping)))
        return self.choose(ranked, pool, k)

    def _links(self, pool: Pool) -> Any:
        def keep(_: int, cosines: Floats) -> Floats:
            cosines = settled(cosines)
            linked = (cosines >= self.edge) & (cosines > 0)
            return np.where(linked, cosines if self.continuous else 1.0, 0.0)

        return products(pool.unit("tfidf"), keep)


@summarisers.register
@dataclass(frozen=True, repr=False)
class TextRank(Sparing):
    """The same walk; a link weighs shared distinct words / (ln |a| + ln |b|), |a| words of the post a.

    Two posts of one word each have no link: the weight has no value there.
    """

    name: ClassVar[str] = "textrank"
    citation: ClassVar[str] = "Mihalcea & Tarau (2004), TextRank"
    damping: float = setting(0.85, parse=number(0, _MOST_DAMPING), doc="share of steps that follow a link")

    def select(self, pool: Pool, k: int) -> list[int]:
        """By falling share."""
        key = ("textrank", self.damping)
        ranked = pool.shared(key, lambda: by_score(walk(_overlaps(pool), self.damping)))
        return self.choose(ranked, pool, k)


def _overlaps(pool: Pool) -> Any:
    logs = np.log(np.maximum(1, pool.lengths))

    def keep(start: int, shared: Floats) -> Floats:
        scale = logs[start : start + len(shared), None] + logs[None, :]
        weights: Floats = np.divide(shared, scale, out=np.zeros_like(shared), where=scale > 0)
        return weights

    return products(pool.distinct, keep)


def walk(links: Any, damping: float) -> Floats:
    """PageRank by the power method; who has no link jumps anywhere."""
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
    rounded: Floats = np.round(shares * size, 8)  # what the method has not settled decides no tie
    return rounded
