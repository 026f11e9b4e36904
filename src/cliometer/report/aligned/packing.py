"""Texts as short strings: every word of a page stands once in a table, and the texts are codes of its words.

A code of one character is for the most frequent words, and no code begins another, so that one regular
expression reads them (`unpacking.js`). A general compressor saves a little more, but its bytes depend on its
build.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

_DIGITS = [chr(place) for place in range(33, 127) if chr(place) not in '"&<>\\']  # for JSON and HTML
_BASE = len(_DIGITS)
_GROUPS = ((1, 30), (2, 50), (3, 8), (5, 1))  # length of codes, how many characters begin such codes


class Packed(NamedTuple):
    """All words, the most frequent first, with blanks between them; and the texts as codes of words."""

    words: str
    texts: list[str]


def pack(texts: Iterable[str]) -> Packed:
    """Texts so that they take little room."""
    split = [_words(text) for text in texts]
    counts = Counter(word for words in split for word in words)
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    codes = {word: code(rank) for rank, word in enumerate(ranked)}
    return Packed(" ".join(ranked), ["".join(codes[word] for word in words) for words in split])


def code(rank: int) -> str:
    """The code of the word that so many words precede."""
    before = 0
    for length, begin in _GROUPS:
        unit = _BASE ** (length - 1)
        if rank < begin * unit:
            return _written(before * unit + rank, length)
        before, rank = before + begin, rank - begin * unit
    raise OverflowError("a page holds at most 62 million different words")


def _words(text: str) -> list[str]:
    """What stands between single blanks, perhaps nothing; a line break is a word of its own."""
    return text.replace("\n", " \n ").split(" ")


def _written(number: int, length: int) -> str:
    digits = []
    for _ in range(length):
        number, digit = divmod(number, _BASE)
        digits.append(_DIGITS[digit])
    return "".join(reversed(digits))
