"""Capital letters: which words of a timeline are names, and how a word takes another's place."""

from __future__ import annotations

import re

from cliometer.model.timeline import Timeline
from cliometer.text.lexicon import stop_words

WORD = re.compile(r"[^\W\d_][\w-]*")
_NO_NAMES = frozenset(  # dates, and the brackets of the Penn Treebank
    """january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday lrb- rrb- lsb- rsb-""".split()  # noqa: SIM905
)


def name_words(timeline: Timeline) -> frozenset[str]:
    """Words that are capitalised inside a sentence, and stand nowhere in small letters."""
    inside = {match[0] for said in timeline.values() for s in said for match in list(WORD.finditer(s))[1:]}
    small = {word for word in inside if word == word.lower()}
    return frozenset(word for word in inside if word[0].isupper() and not _is_common(word.lower(), small))


def _is_common(lower: str, small: set[str]) -> bool:
    return lower in small or lower in stop_words() or lower in _NO_NAMES


def in_case_of(old: str, new: str) -> str:
    """The new word with the old one's capitals: Said -> Stated, SAID -> STATED."""
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new
