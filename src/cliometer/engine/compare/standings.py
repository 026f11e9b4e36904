"""Standings of systems by one metric: scores with intervals, differences, groups, ranks, and remarks on
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cliometer.engine.compare.figures import Design, Floats, ScoreFigures, ScoreSide
from cliometer.engine.compare.significance import (
    SystemDifference,
    differences_of,
    intervals_of,
    least_p,
    significance,
)
from cliometer.errors import unknown
from cliometer.spelling import listed, many
from cliometer.stats.bootstrap import Bootstrap, BootstrapIntervals, Pairs, bootstrap
from cliometer.stats.multiple_comparisons import (
    compact_letters,
    critical_difference,
    joint_ranks,
)
from cliometer.stats.samples import several


def on_ties(figures: ScoreFigures) -> list[str]:
    """All systems are one and the same by this metric."""
    if len(figures.systems) < 2 or not figures.tied:
        return []
    return [f"{figures.metric}: all systems score the same on every topic, so nothing was tested"]


def on_one_topic(figures: ScoreFigures) -> list[str]:
    """A lone topic has no spread."""
    return [f"{figures.metric}: found 1 topic, so there are no intervals and nothing was tested"]


def on_power(differences: Sequence[SystemDifference], topics: int, design: Design) -> list[str]:
    """The design could not have found anything, however different the systems are."""
    least = least_p(topics, len(differences), design)
    if not differences or least <= design.significance:
        return []
    pairs = many(len(differences), "comparison")
    return [
        f"{topics} topics, {pairs}: no difference can be significant at {design.significance:.2g}; the "
        f"smallest possible corrected p is {least:.3f}; more topics or fewer comparisons are needed"
    ]


def on_intervals(metric: str, rows: Sequence[str], intervals: BootstrapIntervals) -> list[str]:
    """Rows that have percentile intervals because BCa ones do not exist, with the reason."""
    reasons: dict[str, list[str]] = {}
    for row, reason in zip(rows, intervals.reasons, strict=True):
        if reason is not None:
            reasons.setdefault(reason, []).append(row)
    return [
        f"{metric}: percentile intervals, not BCa, for {listed(found, 5)}, because {reason}"
        for reason, found in reasons.items()
    ]


Numbers = tuple[float, float | None, float | None, str | None]  # score, low, high, how the interval was made


@dataclass(frozen=True)
class SystemStanding:
    """One system: its score, the interval, its letters and the places it shares; None where it has none.

    `topics` has the compared number of each topic, None where it is undefined: then the topic was left out
    for all systems.
    """

    system: str
    score: float
    low: float | None
    high: float | None
    interval: str | None
    letters: str | None
    rank: str | None
    topics: Mapping[str, float | None]


@dataclass(frozen=True)
class RankTest:
    """Average ranks of systems over topics (Friedman), and the distance at which two differ (Nemenyi).

    `bars` join systems, best first, whose ranks lie closer than the critical difference.
    """

    average_ranks: Mapping[str, float]
    critical_difference: float
    friedman: float
    p_value: float
    bars: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Standings:
    """All systems by one metric, best first."""

    metric: str
    side: ScoreSide  # the number that was compared
    less_is_better: bool
    topics: int
    independent_topics: int  # fewer than topics where several tasks belong to one
    test: str | None
    systems: Sequence[SystemStanding]
    differences: Sequence[SystemDifference]
    critical_difference: RankTest | None
    notes: Sequence[str] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the JSON object; `model.records.decode` reads it back."""
        return {name: value for name, value in asdict(self).items() if name != "notes"}

    @property
    def names(self) -> list[str]:
        """The systems, best first."""
        return [standing.system for standing in self.systems]

    def better(self, difference: SystemDifference) -> bool:
        """Return whether the first of two systems scores better."""
        return difference.difference < 0 if self.less_is_better else difference.difference > 0

    def __getitem__(self, system: str) -> SystemStanding:
        for standing in self.systems:
            if standing.system == system:
                return standing
        raise unknown("system", system, self.names)


