"""Which content units systems cover, unit by unit: what the pyramid adds up, before it is added up."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from cliometer.metrics.units.links import UnitLinks
from cliometer.metrics.units.pyramid import Pyramid
from cliometer.metrics.units.scu import average_units
from cliometer.model.extracts import Extract
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
        """The units of one weight."""
        return tuple(covered for covered in self.units if covered.unit.weight == weight)

    def earned(self, system: int) -> dict[int, float]:
        """What a system earns of each tier; the sum is what its score divides."""
        return {w: w * math.fsum(one.credits[system] for one in self.tier(w)) for w in self.weights}

    @property
    def attainable(self) -> dict[int, float]:
        """What the best units are worth, tier by tier; the sum is what a score is divided by."""
        return {w: w * math.fsum(most for weight, most in self.ideal if weight == w) for w in self.weights}


def unit_coverage(
    topic: UnitTopic, answers: Mapping[str, Extract], pyramid: Pyramid | None = None
) -> UnitCoverage:
    """What each system earns of each unit of a topic."""
    links = UnitLinks(topic)
    credits = {system: links.credits(extract) for system, extract in answers.items()}
    order = sorted(answers, key=lambda system: -_weighed(credits[system], topic))
    numbers = sorted(range(len(topic.units)), key=lambda number: -topic.units[number].weight)
    units = (
        CoveredUnit(topic.units[number], tuple(credits[system].get(number, 0.0) for system in order))
        for number in numbers
    )
    return UnitCoverage(topic.id, tuple(order), tuple(units), _ideal(topic, pyramid or Pyramid()))


def _weighed(credits: Mapping[int, float], topic: UnitTopic) -> float:
    return math.fsum(topic.units[number].weight * S for number, S in credits.items())


def _ideal(topic: UnitTopic, pyramid: Pyramid) -> tuple[tuple[int, float], ...]:
    """The n best units; where the topic names no n, as many as an average writer has."""
    if topic.length is not None:
        return tuple(pyramid.best(topic))
    weights = sorted((unit.weight for unit in topic.units), reverse=True)
    writers = {writer for unit in topic.units for writer in unit.writers}
    return tuple((w, 1.0) for w in weights[: average_units(sum(weights), max(1, len(writers)))])
