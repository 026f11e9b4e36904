"""The same said in other words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from cliometer.court.perturbation import Expectation, perturbations
from cliometer.court.perturbations.capitals import WORD, in_case_of, name_words
from cliometer.court.perturbations.rewriting import Rewrite, Rewriting
from cliometer.court.perturbations.synonyms import synonyms
from cliometer.model.timeline import Timeline

# A word, with the article before it; not one that a hyphen makes part of another.
_WORD = re.compile(r"(?<![\w-])(?:([Aa]n?)(\s+))?([A-Za-z]+)(?![\w-])")


@perturbations.register
@dataclass(frozen=True, repr=False)
class Paraphrase(Rewriting):
    """Words make way for synonyms from a list of English news words; names stay.

    Capitals are kept, and "a" becomes "an" where it must. A capitalised word is replaced at the start of a
    sentence only.
    """

    name: ClassVar[str] = "paraphrase"
    expectation: ClassVar[Expectation] = Expectation(precision="holds", recall="holds")

    def rule(self, timeline: Timeline) -> Rewrite:
        """Each word on the list, once."""
        names = name_words(timeline)
        return lambda sentence: _WORD.sub(lambda match: _replaced(match, names), sentence)


def _replaced(match: re.Match[str], names: frozenset[str]) -> str:
    article, blank, old = match.groups()
    new = synonyms().get(old.lower())
    if new is None or old in names or (old[0].isupper() and WORD.search(match.string[: match.start(3)])):
        return match[0]
    fitting = in_case_of(article, "an" if new[0] in "aeiou" else "a") + blank if article else ""
    return fitting + in_case_of(old, new)
