"""The works that Cliometer rests on, read from `works.bib`, from which everything that cites is served."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Publication:
    """`authors` are "Family, Given"; `details` are further fields of BibTeX; year 0: it has none."""

    key: str
    kind: str
    authors: tuple[str, ...]
    title: str
    year: int
    details: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        """As the text of a paper names it.

        >>> Publication("x", "misc", ("Bauer, Sandro", "Teufel, Simone"), "A Methodology", 2015).label
        'Bauer & Teufel (2015)'
        """
        return f"{self._names()[0]} ({self.year})"

    def is_mentioned(self, text: str) -> bool:
        """Return whether a text names authors and year: `Lin (2004)`, `Lin 2004`, `Aslam et al. (2014)`."""
        names = "|".join(re.escape(unaccented(each)) for each in self._names())
        # not as the last of several authors, nor as the end of a longer name
        pattern = rf"(?<![\w&-])(?<!& )(?<!\w, )(?:{names}),? \(?{self.year}\b"
        return re.search(pattern, unaccented(text)) is not None

    def _names(self) -> tuple[str, ...]:
        """Return the spellings of authors: up to three can be spelled out; more than two can be `et al.`"""
        first, *others = (author.partition(",")[0].strip("{}") for author in self.authors)
        if not others:
            return (first,)
        spelled = f"{', '.join((first, *others[:-1]))} & {others[-1]}"
        if len(others) == 1:
            return (spelled,)
        return (f"{first} et al.", spelled)


def unaccented(text: str) -> str:
    """Return letters without their marks, so that Demsar is found where Demšar is meant."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


_ENTRY = re.compile(r"@(\w+)\{([\w-]+),\n(.*?)\n\}", re.DOTALL)
_FIELD = re.compile(r"^  (\w+) = \{(.*)\}", re.MULTILINE)


def read_works(text: str) -> dict[str, Publication]:
    """Read the entries of a BibTeX file by their keys; each field stands on a line of its own.

    >>> works = read_works("@book{x,\\n  author = {Fisher, R.},\\n  title = {T},\\n  year = {1935}\\n}")
    >>> works["x"].label
    'Fisher (1935)'
    """
    works = {}
    for kind, key, body in _ENTRY.findall(text):
        fields = {name: value.replace(r"\&", "&") for name, value in _FIELD.findall(body)}
        authors = tuple(fields.pop("author").split(" and "))
        title, year = fields.pop("title"), int(fields.pop("year"))
        works[key] = Publication(key, kind, authors, title, year, tuple(fields.items()))
    return works


WORKS = read_works(Path(__file__).with_name("works.bib").read_text(encoding="utf-8"))


def mentioned_in(citation: str) -> tuple[Publication, ...]:
    """Return the works that a citation names, in the order of the list.

    >>> [work.key for work in mentioned_in("Lin (2004), ROUGE; after Bauer & Teufel (2015)")]
    ['lin-2004', 'bauer-teufel-2015']
    """
    return tuple(work for work in WORKS.values() if work.is_mentioned(citation))
