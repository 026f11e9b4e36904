"""Words and marks of a text with their places: what the tagger reads.

Contractions come apart (did|n't, she|'s). Compounds with hyphens and abbreviations with stops stay whole.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_WORD = re.compile(
    r"""
      (?:[A-Za-z]\.){2,}                                     # U.S.  p.m.
    | [^\W\d_]+(?=n['’]t\b)                                  # did|n't
    | n['’]t\b
    | ['’](?:s|re|ve|ll|d|m)\b
    | \d[\d,]*(?:[.:/]\d+)*(?:[-–]?[^\W\d_]+(?:-[^\W\d_]+)*)?  # 1,500  3.5  7:30  27-year-old
    | [^\W\d_][\w]*(?:(?:-|['’](?!(?:s|re|ve|ll|d|m)\b))\w+)*  # pro-monarchist  O'Neill
    | ``|''|\.\.\.+|--+
    | \S
    """,
    re.VERBOSE,
)


class Word(NamedTuple):
    """One word or mark: the characters from `start` up to `end`."""

    text: str
    start: int
    end: int


def words(text: str, start: int = 0, end: int | None = None) -> list[Word]:
    """The words and marks of a stretch of the text, in order."""
    stop = len(text) if end is None else end
    return [Word(match[0], *match.span()) for match in _WORD.finditer(text, start, stop)]
