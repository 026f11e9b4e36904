"""Another topic's timeline behind one's own: saying more than was asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Spelled, different, part, share
from cliometer.metrics.settings import setting
from cliometer.model.timeline import Timeline


@perturbations.register
@dataclass(frozen=True, repr=False)
class Concatenate(Spelled):
    """The days of another topic's timeline are added."""

    name: ClassVar[str] = "concatenate"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="holds")
    share: float = setting(1.0, parse=share, doc="the share of the other timeline, from its start")

    def ladder(self) -> Sequence[Concatenate]:
        """A quarter, half and all of the other timeline."""
        return [Concatenate(share) for share in (0.25, 0.5, 1.0)]

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One, where there is another topic; on a date of both, one's own sentences come first."""
        if not case.timeline:
            return []
        foreign = list(case.stranger.items())
        count = part(self.share, len(foreign))
        return different(case, [*case.timeline.items(), *foreign[:count]])
