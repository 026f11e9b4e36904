"""What the metrics of units and of judged events share: their spelling, and one system as one of many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, Literal, TypeVar

from cliometer.errors import InputError
from cliometer.metrics.expression import spell
from cliometer.metrics.pairing import Pairing
from cliometer.model.extracts import Extract
from cliometer.model.judged_events import EventTopic
from cliometer.model.score import Score, Single
from cliometer.model.units import UnitTopic

Topic = TypeVar("Topic", UnitTopic, EventTopic)
Result = TypeVar("Result", Score, Single)


@dataclass(frozen=True, repr=False)
class ExtractMetric(Generic[Topic, Result]):
    """A metric of extracts; a subclass brings its settings and `_measure`."""

    name: ClassVar[str]
    formula: ClassVar[str]
    citation: ClassVar[str]
    evidence: ClassVar[Literal["units", "events"]]

    def measure(self, extract: Extract, topic: Topic) -> Result:
        """Score one system on one topic."""
        return self.measure_all([extract], topic)[0]

    def measure_all(self, extracts: Sequence[Extract], topic: Topic) -> list[Result]:
        """Score many systems on one topic; equals `measure` one by one."""
        for extract in extracts:
            expect_topic(extract, topic.id)
        return self._measure(extracts, topic)

    def measure_in(self, pairing: Pairing) -> list[Result]:
        """The same, as the engine asks for it."""
        return self.measure_all(pairing.systems, pairing.gold)

    def _measure(self, extracts: Sequence[Extract], topic: Topic) -> list[Result]:
        raise NotImplementedError

    def remark(self, result: Result) -> str | None:
        """What a reader of the number should know, None where it speaks for itself."""
        return None

    def __str__(self) -> str:
        return spell(self)

    def __repr__(self) -> str:
        return spell(self)


def expect_topic(extract: Extract, topic: str) -> None:
    """An extract that names its topic must be scored on that one."""
    if extract.topic and extract.topic != topic:
        raise InputError(
            f"{extract.name}: it is for topic {extract.topic!r} and cannot be scored on {topic!r}"
        )
