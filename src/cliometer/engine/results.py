"""Results: every score, the means over topics, the signature, and remarks on undefined scores, ties and texts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from cliometer.errors import InputError, UncountableTextWarning, UsageError, unknown, warn
from cliometer.grouping import by_key
from cliometer.io.frames import DocumentResult, Records, TabularResult
from cliometer.metrics.base import GOLD_KINDS, Metric
from cliometer.metrics.catalogue import parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.display import NotebookDisplay
from cliometer.model.notes import Note
from cliometer.model.protocols import ProtocolRecord
from cliometer.model.records import OMITTED, inline, renamed
from cliometer.model.score import MetricResult, RecordedScore, Score, Signature, Undefined, f_measure
from cliometer.spelling import listed, many, many_tasks
from cliometer.text.tokenisation import HARDLY_ANY, SOME, complaint, lost_letters

if TYPE_CHECKING:
    from cliometer.engine.evaluation import Evaluation

Numbers = Mapping[str, float | None]
BESIDE = ("chance", "assessed")  # numbers that stand beside scores, and are none
MEANS = ("precision", "recall", "f_of_means", "mean_of_f", "value", *BESIDE)


def _number(name: str) -> Any:
    return property(lambda mean: mean.numbers.get(name), doc=f"The mean of {name}; None where there is none.")


@dataclass(frozen=True)
class Mean:
    """One system by one metric over all topics; topics whose score is undefined are left out and counted.

    `numbers` are the means by name: a metric of one value has `value`, others precision, recall and both averages of F.
    The means of chance levels and of the shares that people judged stand beside them, where they are known.
    """

    system: str
    metric: str
    topics: int
    undefined: int
    numbers: Numbers = field(default_factory=dict, metadata=inline(MEANS))

    precision, recall, f_of_means, mean_of_f, value, chance, assessed = map(_number, MEANS)


def mean_numbers(numbers: Sequence[Numbers], beta: float, single: bool = False) -> Numbers:
    """Return means with both averages of F: F of the means (tilse, news-tls) and the mean of F; or of one value."""
    if single:
        return {"value": _average(row["value"] for row in numbers)}
    p, r, f = (_average(row[key] for row in numbers) for key in ("precision", "recall", "f"))
    of_means = None if p is None or r is None else f_measure(p, r, beta)
    return {"precision": p, "recall": r, "f_of_means": of_means, "mean_of_f": f}


def _average(values: Iterable[float | None]) -> float | None:
    numbers = [value for value in values if value is not None]
    return math.fsum(numbers) / len(numbers) if numbers else None  # sum() rounds differently from 3.12 on


@dataclass(frozen=True)
class ScoreRow:
    """One system on one topic by one metric."""

    system: str
    topic: str
    metric: str
    score: MetricResult = field(metadata=inline(RecordedScore))
    chance: float | None = None  # what the same texts earn on rotated dates, where that was asked for


@dataclass(frozen=True, repr=False)
class Results(DocumentResult):
    """What an evaluation found."""

    kind: ClassVar[str] = "scores"
    tables: ClassVar[Mapping[str, str]] = {"scores": "scores", "means": "means", "accounts": "protocol.accounts"}
    rows: Sequence[ScoreRow] = field(metadata=renamed("scores"))
    signature: Signature
    undefined: Undefined = field(default="null", metadata=OMITTED)
    notes: Sequence[str] = ()
    recorded_means: Sequence[Mean] | None = field(default=None, metadata=renamed("means"))  # of results read back
    picked: frozenset[str] = field(default=frozenset(), metadata=OMITTED)  # of metric, system, topic: those subscripted
    oracles: Mapping[str, str] = field(default_factory=dict)  # runs made with the gold in view, and what made them
    protocol: ProtocolRecord | None = None  # what the protocol of the scores made of each system

    def __post_init__(self) -> None:
        if (means := self.recorded_means) is None:
            return
        scored, averaged = ({(row.system, row.metric) for row in rows} for rows in (self.rows, means))
        if absent := scored - averaged:
            system, metric = min(absent)
            raise InputError("mean-missing", system=system, metric=metric).inside("$.means")

    def __getitem__(self, name: str) -> Any:
        """Pick a metric, a system or a topic, in any order; the numbers once all three are picked.

        `results["align+m1"]["lead"]["bp"]["f"]`; a metric may be spelled without its defaults.
        """
        for axis, wanted in (("metric", full_spelling(name)), ("system", name), ("topic", name)):
            rows = [] if axis in self.picked else [row for row in self.rows if getattr(row, axis) == wanted]
            if rows:
                picked = self.picked | {axis}
                return (
                    self.numbers(rows[0])
                    if len(picked) == 3
                    else replace(self, rows=rows, picked=picked, recorded_means=None)
                )
        known = [*self.metrics, *self.systems, *self.topics]
        raise unknown("metric, system or topic of these results", name, known)

    def keys(self) -> list[str]:
        """Return the metrics; once a metric is picked the systems, and then the topics."""
        axes = {"metric": self.metrics, "system": self.systems, "topic": self.topics}
        return next(names for axis, names in axes.items() if axis not in self.picked)

    @property
    def systems(self) -> list[str]:
        """In the order of the evaluation."""
        return list(dict.fromkeys(row.system for row in self.rows))

    @property
    def topics(self) -> list[str]:
        """In the order of the evaluation."""
        return list(dict.fromkeys(row.topic for row in self.rows))

    @property
    def counted(self) -> str:
        """How many topics, or tasks of how many topics, were scored."""
        return many_tasks(len(self.topics), len({name.partition("/")[0] for name in self.topics}))

    @property
    def metrics(self) -> list[str]:
        """In the order of the evaluation."""
        return list(dict.fromkeys(row.metric for row in self.rows))

    def numbers(self, row: ScoreRow) -> Numbers:
        """Return precision, recall and F of a row under the rule for undefined scores, and its chance level."""
        numbers = row.score.numbers(self.undefined)
        return numbers if row.chance is None else {**numbers, "chance": row.chance}

    def noted(self, notes: Sequence[str]) -> Results:
        """Return the same results with more notes before the others."""
        return replace(self, notes=(*notes, *self.notes))

    def without(self, topics: Collection[str]) -> Results:
        """Return the same results with some topics left out."""
        return replace(self, rows=[row for row in self.rows if row.topic not in topics])

    def only(self, systems: Collection[str]) -> Results:
        """Return the same results of some systems."""
        means = self.recorded_means and [mean for mean in self.recorded_means if mean.system in systems]
        return replace(self, rows=[row for row in self.rows if row.system in systems], recorded_means=means)

    def means(self) -> list[Mean]:
        """Return the means over topics, with both averages of F: F of the means (tilse, news-tls) and the mean of F."""
        if self.recorded_means is not None:
            return list(self.recorded_means)
        groups = by_key(((row.system, row.metric), row) for row in self.rows)
        means: list[Mean] = []
        for group, rows in groups.items():
            undefined = sum(row.score.undefined is not None for row in rows)
            kept = [self.numbers(row) for row in rows if self.undefined == "zero" or not row.score.undefined]
            numbers = mean_numbers(kept, rows[0].score.beta, "value" in self.numbers(rows[0]))
            beside = {name: _average(row.get(name) for row in kept) for name in BESIDE}
            given = {name: number for name, number in beside.items() if number is not None}
            means.append(Mean(*group, len(rows), undefined, {**numbers, **given}))
        return means

    def recorded(self) -> Results:
        """Return the numbers of scores under the rule for undefined ones, and their means."""
        rows = [replace(row, score=RecordedScore.of(row.score, self.undefined)) for row in self.rows]
        return replace(self, rows=rows, recorded_means=self.means())

    def __repr__(self) -> str:
        return f"Results({many(len(self.systems), 'system')}, {self.counted}, {many(len(self.metrics), 'metric')})"


def full_spelling(name: str) -> str:
    """Return the metric that a name stands for, with its settings; what is no metric stays as it is."""
    try:
        return str(parse(name))
    except UsageError:
        if isinstance(name, str):
            return name
        raise


@dataclass(frozen=True, repr=False)
class PairResult(TabularResult, NotebookDisplay):
    """The scores of one system against the gold of one topic; whatever else is asked of it, the results answer."""

    results: Results

    def __getattr__(self, name: str) -> Any:
        if name == "results":  # while it is copied
            raise AttributeError(name)
        return getattr(self.results, name)

    @property
    def scores(self) -> dict[str, Any]:
        """By metric expression."""
        return {row.metric: row.score for row in self.results.rows}

    def frames(self) -> Mapping[str, Records]:
        """Return `scores`, a row each, and `means`, as of all results."""
        return self.results.frames()

    def to_dict(self) -> dict[str, dict[str, float | None]]:
        """Return `{"align+m1(rouge=1)": {"precision": p, "recall": r, "f": f}, ...}`."""
        return {row.metric: dict(self.results.numbers(row)) for row in self.results.rows}

    def __repr__(self) -> str:
        return f"PairResult({many(len(self.results.metrics), 'metric')})"

    def __getitem__(self, metric: str) -> Numbers:
        """Numbers by metric, however the expression is spelled: `align` is `align(rouge=1)`."""
        scores, asked = self.to_dict(), full_spelling(metric)
        if asked not in scores:
            raise unknown("metric of this result", asked, scores)
        return scores[asked]

    def keys(self) -> list[str]:
        """Return the metrics, in the order of the evaluation."""
        return self.results.metrics


def remarks_on(rows: Sequence[ScoreRow], undefined: Undefined = "null") -> list[Note]:
    """Return undefined scores, with what the preset makes of them, ties, and means over unlike topics."""
    groups = by_key(((row.metric, row.score.undefined), row) for row in rows if row.score.undefined)
    alike: dict[str, list[str]] = {}
    for (metric, reason), where in groups.items():
        names = listed(dict.fromkeys(f"{row.system} on {row.topic}" for row in where), 3)
        counted = ", counted as 0" if None not in where[0].score.numbers(undefined).values() else ""
        scores = sum(row.metric == metric for row in rows)
        number = f"{len(where)} of {scores} scores undefined{counted}"
        alike.setdefault(f"{number}: {reason} ({names})", []).append(metric)
    remarks = [Note.of("score-undefined", metrics=", ".join(metrics), what=what) for what, metrics in alike.items()]
    return [*remarks, *_ties(rows), *(uneven(rows) if undefined == "null" else ())]


def _ties(rows: Sequence[ScoreRow]) -> list[Note]:
    """Return a note on each metric whose best alignment was not unique, those that matter most first.

    A note says how many dates had a choice and what depends on it: the ranges of one score, the widest of many.
    """
    tied = by_key(
        (row.metric, row.score) for row in rows if isinstance(row.score, Score) and row.score.ties is not None
    )
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
    by_metric = by_key((row.metric, row) for row in rows)
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
    metrics_by_value = by_key((metric.silence, str(metric)) for metric in metrics)
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
    topics = by_key((row.system, row.topic) for row in rows)
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
        remarks.others.extend(note for metric in metrics for note in metric.notes(comparison))
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
