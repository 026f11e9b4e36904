"""Were the right dates chosen? Precision, recall and F of the dates alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

import numpy as np

from cliometer.expressions import number, registered, setting
from cliometer.metrics.alignment import Pairs, assign, optima
from cliometer.metrics.base import Properties, TimelineMetric, metrics
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.similarity import Floats, Kernel, Reciprocal, kernels
from cliometer.model.score import Ratio, Score


@registered(metrics)
class Dates(TimelineMetric):
    """Dates that system and references share; with a tolerance, near misses earn their closeness."""

    name: ClassVar[str] = "date"
    formula: ClassVar[str] = (
        "|D_s & D_R| / |D_s| and / |D_R|; with a tolerance K, the numerator is the largest sum of K over "
        "one-to-one pairs of dates"
    )
    citation: ClassVar[str] = "Martschat & Markert (2018), A Temporally Sensitive Submodularity Framework, CoNLL"

    tolerance: Kernel | None = setting(
        None, parse=kernels.parse, doc="what a date off by some days earns, such as within(days=3)"
    )
    beta: float = setting(1.0, parse=number(low=0.001, high=1000), doc="weight of recall in F")

    @property
    def properties(self) -> Properties:
        """What the metric promises; texts do not matter to it."""
        return Properties(True, True, True, True, True, uses_dates=True)

    def measure_in(self, comparison: TopicComparison) -> list[Score]:
        """Score the systems of a comparison."""
        scores = []
        for system, (worth, pairs) in zip(comparison.systems, self.matches(comparison), strict=True):
            hits = float(worth[pairs.rows, pairs.columns].sum())
            scores.append(Score(Ratio(hits, len(system)), Ratio(hits, len(comparison.dates)), self.beta))
        return scores

    def matches(self, comparison: TopicComparison) -> Iterator[tuple[Floats, Pairs]]:
        """Yield for each system what each pair of dates would earn, and the pairs of the highest total.

        Of several such choices of pairs the one that fits best is taken.
        """
        same, fit = comparison.same_date.astype(float), comparison.closeness(Reciprocal())
        every = same if self.tolerance is None else comparison.closeness(self.tolerance)
        for start, stop in pairwise(comparison.bounds.tolist()):
            worth = every[start:stop]
            if self.tolerance is None or not worth.size:
                yield worth, Pairs(*np.nonzero(worth))
                continue
            turned = len(worth) > worth.shape[1]
            gains, close = (worth.T, fit[start:stop].T) if turned else (worth, fit[start:stop])
            columns = optima(-gains, assign(-gains)[1]).best(close)
            shorter = np.arange(len(columns))
            yield worth, Pairs(columns, shorter) if turned else Pairs(shorter, columns)
