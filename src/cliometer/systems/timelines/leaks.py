"""Leaks: articles that hold a reference nearly word for word, so that a system only needs to copy it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cliometer.io.timelines import labels
from cliometer.model.notes import Note
from cliometer.model.timeline import ReferenceSet
from cliometer.spelling import listed, many

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")
_GRAM = 4  # words that are compared at a time
_HELD = 0.8  # of the n-grams of a line: it is held nearly word for word
# An article that reports an event shares a few lines with a reference: on Timeline17 up to 8 % of them, of two dates.
# The fourteen that are chronologies hold 11 % or more, of three dates or more.
_LEAST_SHARE = 0.1
_LEAST_DATES = 3
_NAMED = 20  # articles in a note


@dataclass(frozen=True)
class Leak:
    """An article that holds lines of a reference, and these lines; `total` counts all lines of the reference."""

    topic: str
    article: str
    reference: str
    lines: int
    total: int
    dates: int
    held: tuple[str, ...]

    @property
    def counts(self) -> str:
        """How many lines it holds, in words."""
        return f"{self.article} ({self.lines} of {self.total} lines of {self.reference})"


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _grams(words: list[str], size: int) -> set[tuple[str, ...]]:
    return set(zip(*(words[place:] for place in range(size)), strict=False))


@dataclass(frozen=True)
class _Line:
    reference: str
    day: str
    text: str
    grams: int


class ReferenceLines:
    """The lines of references by topic, which are looked for in one article after the other."""

    def __init__(self, references: Mapping[str, ReferenceSet]) -> None:
        self._lines: dict[str, list[_Line]] = {topic: [] for topic in references}
        self._places: dict[str, dict[tuple[str, ...], list[int]]] = {topic: {} for topic in references}
        self._sizes: dict[str, set[int]] = {topic: set() for topic in references}  # of n-grams
        for topic, timelines in references.items():
            for name, timeline in zip(labels(timelines), timelines, strict=True):
                for when, texts in timeline.items():
                    for text in texts:
                        self._add(topic, f"{topic}/{name}", str(when), text)
        lines = [line for of_topic in self._lines.values() for line in of_topic]
        self._totals = Counter(line.reference for line in lines)
        self._dates = Counter(name for name, _ in {(line.reference, line.day) for line in lines})

    def _add(self, topic: str, name: str, day: str, text: str) -> None:
        words = _words(text)
        size = min(_GRAM, len(words))
        grams = _grams(words, size) if words else set()
        self._sizes[topic].add(size)
        for gram in grams:
            self._places[topic].setdefault(gram, []).append(len(self._lines[topic]))
        self._lines[topic].append(_Line(name, day, text, len(grams)))

    def leaks(self, topic: str, article: str, text: str) -> Iterator[Leak]:
        """Yield a leak for each reference of a topic that an article holds nearly word for word."""
        lines, places, words = self._lines[topic], self._places[topic], _words(text)
        seen = (places.keys() & _grams(words, size) for size in self._sizes[topic])
        grams = Counter(place for some in seen for gram in some for place in places[gram])
        held = [lines[place] for place, count in sorted(grams.items()) if count >= _HELD * lines[place].grams]
        for name, count in Counter(line.reference for line in held).items():
            mine = [line for line in held if line.reference == name]
            dates, total = len({line.day for line in mine}), self._totals[name]
            if count >= _LEAST_SHARE * total and dates >= min(_LEAST_DATES, self._dates[name]):
                yield Leak(topic, article, name, count, total, dates, tuple(line.text for line in mine))


def leak_note(leaks: Iterable[Leak], left_out: bool) -> tuple[str, ...]:
    """Return a note that names the articles that hold a reference; none for none."""
    named = {each.article: each.counts for each in sorted(leaks, key=lambda each: -each.lines / each.total)}
    if not named:
        return ()
    rule = "leaks-left-out" if left_out else "articles-hold-references"
    return (Note.of(rule, articles=many(len(named), "article"), named=listed(named.values(), _NAMED)),)
