"""Where the words stand that a metric counts: a form, and the stretch of text that spells it.

White space ends a word in every tokeniser. In other respects they differ, and normalise what they read, so
stretches are found by cutting neighbouring characters apart and together; where that gives other words than
the tokeniser does, every word of a piece takes the whole piece.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial

from cliometer.text.settings import TextSettings

_RUN = re.compile("[A-Za-z0-9]+")
_PIECE = re.compile(r"\S+")
_HINTS = frozenset("\u00ad\u200c\u200d\u2060\ufeff")  # joining and hyphenation hints belong to their letter

Span = tuple[int, int]
Stretches = tuple[tuple[str, int, int], ...]  # a form, its start, its end
Cut = Callable[[str], list[str]]


class Placed(str):
    """A counted form that knows where its text spells it; equal to the form itself."""

    __slots__ = ("day", "span")
    day: int
    span: Span


def shown(sentences: Iterable[str]) -> str:
    """A day's text as it is shown: a line a sentence, single blanks between words."""
    return "\n".join(" ".join(sentence.split()) for sentence in sentences)


def placed_words(text: str, settings: TextSettings, day: int = 0) -> list[list[Placed]]:
    """The counted words of each line of a text."""
    lines, start = [], 0
    for line in text.split("\n"):
        lines.append(places(line, settings, day, start))
        start += len(line) + 1
    return lines


def places(text: str, settings: TextSettings, day: int = 0, offset: int = 0) -> list[Placed]:
    """The counted words of one sentence, in order; it stands so many characters behind the day's first."""
    found, read = [], _reader(settings)
    for match in _PIECE.finditer(text):
        at = match.start() + offset
        for form, start, end in read(match[0]):
            word = Placed(form)
            word.day, word.span = day, (at + start, at + end)
            found.append(word)
    return found


@lru_cache(maxsize=16)
def _reader(settings: TextSettings) -> Callable[[str], Stretches]:
    """Remembers what it read, for a text repeats its words."""
    return lru_cache(maxsize=1 << 16)(partial(_piece, settings))


def _piece(settings: TextSettings, piece: str) -> Stretches:
    """The counted forms and their stretches."""
    tokens = settings.cut(piece)
    forms = map(settings.form, tokens)
    spans = _spans(piece, tokens, settings.cut)
    return tuple((form, *span) for form, span in zip(forms, spans, strict=True) if form is not None)


def _spans(piece: str, tokens: Sequence[str], cut: Cut) -> Sequence[Span]:
    """A stretch for each token."""
    runs = [match.span() for match in _RUN.finditer(piece)]
    if [piece[start:end].lower() for start, end in runs] == tokens:
        return runs
    spans = _by_character(piece, cut) if tokens else []
    return spans if len(spans) == len(tokens) else [(0, len(piece))] * len(tokens)


def _by_character(piece: str, cut: Cut) -> list[Span]:
    """Letters with their marks, joined wherever the tokeniser leaves neighbours together."""
    spans: list[Span] = []
    before, count = "", 0
    for start, end in _letters(piece):
        letter = piece[start:end]
        tokens = len(cut(letter))
        joined = bool(count and tokens and len(cut(before + letter)) < count + tokens)
        if joined:
            spans[-1] = (spans[-1][0], end)
        spans += [(start, end)] * (tokens - joined)
        before, count = letter, tokens
    return spans


def _letters(piece: str) -> Iterable[Span]:
    start = 0
    for position in range(1, len(piece) + 1):
        if position == len(piece) or not _belongs(piece[position]):
            yield start, position
            start = position


def _belongs(character: str) -> bool:
    """Whether a character is part of the letter before it."""
    return character in _HINTS or unicodedata.category(character)[0] == "M"
