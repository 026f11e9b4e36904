"""A codebook: categories with a description and phrases that suggest them.

[[category]]
name = "readability"
description = "how easily it is read"
phrases = ["easier to read", "grammar", "understand*"]

A phrase is found as whole words, whatever their case; a star stands for the rest of a word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cliometer.errors import InputError, shown, unknown
from cliometer.io.toml_file import read_toml

_KEYS = ("name", "description", "phrases")


@dataclass(frozen=True)
class Category:
    """A category and what suggests it."""

    name: str
    description: str = ""
    phrases: tuple[str, ...] = ()

    def found_in(self, reason: str) -> tuple[str, ...]:
        """The phrases that stand in a reason."""
        return tuple(phrase for phrase in self.phrases if _pattern(phrase).search(reason))


@dataclass(frozen=True)
class Suggestion:
    """A category that a codebook suggests, and by which phrases; empty where it suggests none."""

    category: str = ""
    phrases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Codebook:
    """Categories in their order."""

    categories: tuple[Category, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Of all categories."""
        return tuple(category.name for category in self.categories)

    def suggest(self, reason: str) -> Suggestion:
        """The category with most phrases in the reason; of equals the first in the codebook.

        >>> book = Codebook((Category("length", "", ("short*",)), Category("readability", "", ("read",))))
        >>> book.suggest("Shorter, and nothing is lost").category
        'length'
        """
        found = [(category.found_in(reason), category.name) for category in self.categories]
        phrases, name = max(found, key=lambda entry: len(entry[0]))
        return Suggestion(name, phrases) if phrases else Suggestion()


def read_codebook(path: Path) -> Codebook:
    """A codebook from a TOML file."""
    table = read_toml(path)
    for key in table:
        if key != "category":
            raise InputError(str(unknown("part of a codebook", key, ["category"])), path)
    entries = table.get("category")
    if not isinstance(entries, list) or len(entries) < 2:
        raise InputError("expected two categories or more, each under a line [[category]]", path)
    found = tuple(_category(entry, number, path) for number, entry in enumerate(entries, start=1))
    names = [category.name for category in found]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"the category {name!r} is described twice; keep one", path)
    return Codebook(found)


def _category(entry: Any, number: int, path: Path) -> Category:
    where = f"category no. {number}"
    if not isinstance(entry, Mapping):
        raise InputError(f"{where}: expected name, description, phrases, found {shown(entry)}", path)
    for key in entry:
        if key not in _KEYS:
            raise InputError(f"{where}: {unknown('setting', key, _KEYS)}", path)
    name, description = (_text(entry.get(key, ""), f"{where}: {key}", path) for key in _KEYS[:2])
    if not name:
        raise InputError(f'{where} has no name; write name = "..."', path)
    phrases = entry.get("phrases", [])
    if not isinstance(phrases, list):
        raise InputError(f"{where}: expected a list of phrases, found {shown(phrases)}", path)
    return Category(name, description, tuple(_phrase(phrase, where, path) for phrase in phrases))


def _text(value: Any, where: str, path: Path) -> str:
    if not isinstance(value, str):
        raise InputError(f"{where}: expected a text in quotes, found {shown(value)}", path)
    return " ".join(value.split())


def _phrase(value: Any, where: str, path: Path) -> str:
    phrase = _text(value, f"{where}: phrases", path)
    if not phrase.strip("* "):
        raise InputError(f"{where}: the phrase {value!r} fits every reason; write words", path)
    return phrase


def _pattern(phrase: str) -> re.Pattern[str]:
    """Compiled once by the re module's own cache."""
    inner = r"\s+".join(re.escape(word).replace(r"\*", r"\w*") for word in phrase.split())
    return re.compile(rf"(?<!\w){inner}(?!\w)", re.IGNORECASE)
