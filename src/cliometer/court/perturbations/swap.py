"""Neighbours exchange their texts: the mildest wrong order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Spelled, different
from cliometer.model.timeline import Timeline


@perturbations.register
@dataclass(frozen=True, repr=False)
class Swap(Spelled):
    """The texts of two neighbouring dates change places, each pair of neighbours in turn."""

    name: ClassVar[str] = "swap"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="falls")

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One for each pair of neighbours."""
        dates, texts = case.timeline.dates, list(case.timeline.values())
        orders = ([*texts[:i], texts[i + 1], texts[i], *texts[i + 2 :]] for i in range(len(texts) - 1))
        return different(case, *(zip(dates, order, strict=True) for order in orders))
