"""Remarks beside the numbers: undefined scores, ties, uneven means, texts that are hardly counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cliometer.engine.results import ScoreRow
from cliometer.errors import InputError, UncountableTextWarning, warn
from cliometer.metrics.base import GOLD_KINDS, Metric
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.notes import Note
from cliometer.model.score import Score, Undefined
from cliometer.spelling import listed, many
from cliometer.text.tokenisation import HARDLY_ANY, SOME, complaint, lost_letters

if TYPE_CHECKING:
    from cliometer.engine.evaluation import Evaluation


def remarks_on(rows: Sequence[ScoreRow], undefined: Undefined = "null") -> list[Note]:
    """Return undefined scores, with what the preset makes of them, ties, and means over unlike topics."""
    groups: dict[tuple[str, str], list[ScoreRow]] = {}
    for row in rows:
        if row.score.undefined:
            groups.setdefault((row.metric, row.score.undefined), []).append(row)
    alike: dict[str, list[str]] = {}
    for (metric, reason), where in groups.items():
        names = listed(dict.fromkeys(f"{row.system} on {row.topic}" for row in where), 3)
        counted = ", counted as 0" if undefined == "zero" else ""
        scores = sum(row.metric == metric for row in rows)
        number = f"{len(where)} of {scores} scores undefined{counted}"
        alike.setdefault(f"{number}: {reason} ({names})", []).append(metric)
    remarks = [Note.of("score-undefined", metrics=", ".join(metrics), what=what) for what, metrics in alike.items()]
    return [*remarks, *_ties(rows), *(uneven(rows) if undefined == "null" else ())]


def _ties(rows: Sequence[ScoreRow]) -> list[Note]:
    """Return a note on each metric whose best alignment was not unique, those that matter most first.

    A note says how many dates had a choice and what depends on it: the ranges of one score, the widest of many.
    """
    tied: dict[str, list[Score]] = {}
    for row in rows:
        if isinstance(row.score, Score) and row.score.ties is not None:
            tied.setdefault(row.metric, []).append(row.score)
    counts = Counter(row.metric for row in rows)
    notes: list[tuple[float, Note]] = []
    for metric, scores in tied.items():
        ranges = [score.range() or {} for score in scores]
        widest = max(high - low for low, high in (range_["f"] for range_ in ranges))
        where = "" if counts[metric] == 1 else f" in {len(scores)} of {counts[metric]} scores"
        dates = many(sum(score.ties.dates for score in scores if score.ties), "date")
        if widest <= 1e-12:
            notes.append((widest, Note.of("alignment-tied-idle", metric=metric, where=where, dates=dates)))
            continue
        effect = f"F could move by up to {widest:.2g}"
        if counts[metric] == 1:
            effect = ", ".join(f"{key} lies in {low:.4g}-{high:.4g}" for key, (low, high) in ranges[0].items())
        notes.append((widest, Note.of("alignment-tied", metric=metric, where=where, dates=dates, effect=effect)))
    return [note for _, note in sorted(notes, key=lambda note: -note[0])]


def metric_remarks(rows: Sequence[ScoreRow], metrics: Sequence[Metric]) -> Iterator[Note]:
    """Yield what a metric has to say about its own numbers, a line a remark."""
    by_metric: dict[str, list[ScoreRow]] = {}
    for row in rows:
        by_metric.setdefault(row.metric, []).append(row)
    for metric in metrics:
        rows_of_metric = by_metric.get(str(metric), [])
        for remark, places in metric.remarks([row.score for row in rows_of_metric]):
            first = listed((f"{rows_of_metric[place].system} on {rows_of_metric[place].topic}" for place in places), 1)
            if isinstance(remark, Note):
                yield remark.framed(f"{metric}: ", f" ({first})")
            else:
                yield Note.of("metric-remark", metric=metric, remark=remark, first=first)


def silence_of(metrics: Sequence[Metric]) -> str:
    """Return what each metric gives a system that lacks a topic: 0, its worst value, or none where it has none."""
    metrics_by_value: dict[float | None, list[str]] = {}
    for metric in metrics:
        metrics_by_value.setdefault(metric.silence, []).append(str(metric))
    if set(metrics_by_value) == {0.0}:
        return "scored 0"
    values = [f"{value:.3g} by {', '.join(who)}" for value, who in metrics_by_value.items() if value is not None]
    parts = [f"scored {' and '.join(values)}, the worst there is"] if values else []
    if None in metrics_by_value:
        parts.append(f"undefined by {', '.join(metrics_by_value[None])}, because there is no worst value")
    return "; ".join(parts)


def uneven(rows: Sequence[ScoreRow]) -> Iterator[Note]:
    """Yield metrics that have a value for some systems of a topic only, so that means are over different topics."""
    alike: dict[str, list[str]] = {}
    for metric in dict.fromkeys(row.metric for row in rows):
        rows_of_metric = [row for row in rows if row.metric == metric]
        valued = {row.topic for row in rows_of_metric if not row.score.undefined}
        lacking = [row for row in rows_of_metric if row.score.undefined and row.topic in valued]
        if lacking:
            alike.setdefault(_lacks(lacking), []).append(metric)
    outcome = "means over different topics cannot be compared"
    for gap, metrics in alike.items():
        yield Note.of("means-uneven", metrics=", ".join(metrics), lacking=gap, outcome=outcome)


def _lacks(rows: Sequence[ScoreRow]) -> str:
    topics: dict[str, list[str]] = {}
    for row in rows:
        topics.setdefault(row.system, []).append(row.topic)
    shown = [f"{system} has no value on {listed(names, 3)}" for system, names in topics.items()]
    others = len(shown) - 3
    rest = f"; so it is with {many(others, 'more system')}" if others > 0 else ""
    return "; ".join(shown[:3]) + rest


class TextRemarks(NamedTuple):
    """Remarks on the timelines of a topic; `systems` and `references` are texts of which hardly a word counts."""

    systems: list[str]
    references: list[str]
    others: list[str]

    @property
    def named(self) -> set[object]:
        """The systems and references that a remark is about."""
        return {note.values.get("name") for note in (*self.systems, *self.others) if isinstance(note, Note)}

    def warn(self) -> None:
        """Warn of the texts of which hardly a word counts."""
        for remark in (*self.systems, *self.references):
            warn(remark, UncountableTextWarning)


def text_remarks(evaluation: Evaluation, names: Sequence[str], topic: str, comparison: TopicComparison) -> TextRemarks:
    """Return what must be said of timelines before they are scored; a reference of no words may be refused."""
    remarks, metrics = TextRemarks([], [], []), evaluation.closed
    if evaluation.evidence != "references":
        return remarks
    everyone = list(zip(names, comparison.systems, strict=True))
    everyone += [(f"reference {r.name or number}", r) for number, r in enumerate(comparison.references, 1)]
    for name, timeline in everyone:
        if timeline is GOLD_KINDS["references"].nothing:
            continue  # it stands for one that is missing, of which another note tells
        if not timeline:  # no error, but never passed over without a word
            remarks.others.append(Note.of("timeline-empty", name=name, topic=topic))
        elif not any(timeline.values()):
            remarks.others.append(Note.of("timeline-wordless", name=name, topic=topic))
        if long := [when for when in timeline if when.first < when.last]:
            counted = f"{len(long)} of {many(len(timeline), 'date')} for {topic} are not days, such as {long[0]}"
            remarks.others.append(Note.of("dates-long", name=name, counted=counted))
    for metric in metrics:
        remarks.others.extend(metric.notes(comparison))
    for settings in dict.fromkeys(metric.text for metric in metrics if metric.text is not None):
        lengths, start = comparison.words(settings).lengths, 0
        for place, (name, timeline) in enumerate(everyone):
            sentences = [sentence for sentences in timeline.values() for sentence in sentences]
            words = int(lengths[start : start + len(timeline)].sum())
            start += len(timeline)
            lost = lost_letters(sentences, settings)
            if (not words or lost > HARDLY_ANY) and (what := complaint(sentences, words, settings)):
                side = remarks.systems if place < len(names) else remarks.references
                side.append(Note.of("text-uncountable", name=name, topic=topic, what=what))
            if SOME < lost <= HARDLY_ANY:
                remarks.others.append(Note.of("letters-lost", name=name, lost=lost, topic=topic))
    if evaluation.uncountable == "error" and remarks.references:
        raise InputError("text-not-counted", note=remarks.references[0])
    return remarks
