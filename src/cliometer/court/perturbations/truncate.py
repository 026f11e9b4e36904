"""Every day cut short."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Spelled, part, rewritten, share
from cliometer.metrics.settings import setting
from cliometer.model.timeline import Sentences, Timeline

# Scripts without blanks: Thai, Lao, Myanmar, Khmer, Chinese and Japanese.
_SPACELESS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af"
)
_PIECE = re.compile(rf"[{_SPACELESS}]|[^\s{_SPACELESS}]+")


@perturbations.register
@dataclass(frozen=True, repr=False)
class Truncate(Spelled):
    """Every day keeps the first share of its words, at least one."""

    name: ClassVar[str] = "truncate"
    expectation: ClassVar[Expectation] = Expectation(precision="holds", recall="falls")
    keep: float = setting(0.5, parse=share, doc="the share of a day's words that stays")

    def ladder(self) -> Sequence[Truncate]:
        """Nine tenths, three quarters, half and a quarter stay."""
        return [Truncate(keep) for keep in (0.9, 0.75, 0.5, 0.25)]

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One, where some day has two words; where a script has no blanks, each character is a word."""
        return rewritten(case, self._cut)

    def _cut(self, said: Sentences) -> list[str]:
        words = [list(_PIECE.finditer(sentence)) for sentence in said]
        left = part(self.keep, sum(map(len, words)))
        kept = []
        for sentence, found in zip(said, words, strict=True):
            if left >= len(found):
                kept.append(sentence)
            elif left > 0:
                kept.append(sentence[: found[left - 1].end()])
            left -= len(found)
        return kept
