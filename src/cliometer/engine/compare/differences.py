"""The difference between two systems: how large, how certain, and how many topics would settle it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cliometer.engine.compare.design import Design
from cliometer.engine.compare.figures import Figures, Floats
from cliometer.engine.compare.significance import Significance
from cliometer.errors import InputError
from cliometer.stats.effects import cohen_dz, hedges_g
from cliometer.stats.power import detectable_effect, topics_needed
from cliometer.stats.resampling import Bootstrap, Intervals, Pairs, bca, percentile
from cliometer.stats.samples import settled

POWER = 0.8  # the chance to see a difference that is there; Cohen's (1988) convention


@dataclass(frozen=True)
class Difference:
    """First minus second system.

    `effect` is Hedges' g over topics; `topics_needed` is the number of topics on which an effect of this size
    shows in four of five tries, `detectable_difference` the smallest one that the topics at hand show as
    often. They are None where the difference is the same on every topic, or the topics are only two.
    """

    first: str
    second: str
    difference: float
    low: float
    high: float
    p: float
    corrected_p: float
    effect: float | None
    won: int
    tied: int
    lost: int
    topics_needed: int | None
    detectable_difference: float | None


def differences_of(
    figures: Figures, pairs: Pairs, sample: Bootstrap, tested: Significance, design: Design
) -> Sequence[Difference]:
    """All pairs, as they were tested."""
    apart = sample.differences(pairs)
    intervals = intervals_of(apart, design)
    visible = detectable_effect(figures.units, POWER, design.significance)
    return [
        Difference(
            figures.systems[i],
            figures.systems[j],
            float(intervals.estimate[place]),
            float(intervals.low[place]),
            float(intervals.high[place]),
            float(tested.p[place]),
            float(tested.corrected[place]),
            *_over_topics(figures.values[i], figures.values[j], visible, design.significance),
        )
        for place, (i, j) in enumerate(pairs.tolist())
    ]


def intervals_of(sample: Bootstrap, design: Design) -> Intervals:
    """The intervals that the design asks for."""
    return (bca if design.interval == "bca" else percentile)(sample, design.level)


def _over_topics(
    first: Floats, second: Floats, visible: float, alpha: float
) -> tuple[float | None, int, int, int, int | None, float | None]:
    d = settled(first, second)
    counts = int((d > 0).sum()), int((d == 0).sum()), int((d < 0).sum())
    if len(d) < 3 or np.ptp(d) == 0:
        return None, *counts, None, None
    detectable = float(d.std(ddof=1)) * visible
    return hedges_g(first, second), *counts, _needed(cohen_dz(first, second), alpha), detectable


def _needed(effect: float, alpha: float) -> int | None:
    """None where no number of topics that anyone will ever have would do."""
    try:
        return topics_needed(effect, POWER, alpha)
    except InputError:
        return None
