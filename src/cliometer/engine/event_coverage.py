"""Which judged events systems find, and how far down their rankings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cliometer.metrics.units.novelty import EventLinks
from cliometer.model.extracts import Extract
from cliometer.model.judged_events import EventTopic, JudgedEvent


@dataclass(frozen=True)
class FoundEvent:
    """An event and the rank at which each system mentions it first; None where it never does."""

    event: JudgedEvent
    ranks: tuple[int | None, ...]


@dataclass(frozen=True)
class EventCoverage:
    """The events of a topic as the gold lists them; systems by events found, the best first.

    A system whose `ranked` is false gave a set: its ranks are places in the order of the stream.
    """

    topic: str
    systems: tuple[str, ...]
    ranked: tuple[bool, ...]
    retrieved: tuple[int, ...]
    events: tuple[FoundEvent, ...]

    def found(self, system: int) -> int:
        """How many events a system mentions."""
        return sum(event.ranks[system] is not None for event in self.events)


def event_coverage(topic: EventTopic, answers: Mapping[str, Extract]) -> EventCoverage:
    """Walk down what each system selected."""
    links = EventLinks(topic)
    told = {system: links.first_told(links.in_order(extract)) for system, extract in answers.items()}
    order = sorted(answers, key=lambda system: -len(told[system]))
    events = (
        FoundEvent(event, tuple(told[system].get(number) for system in order))
        for number, event in enumerate(topic.events)
    )
    return EventCoverage(
        topic.id,
        tuple(order),
        tuple(answers[system].ranked for system in order),
        tuple(len(answers[system].items) for system in order),
        tuple(events),
    )
