"""Leaks: articles that hold a reference nearly word for word, so that a system only needs to copy it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from cliometer.errors import UsageError
from cliometer.io.timelines import labels
from cliometer.model.notes import Note
from cliometer.model.timeline import ReferenceSet
from cliometer.spelling import listed, many

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")
_GRAM = 4  # words that are compared at a time
_HELD = 0.8  # of the n-grams of a line: it is held nearly word for word
# An article on an event shares a few lines with a reference: on Timeline17 up to 8 % of them, of two dates. The
# fourteen that are chronologies hold 11 % or more, of three dates or more.
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


def _grams(text: str, sizes: Iterable[int] = ()) -> set[tuple[str, ...]]:
    """Return the n-grams of a text of some sizes; by default of the largest that it has."""
    words = _WORD.findall(text.lower())
    sizes = sizes or [min(_GRAM, len(words))] * bool(words)
    return {gram for size in sizes for gram in zip(*(words[place:] for place in range(size)), strict=False)}


class _Lines:
    def __init__(self, topic: str, references: ReferenceSet) -> None:
        self.lines: list[tuple[str, str, str]] = [
            (f"{topic}/{name}", str(when), text)
            for name, timeline in zip(labels(references), references, strict=True)
            for when, texts in timeline.items()
            for text in texts
        ]
        self.sizes: list[int] = []  # how many n-grams each line has
        self.places: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for place, (_, _, text) in enumerate(self.lines):
            grams = _grams(text)
            self.sizes.append(len(grams))
            for gram in grams:
                self.places[gram].append(place)
        self.lengths = {len(gram) for gram in self.places}
        self.totals = Counter(name for name, _, _ in self.lines)
        self.dates = Counter(name for name, _ in {line[:2] for line in self.lines})

    def leaks(self, topic: str, article: str, text: str) -> Iterable[Leak]:
        """Yield a leak for each reference that an article holds nearly word for word."""
        grams = self.places.keys() & _grams(text, self.lengths)
        counts = Counter(place for gram in grams for place in self.places[gram])
        held = [self.lines[place] for place, count in sorted(counts.items()) if count >= _HELD * self.sizes[place]]
        for name, count in Counter(name for name, _, _ in held).items():
            days, texts = zip(*(line[1:] for line in held if line[0] == name), strict=True)
            dates, total = len(set(days)), self.totals[name]
            if count >= _LEAST_SHARE * total and dates >= min(_LEAST_DATES, self.dates[name]):
                yield Leak(topic, article, name, count, total, dates, texts)


def find_leaks(
    gold: Mapping[str, ReferenceSet], topics: Collection[str], articles: Iterable[tuple[str, str, str]]
) -> tuple[Leak, ...]:
    """Return the leaks of articles, each its topic, its id and its text, in their order."""
    if len(gold) == len(topics) == 1:  # whatever the names of the files
        gold = dict(zip(topics, gold.values(), strict=True))
    if gold and not gold.keys() & topics:
        raise UsageError("articles-references-disjoint", corpus=", ".join(topics), gold=", ".join(gold))
    lines = {topic: _Lines(topic, references) for topic, references in gold.items()}
    return tuple(leak for topic, id, text in articles if topic in lines for leak in lines[topic].leaks(topic, id, text))


def leak_note(leaks: Iterable[Leak], rule: str) -> tuple[str, ...]:
    """Return a note that names articles, those that hold most first; none for none."""
    ordered = sorted(leaks, key=lambda each: -each.lines / each.total)
    named = {each.article: f"{each.article} ({each.lines} of {each.total} lines)" for each in ordered}
    count = many(len(named), "article")
    return (Note.of(rule, articles=count, named=listed(named.values(), _NAMED)),) if named else ()
