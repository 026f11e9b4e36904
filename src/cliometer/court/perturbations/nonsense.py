"""Words that mean nothing, as many as there were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Spelled, rewritten
from cliometer.court.perturbations.invented import invented_words
from cliometer.model.timeline import Timeline


@perturbations.register
@dataclass(frozen=True, repr=False)
class Nonsense(Spelled):
    """Every word becomes an invented one; a metric of the text must fall to 0.

    Right dates alone earn nothing: a timeline that says nothing on the right days is worth nothing.
    """

    name: ClassVar[str] = "nonsense"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="falls", loss=1.0)

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One."""
        words = invented_words(case.timeline)
        return rewritten(case, lambda said: [" ".join(islice(words, len(s.split()))) for s in said])
