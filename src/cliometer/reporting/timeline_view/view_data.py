"""One topic as data for the timeline view: texts once, then each system's days by each metric.

Keys are short, since a report holds twenty topics. `picture` and the script in `assets/aligned` read it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from cliometer.metrics.base import Metric
from cliometer.metrics.catalogue import Preset, chosen
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.explanation import Booking, SentenceBookings, TimelineExplanation, explain_in
from cliometer.metrics.ledger import Ledger
from cliometer.metrics.timeline_rouge import Dates, TimelineRouge
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.reporting.timeline_view import day_credit as credit
from cliometer.reporting.timeline_view.picture import whole_span, window
from cliometer.text.tokenisation import TextSettings

Story = dict[str, Any]


class SystemStories:
    """The days of one system by several metrics, which share tables, alignments, repeated days and marks."""

    def __init__(self, system: Timeline, references: ReferenceSet, rules: Preset, read: credit.Read) -> None:
        self.references, self.reading = references, credit.SystemReading(system, references, read)
        self.marks: dict[str, Any] = {}
        self._system, self._rules = system, rules
        self._comparison = TopicComparison([system], references)
        self._repeated = cache(partial(credit.repeated_texts, system))

    def by(self, metric: Metric) -> Story:
        """Return totals, rows of both sides and links; marks are added to those of other metrics."""
        story = explain_in(self._comparison, metric, words=False)
        score, numbers = story.score, story.score.numbers(self._rules.undefined)
        totals: Story = {
            "v": {name: None if value is None else credit.short(value) for name, value in numbers.items()},
            "R": [credit.short(score.recall.part), credit.short(score.recall.whole)],
            "P": [credit.short(score.precision.part), credit.short(score.precision.whole)],
        }
        if score.root != 1:
            totals["e"] = score.root
        if score.undefined:
            totals["why"] = score.undefined
        return totals | (self._whole(metric) if folded(metric) else self._paired(metric, story))

    def _paired(self, metric: Metric, story: TimelineExplanation) -> Story:
        """Return rows and links of days; metrics with the same ROUGE and words share their marks."""
        ours, theirs = ({when: n for n, when in enumerate(side.dates)} for side in (self._system, self.references))
        rules = self._rules
        text = TextSettings(rules.tokens, rules.stem, rules.stop)  # where a metric reads no words
        again = self._repeated(metric.text if isinstance(metric, TimelineRouge) else text)
        reference = credit.day_rows(story.recall, ours)
        rows = credit.day_rows(story.precision, theirs, [*zip(credit.outdone(story.precision), again, strict=True)])
        if isinstance(metric, Ledger):
            return {"r": reference, "s": rows, **self._booked(metric, reference, rows)}
        if isinstance(metric, TimelineRouge):
            pairs = {(int(row[0] or 0), column) for column, row in enumerate(reference) if row[3]}
            pairs |= {(number, int(row[0] or 0)) for number, row in enumerate(rows) if row[3]}
            known = self.marks.setdefault(marks_key(metric), {})
            for row, column in sorted(pairs):
                if (key := f"{row},{column}") not in known:
                    known[key] = self.reading.pair(row, column, metric.rouge, metric.text)
        return {"r": reference, "s": rows, "l": credit.links(reference, rows)}

    def _booked(self, metric: Ledger, reference: Sequence[credit.Row], rows: Sequence[credit.Row]) -> Story:
        """Return links between all days that have bookings, and the bookings of each day, sentence to sentence.

        The words that were booked are added to the marks.
        """
        bookings, lists = SentenceBookings(metric, self._comparison), []
        texts, written = self.reading.system, self.reading.references
        self.marks[marks_key(metric)] = {
            f"{row},{column}": [
                credit.flat_spans(spans, texts[row]),
                *(credit.flat_spans(by.get(n, ()), days[column]) for n, days in enumerate(written) if column in days),
            ]
            for (row, column), (spans, by) in sorted(bookings.spans(texts, written).items())
        }
        earned = bookings.credits(recall=True)[1] + bookings.credits(recall=False)[1]
        sizes = [[row[4] or 0 for row in side] for side in (reference, rows)]
        links = [
            [column, row, credit.BOTH, credit.level(float(earned[row, column]) / (sizes[0][column] + sizes[1][row]))]
            for column, row in np.argwhere(earned.T).tolist()
        ]
        for side in (True, False):
            days: dict[str, list[str]] = {}
            for booking in bookings.side(side):
                days.setdefault(booking.date, []).extend([_sentence_booking(booking)] if booking.partner else [])
            dates = self.references.dates if side else self._system.dates
            lists.append([days.get(str(when), []) for when in dates])
        return {"l": links, "b": lists}

    def _whole(self, metric: Metric) -> Story:
        """Return rows without links or credit for a metric that joins all days; shared words alone are marked."""
        assert isinstance(metric, TimelineRouge)
        system_marks, written = self.reading.whole(metric.rouge, metric.text)
        by_date: dict[int, list[list[int]]] = {}
        sizes: dict[int, int] = {}
        for days, day_marks in zip(self.reading.references, written, strict=True):
            for (column, day), spans in zip(days.items(), day_marks, strict=True):
                by_date.setdefault(column, []).append(spans)
                sizes[column] = sizes.get(column, 0) + self.reading.counted(day, metric.text)
        self.marks[marks_key(metric)] = {"s": system_marks, "r": [by_date[column] for column in sorted(by_date)]}
        reference = [_loose(sum(map(len, by_date[c])), sizes[c]) for c in sorted(by_date)]
        rows = [
            _loose(len(spans), self.reading.counted(day, metric.text))
            for spans, day in zip(system_marks, self.reading.system, strict=True)
        ]
        return {"r": reference, "s": rows, "l": []}


def _sentence_booking(booking: Booking) -> str:
    """Return a booking in a line: what it earned, from which sentence, by which words, against what contradictions."""
    numbers = f"closeness {booking.closeness:.2g}, likeness {booking.likeness:.2g}"
    but = f"; {', '.join(booking.contradictions)}" if booking.contradictions else ""
    earned = f"{booking.credit:.3g} of {booking.weight:.3g} from {booking.partner_date}; {numbers}{but}"
    return f"{booking.sentence} \N{LEFTWARDS ARROW} {booking.partner} ({earned}: {', '.join(booking.words)})"


def folded(metric: Metric) -> bool:
    """Return whether a metric reads all days together."""
    return isinstance(metric, TimelineRouge) and metric.pairing == "folded"


def marks_key(metric: Metric) -> str:
    """Return a key that is the same for metrics that mark the same words."""
    if not isinstance(metric, TimelineRouge):
        return str(metric) if isinstance(metric, Ledger) else ""
    text = metric.text
    whole = "whole " if folded(metric) else ""
    return f"{whole}{metric.rouge} {text.tokens}{' stem' * text.stem}{' stop' * text.stop}"


def _loose(numbers: int, size: int) -> credit.Row:
    """Return the row of a day whose words are counted with all others; a mark has two numbers."""
    return [-1, 0, 1, numbers // 2, size, None, 0]


def unit(metric: Metric) -> list[str]:
    """Return the name of what a metric counts, in the singular and in the plural."""
    if isinstance(metric, Ledger):
        return ["weighted word", "weighted words"]
    if not isinstance(metric, TimelineRouge):
        return ["date", "dates"]
    rouge = metric.rouge
    if rouge.kind == "N" and rouge.n > 1:
        return ["word pair", "word pairs"] if rouge.n == 2 else [f"{rouge.n}-gram", f"{rouge.n}-grams"]
    if rouge.kind == "W":
        return ["point for runs of words", "points for runs of words"]
    if rouge.kind in ("S", "SU"):
        return ["skip-bigram", "skip-bigrams"]
    return ["word", "words"]


View = dict[str, Any]


def drawable(metric: Metric) -> bool:
    """Return whether a metric can be taken apart day by day."""
    best = isinstance(metric, TimelineRouge) and metric.references == "best"  # another reference for each system
    return isinstance(metric, TimelineRouge | Dates | Ledger) and not best


def topic_view(
    topic: str,
    references: ReferenceSet,
    systems: Mapping[str, Timeline],
    metrics: Sequence[str | Metric],
    preset: str | Preset = "tilse",
) -> View:
    """Return the data of one topic, which JSON can hold."""
    rules = Preset.parse(preset)
    asked = chosen(metrics)
    closed = [metric.under(rules) for metric in asked]
    read = cache(credit.placed_words)  # systems share their references, and metrics their way of reading
    written = credit.SystemReading(Timeline(), references).references
    drawn = []
    for name, system in systems.items():
        stories = SystemStories(system, references, rules, read)
        dates = [*map(_date, system.dates)]
        both = [*map(_date, references.dates), *dates]
        pairs = [stories.by(metric) for metric in closed]
        texts = {"texts": stories.reading.system, "marks": stories.marks}
        drawn.append({"n": name, "dates": dates, **texts, "m": pairs, "window": window(both), "span": whole_span(both)})
    return {
        "topic": topic,
        "names": [timeline.name or f"reference {n}" for n, timeline in enumerate(references, start=1)],
        "metrics": [
            {
                "n": str(spelled),
                "u": unit(metric),
                "w": int(folded(metric)),
                "c": int(isinstance(metric, TimelineRouge) and metric.references == "all"),
                "k": marks_key(metric),
            }
            for spelled, metric in zip(asked, closed, strict=True)
        ],
        "dates": [*map(_date, references.dates)],
        "texts": [
            [[number, days[column]] for number, days in enumerate(written) if column in days]
            for column in range(len(references.dates))
        ],
        "systems": drawn,
    }


def _date(when: When) -> list[Any]:
    """Return the spelling of a date, its first day and, if it is longer than a day, its last day."""
    return [str(when), when.first] if when.first == when.last else [str(when), when.first, when.last]
