"""Chapters: what a report says of one kind of result, found by the content of its JSON document.

A chapter is a function from a document, as a command prints it with `--json`, to a section. It registers with
the members that tell its kind from the others:

    @chapter("comparison", has=("comparisons",))
    def comparison(document: Result, names: Names) -> Section: ...
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from cliometer.report.document import Section

Result = Mapping[str, Any]


def slug(*words: str) -> str:
    """A name that can be a file's anywhere, made of words.

    >>> slug("means", "align+m1(rouge=1)")
    'means-align-m1-rouge-1'
    """
    return re.sub(r"[^a-z0-9]+", "-", " ".join(words).lower()).strip("-")[:60].strip("-") or "figure"


@dataclass
class Names:
    """Names of figures in one document, each given once: `means`, `means-2`, ..."""

    _taken: Counter[str] = field(default_factory=Counter)

    def of(self, *words: str) -> str:
        """A name that can be a file's, made of words."""
        name = slug(*words)
        self._taken[name] += 1
        return name if self._taken[name] == 1 else f"{name}-{self._taken[name]}"


Chapter = Callable[[Result, Names], Section]
_Chapter = TypeVar("_Chapter", bound=Chapter)  # one may take more than it must


@dataclass(frozen=True)
class Kind:
    """A kind of result: the command that prints it, the members that tell it, and its chapter."""

    name: str
    has: Sequence[str]
    chapter: Chapter

    def fits(self, document: Result) -> bool:
        """Whether a document is of this kind."""
        return all(member in document for member in self.has)


KINDS: dict[str, Kind] = {}


def chapter(name: str, has: Sequence[str]) -> Callable[[_Chapter], _Chapter]:
    """Register a function as the chapter of a kind of result."""

    def register(function: _Chapter) -> _Chapter:
        KINDS[name] = Kind(name, has, function)
        return function

    return register
