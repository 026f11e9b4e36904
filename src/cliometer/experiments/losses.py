"""Any registered metric as the loss of a summary; where more is better, the metric is taken negative.

Where the metric reads a background, that is what the other topics of the *same* set hold: losses that
settings are chosen by must not depend on topics that are held out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from cliometer.errors import InputError, UsageError
from cliometer.metrics.evidence import evidence_of, find
from cliometer.metrics.pairing import Pairing
from cliometer.metrics.sources.catalogue import registries
from cliometer.metrics.sources.corpus import Corpus
from cliometer.model.posts import PostTopic
from cliometer.model.source_texts import SourceText, Summary
from cliometer.model.timeline import ReferenceSet, Timeline

Texts = tuple[str, ...]


class Loss(Protocol):
    """What a tuning makes small."""

    alone: bool  # whether a topic's losses depend on that topic only

    def of(self, topics: Sequence[PostTopic], said: Mapping[str, Sequence[Texts]]) -> dict[str, list[float]]:
        """By topic, the loss of each summary."""
        ...


class MetricLoss:
    """Any metric that is measured against sources; one for which more is better is taken negative."""

    def __init__(self, expression: str) -> None:
        self.metric = registries["sources"].parse(expression)
        self.sign = 1.0 if self.metric.lower_is_better else -1.0
        self.alone = not self.metric.needs_background

    def __str__(self) -> str:
        return str(self.metric)

    def of(self, topics: Sequence[PostTopic], said: Mapping[str, Sequence[Texts]]) -> dict[str, list[float]]:
        """By topic, the loss of each summary."""
        documents = {topic.id: tuple(SourceText((post.text,)) for post in topic.posts) for topic in topics}
        gold = Corpus(documents).topics()
        return {name: self._topic(name, gold[name], texts) for name, texts in said.items()}

    def _topic(self, name: str, gold: Any, said: Sequence[Texts]) -> list[float]:
        pairing = Pairing([Summary.of(texts) for texts in said], gold)
        return [self._loss(name, score) for score in self.metric.measure_in(pairing)]

    def _loss(self, name: str, score: Any) -> float:
        if score.undefined:
            raise InputError(f"topic {name}: {self.metric} has no value: {score.undefined}; leave it out")
        return self.sign * float(score.numbers()["value"])


class ReferenceLoss:
    """A metric of whole texts, such as rouge1, against texts that people wrote; its F, taken negative."""

    alone = True

    def __init__(self, metric: Any, references: Mapping[str, Sequence[str]]) -> None:
        if metric.properties.uses_dates:
            raise UsageError(
                f"{metric} reads dates, which summaries of posts do not have; take rouge1 or another"
            )
        self.metric, self.references = metric, references

    def __str__(self) -> str:
        return str(self.metric)

    def of(self, topics: Sequence[PostTopic], said: Mapping[str, Sequence[Texts]]) -> dict[str, list[float]]:
        """By topic, the loss of each summary; every topic needs references."""
        return {name: self._topic(name, texts) for name, texts in said.items()}

    def _topic(self, name: str, said: Sequence[Texts]) -> list[float]:
        if not self.references.get(name):
            raise InputError(
                f"topic {name} has no reference, which {self.metric} needs; add one, or leave it out"
            )
        gold = ReferenceSet([_undated(text.splitlines()) for text in self.references[name]])
        scores = self.metric.measure_all([_undated(texts) for texts in said], gold)
        return [-float(score.numbers("zero")["f"] or 0.0) for score in scores]


def loss_of(expression: str, references: Mapping[str, Sequence[str]] | None = None) -> Loss:
    """The loss that an expression names: against sources, or against references where there are any."""
    kind = evidence_of(find(expression))
    if kind == "sources":
        return MetricLoss(expression)
    if kind != "references":
        raise UsageError(
            f"{expression} reads {kind}, of which posts have none; take jsd, or rouge1 with references"
        )
    if references is None:
        raise UsageError(f"{expression} is measured against references; name their folder with --references")
    return ReferenceLoss(find(expression), references)


def _undated(texts: Sequence[str]) -> Timeline:
    return Timeline({"2000-01-01": list(texts)})  # any day: metrics of whole texts do not look at it
