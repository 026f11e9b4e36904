"""Dates that lose their precision: the day is forgotten, then the month."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Spelled, different
from cliometer.metrics.expression import word
from cliometer.metrics.settings import setting
from cliometer.model.calendar import days_in_month, from_ordinal, to_ordinal
from cliometer.model.timeline import Timeline
from cliometer.model.when import When

Unit = Literal["month", "year", "decade"]
UNITS: tuple[Unit, ...] = ("month", "year", "decade")


@perturbations.register
@dataclass(frozen=True, repr=False)
class Coarsen(Spelled):
    """Dates become the month, year or decade they fall in; what falls together is one entry then."""

    name: ClassVar[str] = "coarsen"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="falls")
    to: Unit = setting("month", parse=word("unit of time", UNITS), doc="what is left of a date", always=True)
    form: Literal["interval", "first"] = setting(
        "interval",
        parse=word("form", ("interval", "first")),
        doc="the whole month, or its first day (the habit of the field)",
    )

    def ladder(self) -> Sequence[Coarsen]:
        """Month, year, decade."""
        return [replace(self, to=unit) for unit in UNITS]

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One, where some date is more precise."""
        return different(case, [(self._coarse(when), said) for when, said in case.timeline.items()])

    def _coarse(self, when: When) -> When:
        """From the start of the first day's unit to the end of the last day's; never narrower than before."""
        first = _span(when.first, self.to).first
        return When(first, first if self.form == "first" else _span(when.last, self.to).last)


def _span(day: int, unit: Unit) -> When:
    """The month, year or decade around a day."""
    year, month, _ = from_ordinal(day)
    if unit == "month":
        return When(to_ordinal(year, month, 1), to_ordinal(year, month, days_in_month(year, month)))
    start = year - year % 10 if unit == "decade" else year
    end = start + 9 if unit == "decade" else year
    return When(to_ordinal(start, 1, 1), to_ordinal(end, 12, 31))
