"""The JSD oracle: the best `jsd` that a greedy choice of posts can reach.

It counts the words that the metric counts, whatever the summarisers read, and reads the posts that are to be
chosen from. So it is a ceiling where the sources of the metric are these posts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from cliometer.metrics.expression import truth, word
from cliometer.metrics.settings import setting
from cliometer.metrics.sources.divergence_metrics import JensenShannon
from cliometer.metrics.sources.divergences import WORST_JSD
from cliometer.model.backgrounds import Form
from cliometer.systems.summarisers.base import Spelled, summarisers
from cliometer.systems.vectors import Floats, Pool
from cliometer.text.source_words import SOURCE_TOKENS, count

_TIE = 1e-12  # divergences nearer than this are equal on paper


@summarisers.register
@dataclass(frozen=True, repr=False)
class JSDOracle(Spelled):
    """Greedy: least `jsd` of the summary from all posts, with the settings of that metric.

    A post of which nothing is counted leaves the divergence as it is, so that it goes before one that does
    harm.
    """

    name: ClassVar[str] = "jsd_oracle"
    citation: ClassVar[str] = "after Louis & Nenkova (2013), whose measure it makes small"
    stop: bool = setting(True, parse=truth, doc="as in jsd: leave out stop words")
    tokens: str = setting("unicode", parse=word("tokeniser", SOURCE_TOKENS), doc="as in jsd: what is a word")
    stem: bool = setting(True, parse=truth, doc="as in jsd: count stems")

    @property
    def metric(self) -> JensenShannon:
        """What it makes small."""
        return JensenShannon(stop=self.stop, tokens=self.tokens, stem=self.stem)

    def select(self, pool: Pool, k: int) -> list[int]:
        """One by one; of one divergence the first in the input."""
        form = self.metric.form
        posts = pool.shared(("jsd counts", form), lambda: Counted(pool, form))
        open_, said = np.ones(len(pool), dtype=bool), np.zeros(len(posts.frequencies))
        places: list[int] = []
        while len(places) < k:
            costs = np.where(open_, posts.divergences(said), np.inf)
            best = int(np.argmax(costs <= costs.min() + _TIE))
            places.append(best)
            open_[best] = False
            posts.add(best, said)
        return places


class Counted:
    """The posts as the metric counts them: an entry for each word of each post."""

    def __init__(self, pool: Pool, form: Form) -> None:
        columns: dict[str, int] = {}
        counts = [count([post.text], form) for post in pool.posts]
        self._columns = np.array(
            [columns.setdefault(w, len(columns)) for found in counts for w in found], dtype=np.int64
        )
        self._times = np.array([n for found in counts for n in found.values()], dtype=float)
        self._rows = np.repeat(np.arange(len(pool)), [len(found) for found in counts])
        self._lengths = np.bincount(self._rows, self._times, minlength=len(pool))
        self.frequencies: Floats = np.bincount(self._columns, self._times, len(columns)).astype(float)

    def add(self, place: int, said: Floats) -> None:
        """Count the words of a post as said."""
        own = self._rows == place
        said[self._columns[own]] += self._times[own]

    def divergences(self, said: Floats) -> Floats:
        """The divergence after adding each post.

        Posts of one length divide what was said before by the same number, so that the sum over all words is
        taken once for each length; a post changes no more than the terms of its own words.
        """
        p = self.frequencies / max(1.0, float(self.frequencies.sum()))
        sizes, which = np.unique(said.sum() + self._lengths, return_inverse=True)
        before = np.array([_terms(p, said / max(1.0, size)).sum() for size in sizes])[which]
        own, size = p[self._columns], np.maximum(1.0, sizes[which])[self._rows]
        old = said[self._columns]
        changes = _terms(own, (old + self._times) / size) - _terms(own, old / size)
        found = (before + np.bincount(self._rows, changes, minlength=len(which))) / 2
        return np.where(sizes[which] > 0, found, WORST_JSD)


def _terms(p: Floats, q: Floats) -> Any:
    """p ln(2p / (p + q)) + q ln(2q / (p + q)) of each word; p is never 0."""
    part = np.divide(2 * q, p + q, out=np.ones_like(q), where=q > 0)
    return p * np.log(2 * p / (p + q)) + q * np.log(part)
