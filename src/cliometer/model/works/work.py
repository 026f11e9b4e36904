"""A published work: the facts that a list of references needs, and the ways in which a text mentions it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["article", "inproceedings", "book", "techreport", "misc"]


@dataclass(frozen=True)
class Work:
    """`authors` are "Family, Given"; `details` are further fields of BibTeX; year 0: it has none."""

    key: str
    kind: Kind
    authors: tuple[str, ...]
    title: str
    year: int
    details: tuple[tuple[str, str], ...] = field(default=())

    @property
    def families(self) -> tuple[str, ...]:
        """The family names, in order."""
        return tuple(author.partition(",")[0] for author in self.authors)

    @property
    def label(self) -> str:
        """As the text of a paper names it.

        >>> Work("x", "misc", ("Bauer, Sandro", "Teufel, Simone"), "A Methodology", 2015).label
        'Bauer & Teufel (2015)'
        """
        return f"{self._names()[0]} ({self.year})"

    def is_mentioned(self, text: str) -> bool:
        """Whether a text names authors and year: `Lin (2004)`, `Lin 2004`, `Aslam et al. (2014)`."""
        plain = unaccented(text)
        return any(re.search(_mention(unaccented(names), self.year), plain) for names in self._names())

    def _names(self) -> tuple[str, ...]:
        """Up to three authors can be spelled out; more than two can be `et al.`"""
        first, *others = self.families
        if not others:
            return (first,)
        spelled = f"{', '.join((first, *others[:-1]))} & {others[-1]}"
        if len(others) == 1:
            return (spelled,)
        return (f"{first} et al.", spelled)


def unaccented(text: str) -> str:
    """Letters without their marks, so that Demsar is found where Demšar is meant."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def _mention(names: str, year: int) -> str:
    """Not as the last of several authors, and not as the end of a longer name."""
    return rf"(?<![\w&-])(?<!& )(?<!\w, ){re.escape(names)},? \(?{year}\b"
