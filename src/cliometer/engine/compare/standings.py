"""Standings of systems by one metric: scores with intervals, differences, groups, ranks, and remarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from cliometer.engine.compare.figures import Design, ScoreFigures
from cliometer.engine.compare.significance import SystemDifference, corrected_table, differences_of, least_p
from cliometer.errors import unknown
from cliometer.model.notes import Note
from cliometer.model.records import OMITTED
from cliometer.settings.groups import ScoreSide
from cliometer.spelling import listed, many
from cliometer.stats.bootstrap import Bootstrap, BootstrapIntervals, Pairs, bootstrap
from cliometer.stats.effect_sizes import METHODS
from cliometer.stats.multiple_comparisons import (
    compact_letters,
    critical_difference,
    joint_ranks,
    leader_groups,
    letter,
)
from cliometer.stats.paired_tests import topic_means
from cliometer.stats.samples import Floats, several


def _interval_remarks(metric: str, rows: Sequence[str], intervals: BootstrapIntervals) -> list[str]:
    """Return which rows have percentile intervals because BCa ones do not exist, with the reason."""
    reasons: dict[str, list[str]] = {}
    for row, reason in zip(rows, intervals.reasons, strict=True):
        if reason is not None:
            reasons.setdefault(reason, []).append(row)
    return [
        Note.of("intervals-percentile", metric=metric, found=listed(names, 5), reason=reason)
        for reason, names in reasons.items()
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
    lower_is_better: bool
    topics: int
    independent_topics: int  # fewer than topics where several tasks belong to one
    test: str | None
    systems: Sequence[SystemStanding]
    differences: Sequence[SystemDifference]
    critical_difference: RankTest | None
    notes: Sequence[str] = field(default=(), metadata=OMITTED)  # a comparison has those of all metrics

    @property
    def names(self) -> list[str]:
        """The systems, best first."""
        return [standing.system for standing in self.systems]

    def better(self, difference: SystemDifference) -> bool:
        """Return whether the first of two systems scores better."""
        return difference.difference < 0 if self.lower_is_better else difference.difference > 0

    def __str__(self) -> str:
        from cliometer.text.tables import Table

        rows = [[each.system, each.score, each.low, each.high, each.letters, each.rank] for each in self.systems]
        return Table(["system", "score", "low", "high", "group", "rank"], rows).text().rstrip("\n")

    def __getitem__(self, system: str) -> SystemStanding:
        for standing in self.systems:
            if standing.system == system:
                return standing
        raise unknown("system", system, self.names)


def standings_of(figures: ScoreFigures, design: Design, untested: bool = False, copied: bool = False) -> Standings:
    """Compare all systems by one metric; InputError where there is one topic only, unless scores alone will do.

    Where systems score the same, a note says so, and whether they may be `copied`.
    """
    if untested and figures.units < 2:
        note = Note.of("topic-single", metric=figures.metric)
        scores = figures.aggregate.observed().tolist()
        return _standings(figures, [(score, None, None, None) for score in scores], [note])
    several(figures.units, "topic")
    pairs, observed = _pairs(figures, design), figures.aggregate.observed()
    sample = None if design.interval == "t" else bootstrap(figures.aggregate, design.resamples, seed=design.seed)
    numbers, notes = _scores(figures, sample, design)
    if figures.tied or not len(pairs):
        same = Note.of("systems-tied", metric=figures.metric, hint="; were the runs copied?" if copied else "")
        return _standings(figures, numbers, [same] * (len(figures.order) > 1 and figures.tied) + notes)

    def ends(level: float) -> tuple[Floats, Floats]:
        assert sample is not None
        apart = METHODS[design.interval](sample.differences(pairs), level)
        rows = [" - ".join(figures.systems[place] for place in pair) for pair in pairs]
        notes.extend(_interval_remarks(figures.metric, rows, apart))
        return apart.low, apart.high

    table = corrected_table(figures, design) if design.groups == "leaders" else None
    differences, test = differences_of(figures, pairs, design, ends if sample else None, table)
    if table is None:
        letters, ranks, unranked = _groups(observed, differences, figures, design)
    else:
        led = leader_groups(observed, table <= design.significance, higher_is_better=not figures.lower)
        letters, ranks, unranked = list(map(letter, led)), _places(observed, figures), []
    lacking = [difference.names for difference in differences if difference.low is None]
    notes += _lacking(figures.metric, lacking, "the difference is the same on every topic") + unranked
    count = len(differences) if table is None else len(table) * (len(table) - 1) // 2
    least = least_p(figures.units, count, design)
    if least > design.significance:
        notes.insert(
            0,
            f"{figures.units} topics, {many(count, 'comparison')}: no difference can be "
            f"significant at {design.significance:.2g}; the smallest possible corrected p is {least:.3f}; "
            "more topics or fewer comparisons are needed",
        )
    return replace(
        _standings(figures, numbers, notes, letters, ranks),
        test=test,
        differences=differences,
        critical_difference=_critical(figures, design) if table is None else None,
    )


def _scores(figures: ScoreFigures, sample: Bootstrap | None, design: Design) -> tuple[list[Numbers], list[str]]:
    """Return the score of each system with its interval, and the systems that have none, or another one."""
    if sample is not None:
        intervals = METHODS[design.interval](sample, design.level)
        ends = zip(*(end.tolist() for end in (intervals.estimate, intervals.low, intervals.high)), strict=True)
        remarks = _interval_remarks(figures.metric, figures.systems, intervals)
        return [(*numbers, kind) for numbers, kind in zip(ends, intervals.methods, strict=True)], remarks
    scores, means = figures.aggregate.observed().tolist(), topic_means(figures.contributions)
    margins = means.margin(design.significance / 2).tolist()
    lacking = [name for name, margin in zip(figures.systems, margins, strict=True) if np.isnan(margin)]
    least, most = (-np.inf, np.inf) if figures.side == "value" else (0.0, 1.0)  # a ratio lies between 0 and 1
    numbers: list[Numbers] = [
        (score, None, None, None)
        if np.isnan(margin)
        else (score, max(least, score - margin), min(most, score + margin), "t")
        for score, margin in zip(scores, margins, strict=True)
    ]
    return numbers, _lacking(figures.metric, lacking, "the score is the same on every topic")


def _lacking(metric: str, rows: Sequence[str], reason: str) -> list[str]:
    return [f"{metric}: no interval for {listed(rows, 5)}, because {reason}"] if rows else []


def _standings(
    figures: ScoreFigures,
    numbers: Sequence[Numbers],
    notes: Sequence[str],
    letters: Sequence[str | None] = (),
    ranks: Sequence[str | None] = (),
) -> Standings:
    """Return standings without differences; numbers, letters and ranks come in the order of `figures.systems`."""
    none = [None] * len(figures.order)
    systems = [
        SystemStanding(system, score, low, high, how, letters=letter, rank=rank, topics=figures.cells[system])
        for system, (score, low, high, how), letter, rank in zip(
            figures.systems, numbers, letters or none, ranks or none, strict=True
        )
    ]
    return Standings(
        figures.metric,
        figures.side,
        figures.lower,
        len(figures.topics),
        figures.units,
        test=None,
        systems=[systems[place] for place in figures.order],
        differences=[],
        critical_difference=None,
        notes=notes,
    )


def _pairs(figures: ScoreFigures, design: Design) -> Pairs:
    """Return each system with each worse one, or with the baseline, in the order of the ranking.

    Where groups have leaders, it is the best system with each of the others.
    """
    if design.groups == "leaders":
        return np.array([(figures.order[0], system) for system in figures.order[1:]], dtype=np.intp).reshape(-1, 2)
    baseline = design.baseline
    if baseline is None:
        return np.array(list(combinations(figures.order, 2)), dtype=np.intp).reshape(-1, 2)
    if baseline not in figures.systems:
        raise unknown("baseline", baseline, figures.systems)
    place = figures.systems.index(baseline)
    return np.array([(system, place) for system in figures.order if system != place], dtype=np.intp).reshape(-1, 2)


def _groups(
    observed: Floats, differences: Sequence[SystemDifference], figures: ScoreFigures, design: Design
) -> tuple[Sequence[str | None], Sequence[str | None], list[str]]:
    """Return letters and joint ranks where every pair was tested, and why there are no joint ranks."""
    if design.baseline is not None:
        return (), (), []
    systems, better = figures.systems, not figures.lower
    differs = np.zeros((len(systems), len(systems)), dtype=bool)
    for difference in differences:
        i, j = systems.index(difference.first), systems.index(difference.second)
        differs[i, j] = differs[j, i] = difference.differs(design)
    letters = ["".join(group) for group in compact_letters(observed, differs, higher_is_better=better)]
    ranks = joint_ranks(observed, differs, higher_is_better=better, names=systems)
    if ranks.places is None:
        return letters, (), [f"{figures.metric}: no joint ranks: {ranks.undefined}"]
    return letters, ["/".join(map(str, places)) for places in ranks.places], []


def _places(observed: Floats, figures: ScoreFigures) -> list[str]:
    """Return the place of each system by its score alone; systems with equal scores share the best of their places."""
    scores = observed if figures.lower else -observed
    return [str(place) for place in (np.searchsorted(np.sort(scores), scores) + 1).tolist()]


def _critical(figures: ScoreFigures, design: Design) -> RankTest | None:
    """Return what a critical-difference diagram draws of three systems or more that do not all tie."""
    values, better = figures.values[list(figures.order)], not figures.lower
    if len(values) < 3 or (values == values[0]).all():
        return None
    test = critical_difference(values, significance=design.significance, higher_is_better=better)
    names = [figures.systems[place] for place in figures.order]
    ranks = dict(zip(names, test.average_ranks, strict=True))
    bars = [[names[place] for place in bar] for bar in test.bars]
    return RankTest(ranks, test.critical_difference, test.friedman, test.p_value, bars)
