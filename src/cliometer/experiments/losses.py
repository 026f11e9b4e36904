"""Losses of summaries by any registered metric, over topics of posts as sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any, Protocol

from cliometer.engine.evaluation import Evaluation
from cliometer.errors import InputError, UsageError
from cliometer.io.backgrounds import read_background
from cliometer.metrics.catalogue import parse
from cliometer.metrics.sources.corpus import Corpus
from cliometer.metrics.sources.source_metric import SourceMetric
from cliometer.model.documents import Background, PostTopic, SourceText, SummaryText
from cliometer.model.notes import Note
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.spelling import listed
from cliometer.text.post_tokens import PostReading

Given = tuple[Background, ...]
_PROBE = SourceText(("flood water reached old town bridge",))  # long enough for any unit


def corpus_of(topics: Iterable[PostTopic], given: Sequence[Background] = ()) -> Corpus:
    """Return a corpus in which each post is a document; without a given background the other topics are one."""
    return Corpus({topic.id: tuple(SourceText((post.text,)) for post in topic.posts) for topic in topics}, given)


def read_backgrounds(paths: Iterable[str | PathLike[str]]) -> tuple[Given, tuple[str, ...]]:
    """Return the backgrounds that a user names, and what a reader of the numbers should know of them."""
    given = tuple(read_background(path) for path in paths)
    return given, tuple(background.remark for background in given if background.remark)


def expect_fitting(metrics: Iterable[SourceMetric], given: Given) -> None:
    """Fail where posts or the given background lack what a metric reads, before any work is done."""
    topic = Corpus({"probe": (_PROBE,), "other": (_PROBE,)}, given).topics()["probe"]
    for metric in metrics:
        metric.measure(" ".join(_PROBE.lines), topic)


def background_names(given: Given) -> str:
    """Return names and hashes of the given backgrounds for a record; empty where there are none."""
    return Corpus({}, given).fingerprint if given else ""


def idle_notes(metrics: Iterable[SourceMetric], given: Given) -> tuple[str, ...]:
    """Return a note on backgrounds that were given for nothing."""
    return () if not given or any(metric.needs_background for metric in metrics) else (Note.of("background-idle"),)


def counting_notes(metrics: Iterable[SourceMetric], reading: PostReading) -> tuple[str, ...]:
    """Return a note on metrics that count other words than the summarisers read."""
    usual = replace(reading, stop=True, stem=True) == PostReading()
    words = ("posts", reading.stop, reading.stem)  # or runs of them
    forms = [(str(metric), metric.form) for metric in metrics]
    others = [name for name, form in forms if not usual or (form.tokens, form.stop, form.is_stemmed) != words]
    if not others:
        return ()
    verb = "counts" if len(others) == 1 else "count"
    return (Note.of("words-differ", others=", ".join(others), verb=verb),)


# Any registered metric as the loss of a summary; where more is better, the metric is taken negative.
# Where the metric reads a background and none is given, that is what the other topics of the *same* set
# hold: losses that settings are chosen by must not depend on topics that are held out.

Texts = tuple[str, ...]
USUAL = "jsd(tokens=posts)"
"""The paper's loss, over the words that summarisers read."""
_OTHERS = "other topics of the same folds"


class Loss(Protocol):
    """A quantity of summaries that a tuning makes small."""

    alone: bool  # whether a topic's losses depend on that topic only
    background: str  # what names it in a record; empty where none is read

    def of(self, topics: Sequence[PostTopic], texts: Mapping[str, Sequence[Texts]]) -> dict[str, list[float]]:
        """Return the loss of each summary by topic."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the losses should know."""
        ...


