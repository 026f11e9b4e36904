"""Whether a text is English, the one language whose words for times and events are known here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from cliometer.model.notes import Note
from cliometer.text.annotate.sentences import listed

_COMMON = listed("""
    the of and to a in is was for on that with by at from he she it its as said be has have had are were not but they
    their his her this which will would been who after an or
""")
_FOREIGN = listed("""
    der die das und ist nicht ein eine den dem von mit auf le les des une est dans pour sur au du el los las una por
    para con que il che di della sono nel per het een van niet zijn voor em uma não os
""")
_WORD = re.compile(r"\w+")
_TEXTS, _LETTERS = 50, 2000  # a sample of each topic is enough
_FEWEST, _SHARE = 20, 0.15  # English news has .3 to .5 of these words, other languages less than .1


def foreign_note(topic: str, texts: Iterable[str]) -> str:
    """Return a note where the texts of a topic do not look English; "" where they do.

    A few words are foreign by their script, or by two common words of another language.

    >>> foreign_note("bp", ["Der Konzern hat am Samstag aufgegeben, das Leck zu stopfen. " * 3])[:40]
    'topic bp: the texts do not look English,'
    """
    words = [word for text in islice(texts, _TEXTS) for word in _WORD.findall(text[:_LETTERS].lower())]
    common = sum(word in _COMMON for word in words)
    if len(words) < _FEWEST:
        letters = "".join(words)
        is_other_script = sum(letter > "\u024f" for letter in letters) > len(letters) / 2  # beyond Latin
        if not is_other_script and sum(word in _FOREIGN for word in words) <= max(1, common):
            return ""
    elif common >= _SHARE * len(words):
        return ""
    return Note.of("language-foreign", topic=topic)
