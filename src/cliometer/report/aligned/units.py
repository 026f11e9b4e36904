"""What a metric counts, in words."""

from __future__ import annotations

from cliometer.metrics.base import Metric
from cliometer.metrics.rouge.variants import Variant
from cliometer.metrics.timeline_rouge import TimelineRouge


def unit(metric: Metric) -> list[str]:
    """One, and several."""
    if not isinstance(metric, TimelineRouge):
        return ["date", "dates"]
    return _counted(metric.rouge)


def _counted(rouge: Variant) -> list[str]:
    if rouge.kind == "N" and rouge.n > 1:
        return ["word pair", "word pairs"] if rouge.n == 2 else [f"{rouge.n}-gram", f"{rouge.n}-grams"]
    if rouge.kind == "W":
        return ["point for runs of words", "points for runs of words"]
    if rouge.kind in ("S", "SU"):
        return ["skip-bigram", "skip-bigrams"]
    return ["word", "words"]
