"""Event mentions as TimeML marks them: verbs, nouns that name events, predicates; and their classes."""

from __future__ import annotations

import gzip
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path

from cliometer.model.sources import EventMention, TimeExpression
from cliometer.text.annotate.sentences import TextWord, tagger_model
from cliometer.text.word_lists import words_of

BE = words_of("be")
VERBS = frozenset("VZDEG")
_HAVE = words_of("have")
_DO = frozenset(("do", "does", "did"))
_NO_EVENT = words_of("no-event")


def is_event_verb(words: Sequence[TextWord], tags: Sequence[str], number: int) -> bool:
    """Return whether the verb at this place says that something happens or holds."""
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


def _next_verb(words: Sequence[TextWord], tags: Sequence[str], number: int) -> str:
    """Return the tag of the next word that is no adverb, `not` or the subject of a question."""
    for later in range(number + 1, min(number + 6, len(tags))):
        if tags[later] not in "ROX" or words[later].text == ",":
            return tags[later]
    return ""


def _describes(tags: Sequence[str], number: int) -> bool:
    """Return whether a word is a participle between an article or adjective and a noun: the growing market."""
    before = tags[number - 1] if number else "."
    follows = [*tags[number + 1 : number + 3], ""]
    noun = follows[1] if follows[0] == "J" and len(follows) > 2 else follows[0]
    if noun == "C" and before in "AS":
        return True  # an estimated 45,000
    if noun not in ("N", "P"):
        return False
    return before in "ASJC" or (tags[number] == "E" and before in "KI.")


_NOUNS = Path(__file__).parent.parent / "data" / "event-nouns.txt.gz"
_OBJECT_NOUNS = words_of("object-nouns")


@cache
def event_nouns() -> frozenset[str]:
    """Return the nouns that mention an event more often than not (tools/build_event_nouns.py, see NOTICE)."""
    return frozenset(gzip.decompress(_NOUNS.read_bytes()).decode("ascii").split())


@lru_cache(maxsize=65_536)
def is_event_noun(lower: str) -> bool:
    """Return whether a noun in small letters, singular or plural, mentions an event as a rule."""
    nouns = event_nouns()
    if lower in nouns or any(single in nouns for single in _singulars(lower)):
        return True
    if lower.endswith("ing"):
        return lower not in _OBJECT_NOUNS and "G" in tagger_model().tags.get(lower, "")
    _, dash, last = lower.rpartition("-")
    return bool(dash) and last in nouns


def _singulars(lower: str) -> Iterator[str]:
    if lower.endswith("s"):
        yield lower[:-1]
    if lower.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
        yield lower[:-2]
        yield lower[:-2] + "is"
    if lower.endswith("ies"):
        yield lower[:-3] + "y"


_CLASSES = {name: words_of(name) for name in ("REPORTING", "PERCEPTION", "ASPECTUAL", "I_STATE", "I_ACTION")}


@lru_cache(maxsize=65_536)
def event_class(lower: str, pos: str) -> str:
    """Return REPORTING, PERCEPTION, ASPECTUAL, I_STATE, I_ACTION, STATE or OCCURRENCE."""
    for base in _bases(lower):
        for name, words in _CLASSES.items():
            if base in words:
                return name
    return "STATE" if pos == "ADJECTIVE" or lower in ("have", "has", "had") else "OCCURRENCE"


def _bases(lower: str) -> Iterator[str]:
    yield lower
    for ending, base in {"ies": "y", "ied": "y", "es": "", "s": "", "ed": "", "ing": "", "d": ""}.items():
        if lower.endswith(ending):
            stem = lower.removesuffix(ending)
            yield stem + base
            yield stem + "e"
            yield stem[:-1]  # stopped, stopping


# Event mentions as TimeML marks them: the head words of verbs, of nouns that name events, of predicates.
# Auxiliaries, modals and forms of *be* mention no event of their own; neither does a participle in front of
# the noun it describes (*the growing market*), nor a noun in front of the noun it belongs to (*a war
# loan*).

_LINKS = words_of("links")
_NO_PREDICATE = words_of("no-predicate")


def find_events(
    words: Sequence[TextWord], tags: Sequence[str], times: Sequence[TimeExpression]
) -> Iterator[EventMention]:
    """Yield the event mentions of a sentence, none of them inside a time expression."""
    starts = [time.start for time in times]
    for number, word in enumerate(words):
        pos, place = _part_of_speech(words, tags, number), bisect_right(starts, word.start) - 1
        if pos and not (place >= 0 and word.start < times[place].end):
            kind = event_class(word.text.lower(), pos)
            yield EventMention(word.start, word.end, word.text, pos, kind)


def _part_of_speech(words: Sequence[TextWord], tags: Sequence[str], number: int) -> str:
    """Return VERB, NOUN or ADJECTIVE where the word mentions an event."""
    letter = tags[number]
    if letter in VERBS:
        return "VERB" if is_event_verb(words, tags, number) else ""
    if letter == "N":
        return "NOUN" if _follows(tags, number) != "N" and is_event_noun(words[number].text.lower()) else ""
    return "ADJECTIVE" if letter == "J" and _is_predicate(words, tags, number) else ""


def _follows(tags: Sequence[str], number: int) -> str:
    return tags[number + 1] if number + 1 < len(tags) else ""


def _is_predicate(words: Sequence[TextWord], tags: Sequence[str], number: int) -> bool:
    """Return whether a word is a predicate, as in `is optimistic`: behind a linking verb, with no noun to describe."""
    if _follows(tags, number) in ("N", "P", "J") or words[number].text.lower() in _NO_PREDICATE:
        return False
    back = number - 1
    while back >= 0 and tags[back] == "R":
        back -= 1
    return back >= 0 and tags[back] in VERBS and words[back].text.lower() in _LINKS
