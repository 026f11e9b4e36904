"""Lists and tables of English words, from `data/english-words.txt`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_FILE = Path(__file__).parent / "data" / "english-words.txt"
_LIST = re.compile(r"^([\w-]+): (.*(?:\n .*)*)", re.MULTILINE)


def words_of(name: str) -> frozenset[str]:
    """Return the words of a list.

    >>> sorted(words_of("brackets"))
    ['lrb', 'lsb', 'rrb', 'rsb']
    """
    return frozenset(_lists()[name])


def values_of(name: str) -> dict[str, str]:
    """Return the values of the words of a table, in whose file a word such as `no_less_than` is several.

    >>> values_of("day-parts")["dusk"]
    'EV'
    """
    pairs = (entry.partition("=") for entry in _lists()[name])
    return {word.replace("_", " "): value for word, _, value in pairs}


def numbers_of(name: str) -> dict[str, int]:
    """Return the whole numbers of the words of a table."""
    return {word: int(value) for word, value in values_of(name).items()}


def alternatives(name: str) -> str:
    """Return the phrases of a list as alternatives of a regular expression."""
    return "|".join(_lists()[name]).replace("_", " ")


@cache
def _lists() -> Mapping[str, list[str]]:
    return {name: words.split() for name, words in _LIST.findall(_FILE.read_text(encoding="utf-8"))}
