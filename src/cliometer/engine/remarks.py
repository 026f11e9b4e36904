"""Remarks beside the numbers: undefined scores, ties, uneven means, texts that are hardly counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cliometer.engine.results import ScoreRow
from cliometer.errors import UncountableTextWarning, warn
from cliometer.metrics.base import GOLD_KINDS, Metric
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.score import Score, Undefined
from cliometer.spelling import listed, many
from cliometer.text.tokenisation import HARDLY_ANY, SOME, complaint, lost_letters

LEFT_OUT = "left out of its means"  # true of scores, not of comparisons, which leave out for every system; so is
NO_MATCH = "means over different topics cannot be compared"


def remarks_on(rows: Sequence[ScoreRow], undefined: Undefined = "null") -> list[str]:
    """Return undefined scores, with what the preset makes of them, ties, and means over unlike topics."""
    found: dict[tuple[str, str], list[ScoreRow]] = {}
    for row in rows:
        if row.score.undefined:
            found.setdefault((row.metric, row.score.undefined), []).append(row)
    alike: dict[str, list[str]] = {}
    for (metric, reason), where in found.items():
        names = listed(dict.fromkeys(f"{row.system} on {row.topic}" for row in where), 3)
        counted = ", counted as 0" if undefined == "zero" else ""
        scores = sum(row.metric == metric for row in rows)
        number = f"{len(where)} of {scores} scores undefined{counted}"
        alike.setdefault(f"{number}: {reason} ({names})", []).append(metric)
    remarks = [f"{', '.join(metrics)}: {what}" for what, metrics in alike.items()]
    return [*remarks, *_ties(rows), *(uneven(rows) if undefined == "null" else ())]


def _ties(rows: Sequence[ScoreRow]) -> list[str]:
    """Return a note on each metric whose best alignment was not unique, those that matter most first.

    A note says how many dates had a choice and what depends on it: the ranges of one score, the widest of many.
    """
    tied: dict[str, list[Score]] = {}
    for row in rows:
        if isinstance(row.score, Score) and row.score.ties is not None:
            tied.setdefault(row.metric, []).append(row.score)
    counts = Counter(row.metric for row in rows)
    notes: list[tuple[float, str]] = []
    for metric, scores in tied.items():
        ranges = [score.range() or {} for score in scores]
        widest = max(high - low for low, high in (own["f"] for own in ranges))
        if widest <= 1e-12:
            effect = "no choice moves F"
        elif counts[metric] > 1:
            effect = f"F could move by up to {widest:.2g}"
        else:
            effect = ", ".join(f"{key} lies in {low:.4g}-{high:.4g}" for key, (low, high) in ranges[0].items())
        where = "" if counts[metric] == 1 else f" in {len(scores)} of {counts[metric]} scores"
        dates = many(sum(score.ties.dates for score in scores if score.ties), "date")
        what = f"the best alignment was not unique{where}: {dates} had a choice of partner; {effect}"
        notes.append((widest, f"{metric}: {what}"))
    return [note for _, note in sorted(notes, key=lambda note: -note[0])]


def metric_remarks(rows: Sequence[ScoreRow], metrics: Sequence[Metric]) -> Iterator[str]:
    """Yield what a metric has to say about its own numbers, a line a remark."""
    by_metric: dict[str, list[ScoreRow]] = {}
    for row in rows:
        by_metric.setdefault(row.metric, []).append(row)
    for metric in metrics:
        own = by_metric.get(str(metric), [])
        for remark, places in metric.remarks([row.score for row in own]):
            first = listed((f"{own[place].system} on {own[place].topic}" for place in places), 1)
            yield f"{metric}: {remark} ({first})"


def silence_of(metrics: Sequence[Metric]) -> str:
    """Return what each metric gives a system that lacks a topic: 0, its worst value, or none where it has none."""
    found: dict[float | None, list[str]] = {}
    for metric in metrics:
        found.setdefault(metric.silence, []).append(str(metric))
    if set(found) == {0.0}:
        return "scored 0"
    values = [f"{value:.3g} by {', '.join(who)}" for value, who in found.items() if value is not None]
    parts = [f"scored {' and '.join(values)}, the worst there is"] if values else []
    if None in found:
        parts.append(f"undefined by {', '.join(found[None])}, because there is no worst value")
    return "; ".join(parts)


def uneven(rows: Sequence[ScoreRow]) -> Iterator[str]:
    """Yield metrics that have a value for some systems of a topic only, so that means are over different topics."""
    alike: dict[str, list[str]] = {}
    for metric in dict.fromkeys(row.metric for row in rows):
        own = [row for row in rows if row.metric == metric]
        valued = {row.topic for row in own if not row.score.undefined}
        lacking = [row for row in own if row.score.undefined and row.topic in valued]
        if lacking:
            alike.setdefault(_lacks(lacking), []).append(metric)
    for what, metrics in alike.items():
        yield f"{', '.join(metrics)}: {what}, where others have one; {NO_MATCH}"


def _lacks(rows: Sequence[ScoreRow]) -> str:
    topics: dict[str, list[str]] = {}
    for row in rows:
        topics.setdefault(row.system, []).append(row.topic)
    shown = [f"{system} has no value on {listed(names, 3)}" for system, names in topics.items()]
    more = len(shown) - 3
    rest = f"; so it is with {many(more, 'more system')}" if more > 0 else ""
    return "; ".join(shown[:3]) + rest


class TextRemarks(NamedTuple):
    """Remarks on the timelines of a topic; `systems` and `references` are texts of which hardly a word counts."""

    systems: list[str]
    references: list[str]
    others: list[str]

    def warn(self) -> None:
        """Warn of the texts of which hardly a word counts."""
        for remark in (*self.systems, *self.references):
            warn(remark, UncountableTextWarning)


def text_remarks(
    metrics: Sequence[Metric], names: Sequence[str], topic: str, comparison: TopicComparison
) -> TextRemarks:
    """Return what must be said of timelines before they are scored."""
    everyone = list(zip(names, comparison.systems, strict=True))
    everyone += [(f"reference {r.name or number}", r) for number, r in enumerate(comparison.references, 1)]
    remarks = TextRemarks([], [], [])
    for name, timeline in everyone:
        if timeline is GOLD_KINDS["references"].nothing:
            continue  # it stands for one that is missing, of which another note tells
        if not timeline:  # no error, but never passed over without a word
            remarks.others.append(f"{name}: the timeline for {topic} is empty; it scores 0")
        elif not any(timeline.values()):
            wordless = f"the timeline for {topic} has dates without a sentence"
            remarks.others.append(f"{name}: {wordless}; metrics of words score it 0")
        if long := [when for when in timeline if when.first < when.last]:
            counted = f"{len(long)} of {many(len(timeline), 'date')} for {topic} are not days, such as {long[0]}"
            remarks.others.append(f"{name}: {counted}; metrics that align dates compare such a date day by day")
    for metric in metrics:
        remarks.others.extend(metric.notes(comparison))
    for settings in dict.fromkeys(metric.text for metric in metrics if metric.text is not None):
        lengths, start = comparison.words(settings).lengths, 0
        for place, (name, timeline) in enumerate(everyone):
            sentences = [sentence for said in timeline.values() for sentence in said]
            words = int(lengths[start : start + len(timeline)].sum())
            start += len(timeline)
            lost = lost_letters(sentences, settings)
            if what := complaint(sentences, words, settings):
                side = remarks.systems if place < len(names) else remarks.references
                side.append(f"{name}: the text for {topic} {what}")
            if SOME < lost <= HARDLY_ANY:
                share = f"{lost:.0%} of the letters for {topic} are not a-z and break words"
                remarks.others.append(f"{name}: {share}; tokens=unicode has them")
    return remarks
