"""Sentences by their places: a stop ends one unless it belongs to an abbreviation, an initial or a number.

A blank line always ends a sentence; so does a line break behind a short line that reads as a headline. Stops
of other scripts (。！？।۔) end sentences without a blank behind them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cliometer.model.annotation import Sentence
from cliometer.text.annotate.abbreviations import ABBREVIATIONS, MAY_END, STARTERS

_STOP = re.compile(r"([.!?…]+)([\"'’”»)\]]*(?: [\"”](?=\n))?)(?=\s)|[。！？।۔]+[”」』）]*|\n[ \t]*\n\s*|\n")
_OPENING = re.compile(r"\s*[\"'‘“«(\[`]*\s*(\S?)(\w*)")
_LINE = 120  # a longer line is prose that somebody wrapped
_HEADLINE = 60
_CLOSED = '.!?"”'


def split(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text, numbered `s1`, `s2`, ...: text added at the end changes no earlier number."""
    found: list[Sentence] = []
    start = 0
    for end in (*_ends(text), len(text)):
        piece = text[start:end]
        first = start + len(piece) - len(piece.lstrip())
        last = start + len(piece.rstrip())
        if first < last:
            found.append(Sentence(f"s{len(found) + 1}", first, last, text[first:last]))
        start = end
    return tuple(found)


def _ends(text: str) -> Iterator[int]:
    end = line = 0
    for match in _STOP.finditer(text):
        is_break = match[0][0] == "\n"
        if match[0] == "\n":
            ends = not text[end:line].strip() and _is_headline(text, line, match)
        else:
            ends = is_break or match[1] is None or _ends_sentence(text, match)
        line = match.end() if is_break else line
        if ends:
            end = match.end()
            yield end


def _is_headline(text: str, start: int, match: re.Match[str]) -> bool:
    """A short line without a stop that begins a sentence and is not gone on with."""
    line = text[start : match.start()].strip()
    return (
        0 < len(line) < _HEADLINE
        and line[-1] not in ".,;:-–—"
        and not line[0].islower()
        and _next_word(text, match.end())[:1].isupper()
    )


def _next_word(text: str, place: int) -> str:
    """The word behind blanks and opening quotes."""
    match = _OPENING.match(text, place)
    return match[1] + match[2] if match else ""


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    follows = _next_word(text, match.end())
    if not follows or follows[0].islower():
        return not follows
    if match[1] != ".":
        return True
    word = text[_word_start(text, match.start()) : match.start()]
    starts = follows.lower() in STARTERS or bool(match[2])
    if word.lower() in ABBREVIATIONS:
        return word.lower() in MAY_END and starts
    return starts or not _is_initials(word)


def _is_initials(word: str) -> bool:
    """`J` and `J.F.`, whose stop is no end as a rule."""
    letters = word.replace(".", "")
    return (len(word) == 1 and word.isupper()) or ("." in word and letters.isalpha() and len(word) <= 7)


def _word_start(text: str, end: int) -> int:
    place = end
    while place > 0 and (text[place - 1].isalnum() or text[place - 1] == "."):
        place -= 1
    return place
