"""Where systems stand by one metric: scores with intervals, differences with p and effect, groups, ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from cliometer.engine.compare.design import Design
from cliometer.engine.compare.differences import Difference, differences_of, intervals_of
from cliometer.engine.compare.figures import Figures, Floats
from cliometer.engine.compare.significance import significance
from cliometer.errors import unknown
from cliometer.stats.critical_difference import CriticalDifference, critical_difference
from cliometer.stats.groups import compact_letters, joint_ranks
from cliometer.stats.resampling import Bootstrap, Intervals, Pairs, against, all_pairs, bootstrap


@dataclass(frozen=True)
class Standing:
    """One system: its score, the interval, its letters and the places it shares."""

    system: str
    score: float
    low: float
    high: float
    interval: str
    letters: str | None
    rank: str | None


@dataclass(frozen=True)
class Standings:
    """All systems by one metric, best first."""

    metric: str
    topics: int
    units: int  # independent topics; fewer than topics where several tasks belong to one
    systems: Sequence[Standing]
    differences: Sequence[Difference]
    test: str | None
    critical: CriticalDifference | None
    notes: Sequence[str] = ()

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "metric": self.metric,
            "topics": self.topics,
            "independent_topics": self.units,
            "test": self.test,
            "systems": [asdict(standing) for standing in self.systems],
            "differences": [asdict(difference) for difference in self.differences],
            "critical_difference": self._critical(),
        }

    def _critical(self) -> dict[str, object] | None:
        """With names for the places of systems."""
        if self.critical is None:
            return None
        names = [standing.system for standing in self.systems]
        ranks = dict(zip(names, self.critical.average_ranks, strict=True))
        bars = [[names[place] for place in bar] for bar in self.critical.bars]
        return {**asdict(self.critical), "average_ranks": ranks, "bars": bars}

    def __getitem__(self, system: str) -> Standing:
        for standing in self.systems:
            if standing.system == system:
                return standing
        raise unknown("system", system, [standing.system for standing in self.systems])


def standings_of(figures: Figures, design: Design) -> Standings:
    """Compare all systems by one metric."""
    sample = bootstrap(figures.aggregate, design.resamples, seed=design.seed, groups=figures.groups)
    pairs = _pairs(figures.systems, design.baseline)
    tested = significance(figures, pairs, sample, design) if len(pairs) and not figures.tied else None
    differences = differences_of(figures, pairs, sample, tested, design) if tested else []
    differs = _differs(differences, figures.systems, design)
    letters, ranks, notes = _groups(sample, differs, figures)
    intervals = intervals_of(sample, design)
    order = np.argsort(-sample.observed, kind="stable").tolist()
    return Standings(
        metric=figures.metric,
        topics=len(figures.topics),
        units=figures.units,
        systems=[
            Standing(figures.systems[place], *_numbers(intervals, place), letters[place], ranks[place])
            for place in order
        ],
        differences=differences,
        test=tested.how if tested else None,
        critical=_critical(figures.values[order], design) if tested else None,
        notes=[*_tied(figures), *notes],
    )


def _pairs(systems: Sequence[str], baseline: str | None) -> Pairs:
    if baseline is None:
        return all_pairs(len(systems))
    if baseline not in systems:
        raise unknown("baseline", baseline, systems)
    return against(systems.index(baseline), len(systems))


def _tied(figures: Figures) -> list[str]:
    if len(figures.systems) < 2 or not figures.tied:
        return []
    return [f"{figures.metric}: all systems score the same on every topic, so there is nothing to test"]


def _numbers(intervals: Intervals, place: int) -> tuple[float, float, float, str]:
    low, high = float(intervals.low[place]), float(intervals.high[place])
    return float(intervals.estimate[place]), low, high, intervals.methods[place]


def _differs(
    differences: Sequence[Difference], systems: Sequence[str], design: Design
) -> NDArray[np.bool_] | None:
    """Whether two systems differ; None where not every pair was tested."""
    if design.baseline is not None or not differences:
        return None
    table = np.zeros((len(systems), len(systems)), dtype=bool)
    for difference in differences:
        i, j = systems.index(difference.first), systems.index(difference.second)
        table[i, j] = table[j, i] = difference.corrected_p <= design.significance
    return table


def _groups(
    sample: Bootstrap, differs: NDArray[np.bool_] | None, figures: Figures
) -> tuple[Sequence[str | None], Sequence[str | None], list[str]]:
    """Letters and joint ranks of each system, and why there are no joint ranks where there are none."""
    none = [None] * len(figures.systems)
    if differs is None:
        return none, none, []
    letters = ["".join(own) for own in compact_letters(sample.observed, differs)]
    ranks = joint_ranks(sample.observed, differs)
    if ranks.places is None:
        reason = "some systems differ though neither differs from a third; the letters show it"
        return letters, none, [f"{figures.metric}: no joint ranks, because {reason}"]
    return letters, ["/".join(map(str, places)) for places in ranks.places], []


def _critical(values: Floats, design: Design) -> CriticalDifference | None:
    """For three systems or more, what a critical-difference diagram draws."""
    return critical_difference(values, significance=design.significance) if len(values) > 2 else None
