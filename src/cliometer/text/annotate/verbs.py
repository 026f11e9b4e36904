"""Which verbs mention an event: not auxiliaries, not *be*, not a participle that describes a noun."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.text.annotate.lists import listed
from cliometer.text.annotate.words import Word

BE = listed("be am is are was were been being 's 're 'm ’s ’re ’m ai")
VERBS = frozenset("VZDEG")
_HAVE = listed("have has had having 've 'd ’ve ’d")
_DO = listed("do does did")
_NO_EVENT = listed("""
    including concerning regarding following excluding involving pending barring notwithstanding let
    lets 'd ’d related so-called based include includes included mean means number contain contains
    consist consists
""")


def is_event_verb(words: Sequence[Word], tags: Sequence[str], number: int) -> bool:
    """Whether the verb at this place says that something happens or holds."""
    lower, letter = words[number].text.lower(), tags[number]
    if lower in BE or lower in _NO_EVENT:
        return False
    if lower in _HAVE:
        return _next_verb(words, tags, number) not in ("E", "T", "D")
    if lower in _DO:
        return _next_verb(words, tags, number) != "V"
    if lower == "going":
        return list(tags[number + 1 : number + 3]) != ["T", "V"]
    return not (letter in "EG" and _describes(tags, number))


def _next_verb(words: Sequence[Word], tags: Sequence[str], number: int) -> str:
    """The tag of the next word that is no adverb, `not` or the subject of a question."""
    for later in range(number + 1, min(number + 6, len(tags))):
        if tags[later] not in "ROX" or words[later].text == ",":
            return tags[later]
    return ""


def _describes(tags: Sequence[str], number: int) -> bool:
    """A participle between an article, adjective or number and the noun: the growing market."""
    before = tags[number - 1] if number else "."
    follows = [*tags[number + 1 : number + 3], ""]
    noun = follows[1] if follows[0] == "J" and len(follows) > 2 else follows[0]
    if noun == "C" and before in "AS":
        return True  # an estimated 45,000
    if noun not in ("N", "P"):
        return False
    return before in "ASJC" or (tags[number] == "E" and before in "KI.")
