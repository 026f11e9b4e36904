"""Were the right dates chosen? Precision, recall and F of the dates alone."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

import numpy as np

from cliometer.expressions import number, registered, setting
from cliometer.metrics.alignment import Pairs
from cliometer.metrics.base import Properties, TimelineMetric, metrics
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.optima import assign, optima
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

    def _measure(self, comparison: TopicComparison) -> list[Score]:
        worth, fit = self.worth(comparison), comparison.closeness(Reciprocal())
        hits = []
        for start, stop in pairwise(comparison.bounds.tolist()):
            matched = self.pairs(worth[start:stop], fit[start:stop])
            hits.append(float(worth[start:stop][matched.rows, matched.columns].sum()))
        return [
            Score(Ratio(hit, len(system)), Ratio(hit, len(comparison.dates)), self.beta)
            for hit, system in zip(hits, comparison.systems, strict=True)
        ]

    def worth(self, comparison: TopicComparison) -> Floats:
        """Return what each pair of dates would earn."""
        if self.tolerance is None:
            return comparison.same_date.astype(float)
        return comparison.closeness(self.tolerance)

    def pairs(self, worth: Floats, fit: Floats) -> Pairs:
        """Return the dates that are matched in one system: of the highest total worth, and of those the best fit."""
        if self.tolerance is None or not worth.size:
            return Pairs(*np.nonzero(worth))
        turned = len(worth) > worth.shape[1]
        gains = worth.T if turned else worth
        columns = optima(-gains, assign(-gains)[1]).best(fit.T if turned else fit)
        shorter = np.arange(len(columns))
        return Pairs(columns, shorter) if turned else Pairs(shorter, columns)