class ScoreLoss:
    """The loss of a score of a metric: its value or F, taken negative where more is better."""

    def __init__(self, expression: str) -> None:
        self.metric = parse(expression)
        self._remarks: dict[str, dict[str, None]] = {}  # topics by remark, each once and in order

    def __str__(self) -> str:
        return str(self.metric)

    def _loss(self, topic: str, score: Any) -> float:
        for remark, _ in self.metric.remarks([score]):
            self._remarks.setdefault(remark, {})[topic] = None
        numbers = score.numbers("zero")
        if score.undefined and "value" in numbers:
            raise InputError("loss-undefined", topic=topic, metric=self.metric, undefined=score.undefined)
        value = float(numbers.get("value", numbers.get("f")) or 0.0)
        return value if self.metric.lower_is_better else -value

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks of the metric with the topics they are about."""
        return tuple(
            Note.of("loss-remark", metric=self.metric, why=why, topics=listed(topics, 1))
            for why, topics in self._remarks.items()
        )


class TimelineLoss(ScoreLoss):
    """A metric of timelines as the loss of the timelines of a task, each against the one reference of the task."""

    def __init__(self, expression: str) -> None:
        super().__init__(expression)
        if self.metric.evidence != "references":
            raise UsageError("loss-needs-references", timeline_loss=str(self), evidence=self.metric.evidence)

    def of_task(self, task: str, reference: Timeline, timelines: Sequence[Timeline]) -> list[float]:
        """Return the loss of each timeline; those that are equal are scored once."""
        distinct = list(dict.fromkeys(timelines))
        evaluation = Evaluation({}, {task: ReferenceSet(reference)}, [self.metric])
        (scores,) = evaluation.score_topic(task, distinct).values()
        losses = {timeline: self._loss(task, score) for timeline, score in zip(distinct, scores, strict=True)}
        return [losses[timeline] for timeline in timelines]


class MetricLoss(ScoreLoss):
    """A metric as the loss of a summary.

    A metric of sources is measured against the posts of a topic, one of references against texts that people
    wrote, given by topic; those are whole texts, so that the metric must read no dates.
    """

    def __init__(
        self, expression: str, given: Given = (), references: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        super().__init__(expression)
        self._given, self._references = given, references or {}
        needs_background = False
        if isinstance(self.metric, SourceMetric):
            needs_background = self.metric.needs_background
            expect_fitting([self.metric], given)
        else:
            self._expect_references(bool(references))
        self.alone = not needs_background or bool(given)
        self.background = (background_names(given) or _OTHERS) if needs_background else ""

    def _expect_references(self, are_given: bool) -> None:
        kind, name = self.metric.evidence, self.metric
        if self._given:
            raise UsageError("loss-without-background", name=name, kind=kind)
        if kind != "references":
            raise UsageError("loss-of-other-evidence", name=name, kind=kind)
        if not are_given:
            raise UsageError("loss-references-missing", name=name)
        if self.metric.properties.uses_dates:
            raise UsageError("loss-reads-dates", name=name)

    def of(self, topics: Sequence[PostTopic], texts: Mapping[str, Sequence[Texts]]) -> dict[str, list[float]]:
        """Return the loss of each summary by topic."""
        gold: Mapping[str, Any]
        answer: Callable[[Texts], Any]
        if self.metric.evidence == "sources":
            gold, answer = corpus_of(topics, self._given).topics(), SummaryText.of
        else:
            gold, answer = {name: self._written(name) for name in texts}, _undated
        evaluation = Evaluation({}, gold, [self.metric], self.metric.evidence)
        scores = {name: evaluation.score_topic(name, [answer(text) for text in texts[name]]) for name in texts}
        return {name: [self._loss(name, score) for score in row[str(self.metric)]] for name, row in scores.items()}

    def _written(self, topic: str) -> ReferenceSet:
        if not self._references.get(topic):
            raise InputError("topic-reference-missing", topic=topic, metric=self.metric)
        return ReferenceSet([_undated(text.splitlines()) for text in self._references[topic]])


def _undated(texts: Sequence[str]) -> Timeline:
    return Timeline({"2000-01-01": list(texts)})  # any day: metrics of whole texts do not look at it
