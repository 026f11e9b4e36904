"""Content units, judged events and nuggets one by one: which of them systems cover, at which rank or time."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from cliometer.metrics.nuggets.gain import Walk, discount
from cliometer.metrics.nuggets.temporal import TS2014, TemporalSummarization
from cliometer.metrics.units.extract_metric import UnitLinks
from cliometer.metrics.units.nu import EventLinks
from cliometer.metrics.units.pyramid import UnitPyramid, average_units
from cliometer.model.extracts import Extract
from cliometer.model.nuggets import EventTopic, JudgedEvent, Nugget, NuggetTopic, Update
from cliometer.model.units import ContentUnit, UnitTopic


@dataclass(frozen=True)
class CoveredUnit:
    """A unit and S(i, E) of each system, in the order of the systems."""

    unit: ContentUnit
    credits: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Over the systems."""
        return math.fsum(self.credits) / len(self.credits)

    @property
    def nested(self) -> bool:
        """Whether its links are groups within groups."""
        return self.unit.group is not None and self.unit.group.depth > 1


@dataclass(frozen=True)
class UnitCoverage:
    """The units of a topic by falling weight; systems by what they earn, the best first.

    `ideal` holds weight and credit of the best units that a timeline of the desired length can have.
    """

    topic: str
    systems: tuple[str, ...]
    units: tuple[CoveredUnit, ...]
    ideal: tuple[tuple[int, float], ...]

    @property
    def weights(self) -> tuple[int, ...]:
        """The tiers of the pyramid, from the top."""
        return tuple(dict.fromkeys(covered.unit.weight for covered in self.units))

    def tier(self, weight: int) -> tuple[CoveredUnit, ...]:
        """Return the units of one weight."""
        return tuple(covered for covered in self.units if covered.unit.weight == weight)

    def earned(self, system: int) -> dict[int, float]:
        """Return what a system earns of each tier; the sum is what its score divides."""
        return {w: w * math.fsum(unit.credits[system] for unit in self.tier(w)) for w in self.weights}

    @property
    def attainable(self) -> dict[int, float]:
        """What the best units are worth, tier by tier; the sum is what a score is divided by."""
        return {w: w * math.fsum(most for weight, most in self.ideal if weight == w) for w in self.weights}


def unit_coverage(topic: UnitTopic, answers: Mapping[str, Extract], pyramid: UnitPyramid | None = None) -> UnitCoverage:
    """Return what each system earns of each unit of a topic."""
    links = UnitLinks(topic)
    credits = {system: links.credits(extract) for system, extract in answers.items()}
    weighed = {
        system: math.fsum(topic.units[number].weight * S for number, S in credits_of.items())
        for system, credits_of in credits.items()
    }
    order = sorted(answers, key=lambda system: -weighed[system])
    numbers = sorted(range(len(topic.units)), key=lambda number: -topic.units[number].weight)
    units = (
        CoveredUnit(topic.units[number], tuple(credits[system].get(number, 0.0) for system in order))
        for number in numbers
    )
    return UnitCoverage(topic.id, tuple(order), tuple(units), _ideal(topic, pyramid or UnitPyramid()))


def _ideal(topic: UnitTopic, pyramid: UnitPyramid) -> tuple[tuple[int, float], ...]:
    """Return the n best units; where the topic names no n, as many as an average writer has."""
    if topic.length is not None:
        return tuple(pyramid.best(topic))
    weights = sorted((unit.weight for unit in topic.units), reverse=True)
    writers = {writer for unit in topic.units for writer in unit.writers}
    return tuple((w, 1.0) for w in weights[: average_units(sum(weights), max(1, len(writers)))])


@dataclass(frozen=True)
class EventRanks:
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
    events: tuple[EventRanks, ...]

    def mentioned_events(self, system: int) -> int:
        """Return how many events a system mentions."""
        return sum(event.ranks[system] is not None for event in self.events)


def event_coverage(topic: EventTopic, answers: Mapping[str, Extract]) -> EventCoverage:
    """Walk down what each system selected."""
    links = EventLinks(topic)
    ranks = {system: links.first_mentions(links.in_order(extract)) for system, extract in answers.items()}
    order = sorted(answers, key=lambda system: -len(ranks[system]))
    events = (
        EventRanks(event, tuple(ranks[system].get(number) for system in order))
        for number, event in enumerate(topic.events)
    )
    return EventCoverage(
        topic.id,
        tuple(order),
        tuple(answers[system].ranked for system in order),
        tuple(len(answers[system].items) for system in order),
        tuple(events),
    )


