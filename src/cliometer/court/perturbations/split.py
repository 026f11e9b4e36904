"""One day's news spread over the days that follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Spelled, different, whole
from cliometer.metrics.settings import setting
from cliometer.model.timeline import Timeline


@perturbations.register
@dataclass(frozen=True, repr=False)
class Split(Spelled):
    """A day's sentences behind its first move on, each a day later than the one before."""

    name: ClassVar[str] = "split"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="falls")
    days: int = setting(1, parse=whole(1), doc="the days from one sentence to the next")

    def ladder(self) -> Sequence[Split]:
        """1, 2, 4 and 8 days apart."""
        return [Split(days) for days in (1, 2, 4, 8)]

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One, where some day has two sentences."""
        return different(
            case,
            [
                (when.shift(place * self.days), [sentence])
                for when, said in case.timeline.items()
                for place, sentence in enumerate(said or ("",))
            ],
        )
