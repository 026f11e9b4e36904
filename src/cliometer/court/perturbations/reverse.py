"""The last text on the first date: history told backwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Spelled, different
from cliometer.model.timeline import Timeline


@perturbations.register
@dataclass(frozen=True, repr=False)
class Reverse(Spelled):
    """The texts stand in reverse order over the same dates; at most half of F may be left."""

    name: ClassVar[str] = "reverse"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="falls", loss=0.5)

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One."""
        texts = list(case.timeline.values())
        return different(case, zip(case.timeline, texts[::-1], strict=True))
