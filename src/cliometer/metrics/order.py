"""Whether events stand in the right order, whatever their dates: `order` and `neighbours` of matched events.

A sentence of a system and one of a reference are an event that both report where ledger would book their words
with each other at any distance of dates. Each is matched once, so that the weight of all pairs is largest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np

from cliometer.errors import UsageError
from cliometer.expressions import choice, registered, setting, whole
from cliometer.metrics.alignment import assign
from cliometer.metrics.base import PartsExplanation, Properties, TimelineMetric, metrics
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.ledger import Books, Ledger, Tally
from cliometer.metrics.similarity import Floats, Within
from cliometer.model.score import MetricResult, Ratio, Score, SingleScore, Undefined
from cliometer.model.timeline import ReferenceSet
from cliometer.spelling import many
from cliometer.text.word_rows import Ints

_ANY_DISTANCE = 1e12  # days
_DIGITS, _EARLY_FIRST = 6, 1e-9  # between pairings of equal weight: early events with early ones


def ledger_of(text: str) -> Ledger:
    """Parser for ledger, tally or ledger+ with their settings."""
    metric = metrics.parse(text)
    if not isinstance(metric, Ledger):
        raise UsageError("ledger-expected", metric=metric)
    return metric


@dataclass(frozen=True)
class MatchedEvents:
    """The sentences of a system that report what one of a reference does: their places, dates and weights.

    Dates are counted on each side, so that equal numbers are one date and larger ones are later.
    """

    system: Ints  # of sentences, in the order of `ComparedSentences`
    reference: Ints
    date: Ints
    partner_date: Ints
    weight: Floats

    def __len__(self) -> int:
        return len(self.weight)

    @property
    def steps(self) -> tuple[Ints, Ints]:
        """How many matched dates lie between each two events, in the system and in the reference."""
        ranks = (np.unique(dates, return_inverse=True)[1] for dates in (self.date, self.partner_date))
        first, second = (rank[None, :] - rank[:, None] for rank in ranks)
        return first, second

    @property
    def discordant(self) -> tuple[Ints, Ints]:
        """For each event, how many others are in the other order, and how many have another date in the reference."""
        step, other = map(np.sign, self.steps)
        return (step * other < 0).sum(axis=1), (other != 0).sum(axis=1)


def matched_events(matching: Ledger, comparison: TopicComparison) -> list[list[MatchedEvents]]:
    """Return the matched events of each system with each reference."""
    return comparison.memo(("matched events", matching), lambda: _matched_events(matching, comparison))


def _matched_events(matching: Ledger, comparison: TopicComparison) -> list[list[MatchedEvents]]:
    books, events = Books(matching, comparison), list[list[MatchedEvents]]()
    sentences, writers = books.sentences, range(len(comparison.references))
    for entries in books.entries():
        pairs = entries.pairs
        mass = books.mass[sentences.own.sentence[pairs.own]] + books.mass[sentences.other.sentence[pairs.other]]
        weight = np.round(pairs.worth * pairs.likeness * mass / 2, _DIGITS)
        ends = np.searchsorted(sentences.system[pairs.own], np.arange(entries.systems[0], entries.systems[1] + 1))
        for stretch in (np.arange(*ends_) for ends_ in pairwise(ends.tolist())):
            writer = sentences.writer[pairs.other[stretch]]
            events.append([_paired(books, pairs.own, pairs.other, weight, stretch[writer == w]) for w in writers])
    return events


def _paired(books: Books, own: Ints, other: Ints, weight: Floats, pairs: Ints) -> MatchedEvents:
    """Return the one-to-one pairs of the largest weight."""
    comparison, sentences = books.sentences.comparison, books.sentences
    rows, row = np.unique(own[pairs], return_inverse=True)
    columns, column = np.unique(other[pairs], return_inverse=True)
    dates = (comparison.row_days[0][sentences.own.day[rows]], comparison.column_days[0][sentences.other.day[columns]])
    early = [np.unique(days, return_inverse=True)[1] / max(1, len(days)) for days in dates]
    table = np.zeros((len(rows), len(columns)))
    table[row, column] = weight[pairs]
    a, b = assign(-np.where(table > 0, table + _EARLY_FIRST * np.multiply.outer(*early), 0))
    kept = table[a, b] > 0
    a, b = a[kept], b[kept]
    return MatchedEvents(rows[a], columns[b], dates[0][a], dates[1][b], table[a, b])


@dataclass(frozen=True, slots=True)
class OrderScore(SingleScore):
    """A value that stays undefined under every preset where too little is matched: 0 would be a random order."""

    def numbers(self, undefined: Undefined = "null") -> dict[str, float | None]:
        return SingleScore.numbers(self)


@dataclass(frozen=True, slots=True)
class NeighbourScore(Score):
    """Precision and recall of neighbours, which stay undefined where too little is matched."""

    reason: str | None = None

    @property
    def undefined(self) -> str | None:
        """Why there is no value, None where there is one."""
        return self.reason

    def numbers(self, undefined: Undefined = "null") -> dict[str, float | None]:
        return dict.fromkeys(("precision", "recall", "f")) if self.reason else Score.numbers(self)


@dataclass(frozen=True)
class EventInOrder:
    """A matched event: its place among those of the system and of the reference, equal where dates are equal."""

    place: int
    reference_place: int
    discordant: float  # the share of the other matched events that stand on its other side
    weight: float
    date: str
    reference_date: str
    sentence: str
    reference: str


@dataclass(frozen=True, repr=False)
class MatchingMetric(TimelineMetric):
    """A metric that leaves it to a ledger which sentences report the same."""

    matching: Ledger = setting(Tally(), parse=ledger_of, doc="the ledger that matches: ledger, tally or ledger+")

    def dependencies(self, gold: ReferenceSet) -> tuple[tuple[str, str], ...]:
        return self.matching.dependencies(gold)

    def notes(self, comparison: TopicComparison) -> list[str]:
        return self.matching.notes(comparison)


@dataclass(frozen=True, repr=False)
class OrderMetric(MatchingMetric):
    """A metric of the order of matched events."""

    citation: ClassVar[str] = "Cliometer contributors (2026); Kendall (1945), The treatment of ties in ranking problems"
    # At these thresholds 95 % of the timelines of other topics of timeline17 match in fewer than three events; at
    # tally's own most match in dozens.
    matching: Ledger = setting(
        Tally(kernel=Within(_ANY_DISTANCE), low=0.25, high=0.45, function=0.0),
        parse=ledger_of,
        doc="the ledger whose pairs of sentences are events; unless another is given, one that ignores dates",
    )
    least: int = setting(3, parse=whole(1, 1_000), doc="matched events without which there is no value")

    silence: ClassVar[float | None] = None  # a system that says nothing has no order

    @property
    def properties(self) -> Properties:
        """What the metric promises."""
        return Properties(True, True, False, True, True, uses_dates=True)

    def enough(self, comparison: TopicComparison) -> list[list[MatchedEvents]]:
        """Return for each system the references that share enough events with it."""
        events = matched_events(self.matching, comparison)
        return [[matched for matched in some if len(matched) >= self.least] for some in events]

    def reason(self, events: Sequence[MatchedEvents]) -> str:
        """Return why there is no value."""
        few = f"fewer than {self.least} sentences report what a reference does"
        return "all matched events have one date" if events else few

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> PartsExplanation:
        """Show the matched events in the order of the system, reference by reference."""
        alone = TopicComparison([comparison.systems[place]], comparison.references)
        (score,), (events,) = self.measure_in(alone), matched_events(self.matching, alone)
        parts, remarks = list[EventInOrder](), list[str]()
        for reference, matched in zip(alone.references, events, strict=True):
            discordant, pairs = (int(np.sum(count)) // 2 for count in matched.discordant)
            named = reference.name or "the reference"
            count = f"{discordant} of {many(pairs, 'pair')} of them are in the other order"
            remarks.append(f"{many(len(matched), 'event')} matched with {named}; {count}")
            parts += self._in_order(alone, matched)
        title = "Matched events in the order of the system; equal dates have one place"
        return PartsExplanation(str(self), score, title, tuple(parts), tuple(remarks))

    def _in_order(self, comparison: TopicComparison, events: MatchedEvents) -> Iterator[EventInOrder]:
        sentences = Books(self.matching, comparison).sentences
        places, other = (np.unique(dates, return_inverse=True)[1] + 1 for dates in (events.date, events.partner_date))
        discordant, pairs = events.discordant
        for e in np.lexsort((other, places)).tolist():
            sides = ((sentences.own, int(events.system[e])), (sentences.other, int(events.reference[e])))
            dates = comparison.systems[0].dates, comparison.dates
            whens = (str(of_side[int(side.day[row])]) for of_side, (side, row) in zip(dates, sides, strict=True))
            texts = (sentences.texts[int(side.sentence[row])] for side, row in sides)
            share = float(discordant[e] / pairs[e]) if pairs[e] else 0.0
            yield EventInOrder(int(places[e]), int(other[e]), share, float(events.weight[e]), *whens, *texts)


@registered(metrics)
class Order(OrderMetric):
    """Whether events that the system and a reference both report come in the same order."""

    name: ClassVar[str] = "order"
    formula: ClassVar[str] = (
        "tau-b = (C - D) / sqrt(pairs not tied in the system * pairs not tied in the reference), C and D the pairs of "
        "matched events in the same and in the other order; of=concordant: sum of w_a w_b over C / over pairs not tied "
        "in the reference"
    )

    of: str = choice("coefficient", "tau", "concordant", doc="Kendall's tau-b, or the share of concordant weight")

    @property
    def properties(self) -> Properties:
        """Tau-b of a reversed timeline is -1."""
        return Properties(True, self.of == "concordant", False, True, True, uses_dates=True)

    def measure_in(self, comparison: TopicComparison) -> Sequence[MetricResult]:
        return [
            OrderScore(sum(map(self._ratio, events), start=Ratio(0.0, 0.0)), self.reason(events))
            for events in self.enough(comparison)
        ]

    def _ratio(self, events: MatchedEvents) -> Ratio:
        step, other = map(np.sign, events.steps)
        agreement = step * other
        if self.of == "tau":
            return Ratio(float(agreement.sum()), float(np.sqrt(np.abs(step).sum() * np.abs(other).sum())))
        weight = np.multiply.outer(events.weight, events.weight)
        return Ratio(float(weight[agreement > 0].sum()), float(weight[other != 0].sum()))


@registered(metrics)
class Neighbours(OrderMetric):
    """Whether events that follow each other in a reference follow each other in the system."""

    name: ClassVar[str] = "neighbours"
    formula: ClassVar[str] = (
        "N: pairs of matched events on consecutive dates of matched events; |N_s & N_r| / |N_s| and / |N_r|"
    )

    def measure_in(self, comparison: TopicComparison) -> Sequence[MetricResult]:
        return [self._score(events) for events in self.enough(comparison)]

    def _score(self, events: Sequence[MatchedEvents]) -> NeighbourScore:
        hits = ours = theirs = 0
        for matched in events:
            step, other = (gap == 1 for gap in matched.steps)
            hits, ours, theirs = hits + int((step & other).sum()), ours + int(step.sum()), theirs + int(other.sum())
        reason = None if theirs else self.reason(events)
        return NeighbourScore(Ratio(hits, ours), Ratio(hits, theirs), reason=reason)
