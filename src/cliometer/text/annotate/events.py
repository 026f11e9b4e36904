"""Event mentions as TimeML marks them: the head words of verbs, of nouns that name events, of predicates.

Auxiliaries, modals and forms of *be* mention no event of their own; neither does a participle in front of the
noun it describes (*the growing market*), nor a noun in front of the noun it belongs to (*a war loan*).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from cliometer.model.annotation import EventMention, TimeExpression
from cliometer.text.annotate.classes import event_class
from cliometer.text.annotate.lists import listed
from cliometer.text.annotate.nouns import is_event_noun
from cliometer.text.annotate.verbs import BE, VERBS, is_event_verb
from cliometer.text.annotate.words import Word

_LINKS = BE | listed("""
    become becomes became becoming remain remains remained remaining seem seems seemed feel feels felt
    look looks looked get gets got stay stays stayed appear appears appeared sound sounds grow grew
    turned
""")
_NO_PREDICATE = listed("""
    few many more much other same such several most least less due only own first last next new old big
    little long good great better best bad worse worst important different possible true false real
    clear hard easy common similar subject high low large small enough equal interesting necessary main
    major young nice fine full free simple single special strange tall short rich poor wrong right
    typical various
""")


def find(
    words: Sequence[Word], tags: Sequence[str], times: Sequence[TimeExpression]
) -> Iterator[EventMention]:
    """The event mentions of a sentence, none of them inside a time expression."""
    starts = [time.start for time in times]
    for number, word in enumerate(words):
        pos = _part_of_speech(words, tags, number)
        if pos and not _inside(word, starts, times):
            kind = event_class(word.text.lower(), pos)
            yield EventMention(word.start, word.end, word.text, pos, kind)


def _inside(word: Word, starts: Sequence[int], times: Sequence[TimeExpression]) -> bool:
    place = bisect_right(starts, word.start) - 1
    return place >= 0 and word.start < times[place].end


def _part_of_speech(words: Sequence[Word], tags: Sequence[str], number: int) -> str:
    """VERB, NOUN or ADJECTIVE where the word mentions an event."""
    letter = tags[number]
    if letter in VERBS:
        return "VERB" if is_event_verb(words, tags, number) else ""
    if letter == "N":
        return "NOUN" if _follows(tags, number) != "N" and is_event_noun(words[number].text.lower()) else ""
    return "ADJECTIVE" if letter == "J" and _is_predicate(words, tags, number) else ""


def _follows(tags: Sequence[str], number: int) -> str:
    return tags[number + 1] if number + 1 < len(tags) else ""


def _is_predicate(words: Sequence[Word], tags: Sequence[str], number: int) -> bool:
    """`is optimistic`, `remained fairly calm`: behind a linking verb, with no noun to describe."""
    if _follows(tags, number) in ("N", "P", "J") or words[number].text.lower() in _NO_PREDICATE:
        return False
    back = number - 1
    while back >= 0 and tags[back] == "R":
        back -= 1
    return back >= 0 and tags[back] in VERBS and words[back].text.lower() in _LINKS