HOUR = 3600
Steps = list[tuple[float, float]]  # hours, and what had been reached by then


@dataclass(frozen=True)
class NuggetTimes:
    """A nugget, what it is worth, and when each system told it first; None where it never did."""

    nugget: Nugget
    worth: float
    times: tuple[int | None, ...]

    def hours_late(self, system: int) -> float | None:
        """Return the hours after the nugget became known; below 0 where a system was earlier."""
        time = self.times[system]
        return None if time is None else (time - self.nugget.time) / HOUR


@dataclass(frozen=True)
class NuggetCoverage:
    """The nuggets of a topic that count, by time; systems by F, the best first.

    `rules` say what counts and how lateness is discounted.
    """

    topic: str
    systems: tuple[str, ...]
    nuggets: tuple[NuggetTimes, ...]
    rules: TemporalSummarization
    values: tuple[Mapping[str, float | None], ...]  # the measures of each system

    @property
    def start(self) -> int:
        """When the first nugget became known."""
        return min(nugget.nugget.time for nugget in self.nuggets)

    @property
    def attainable(self) -> float:
        """What all nuggets are worth."""
        return sum(nugget.worth for nugget in self.nuggets)

    def discount(self, nugget: NuggetTimes, system: int) -> float | None:
        """Return L of the nugget for a system: 1 on time, less when late, more when early."""
        time = nugget.times[system]
        return None if time is None else discount(nugget.nugget.time, time, self.rules.step)


def nugget_coverage(
    topic: NuggetTopic, answers: Mapping[str, Sequence[Update]], rules: TemporalSummarization = TS2014
) -> NuggetCoverage:
    """Read each run in order of time."""
    walk = Walk(rules, topic)
    scores = {system: rules.score(updates, topic) for system, updates in answers.items()}
    order = sorted(answers, key=lambda system: -(scores[system]["f"] or 0.0))
    firsts = {system: walk.first_updates(answers[system]) for system in order}
    nuggets = (
        NuggetTimes(nugget, walk.worth[id], tuple(_time(firsts[system].get(id)) for system in order))
        for id, nugget in sorted(walk.nuggets.items(), key=lambda pair: pair[1].time)
    )
    values = tuple(scores[system] for system in order)
    return NuggetCoverage(topic.id, tuple(order), tuple(nuggets), rules, values)


def share_reported(topics: Iterable[NuggetCoverage], system: str) -> Steps:
    """Return the share of the nuggets that a system had reported so many hours after each became known.

    Every topic that the system answers counts the same.
    """
    answered = _answered(topics, system)
    return _climbed(
        (late, 1 / (len(topic.nuggets) * len(answered)))
        for topic in answered
        for nugget in topic.nuggets
        if (late := nugget.hours_late(topic.systems.index(system))) is not None
    )


def comprehensiveness_over_time(topics: Iterable[NuggetCoverage], system: str) -> Steps:
    """Return the share of the worth of all nuggets that a system had reported so many hours after the first.

    Every topic that the system answers counts the same.
    """
    answered = _answered(topics, system)
    return _climbed(
        ((time - topic.start) / HOUR, nugget.worth / (topic.attainable * len(answered)))
        for topic in answered
        for nugget in topic.nuggets
        if (time := nugget.times[topic.systems.index(system)]) is not None and topic.attainable
    )


def _answered(topics: Iterable[NuggetCoverage], system: str) -> list[NuggetCoverage]:
    return [topic for topic in topics if system in topic.systems and topic.nuggets]


def _climbed(jumps: Iterable[tuple[float, float]]) -> Steps:
    """Return the sums up to each place where something is added."""
    steps: Steps = []
    height = 0.0
    for place, added in groupby(sorted(jumps), key=lambda jump: jump[0]):
        height += sum(size for _, size in added)
        steps.append((place, height))
    return steps


def _time(update: Update | None) -> int | None:
    return update.time if update else None
