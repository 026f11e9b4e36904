"""The same thing said twice on the same day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Spelled, rewritten, whole
from cliometer.metrics.settings import setting
from cliometer.model.timeline import Timeline


@perturbations.register
@dataclass(frozen=True, repr=False)
class Repeat(Spelled):
    """Every sentence is said again at once."""

    name: ClassVar[str] = "repeat"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="holds")
    times: int = setting(2, parse=whole(2), doc="how many times each sentence stands there")

    def ladder(self) -> Sequence[Repeat]:
        """2, 3 and 5 times."""
        return [Repeat(times) for times in (2, 3, 5)]

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One."""
        return rewritten(case, lambda said: [sentence for sentence in said for _ in range(self.times)])
