"""Any registered metric as the loss of a summary; where more is better, the metric is taken negative.

Where the metric reads a background and none is given, that is what the other topics of the *same* set hold:
losses that settings are chosen by must not depend on topics that are held out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from cliometer.errors import InputError, UsageError
from cliometer.experiments.post_sources import Given, corpus_of, expect_fitting, spelled
from cliometer.metrics.evidence import evidence_of, find
from cliometer.metrics.pairing import Pairing
from cliometer.metrics.sources.catalogue import registries
from cliometer.model.posts import PostTopic
from cliometer.model.source_texts import Summary
from cliometer.model.timeline import ReferenceSet, Timeline

Texts = tuple[str, ...]
USUAL = "jsd(tokens=posts)"
"""The paper's loss, over the words that summarisers read."""
_OTHERS = "other topics of the same folds"


class Loss(Protocol):
    """What a tuning makes small."""

    alone: bool  # whether a topic's losses depend on that topic only
    background: str  # what names it in a record; empty where none is read

    def of(self, topics: Sequence[PostTopic], said: Mapping[str, Sequence[Texts]]) -> dict[str, list[float]]:
        """By topic, the loss of each summary."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the losses should know."""
        ...


class MetricLoss:
    """Any metric that is measured against sources; one for which more is better is taken negative."""

    def __init__(self, expression: str, given: Given = ()) -> None:
        self.metric = registries["sources"].parse(expression)
        self.sign = 1.0 if self.metric.lower_is_better else -1.0
        self.alone = not self.metric.needs_background or bool(given)
        self.background = (spelled(given) or _OTHERS) if self.metric.needs_background else ""
        expect_fitting([self.metric], given)
        self._given = given
        self._remarks: dict[str, dict[str, None]] = {}  # topics by remark, each once and in order

    def __str__(self) -> str:
        return str(self.metric)

    def of(self, topics: Sequence[PostTopic], said: Mapping[str, Sequence[Texts]]) -> dict[str, list[float]]:
        """By topic, the loss of each summary."""
        gold = corpus_of(topics, self._given).topics()
        return {name: self._topic(name, gold[name], texts) for name, texts in said.items()}

    def _topic(self, name: str, gold: Any, said: Sequence[Texts]) -> list[float]:
        pairing = Pairing([Summary.of(texts) for texts in said], gold)
        return [self._loss(name, score) for score in self.metric.measure_in(pairing)]

    def _loss(self, name: str, score: Any) -> float:
        if score.undefined:
            raise InputError(f"topic {name}: {self.metric} has no value: {score.undefined}; leave it out")
        remark = self.metric.remark(score)
        if remark:
            self._remarks.setdefault(remark, {})[name] = None
        return self.sign * float(score.numbers()["value"])

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks of the metric with the topics they are about."""
        return tuple(f"{self.metric}: {why}: {_listed(topics)}" for why, topics in self._remarks.items())


class ReferenceLoss:
    """A metric of whole texts, such as rouge1, against texts that people wrote; its F, taken negative."""

    alone = True
    background = ""
    notes = ()

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


def loss_of(
    expression: str, references: Mapping[str, Sequence[str]] | None = None, given: Given = ()
) -> Loss:
    """The loss that an expression names: against sources, or against references where there are any."""
    kind = evidence_of(find(expression))
    if kind == "sources":
        return MetricLoss(expression, given)
    if given:
        raise UsageError(f"{expression} reads {kind} and no background; leave out --background")
    if kind != "references":
        raise UsageError(
            f"{expression} reads {kind}, of which posts have none; take jsd, or rouge1 with references"
        )
    if references is None:
        raise UsageError(f"{expression} is measured against references; name their folder with --references")
    return ReferenceLoss(find(expression), references)


def _listed(topics: Iterable[str]) -> str:
    first, *more = topics
    return f"topic {first} and {len(more)} more" if more else f"topic {first}"


def _undated(texts: Sequence[str]) -> Timeline:
    return Timeline({"2000-01-01": list(texts)})  # any day: metrics of whole texts do not look at it
