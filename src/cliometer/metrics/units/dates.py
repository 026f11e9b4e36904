"""Are the units dated rightly? Agreement at the unit's own precision (future work of Bauer & Teufel 2015)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from cliometer.metrics.units.base import ExtractMetric
from cliometer.metrics.units.links import UnitLinks
from cliometer.model.extracts import Extract, Item
from cliometer.model.score import Ratio, Single
from cliometer.model.units import UnitTopic
from cliometer.model.when import When

_NONE = "no unit of the topic has a time"


@dataclass(frozen=True, repr=False)
class UnitDates(ExtractMetric[UnitTopic, Single]):
    """Of the selected units that have a time, the share whose date the system has right.

    A date is right where it lies within the unit's time: 1997-06-12 is right for 1997-06, 1997 is too
    vague. An item without a date is wrong; where several items tell a unit, each has its share. Whoever
    selected no unit with a time, though there are some, scores 0, as one unit with a wrong date would.
    """

    name: ClassVar[str] = "unit_dates"
    formula: ClassVar[str] = (
        "sum over selected units of (items dated within the unit's time / items) / selected units"
    )
    citation: ClassVar[str] = (
        "after Bauer & Teufel (2015), who leave the evaluation of timestamps to the future"
    )
    evidence: ClassVar[Literal["units", "events"]] = "units"

    def _measure(self, extracts: Sequence[Extract], topic: UnitTopic) -> list[Single]:
        links = UnitLinks(topic)
        return [self._single(links.items(extract), topic) for extract in extracts]

    def _single(self, items: dict[int, list[Item]], topic: UnitTopic) -> Single:
        timed = [(time, own) for number, own in items.items() if (time := topic.units[number].time)]
        if not timed:
            return Single(Ratio(0, int(any(unit.time for unit in topic.units))), _NONE)
        right = sum(sum(within(item.date, time) for item in own) / len(own) for time, own in timed)
        return Single(Ratio(right, len(timed)), _NONE)


def within(date: When | None, time: When) -> bool:
    """Whether a date says at least as exactly as `time` the same thing."""
    return date is not None and time.first <= date.first and date.last <= time.last
