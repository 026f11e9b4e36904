"""Scores of all systems on all topics: metrics against the posts, and ROUGE where people wrote summaries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cliometer.experiments.post_sources import Given, corpus_of
from cliometer.metrics.pairing import Pairing
from cliometer.metrics.rouge.api import rouge
from cliometer.metrics.sources.base import SourceMetric
from cliometer.model.posts import PostTopic
from cliometer.model.source_texts import Summary
from cliometer.stats.samples import Floats

Said = Mapping[str, Sequence[tuple[str, ...]]]
"""By topic, what each system chose."""


@dataclass(frozen=True)
class Measure:
    """A number that a metric gives, and whether less of it is better."""

    name: str
    lower_is_better: bool = False


@dataclass(frozen=True, eq=False)
class Scores:
    """For each measure a table, systems x topics, with NaN where a score is undefined; and why it is."""

    systems: tuple[str, ...]
    topics: tuple[str, ...]
    measures: tuple[Measure, ...]
    tables: Mapping[str, Floats]
    notes: tuple[str, ...]

    def rows(self) -> Iterator[tuple[str, str, str, float | None]]:
        """System, topic, measure and value, systems outermost."""
        for row, system in enumerate(self.systems):
            for column, topic in enumerate(self.topics):
                for measure in self.measures:
                    value = float(self.tables[measure.name][row, column])
                    yield system, topic, measure.name, None if np.isnan(value) else value


class Scorer:
    """Scores topic by topic, so that a caller can show how far it is."""

    def __init__(
        self, topics: Sequence[PostTopic], metrics: Sequence[SourceMetric], given: Given = ()
    ) -> None:
        self._gold, self._metrics = corpus_of(topics, given).topics(), metrics
        self._found: dict[str, dict[str, list[float]]] = {}
        self._notes: dict[tuple[str, str], int] = {}

    def score(self, topic: str, said: Sequence[tuple[str, ...]]) -> None:
        """All metrics of one topic."""
        pairing = Pairing([Summary.of(texts) for texts in said], self._gold[topic])
        self._found[topic] = {str(metric): self._values(metric, pairing) for metric in self._metrics}

    def _values(self, metric: SourceMetric, pairing: Pairing) -> list[float]:
        values = []
        for score in metric.measure_in(pairing):
            reason = score.undefined or metric.remark(score)
            if reason:
                self._notes[str(metric), reason] = self._notes.get((str(metric), reason), 0) + 1
            value = None if score.undefined else score.numbers()["value"]
            values.append(np.nan if value is None else value)
        return values

    def add_rouge(
        self, said: Said, references: Mapping[str, Sequence[str]], types: Sequence[str]
    ) -> tuple[Measure, ...]:
        """ROUGE of the topics that have references, stemmed and without stop words; NaN elsewhere."""
        names = [f"rouge{kind}.{side}" for kind in types for side in ("recall", "precision", "f")]
        for topic, summaries in said.items():
            gold = [text.splitlines() for text in references.get(topic, ())]
            rows = [_rouge(list(texts), gold, types) for texts in summaries]
            self._found[topic] |= {name: [row[i] for row in rows] for i, name in enumerate(names)}
        return tuple(map(Measure, names))

    def scores(self, systems: Sequence[str], more: Sequence[Measure] = ()) -> Scores:
        """Everything that was scored."""
        own = [Measure(str(metric), metric.lower_is_better) for metric in self._metrics]
        measures, topics = (*own, *more), tuple(self._found)
        tables = {
            measure.name: np.array([self._found[topic][measure.name] for topic in topics]).T
            for measure in measures
        }
        notes = tuple(f"{name}: {count} times: {why}" for (name, why), count in self._notes.items())
        return Scores(tuple(systems), topics, measures, tables, notes)


def _rouge(summary: list[str], gold: Sequence[list[str]], types: Sequence[str]) -> list[float]:
    if not gold:
        return [np.nan] * 3 * len(types)
    found = rouge(summary, gold, types, stem=True, stop=True)
    return [value for triple in found.values() for value in triple]
