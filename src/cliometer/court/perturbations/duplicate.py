"""Copies on the days around: the redundancy that many-to-one alignment hardly punishes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Day, Spelled, different, whole
from cliometer.metrics.expression import word
from cliometer.metrics.settings import setting
from cliometer.model.timeline import Timeline


@perturbations.register
@dataclass(frozen=True, repr=False)
class Duplicate(Spelled):
    """Every day's text stands on the days before and after as well.

    Half the precision must go, whatever else: three times the text says nothing more. With all of recall kept
    that leaves F at 2/3. A month or an interval is copied to the stretches of its own length beside it.
    """

    name: ClassVar[str] = "duplicate"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="holds", loss=1 / 3)
    days: int = setting(1, parse=whole(1), doc="on how many days on each side")
    onto: str = setting("all", parse=word("target", ("all", "free")), doc="all days, or free ones only")

    def ladder(self) -> Sequence[Duplicate]:
        """On 1, 2 and 3 days on each side."""
        return [replace(self, days=days) for days in (1, 2, 3)]

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One; a day's own text comes before the copies."""
        steps = [sign * step for step in range(1, self.days + 1) for sign in (-1, 1)]
        days = list(case.timeline.items())
        copies = [
            (when.shift(step * (when.last - when.first + 1)), said) for when, said in days for step in steps
        ]
        return different(case, [*days, *(copies if self.onto == "all" else _first(copies, case.timeline))])


def _first(copies: Iterable[Day], timeline: Timeline) -> Iterator[Day]:
    """Copies that stand on days without a text, the first that comes where there are several."""
    taken = set(timeline)
    for when, said in copies:
        if when not in taken:
            taken.add(when)
            yield when, said
