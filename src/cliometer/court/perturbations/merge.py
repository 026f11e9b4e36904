"""Merge (Martschat & Markert 2017): the two closest dates become one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Spelled, different, whole
from cliometer.metrics.settings import setting
from cliometer.model.timeline import Timeline


@perturbations.register
@dataclass(frozen=True, repr=False)
class Merge(Spelled):
    """The closest two dates become one, the earlier; of pairs equally close, the earliest."""

    name: ClassVar[str] = "merge"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="falls")
    times: int = setting(1, parse=whole(1), doc="how many times over; one date always stays")

    def ladder(self) -> Sequence[Merge]:
        """1, 2, 4 and 8 times."""
        return [Merge(times) for times in (1, 2, 4, 8)]

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One, where there are two dates."""
        merged = case.timeline
        for _ in range(min(self.times, len(merged) - 1)):
            merged = _merge_closest(merged)
        return different(case, merged.items())


def _merge_closest(timeline: Timeline) -> Timeline:
    """The later date's sentences stand behind the earlier's."""
    earlier, later = min(pairwise(timeline), key=lambda pair: pair[0].distance(pair[1]))
    return Timeline([(earlier if when == later else when, said) for when, said in timeline.items()])
