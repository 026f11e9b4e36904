"""When systems told each nugget, and what they had told by any time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from cliometer.metrics.nuggets.latency import discount
from cliometer.metrics.nuggets.temporal import TS2014, TemporalSummarization
from cliometer.metrics.nuggets.walk import Walk
from cliometer.model.nuggets import Nugget, NuggetTopic, Update

HOUR = 3600
Steps = list[tuple[float, float]]  # hours, and what had been reached by then


@dataclass(frozen=True)
class ToldNugget:
    """A nugget, what it is worth, and when each system told it first; None where it never did."""

    nugget: Nugget
    worth: float
    times: tuple[int | None, ...]

    def hours_late(self, system: int) -> float | None:
        """After the nugget became known; below 0 where a system was earlier."""
        time = self.times[system]
        return None if time is None else (time - self.nugget.time) / HOUR


@dataclass(frozen=True)
class NuggetCoverage:
    """The nuggets of a topic that count, by time; systems by F, the best first.

    `rules` say what counts and how lateness is discounted.
    """

    topic: str
    systems: tuple[str, ...]
    nuggets: tuple[ToldNugget, ...]
    rules: TemporalSummarization
    values: tuple[Mapping[str, float | None], ...]  # the measures of each system

    @property
    def start(self) -> int:
        """When the first nugget became known."""
        return min(told.nugget.time for told in self.nuggets)

    @property
    def attainable(self) -> float:
        """What all nuggets are worth."""
        return sum(told.worth for told in self.nuggets)

    def discount(self, told: ToldNugget, system: int) -> float | None:
        """L of the nugget for a system: 1 on time, less when late, more when early."""
        time = told.times[system]
        return None if time is None else discount(told.nugget.time, time, self.rules.step)


def nugget_coverage(
    topic: NuggetTopic, answers: Mapping[str, Sequence[Update]], rules: TemporalSummarization = TS2014
) -> NuggetCoverage:
    """Read each run in order of time."""
    walk = Walk(rules, topic)
    found = {system: rules.score(updates, topic) for system, updates in answers.items()}
    order = sorted(answers, key=lambda system: -(found[system]["f"] or 0.0))
    told = {system: walk.told(answers[system]) for system in order}
    nuggets = (
        ToldNugget(nugget, walk.worth[id], tuple(_time(told[system].get(id)) for system in order))
        for id, nugget in sorted(walk.nuggets.items(), key=lambda pair: pair[1].time)
    )
    values = tuple(found[system] for system in order)
    return NuggetCoverage(topic.id, tuple(order), tuple(nuggets), rules, values)


def share_told(topics: Iterable[NuggetCoverage], system: str) -> Steps:
    """The share of the nuggets that a system had told so many hours after each became known.

    Every topic that the system answers counts the same.
    """
    own = _answered(topics, system)
    return _climbed(
        (late, 1 / (len(topic.nuggets) * len(own)))
        for topic in own
        for told in topic.nuggets
        if (late := told.hours_late(topic.systems.index(system))) is not None
    )


def comprehensiveness_over_time(topics: Iterable[NuggetCoverage], system: str) -> Steps:
    """What a system had told of the worth of all nuggets, so many hours after the first became known.

    Every topic that the system answers counts the same.
    """
    own = _answered(topics, system)
    return _climbed(
        ((time - topic.start) / HOUR, told.worth / (topic.attainable * len(own)))
        for topic in own
        for told in topic.nuggets
        if (time := told.times[topic.systems.index(system)]) is not None and topic.attainable
    )


def _answered(topics: Iterable[NuggetCoverage], system: str) -> list[NuggetCoverage]:
    return [topic for topic in topics if system in topic.systems and topic.nuggets]


def _climbed(jumps: Iterable[tuple[float, float]]) -> Steps:
    """Sums up to each place where something is added."""
    steps: Steps = []
    height = 0.0
    for place, added in groupby(sorted(jumps), key=lambda jump: jump[0]):
        height += sum(size for _, size in added)
        steps.append((place, height))
    return steps


def _time(update: Update | None) -> int | None:
    return update.time if update else None
