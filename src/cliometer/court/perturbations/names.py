"""Wrong actors: the people, places and companies of a timeline take each other's places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from cliometer.court.perturbation import Expectation, perturbations
from cliometer.court.perturbations.capitals import WORD, name_words
from cliometer.court.perturbations.rewriting import Rewrite, Rewriting
from cliometer.model.timeline import Timeline


@perturbations.register
@dataclass(frozen=True, repr=False)
class Names(Rewriting):
    """Names change places within the timeline: what one did, another has done.

    Each name becomes the next one that shares no word with it, everywhere in the timeline. A sentence with
    the wrong actors is at most half right, and most in news timelines have some (0.83 in timeline17): two
    fifths of F must go.
    """

    name: ClassVar[str] = "names"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="falls", loss=0.4)

    def rule(self, timeline: Timeline) -> Rewrite:
        """Every name by the one that takes its place."""
        words = name_words(timeline)
        other = _others([name for said in timeline.values() for s in said for name in _names(s, words)])
        return lambda sentence: _replaced(sentence, words, other)


def _spans(sentence: str, words: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Where names stand: neighbouring words with one blank between them are one name."""
    start = end = -1
    for match in WORD.finditer(sentence):
        if match[0] not in words:
            continue
        if end >= 0 and sentence[end : match.start()] != " ":
            yield start, end
            end = -1
        start, end = (match.start() if end < 0 else start), match.end()
    if end >= 0:
        yield start, end


def _names(sentence: str, words: frozenset[str]) -> Iterator[str]:
    return (sentence[start:end] for start, end in _spans(sentence, words))


def _others(names: list[str]) -> Mapping[str, str]:
    """Each name's successor in the order of first mention, round to the first; not one of its own words."""
    ring = list(dict.fromkeys(names))
    return {
        name: next((other for other in ring[i + 1 :] + ring[:i] if not _related(name, other)), name)
        for i, name in enumerate(ring)
    }


def _related(name: str, other: str) -> bool:
    return not set(name.split()).isdisjoint(other.split())


def _replaced(sentence: str, words: frozenset[str], other: Mapping[str, str]) -> str:
    for start, end in reversed(list(_spans(sentence, words))):
        sentence = sentence[:start] + other[sentence[start:end]] + sentence[end:]
    return sentence
