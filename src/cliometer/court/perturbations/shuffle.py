"""Right dates, right texts, wrong pairs: own texts dealt out anew over own dates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Day, Spelled, different, generator, share, whole
from cliometer.metrics.settings import setting
from cliometer.model.timeline import Timeline


@perturbations.register
@dataclass(frozen=True, repr=False)
class Shuffle(Spelled):
    """Texts change places at random, so that no date keeps its own; the dates stay.

    At most half of F may be left: a timeline that has nothing in its place is not half right.
    """

    name: ClassVar[str] = "shuffle"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="falls", loss=0.5)
    share: float = setting(1.0, parse=share, doc="the share of the days whose texts change places")
    draws: int = setting(5, parse=whole(1), doc="how many seeded draws")

    def ladder(self) -> Sequence[Shuffle]:
        """A quarter, half, three quarters and all of the days."""
        return [replace(self, share=share) for share in (0.25, 0.5, 0.75, 1.0)]

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One a draw, where there are two dates; a draw moves more of the same days as the share grows."""
        random, size = generator(case), len(case.timeline)
        orders = [random.permutation(size).tolist() for _ in range(self.draws)]
        count = max(2, round(self.share * size))
        return different(case, *(self._moved(case.timeline, order[:count]) for order in orders))

    def _moved(self, timeline: Timeline, circle: list[int]) -> list[Day]:
        """Each day of the circle gets the text of the one before it."""
        texts = list(timeline.values())
        source = dict(zip(circle, circle[-1:] + circle[:-1], strict=True))
        return [(when, texts[source.get(place, place)]) for place, when in enumerate(timeline)]
