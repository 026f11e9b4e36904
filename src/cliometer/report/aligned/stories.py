"""One system beside the references: its days by each metric, and the words that earned the points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from cliometer.metrics.base import Metric
from cliometer.metrics.comparison import Comparison
from cliometer.metrics.explanation import Explanation, explain_in
from cliometer.metrics.presets import Preset
from cliometer.metrics.timeline_rouge import TimelineRouge
from cliometer.model.score import Ratio
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.report.aligned.links import links
from cliometer.report.aligned.readings import Read, Reading
from cliometer.report.aligned.repeats import outdone, repeated_texts
from cliometer.report.aligned.sides import Row, reference_rows, short, system_rows
from cliometer.text.settings import TextSettings

Story = dict[str, Any]


class Stories:
    """What metrics have in common is made once: tables, alignments, repeated days, marks."""

    def __init__(self, system: Timeline, references: ReferenceSet, rules: Preset, read: Read) -> None:
        self.references, self.reading = references, Reading(system, references, read)
        self.marks: dict[str, Any] = {}
        self._system, self._rules = system, rules
        self._comparison = Comparison([system], references)
        self._repeated = cache(partial(repeated_texts, system))

    def by(self, metric: Metric) -> Story:
        """Totals, rows of both sides and links; the marks are added to those of other metrics."""
        story = explain_in(self._comparison, metric, words=False)
        if folded(metric):
            return self._whole(metric, story)
        days = self._days(metric, story)
        self._mark_pairs(metric, days)
        return days

    def _days(self, metric: Metric, story: Explanation) -> Story:
        ours = {when: index for index, when in enumerate(self._system.dates)}
        theirs = {when: index for index, when in enumerate(self.references.dates)}
        again = self._repeated(_text(metric, self._rules))
        reference = reference_rows(story.recall, ours)
        own = system_rows(story.precision, theirs, outdone(story.precision), again)
        return {**_totals(story, self._rules), "r": reference, "s": own, "l": links(reference, own)}

    def _whole(self, metric: Metric, story: Explanation) -> Story:
        """All days run together: no links, no credit of a day, only words that stand on the other side."""
        assert isinstance(metric, TimelineRouge)
        said, written = self.reading.whole(metric.rouge, metric.text)
        by_date: dict[int, list[list[int]]] = {}
        sizes: dict[int, int] = {}
        for days, found in zip(self.reading.references, written, strict=True):
            for (column, day), spans in zip(days.items(), found, strict=True):
                by_date.setdefault(column, []).append(spans)
                sizes[column] = sizes.get(column, 0) + self.reading.counted(day, metric.text)
        self.marks[marks_key(metric)] = {"s": said, "r": [by_date[column] for column in sorted(by_date)]}
        reference = [_loose(sum(map(len, by_date[c])), sizes[c]) for c in sorted(by_date)]
        own = [
            _loose(len(spans), self.reading.counted(day, metric.text))
            for spans, day in zip(said, self.reading.system, strict=True)
        ]
        return {**_totals(story, self._rules), "r": reference, "s": own, "l": []}

    def _mark_pairs(self, metric: Metric, story: Mapping[str, Any]) -> None:
        """All pairs that share something; metrics with the same ROUGE and words share their marks."""
        if not isinstance(metric, TimelineRouge):
            return
        pairs = [(int(row[0]), column) for column, row in enumerate(story["r"]) if row[3]]
        pairs += [(row, int(found[0])) for row, found in enumerate(story["s"]) if found[3]]
        known = self.marks.setdefault(marks_key(metric), {})
        for row, column in sorted(set(pairs)):
            key = f"{row},{column}"
            if key not in known:
                known[key] = self.reading.pair(row, column, metric.rouge, metric.text)


def folded(metric: Metric) -> bool:
    """Whether a metric runs all days together."""
    return isinstance(metric, TimelineRouge) and metric.pairing == "folded"


def marks_key(metric: Metric) -> str:
    """The same for metrics that mark the same words."""
    if not isinstance(metric, TimelineRouge):
        return ""
    text = metric.text
    whole = "whole " if folded(metric) else ""
    return f"{whole}{metric.rouge} {text.tokens}{' stem' * text.stem}{' stop' * text.stop}"


def _loose(numbers: int, size: int) -> Row:
    """A day whose words are counted with all others; two numbers a mark."""
    return [-1, 0, 1, numbers // 2, size, None, 0]


def _totals(story: Explanation, rules: Preset) -> dict[str, Any]:
    score = story.score
    numbers = score.numbers(rules.undefined)
    totals: dict[str, Any] = {
        "v": {name: None if value is None else short(value) for name, value in numbers.items()},
        "R": _ratio(score.recall),
        "P": _ratio(score.precision),
    }
    if score.root != 1:
        totals["e"] = score.root
    if score.undefined:
        totals["why"] = score.undefined
    return totals


def _ratio(ratio: Ratio) -> list[float]:
    return [short(ratio.part), short(ratio.whole)]


def _text(metric: Metric, rules: Preset) -> TextSettings:
    """How the metric reads words; one that reads none takes the preset's way."""
    if isinstance(metric, TimelineRouge):
        return metric.text
    return TextSettings(rules.tokens, rules.stem, rules.stop)