def standings_of(figures: ScoreFigures, design: Design) -> Standings:
    """Compare all systems by one metric; InputError where there is one topic only."""
    several(figures.units, "topic")
    sample = bootstrap(figures.aggregate, design.resamples, seed=design.seed, groups=figures.groups)
    order = _best_first(sample.observed, figures.lower)
    pairs = _pairs(figures.systems, order, design.baseline)
    intervals = intervals_of(sample, design)
    if figures.tied or not len(pairs):
        notes = [*on_ties(figures), *on_intervals(figures.metric, figures.systems, intervals)]
        return _untested(figures, order, [_numbers(intervals, place) for place in order], notes)
    tested = significance(figures, pairs, sample, design)
    apart = intervals_of(sample.differences(pairs), design)
    differences = differences_of(figures, pairs, apart, tested, design)
    letters, ranks, notes = _groups(sample, _differs(differences, figures.systems, design), figures)
    return Standings(
        metric=figures.metric,
        side=figures.side,
        less_is_better=figures.lower,
        topics=len(figures.topics),
        independent_topics=figures.units,
        test=tested.how,
        systems=[
            _standing(figures, place, _numbers(intervals, place), letters[place], ranks[place])
            for place in order
        ],
        differences=differences,
        critical_difference=_critical(figures, order, design),
        notes=[
            *on_power(differences, figures.units, design),
            *on_intervals(figures.metric, figures.systems, intervals),
            *on_intervals(figures.metric, [one.names for one in differences], apart),
            *notes,
        ],
    )


def _standing(
    figures: ScoreFigures, place: int, numbers: Numbers, letters: str | None = None, rank: str | None = None
) -> SystemStanding:
    system = figures.systems[place]
    return SystemStanding(system, *numbers, letters, rank, figures.cells[system])


def means_of(figures: ScoreFigures) -> Standings:
    """The scores alone, where one topic allows nothing else."""
    observed = figures.aggregate.observed()
    order = _best_first(observed, figures.lower)
    numbers = [(float(observed[place]), None, None, None) for place in order]
    return _untested(figures, order, numbers, on_one_topic(figures))


def _untested(
    figures: ScoreFigures, order: Sequence[int], numbers: Sequence[Numbers], notes: Sequence[str]
) -> Standings:
    """Standings without differences."""
    systems = [_standing(figures, place, own) for place, own in zip(order, numbers, strict=True)]
    about = (figures.metric, figures.side, figures.lower, len(figures.topics), figures.units)
    return Standings(*about, None, systems, [], None, notes)


def _best_first(observed: Floats, lower: bool) -> list[int]:
    order: list[int] = np.argsort(observed if lower else -observed, kind="stable").tolist()
    return order


def _pairs(systems: Sequence[str], order: Sequence[int], baseline: str | None) -> Pairs:
    """Each system with each worse one, or with the baseline, in the order of the ranking."""
    if baseline is None:
        return np.array(list(combinations(order, 2)), dtype=np.intp).reshape(-1, 2)
    if baseline not in systems:
        raise unknown("baseline", baseline, systems)
    place = systems.index(baseline)
    return np.array([(one, place) for one in order if one != place], dtype=np.intp).reshape(-1, 2)


def _numbers(intervals: BootstrapIntervals, place: int) -> Numbers:
    low, high = float(intervals.low[place]), float(intervals.high[place])
    return float(intervals.estimate[place]), low, high, intervals.methods[place]


def _differs(
    differences: Sequence[SystemDifference], systems: Sequence[str], design: Design
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
    sample: Bootstrap, differs: NDArray[np.bool_] | None, figures: ScoreFigures
) -> tuple[Sequence[str | None], Sequence[str | None], list[str]]:
    """Letters and joint ranks of each system, and why there are no joint ranks where there are none."""
    none = [None] * len(figures.systems)
    if differs is None:
        return none, none, []
    better = not figures.lower
    letters = ["".join(own) for own in compact_letters(sample.observed, differs, higher_is_better=better)]
    ranks = joint_ranks(sample.observed, differs, higher_is_better=better, names=figures.systems)
    if ranks.places is None:
        return letters, none, [f"{figures.metric}: no joint ranks: {ranks.undefined}"]
    return letters, ["/".join(map(str, places)) for places in ranks.places], []


def _critical(figures: ScoreFigures, order: Sequence[int], design: Design) -> RankTest | None:
    """For three systems or more, what a critical-difference diagram draws."""
    if len(order) < 3:
        return None
    values, better = figures.values[list(order)], not figures.lower
    found = critical_difference(values, significance=design.significance, higher_is_better=better)
    names = [figures.systems[place] for place in order]
    ranks = dict(zip(names, found.average_ranks, strict=True))
    bars = [[names[place] for place in bar] for bar in found.bars]
    return RankTest(ranks, found.critical_difference, found.friedman, found.p_value, bars)
