"""Citations after ALCE (Gao et al. 2023): whether the articles that a sentence names carry it, each of them needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

import numpy as np

from cliometer.metrics.grounding.evidence import EvidenceIndex
from cliometer.metrics.grounding.verdicts import SUPPORTED, judge
from cliometer.metrics.sources.grounding import SHARES
from cliometer.model.score import Ratio
from cliometer.model.when import When

Entailment = Callable[[str, When, Sequence[str]], str]
"""The verdict on a sentence of a day by the articles with some ids; one of `VERDICTS`."""


@dataclass(frozen=True)
class Citations:
    """Sentences, those that their articles carry, and on their date; citations, and those that are precise."""

    sentences: int = 0
    carried: int = 0
    dated: int = 0
    citations: int = 0
    precise: int = 0

    def __add__(self, other: Citations) -> Citations:
        return Citations(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    @property
    def shares(self) -> tuple[float | None, float | None, float | None]:
        """Recall, dated recall and precision; None where nothing is counted."""
        return (
            Ratio(self.carried, self.sentences).value,
            Ratio(self.dated, self.sentences).value,
            Ratio(self.precise, self.citations).value,
        )


def cited(
    lines: Sequence[tuple[When, str]],
    named: Sequence[Sequence[str]],
    entails: Entailment,
) -> Citations:
    """Count citations; `named` are the ids of the articles of each sentence, `entails` gives verdicts (`verdicts_of`).

    A sentence without citations is not carried. A citation is precise if all articles of the sentence carry it
    together, and it does alone, or the others do not.
    """
    total = Citations()
    for (when, line), ids in zip(lines, named, strict=True):
        ids = list(dict.fromkeys(ids))
        verdict = entails(line, when, ids) if ids else ""
        carried = verdict in SHARES["grounded"]
        precise = [id for id in ids if carried and _needed(id, ids, lambda some: entails(line, when, some))]  # noqa: B023
        total += Citations(1, int(carried), int(verdict == SUPPORTED), len(ids), len(precise))
    return total


def _needed(id: str, ids: Sequence[str], entails: Callable[[Sequence[str]], str]) -> bool:
    others = [other for other in ids if other != id]
    carries = SHARES["grounded"]
    return entails([id]) in carries or not others or entails(others) not in carries


def verdicts_of(index: EvidenceIndex) -> Entailment:
    """Return our verdicts on sentences, by the articles of an index."""
    places = {article.id: number for number, article in enumerate(index.articles)}

    def verdict(line: str, when: When, ids: Sequence[str]) -> str:
        among = np.isin(index.article, [places[id] for id in ids if id in places])
        return judge(line, when, index, among).verdict

    return verdict
