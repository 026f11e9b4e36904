"""The pyramid of historical content units (Bauer & Teufel 2015)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from cliometer.errors import InputError
from cliometer.metrics.expression import truth, word
from cliometer.metrics.settings import setting
from cliometer.metrics.units.base import ExtractMetric
from cliometer.metrics.units.links import UnitLinks
from cliometer.model.extracts import Extract
from cliometer.model.score import Ratio, Single
from cliometer.model.units import UnitTopic

_NO_WEIGHT = "no unit of the topic can earn anything: none has a writer, or none can be attained"


@dataclass(frozen=True, repr=False)
class Pyramid(ExtractMetric[UnitTopic, Single]):
    """What the selected mentions, sentences or units earn of the units that people wrote down."""

    name: ClassVar[str] = "pyramid"
    formula: ClassVar[str] = (
        "sum_i w_i S(i, E) / score_max, S(i, E) = min(1, sum_j v_Ej S(i, Ej) + sum_j v_ej s(i, ej)); "
        "score_max = sum of w_i max_i over the n units of the highest weight"
    )
    citation: ClassVar[str] = (
        "Bauer & Teufel (2015), A Methodology for Evaluating Timeline Generation Algorithms based on Deep "
        "Semantic Units, ACL, short papers"
    )
    evidence: ClassVar[Literal["units", "events"]] = "units"

    max: str = setting(
        "unit",
        parse=word("maximum", ("unit", "attainable")),
        doc="max_i: 1, or the credit of a unit with everything chosen",
    )
    clip: bool = setting(False, parse=truth, doc="whether a score above 1 is cut to 1")

    def _measure(self, extracts: Sequence[Extract], topic: UnitTopic) -> list[Single]:
        links, score_max = UnitLinks(topic), self.score_max(topic)
        return [self._single(links.credits(extract), topic, score_max) for extract in extracts]

    def score_max(self, topic: UnitTopic) -> float:
        """What the n best units are worth."""
        return math.fsum(w * most for w, most in self.best(topic))

    def best(self, topic: UnitTopic) -> list[tuple[int, float]]:
        """w_i and max_i of the n best; among units of one weight the most attainable come first."""
        if topic.length is None:
            raise InputError(
                f"topic {topic.id} has no length n, the number of entries that a timeline should have; "
                'add one to the topic, such as "length": 10',
                topic.file or None,
            )
        units = sorted(((unit.weight, self._most(unit.attainable)) for unit in topic.units), reverse=True)
        return units[: topic.length]

    def remark(self, result: Single) -> str | None:
        """More than n units can be earned where sentences or many mentions are selected."""
        if result.value.part > result.value.whole > 0:
            return "the score is above 1: more was earned than the n best units are worth"
        return None

    def _most(self, attainable: float) -> float:
        return attainable if self.max == "attainable" else 1.0

    def _single(self, credits: dict[int, float], topic: UnitTopic, score_max: float) -> Single:
        earned = math.fsum(topic.units[number].weight * S for number, S in credits.items())
        return Single(Ratio(min(earned, score_max) if self.clip else earned, score_max), _NO_WEIGHT)
