"""The pyramid scores of summary content units (Nenkova & Passonneau 2004, Passonneau 2005)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from cliometer.errors import InputError
from cliometer.metrics.expression import truth
from cliometer.metrics.settings import setting
from cliometer.metrics.units.base import ExtractMetric
from cliometer.metrics.units.links import UnitLinks, expect_units
from cliometer.model.extracts import Extract
from cliometer.model.score import Ratio, Single
from cliometer.model.units import UnitTopic

_NO_WRITERS = "no unit of the topic has a writer"


def original_score(matched: Iterable[float], pyramid: Iterable[float], expressed: int) -> Ratio:
    """Weights of the units matched over the best that as many units as the peer expresses can weigh."""
    return Ratio(sum(matched), _best(pyramid, expressed))


def modified_score(
    matched: Iterable[float], pyramid: Iterable[float], contributors: int, models: int
) -> Ratio:
    """The same, over the best that as many units as an average model has can weigh."""
    return Ratio(sum(matched), _best(pyramid, average_units(contributors, models)))


def average_units(contributors: int, models: int) -> int:
    """Units in an average model, rounded half up: with it the scores of DUC 2007 are reproduced."""
    if models < 1:
        raise InputError(f"expected at least one model, found {models}")
    return (2 * contributors + models) // (2 * models)


def _best(pyramid: Iterable[float], units: int) -> float:
    return sum(sorted(pyramid, reverse=True)[: max(0, units)])


@dataclass(frozen=True, repr=False)
class SummaryContentUnits(ExtractMetric[UnitTopic, Single]):
    """Weight of the units that a peer expresses over that of an ideal summary with X units."""

    name: ClassVar[str] = "scu"
    formula: ClassVar[str] = (
        "sum of the weights of the units expressed / sum of the X highest weights; X = contributors / models "
        "rounded half up (modified), or the number of units that the peer expresses (original)"
    )
    citation: ClassVar[str] = (
        "Nenkova & Passonneau (2004), Evaluating Content Selection in Summarization: The Pyramid Method, "
        "HLT-NAACL; modified: Passonneau et al. (2005), Applying the Pyramid Method in DUC 2005"
    )
    evidence: ClassVar[Literal["units", "events"]] = "units"

    modified: bool = setting(True, parse=truth, always=True, doc="X from the models, or from the peer")

    def _measure(self, extracts: Sequence[Extract], topic: UnitTopic) -> list[Single]:
        links = UnitLinks(topic)
        weights = [unit.weight for unit in topic.units]
        models = len({writer for unit in topic.units for writer in unit.writers})
        return [self._single(extract, links, weights, models) for extract in extracts]

    def _single(self, extract: Extract, links: UnitLinks, weights: list[int], models: int) -> Single:
        expect_units(extract, self.name)
        matched = [weights[number] for number in links.credits(extract)]
        if not models:
            return Single(Ratio(0, 0), _NO_WRITERS)
        if self.modified:
            return Single(modified_score(matched, weights, sum(weights), models), _NO_WRITERS)
        expressed = max(1, len(matched) + extract.others)  # who says nothing scores 0, as who says nonsense
        return Single(original_score(matched, weights, expressed), _NO_WRITERS)
