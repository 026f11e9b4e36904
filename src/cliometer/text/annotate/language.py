"""Whether a text is English, the one language whose words for times and events are known here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from cliometer.text.annotate.sentences import listed

_COMMON = listed("""
    the of and to a in is was for on that with by at from he she it its as said be has have had are were not but they
    their his her this which will would been who after an or
""")
_WORD = re.compile(r"\w+")
_TEXTS, _LETTERS = 50, 2000  # a sample of each topic is enough
_FEWEST, _SHARE = 20, 0.15  # English news has .3 to .5 of these words, other languages less than .1


def foreign_note(topic: str, texts: Iterable[str]) -> str:
    """Return a note where the texts of a topic do not look English; "" where they do, or are too short to tell.

    >>> foreign_note("bp", ["Der Konzern hat am Samstag aufgegeben, das Leck zu stopfen. " * 3])[:40]
    'topic bp: the texts do not look English,'
    """
    words = [word for text in islice(texts, _TEXTS) for word in _WORD.findall(text[:_LETTERS].lower())]
    if len(words) < _FEWEST or sum(word in _COMMON for word in words) >= _SHARE * len(words):
        return ""
    return f"topic {topic}: the texts do not look English, so of the times in them only dates in numbers are found"
