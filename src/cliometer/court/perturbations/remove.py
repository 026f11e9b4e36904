"""Remove (Martschat & Markert 2017), but every date in turn instead of one drawn at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Spelled, different, generator, whole
from cliometer.metrics.settings import setting
from cliometer.model.timeline import Timeline


@perturbations.register
@dataclass(frozen=True, repr=False)
class Remove(Spelled):
    """A date goes, each one in turn; of a timeline at least one date stays.

    More dates go together as they stand on a ring in a seeded order: one variant starts at each date, so
    every date is missing equally often, and what goes at one step of the ladder is gone at the next.
    """

    name: ClassVar[str] = "remove"
    expectation: ClassVar[Expectation] = Expectation(precision="holds", recall="falls")
    dates: int = setting(1, parse=whole(1), doc="how many dates go at once")

    def ladder(self) -> Sequence[Remove]:
        """1, 2, 4 and 8 dates."""
        return [Remove(dates) for dates in (1, 2, 4, 8)]

    def variants(self, case: Case) -> Sequence[Timeline]:
        """As many as there are dates."""
        days = list(case.timeline.items())
        count = min(self.dates, len(days) - 1)
        if count < 1:
            return []
        ring = [int(place) for place in generator(case).permutation(len(days))] * 2
        gone = [ring[start : start + count] for start in range(len(days))]
        return different(case, *([day for i, day in enumerate(days) if i not in out] for out in sorted(gone)))
