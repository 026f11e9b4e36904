"""What a timeline teaches in a given time (`reader`), and how many nodes of a reference it fits (`granularity`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import ClassVar

import numpy as np

from cliometer.expressions import choice, number, registered, setting, whole
from cliometer.metrics.base import PartsExplanation, Properties, metrics
from cliometer.metrics.comparison import TopicComparison, group_sums
from cliometer.metrics.ledger import Books
from cliometer.metrics.order import MatchingMetric, Order, OrderScore, matched_events
from cliometer.model.score import MetricResult, Ratio, Score, SingleScore
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.spelling import many

_POINTS = 12  # of a curve
CurvePoint = tuple[float, float | None]


@dataclass(frozen=True)
class LevelFit:
    """How well a timeline fits the heaviest nodes of the references; a mark where it fits best."""

    nodes: int
    f: float
    peak: str


@dataclass(frozen=True, repr=False)
class CurvedMetric(MatchingMetric):
    """A metric whose units are the words of references, with a curve over time or over the number of nodes."""

    citation: ClassVar[str] = "Cliometer contributors (2026)"
    axes: ClassVar[tuple[str, str]] = ("", "")  # of its curve

    def curve(self, comparison: TopicComparison) -> list[list[CurvePoint]]:
        """Return for each system a number at each time, or for each number of nodes."""
        raise NotImplementedError


@registered(metrics)
class Reader(CurvedMetric):
    """What a reader learns from a timeline in a given time, over what the best sentences of the references teach."""

    name: ClassVar[str] = "reader"
    axes: ClassVar[tuple[str, str]] = ("seconds of reading", "utility")
    formula: ClassVar[str] = (
        "U(T) = M(what is read in T) / sum over references of the weight of its sentences that teach most a word, as "
        "many as are read in T; M as in the recall of the matching; of=mean: mean of U at T/12, 2T/12, ..., T"
    )

    seconds: float = setting(120.0, parse=number(1, 1e6), doc="T: how long the reader reads")
    start: str = choice(
        "start", "first", "newest", "longest", doc="which day is read first: the first, the newest, the longest"
    )
    speed: float = setting(3.63, parse=number(0.01, 100), doc="words read in a second (Baruah et al. 2015: e^1.29)")
    of: str = choice("moment", "end", "mean", doc="what is learned by the end of the time, or the mean on the way")

    # which sentence is read last depends on the order of a day
    properties: ClassVar[Properties] = Properties(False, True, False, True, False, uses_dates=True)

    def read(self, timeline: Timeline, seconds: float) -> Timeline:
        """Return what is read in time; the first sentence that does not fit ends it."""
        days = list(timeline.items())
        if self.start == "newest":
            days.reverse()
        if self.start == "longest":
            days.sort(key=lambda day: -sum(len(sentence.split()) for sentence in day[1]))
        left, read = seconds * self.speed, []
        for when, sentence in ((when, sentence) for when, sentences in days for sentence in sentences):
            left -= len(sentence.split())
            if left < 0:
                break
            read.append((when, [sentence]))
        return Timeline(read)

    def measure_in(self, comparison: TopicComparison) -> Sequence[MetricResult]:
        curves = self.curve(comparison, 1 if self.of == "end" else _POINTS)
        values = [[value for _, value in points if value is not None] for points in curves]
        return [SingleScore(Ratio(sum(some), len(some))) for some in values]

    def curve(self, comparison: TopicComparison, points: int = _POINTS) -> list[list[CurvePoint]]:
        times = [self.seconds * place / points for place in range(1, points + 1)]
        read = [self.read(system, t) for system in comparison.systems for t in times]
        learned = iter(self.matching.measure_all(read, comparison.references))
        best = comparison.memo(("best", self.matching, self.speed, *times), lambda: self._best(comparison, times))
        pairs = list(zip(times, best, strict=True))
        return [
            [(t, min(1.0, next(learned).recall.part / most) if most else None) for t, most in pairs]
            for _ in comparison.systems
        ]

    def _best(self, comparison: TopicComparison, times: Sequence[float]) -> list[float]:
        """Return what the sentences of each reference teach that weigh most a word, the last one in part."""
        books = Books(self.matching, comparison)
        sentences, other, total = books.sentences, books.sentences.other, np.zeros(len(times))
        weight = group_sums(other.row, books.weights[other.gram] * other.count, len(other.sentence))
        length = np.array([max(1, len(sentences.texts[row].split())) for row in other.sentence.tolist()])
        dense = np.argsort(-weight / length, kind="stable")
        for writer in range(len(comparison.references)):
            own = dense[sentences.writer[dense] == writer]
            ends, sums = (np.concatenate(([0.0], np.cumsum(some[own]))) for some in (length, weight))
            total += np.interp(np.array(times) * self.speed, ends, sums)
        return total.tolist()

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> PartsExplanation:
        """Show the bookings of what is read."""
        read = self.read(comparison.systems[place], self.seconds)
        explanation = self.matching.explain_in(TopicComparison([read], comparison.references))
        (score,) = self.measure_all([comparison.systems[place]], comparison.references)
        return replace(explanation, metric=str(self), score=score)


@registered(metrics)
class Granularity(CurvedMetric):
    """The share of the references' nodes, heaviest first, against which a timeline scores best."""

    name: ClassVar[str] = "granularity"
    axes: ClassVar[tuple[str, str]] = ("nodes of each reference", "F")
    formula: ClassVar[str] = (
        "n* / n, n* the number of nodes of least size whose F is highest, among 5, 10, 20, ... and all n nodes of the "
        "longest reference; nodes=k: precision, recall and F of the matching against the k heaviest nodes"
    )

    nodes: int = setting(
        0,
        parse=whole(0, 100_000),
        doc="score against this number of nodes of each reference; 0: find the number that fits best",
    )

    @property
    def properties(self) -> Properties:
        """A timeline fits itself best, as a whole."""
        return Properties(not self.nodes, True, False, True, True, uses_dates=True)

    @property
    def silence(self) -> float | None:
        """No number of nodes fits a timeline that says nothing."""
        return 0.0 if self.nodes else None

    def levels(self, references: ReferenceSet) -> list[int]:
        """Return the numbers of nodes of a profile: 5, 10, 20, ..., and all."""
        most = max(map(len, references))
        doubled = (5 << place for place in range(most.bit_length()))
        return [*(nodes for nodes in doubled if nodes < most), most]

    def coarse(self, comparison: TopicComparison, nodes: int) -> ReferenceSet:
        """Return the dates of each reference that most references have, of these the heaviest."""
        books, dates = Books(self.matching, comparison), comparison.dates
        sentences, size = books.sentences, len(comparison.references) * len(dates)
        other = sentences.other
        cells = (sentences.writer * len(dates) + other.day)[other.row]
        weights = group_sums(cells, books.weights[other.gram] * other.count, size).round(9)
        shared = np.bincount(comparison.reference_columns, minlength=len(dates))
        coarse = []
        for reference, weight in zip(comparison.references, weights.reshape(-1, max(1, len(dates))), strict=True):
            ranked = (dates[place] for place in np.lexsort((-weight, -shared)).tolist())
            best = islice((when for when in ranked if when in reference), nodes)
            coarse.append(Timeline({when: reference[when] for when in best}, reference.name))
        return ReferenceSet(coarse)

    def measure_in(self, comparison: TopicComparison) -> Sequence[MetricResult]:
        if self.nodes:
            return self._scores(comparison, self.nodes)
        return [self._peak(profile) for profile in self.curve(comparison)]

    def _scores(self, comparison: TopicComparison, nodes: int) -> Sequence[Score]:
        key = ("nodes", self.matching, nodes)
        references = comparison.memo(key, lambda: self.coarse(comparison, nodes))
        return comparison.memo((*key, "scores"), lambda: self.matching.measure_all(comparison.systems, references))

    def curve(self, comparison: TopicComparison) -> list[list[CurvePoint]]:
        levels = self.levels(comparison.references)
        scores = [self._scores(comparison, nodes) for nodes in levels]
        return [
            [(nodes, scored[place].numbers()["f"]) for nodes, scored in zip(levels, scores, strict=True)]
            for place in range(len(comparison.systems))
        ]

    def _peak(self, profile: Sequence[CurvePoint]) -> OrderScore:
        best = max(f or 0.0 for _, f in profile)
        peak = next((nodes for nodes, f in profile if best and (f or 0.0) >= best - 1e-12), 0.0)
        return OrderScore(Ratio(peak, profile[-1][0] if best else 0.0), "it shares nothing with any reference")

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> PartsExplanation:
        """Show the profile with its peak, and how many matched events a date has on both sides."""
        alone = TopicComparison([comparison.systems[place]], comparison.references)
        if self.nodes:
            coarse = TopicComparison(alone.systems, self.coarse(alone, self.nodes))
            explanation = self.matching.explain_in(coarse)
            return replace(explanation, metric=str(self), score=self.measure_in(alone)[0])
        (profile,) = self.curve(alone)
        score = self._peak(profile)
        fits = [LevelFit(int(n), f or 0.0, "*" if n == score.value.part else "") for n, f in profile]
        (events,) = matched_events(Order().matching, alone)
        sentences = []
        for reference, matched in zip(alone.references, events, strict=True):
            if len(matched):
                ours, theirs = (len(matched) / len(np.unique(dates)) for dates in (matched.date, matched.partner_date))
                count = f"{ours:.2f} a date of the system, {theirs:.2f} a date of {reference.name or 'the reference'}"
                sentences.append(f"{many(len(matched), 'matched event')}: {count}")
        return PartsExplanation(str(self), score, "Nodes of each reference", tuple(fits), tuple(sentences))
