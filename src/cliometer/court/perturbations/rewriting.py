"""Perturbations that write sentences anew, all of them or a share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from cliometer.court.perturbation import Case
from cliometer.court.perturbations.base import Spelled, different, generator, part, share
from cliometer.metrics.settings import setting
from cliometer.model.timeline import Timeline

Rewrite = Callable[[str], str]


@dataclass(frozen=True, repr=False)
class Rewriting(Spelled, ABC):
    """Sentences are changed one by one, by a rule that may know the whole timeline; dates stay."""

    share: float = setting(1.0, parse=share, doc="the share of the sentences it can change that are changed")

    @abstractmethod
    def rule(self, timeline: Timeline) -> Rewrite:
        """How a sentence of this timeline changes; one that the rule does not concern comes back as it is."""

    def ladder(self) -> Sequence[Self]:
        """A quarter, half and all of the sentences."""
        return [replace(self, share=share) for share in (0.25, 0.5, 1.0)]

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One, where some sentence can change; a larger share changes the same ones and more."""
        rewrite = self.rule(case.timeline)
        said = [(when, sentence) for when, day in case.timeline.items() for sentence in day]
        changes = {place: new for place, (_, old) in enumerate(said) if (new := rewrite(old)) != old}
        order = [list(changes)[i] for i in generator(case).permutation(len(changes))]
        chosen = {place: changes[place] for place in order[: part(self.share, len(order))]}
        silent = [(when, ()) for when, day in case.timeline.items() if not day]
        spoken = [(when, [chosen.get(place, old)]) for place, (when, old) in enumerate(said)]
        return different(case, [*silent, *spoken])
