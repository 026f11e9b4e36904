"""The difference between two systems: how large, how certain, and how many topics would settle it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cliometer.engine.compare.design import Design
from cliometer.engine.compare.figures import Figures
from cliometer.engine.compare.significance import SWAPPING, Significance
from cliometer.errors import InputError
from cliometer.stats.effects import hedges_g
from cliometer.stats.power import detectable_effect, topics_needed, topics_to_reach
from cliometer.stats.resampling import Bootstrap, Intervals, Pairs, bca, percentile
from cliometer.stats.samples import settled

POWER = 0.8  # the chance to see a difference that is there; Cohen's (1988) convention


@dataclass(frozen=True)
class Difference:
    """First minus second system.

    `effect` is Hedges' g over topics; `topics_needed` is the number of topics on which an effect of this size
    shows in four of five tries by a paired t test, and no fewer than with which the chosen test can reach
    the level at all; `detectable_difference` is the smallest one that the topics at hand show as often. They
    are None where the difference is the same on every topic, or the topics are only two.
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

    @property
    def names(self) -> str:
        """`first - second`."""
        return f"{self.first} - {self.second}"


def differences_of(
    figures: Figures, pairs: Pairs, intervals: Intervals, tested: Significance, design: Design
) -> Sequence[Difference]:
    """All pairs, as they were tested; `intervals` are those of the pairs."""
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
            *_over_topics(figures, i, j, visible, design),
        )
        for place, (i, j) in enumerate(pairs.tolist())
    ]


def intervals_of(sample: Bootstrap, design: Design) -> Intervals:
    """The intervals that the design asks for."""
    return (bca if design.interval == "bca" else percentile)(sample, design.level)


def _over_topics(
    figures: Figures, i: int, j: int, visible: float, design: Design
) -> tuple[float | None, int, int, int, int | None, float | None]:
    first, second = figures.values[i], figures.values[j]
    d = settled(first, second)
    better = -d if figures.lower else d
    counts = int((better > 0).sum()), int((d == 0).sum()), int((better < 0).sum())
    if len(d) < 3 or np.ptp(d) == 0:
        return None, *counts, None, None
    detectable = float(d.std(ddof=1)) * visible
    effect = hedges_g(first, second)
    return effect, *counts, _needed(effect, design), detectable


def least_topics(design: Design) -> int:
    """With how many topics the chosen test can reach the level at all."""
    return topics_to_reach(design.significance) if design.test in SWAPPING else 2


def _needed(effect: float, design: Design) -> int | None:
    """None where no number of topics that anyone will ever have would do."""
    try:
        return max(least_topics(design), topics_needed(effect, POWER, design.significance))
    except InputError:
        return None
