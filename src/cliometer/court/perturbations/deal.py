"""Right dates, right sentences, wrong days: where `shuffle` moves whole days, single sentences move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Day, Spelled, different, generator, whole
from cliometer.metrics.settings import setting
from cliometer.model.timeline import Timeline


@perturbations.register
@dataclass(frozen=True, repr=False)
class Deal(Spelled):
    """Sentences are dealt out over the days at random; each day keeps its number of sentences.

    At most half of F may be left: a timeline whose sentences stand anywhere is not half right.
    """

    name: ClassVar[str] = "deal"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="falls", loss=0.5)
    draws: int = setting(5, parse=whole(1), doc="how many seeded draws")

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One a draw, without those that deal out what was there before."""
        random = generator(case)
        size = sum(map(len, case.timeline.values()))
        orders = [random.permutation(size).tolist() for _ in range(self.draws)]
        return different(case, *(self._dealt(case.timeline, order) for order in orders))

    def _dealt(self, timeline: Timeline, order: list[int]) -> list[Day]:
        said = [sentence for day in timeline.values() for sentence in day]
        deck = iter([said[place] for place in order])
        return [(when, list(islice(deck, len(day)))) for when, day in timeline.items()]
