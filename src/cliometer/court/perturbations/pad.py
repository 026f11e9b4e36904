"""Padding: words that every text has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Spelled, part, rewritten, share
from cliometer.metrics.settings import setting
from cliometer.model.timeline import Sentences, Timeline

_FREQUENT = ("the", "of", "and", "to", "in", "a", "that", "for", "was", "on", "is", "with", "by", "as", "at")


@perturbations.register
@dataclass(frozen=True, repr=False)
class Pad(Spelled):
    """Every day ends in a string of the most frequent English words."""

    name: ClassVar[str] = "pad"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="holds")
    share: float = setting(0.5, parse=share, doc="how many, as a share of the day's words")

    def ladder(self) -> Sequence[Pad]:
        """A quarter, half and as many as the day has words."""
        return [Pad(share) for share in (0.25, 0.5, 1.0)]

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One, where there is a text."""
        return rewritten(case, lambda said: [*said, self._padding(said)])

    def _padding(self, said: Sentences) -> str:
        """Nothing for a day without words."""
        count = part(self.share, sum(len(sentence.split()) for sentence in said))
        return " ".join(islice(cycle(_FREQUENT), count))
