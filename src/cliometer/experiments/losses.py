"""A registered source metric as the loss of a summary: less is better.

Where the metric reads a background, that is what the other topics of the *same* set hold: losses that
settings are chosen by must not depend on topics that are held out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from cliometer.errors import InputError
from cliometer.metrics.pairing import Pairing
from cliometer.metrics.sources.catalogue import registries
from cliometer.metrics.sources.corpus import Corpus
from cliometer.model.posts import PostTopic
from cliometer.model.source_texts import SourceText, Summary

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
