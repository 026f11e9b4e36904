"""What days and words earn: rows of numbers for days, links between days, and words that earned points.

A gram counts as often as both texts have it; its first occurrences are marked. ROUGE-L and W mark the words
of the reference that lie on common subsequences.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntFlag
from functools import lru_cache, partial
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from cliometer.metrics.explanation import DayExplanation
from cliometer.metrics.rouge.lcs import Sides, hit_words
from cliometer.metrics.rouge.variants import Grams, Variant, grams
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.text.tokenisation import TextSettings
from cliometer.text.word_rows import ngram_bags, overlaps, read_rows

Row = list[float | None]


class Flag(IntFlag):
    """What is remarkable about a day.

    A reference date without credit is missed, a system date without credit spurious. A system date that
    earns something from an earlier reference date is late, from a later one early. It is repeated where
    another system date earns more with the same partner, or where an earlier one says the same.
    """

    MISSED = 1
    SPURIOUS = 2
    LATE = 4
    EARLY = 8
    REPEATED = 16


def short(number: float) -> float:
    """Return a number rounded to six significant digits; a whole number becomes an integer."""
    if math.isfinite(number) and number == int(number):
        return int(number)
    return float(f"{number:.6g}")


def lateness(system: When, reference: When) -> int:
    """Return the days by which the system is later (negative if earlier); 0 if the two dates overlap."""
    gap = system.distance(reference)
    return gap if system > reference else -gap


def day_rows(
    days: Sequence[DayExplanation],
    partners: Mapping[When, int],
    repeated: Sequence[tuple[int | None, int | None]] | None = None,
) -> list[Row]:
    """Return a row for each day: partner, days that the system is late, weight, hits, size, credit, flag.

    Days of a system come with the day that outdoes each and the day it repeats, which end the row of a
    `repeated` one; days of references come without.
    """
    rows: list[Row] = []
    for day, others in zip(days, repeated or [(None, None)] * len(days), strict=True):
        partner, late = -1, 0
        if day.date is not None and day.partner is not None:
            partner, late = partners[day.partner], lateness(day.date, day.partner)
        flag = Flag(0)
        if not day.credit:
            flag = Flag.MISSED if repeated is None else Flag.SPURIOUS
        elif late and repeated is not None:
            flag = Flag.LATE if late > 0 else Flag.EARLY
        again = [] if others == (None, None) else [-1 if other is None else other for other in others]
        numbers = [*map(short, (day.weight, day.hits, day.size, day.credit))]
        flagged = int(flag | Flag.REPEATED if again else flag)
        rows.append([partner, -late if repeated is None else late, *numbers, flagged, *again])
    return rows


STEPS = (0.01, 0.1, 0.2, 0.35, 0.6)  # shares at which the next colour begins; most days share little
BOTH, RECALL, PRECISION = range(3)
Link = list[int]


def level(share: float) -> int:
    """Return the level of a share: 0 for next to nothing, 5 for the largest shares."""
    return sum(share >= step for step in STEPS)


def links(reference: Sequence[Row], system: Sequence[Row]) -> list[Link]:
    """Return the links: reference day, system day, the side the pair counts for, the level of its share.

    A pair that counts for both sides is one link, and its share is that of both credits together.
    """
    pairs: dict[tuple[int, int], list[Row | None]] = {}
    for index, row in enumerate(reference):
        if row[5]:
            pairs.setdefault((index, int(row[0] or 0)), [None, None])[0] = row
    for index, row in enumerate(system):
        if row[5]:
            pairs.setdefault((int(row[0] or 0), index), [None, None])[1] = row
    links = []
    for pair, (recall, precision) in sorted(pairs.items()):
        kind = RECALL if precision is None else PRECISION if recall is None else BOTH
        known = [row for row in (recall, precision) if row is not None]
        whole = sum(row[4] or 0 for row in known)
        share = sum(row[5] or 0 for row in known) / whole if whole else 0.0
        links.append([*pair, kind, level(share)])
    return links


SHARE = 0.75  # of a day's words that stand in one earlier day make it a repetition
_FEWEST_WORDS = 3  # words; with one or two, chance repeats a day


def repeated_texts(system: Timeline, text: TextSettings) -> list[int | None]:
    """Return for each day the earliest day before it that has three quarters of its words, or None."""
    if not len(system):
        return []
    rows = read_rows(list(system.values()), text)
    bags = ngram_bags(rows, 1)
    shared = np.asarray(overlaps(bags, bags), float)
    enough = (shared >= SHARE * rows.lengths[:, None]) & (rows.lengths[:, None] >= _FEWEST_WORDS)
    earlier = np.tril(enough, -1)
    return [int(row.argmax()) if row.any() else None for row in earlier]


def outdone(days: Sequence[DayExplanation]) -> list[int | None]:
    """Return for each day that earns credit the day that earns most with the same partner, if it is another.

    Of days that earn the same, the first is no repetition.
    """
    best: dict[object, int] = {}
    for index, day in enumerate(days):
        if day.partner is not None and day.credit > 0:
            first = best.setdefault(day.partner, index)
            if day.credit > days[first].credit:
                best[day.partner] = index
    best_days = (best.get(day.partner) if day.credit > 0 else None for day in days)
    return [None if best_day == index else best_day for index, best_day in enumerate(best_days)]


# Where the words stand that a metric counts: a form, and the stretch of text that spells it.
# White space ends a word in every tokeniser. In other respects they differ, and normalise what they read,
# so stretches are found by cutting neighbouring characters apart and together; where that gives other words
# than the tokeniser does, every word of a piece takes the whole piece.

_RUN = re.compile("[A-Za-z0-9]+")
_PIECE = re.compile(r"\S+")
_HINTS = frozenset("\u00ad\u200c\u200d\u2060\ufeff")  # joining and hyphenation hints belong to their letter

Span = tuple[int, int]
Stretches = tuple[tuple[str, int, int], ...]  # a form, its start, its end
Cut = Callable[[str], list[str]]


class PlacedWord(str):
    """A counted form of a word with the place where the text spells it; it equals the form itself."""

    __slots__ = ("day", "span")
    day: int
    span: Span


def shown(sentences: Iterable[str]) -> str:
    """Return the text of a day with a line for each sentence and single blanks between words."""
    return "\n".join(" ".join(sentence.split()) for sentence in sentences)


def placed_words(text: str, settings: TextSettings, day: int = 0) -> list[list[PlacedWord]]:
    """Return the counted words of each line of a text, in order."""
    lines, offset, read = [], 0, _reader(settings)
    for line in text.split("\n"):
        words = []
        for match in _PIECE.finditer(line):
            at = match.start() + offset
            for form, start, end in read(match[0]):
                word = PlacedWord(form)
                word.day, word.span = day, (at + start, at + end)
                words.append(word)
        lines.append(words)
        offset += len(line) + 1
    return lines


@lru_cache(maxsize=16)
def _reader(settings: TextSettings) -> Callable[[str], Stretches]:
    """Return a function that reads pieces of text and remembers them, since texts repeat their words."""
    return lru_cache(maxsize=1 << 16)(partial(_piece, settings))


def _piece(settings: TextSettings, piece: str) -> Stretches:
    """Return the counted forms and their stretches; if a piece cannot be cut, each form takes all of it."""
    tokens = settings.cut(piece)
    spans = [match.span() for match in _RUN.finditer(piece)]
    if [piece[start:end].lower() for start, end in spans] != tokens:
        spans = _by_character(piece, settings.cut) if tokens else []
        spans = spans if len(spans) == len(tokens) else [(0, len(piece))] * len(tokens)
    forms = map(settings.form, tokens)
    return tuple((form, *span) for form, span in zip(forms, spans, strict=True) if form is not None)


def _by_character(piece: str, cut: Cut) -> list[Span]:
    """Return stretches of letters, joined wherever the tokeniser leaves neighbours together."""
    spans: list[Span] = []
    before, count = "", 0
    for start, end in _letters(piece):
        letter = piece[start:end]
        tokens = len(cut(letter))
        joined = bool(count and tokens and len(cut(before + letter)) < count + tokens)
        if joined:
            spans[-1] = (spans[-1][0], end)
        spans += [(start, end)] * (tokens - joined)
        before, count = letter, tokens
    return spans


def _letters(piece: str) -> Iterable[Span]:
    """Yield the stretch of each letter with the marks and hints behind it."""
    start = 0
    for position in range(1, len(piece) + 1):
        following = piece[position : position + 1]
        if not following or not (following in _HINTS or unicodedata.category(following)[0] == "M"):
            yield start, position
            start = position


# Which words of two texts earned the points, word by word, as the metric reads words.
# With ROUGE-1 there are as many marked words as hits.

Lines = Sequence[Sequence[PlacedWord]]


class SharedWords(NamedTuple):
    """The words of both texts that earned something."""

    system: list[PlacedWord]
    reference: list[PlacedWord]


def shared_words(system: Lines, reference: Lines, variant: Variant, text: TextSettings) -> SharedWords:
    """Return the words of two texts that earn something from each other."""
    ours, theirs = ([word for line in lines for word in line] for lines in (system, reference))
    if variant.kind in ("L", "W"):
        sides = Sides(variant.aligned(system, text), ours, variant.aligned(reference, text), theirs)
        hits = hit_words(sides, variant.weight)
        common: Grams = Counter((str(word),) for word in hits)
        return SharedWords(_earning(ours, common, variant), [word for word in hits if isinstance(word, PlacedWord)])
    shared = grams(variant, ours) & grams(variant, theirs)
    return SharedWords(_earning(ours, shared, variant), _earning(theirs, shared, variant))


def flat_spans(marked: Iterable[Span], text: str) -> list[int]:
    """Return marked stretches as gap, length, gap, length, ... in UTF-16 units, which scripts count in."""
    spans = sorted(set(marked))
    if not text.isascii() and max(text) > "\uffff":
        before = [0, *accumulate(1 + (character > "\uffff") for character in text)]
        spans = [(before[start], before[stop]) for start, stop in spans]
    numbers, end = [], 0
    for start, stop in spans:
        numbers += [start - end, stop - start]
        end = stop
    return numbers


def _earning(words: Sequence[PlacedWord], shared: Grams, variant: Variant) -> list[PlacedWord]:
    """Return the words that stand in the first occurrences of the shared grams."""
    left, marked = Counter(shared), set()
    places = [str(i) for i in range(len(words))] if shared else []
    single = variant.kind in ("L", "W") or (variant.kind == "N" and variant.n == 1)
    for gram in zip(places) if single else grams(variant, places):  # the positions of every gram, in order
        positions = [int(i) for i in gram]
        key = tuple(str(words[i]) for i in positions)
        if left[key] > 0:
            left[key] -= 1
            marked.update(positions)
    return [words[i] for i in sorted(marked)]


Marks = list[int]
Read = Callable[[str, TextSettings], list[list[PlacedWord]]]


class SystemReading:
    """The texts of one system and of the references; several systems can share a `read` that remembers."""

    def __init__(self, system: Timeline, references: ReferenceSet, read: Read = placed_words) -> None:
        self.system = [shown(lines) for lines in system.values()]
        column = {when: index for index, when in enumerate(references.dates)}
        self.references = [{column[when]: shown(lines) for when, lines in timeline.items()} for timeline in references]
        self._words = read

    def pair(self, row: int, column: int, variant: Variant, text: TextSettings) -> list[Marks]:
        """Return the marks of the system's day, then those of each reference that has the date."""
        ours = self._words(self.system[row], text)
        texts = [days[column] for days in self.references if column in days]
        matches = [shared_words(ours, self._words(theirs, text), variant, text) for theirs in texts]
        spans = [word.span for each in matches for word in each.system]
        written = [
            flat_spans([word.span for word in each.reference], theirs)
            for each, theirs in zip(matches, texts, strict=True)
        ]
        return [flat_spans(spans, self.system[row]), *written]

    def whole(self, variant: Variant, text: TextSettings) -> tuple[list[Marks], list[list[Marks]]]:
        """Return the marks by day of the system, and by day of each reference, for metrics that join all days."""
        texts = [self.system, *(list(days.values()) for days in self.references)]
        ours, *theirs = (
            [line for number, day in enumerate(days) for line in placed_words(day, text, number)] for days in texts
        )
        matches = [shared_words(ours, lines, variant, text) for lines in theirs]
        words = [[word for each in matches for word in each.system], *(each.reference for each in matches)]
        spoken, *written = map(_by_day, words, texts)
        return spoken, written

    def counted(self, day: str, text: TextSettings) -> int:
        """Return the number of words of a day that count."""
        return sum(map(len, self._words(day, text)))


def _by_day(words: Sequence[PlacedWord], days: Sequence[str]) -> list[Marks]:
    grouped: list[list[Span]] = [[] for _ in days]
    for word in words:
        grouped[word.day].append(word.span)
    return [flat_spans(spans, day) for spans, day in zip(grouped, days, strict=True)]
