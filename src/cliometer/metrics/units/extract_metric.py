"""The base class of metrics of extracts, and links from selected sentences to content units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from cliometer.errors import InputError, UsageError
from cliometer.grouping import by_key
from cliometer.metrics.base import Metric, PartsExplanation
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.nuggets import EventTopic
from cliometer.model.score import Score, SingleScore
from cliometer.model.units import UnitTopic
from cliometer.spelling import listed, many

Topic = TypeVar("Topic", UnitTopic, EventTopic)
Result = TypeVar("Result", Score, SingleScore)


class ExtractMetric(Metric, Generic[Topic, Result]):
    """A metric of extracts; a subclass brings its settings and `_scores`."""

    def measure_in(self, comparison: TopicComparison) -> list[Result]:
        for extract in comparison.systems:
            expect_topic(extract, comparison.gold.id)
        return self._scores(comparison.systems, comparison.gold)

    def _scores(self, extracts: Sequence[Extract], topic: Topic) -> list[Result]:
        raise NotImplementedError


def expect_topic(extract: Extract, topic: str) -> None:
    """Fail where an extract names another topic than the one it is scored on."""
    if extract.topic and extract.topic != topic:
        raise InputError("extract-of-other-topic", extract=extract.name, topic=extract.topic, other=topic)


@dataclass(frozen=True)
class UnitCredit:
    """A unit, what it weighs, what was earned of it by which selected items, and what that adds."""

    unit: str
    weight: int
    credit: float
    contribution: float
    items: tuple[str, ...]
    label: str


class UnitMetric(ExtractMetric[UnitTopic, Result]):
    """A metric of content units, which can say unit by unit where its score comes from."""

    evidence: ClassVar[str] = "units"

    def _earned(self, extract: Extract, links: UnitLinks) -> dict[int, tuple[float, float]]:
        """Return what the score counts of each unit, by its number: credit, and what that adds to the score."""
        raise UsageError("unit-metric-unexplained", unit_metric=str(self))

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> PartsExplanation:
        """Show the units that earned something, then those that were missed, heavier ones first."""
        extract, topic = comparison.systems[place], comparison.gold
        links = UnitLinks(topic)
        earned, items = self._earned(extract, links), links.items(extract)
        nothing = 0.0, 0.0
        parts = [
            UnitCredit(
                unit.id,
                unit.weight,
                *earned.get(number, nothing),
                tuple(item.id for item in items.get(number, ())),
                unit.statement,
            )
            for number, unit in enumerate(topic.units)
        ]
        parts.sort(key=lambda part: (-part.contribution, -part.weight))
        missed = [part.unit for part in parts if part.unit and not part.items]
        sentences = [f"the system selected {len(parts) - len(missed)} of {many(len(parts), 'unit')}"]
        sentences += [f"missed: {listed(missed, 20)}"] if missed else []
        score = self.measure(extract, topic)
        return PartsExplanation(str(self), score, "Units by what they add to the score", tuple(parts), tuple(sentences))


class UnitLinks:
    """Which units each mention or sentence is linked to; what was asked once is kept for all systems."""

    def __init__(self, topic: UnitTopic) -> None:
        self.topic = topic
        self._units_of = by_key((leaf, number) for number, unit in enumerate(topic.units) for leaf in unit.leaves)
        self._number = {unit.id: number for number, unit in enumerate(topic.units)}
        self._credits: dict[tuple[int, frozenset[str]], float] = {}

    def credits(self, extract: Extract) -> dict[int, float]:
        """Return S(i, E) of each unit of which something was earned, by the unit's number in the topic."""
        earned = {number: self._credit(number, chosen) for number, chosen in self._touched(extract).items()}
        return {number: credit for number, credit in sorted(earned.items()) if credit > 0}

    def items(self, extract: Extract) -> dict[int, list[ExtractItem]]:
        """Return the items that earn something of each unit, in the extract's order."""
        items_by_unit: dict[int, list[ExtractItem]] = {}
        for item in extract.items:
            single = Extract((item,), of=extract.of, topic=extract.topic, system=extract.system)
            for number in self.credits(single):
                items_by_unit.setdefault(number, []).append(item)
        return dict(sorted(items_by_unit.items()))

    def _touched(self, extract: Extract) -> dict[int, frozenset[str]]:
        """Return what was chosen of each unit's leaves."""
        if extract.of == "units":
            return dict.fromkeys(self._numbers(extract), _WHOLE)
        chosen: dict[int, set[str]] = {}
        for id in self._chosen(extract):
            for number in self._units_of.get(id, ()):
                chosen.setdefault(number, set()).add(id)
        return {number: frozenset(ids) for number, ids in chosen.items()}

    def _credit(self, number: int, chosen: frozenset[str]) -> float:
        if chosen is _WHOLE:
            return 1.0
        key = (number, chosen)
        if key not in self._credits:
            self._credits[key] = self.topic.units[number].credit(chosen)
        return self._credits[key]

    def _numbers(self, extract: Extract) -> Iterable[int]:
        for id in extract.ids:
            if id not in self._number:
                raise self.topic.marks.missing("unit", id, self._number, extract.name)
        return [self._number[id] for id in extract.ids]

    def _chosen(self, extract: Extract) -> Iterable[str]:
        """Return the chosen leaves; a selected sentence selects the mentions in it."""
        marks = self.topic.marks
        if extract.of == "mentions":
            for id in extract.ids:
                if id not in marks.mentions:
                    raise marks.missing("mention", id, marks.mentions, extract.name)
            return extract.ids
        marks.expect(extract.ids, extract.name, sentences=True)
        return [id for sentence in extract.ids for id in (sentence, *marks.mentions_of[sentence])]


_WHOLE = frozenset({"the unit itself"})  # stands for a unit that was selected as such


def expect_units(extract: Extract, metric: str) -> None:
    """Fail where a metric needs units that were matched by hand; nothing is nothing of any kind."""
    if extract.items and extract.of != "units":
        raise InputError("units-expected-in-extract", extract=extract.name, of=extract.of, metric=metric)
