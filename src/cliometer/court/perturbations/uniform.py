"""Dates at equal distances: what a system does that knows no dates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Spelled, different
from cliometer.model.timeline import Timeline


@perturbations.register
@dataclass(frozen=True, repr=False)
class Uniform(Spelled):
    """As many dates as before, spread evenly from first to last; the texts keep their order."""

    name: ClassVar[str] = "uniform"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="falls")

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One, where there are three dates; each starts where the grid says and lasts as long as before."""
        dates = case.timeline.dates
        if len(dates) < 3:
            return []
        start, steps = dates[0].first, len(dates) - 1
        span = dates[-1].first - start
        moved = [when.shift(start + i * span // steps - when.first) for i, when in enumerate(dates)]
        return different(case, zip(moved, case.timeline.values(), strict=True))
