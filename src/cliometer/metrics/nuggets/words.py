"""Which words of an update its matches cover, and how many it has.

Words are what single blanks separate. A span counts either exactly or as the track's script does it, which
starts one word too early and stops one word too early: a span at the very start of a text loses a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cliometer.model.nuggets import Match

Span = Callable[[str, int, int], range]


def size(text: str) -> int:
    """How many words."""
    return text.count(" ") + 1


def covered(text: str, matches: Iterable[Match], span: Span) -> int:
    """How many words at least one match covers."""
    return len({word for match in matches for word in span(text, match.start, match.end)})


def as_bytes(text: str) -> str:
    """The text with one character for each byte of its UTF-8, which is how Python 2 counts."""
    return text if text.isascii() else text.encode("utf-8").decode("latin-1")


def collapsed(text: str) -> str:
    """The text with one blank for each stretch of ASCII white space, and none around it."""
    return b" ".join(text.encode("utf-8").split()).decode("utf-8")


def exact(text: str, start: int, end: int) -> range:
    """The words that have a character from start up to end."""
    while start < end and text[start : start + 1] == " ":
        start += 1
    while end > start and text[end - 1 : end] in (" ", ""):
        end -= 1
    if start >= end:
        return range(0)
    return range(text.count(" ", 0, start), text.count(" ", 0, end) + 1)


def shifted(text: str, start: int, end: int) -> range:
    """The words that the track's script marks."""
    left = max(0, text.rfind(" ", 0, start + 1))
    right = text.find(" ", end)
    return range(text.count(" ", 0, left), text.count(" ", 0, right if right >= 0 else len(text)))
