"""Shift (Martschat & Markert 2017), into the future or into the past."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Spelled, different, whole
from cliometer.metrics.settings import setting
from cliometer.model.timeline import Timeline

_CENTURIES = 3_652_425  # days in ten thousand years: far enough for any history


@perturbations.register
@dataclass(frozen=True, repr=False)
class Shift(Spelled):
    """Every date moves by the same number of days, into the past where it is negative."""

    name: ClassVar[str] = "shift"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="falls")
    days: int = setting(1, parse=whole(-_CENTURIES, zero=False), doc="how many days later", always=True)

    def ladder(self) -> Sequence[Shift]:
        """1 to 7 days and 14, in its own direction."""
        sign = -1 if self.days < 0 else 1
        return [Shift(sign * days) for days in (1, 2, 3, 4, 5, 6, 7, 14)]

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One."""
        return different(case, [(when.shift(self.days), said) for when, said in case.timeline.items()])
