"""Only how each day begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Spelled, rewritten
from cliometer.model.timeline import Timeline


@perturbations.register
@dataclass(frozen=True, repr=False)
class Lead(Spelled):
    """Every day keeps its first sentence only."""

    name: ClassVar[str] = "lead"
    expectation: ClassVar[Expectation] = Expectation(precision="holds", recall="falls")

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One, where some day is longer."""
        return rewritten(case, lambda said: said[:1])
