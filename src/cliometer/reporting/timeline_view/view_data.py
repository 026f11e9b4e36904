"""One topic as data for the timeline view: texts once, then each system's days by each metric, and words that earned.

Keys are short, since a report holds twenty topics. `picture` and the script in `assets/aligned` read it. A gram counts
as often as both texts have it; its first occurrences are marked. ROUGE-L and W mark the words of the reference that
lie on common subsequences.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntFlag
from functools import cache, lru_cache, partial
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from cliometer.metrics.base import Metric
from cliometer.metrics.catalogue import Preset, chosen
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.explanation import Booking, DayExplanation, SentenceBookings, TimelineExplanation, explain_in
from cliometer.metrics.ledger import Ledger
from cliometer.metrics.rouge.lcs import Sides, hit_words
from cliometer.metrics.rouge.variants import Grams, Variant, grams
from cliometer.metrics.timeline_rouge import Dates, TimelineRouge
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.text.tokenisation import TextSettings
from cliometer.text.word_rows import ngram_bags, overlaps, read_rows

Row = list[float | None]
Story = dict[str, Any]
View = dict[str, Any]
Marks = list[int]


def drawable(metric: Metric) -> bool:
    """Return whether a metric can be taken apart day by day."""
    best = isinstance(metric, TimelineRouge) and metric.references == "best"  # another reference for each system
    return isinstance(metric, TimelineRouge | Dates | Ledger) and not best


def folded(metric: Metric) -> bool:
    """Return whether a metric reads all days together."""
    return isinstance(metric, TimelineRouge) and metric.pairing == "folded"


def topic_view(
    topic: str,
    references: ReferenceSet,
    systems: Mapping[str, Timeline],
    metrics: Sequence[str | Metric],
    preset: str | Preset = "tilse",
) -> View:
    """Return the data of one topic, which JSON can hold."""
    rules = Preset.parse(preset)
    asked = chosen(metrics)
    closed = [metric.under(rules) for metric in asked]
    read = cache(placed_words)  # systems share their references, and metrics their way of reading
    columns = {when: column for column, when in enumerate(references.dates)}
    written = [{columns[when]: shown(lines) for when, lines in timeline.items()} for timeline in references]
    drawn = []
    for name, system in systems.items():
        stories = SystemStories(system, references, written, rules, read)
        dates = [*map(_date, system.dates)]
        both = [*map(_date, references.dates), *dates]
        pairs = [stories.by(metric) for metric in closed]
        texts = {"texts": stories.texts, "marks": stories.marks}
        drawn.append({"n": name, "dates": dates, **texts, "m": pairs, "window": window(both), "span": whole_span(both)})
    return {
        "topic": topic,
        "names": [timeline.name or f"reference {n}" for n, timeline in enumerate(references, start=1)],
        "metrics": [
            {
                "n": str(spelled),
                "u": unit(metric),
                "w": int(folded(metric)),
                "c": int(isinstance(metric, TimelineRouge) and metric.references == "all"),
                "k": marks_key(metric),
            }
            for spelled, metric in zip(asked, closed, strict=True)
        ],
        "dates": [*map(_date, references.dates)],
        "texts": [
            [[number, days[column]] for number, days in enumerate(written) if column in days]
            for column in columns.values()
        ],
        "systems": drawn,
    }


def _date(when: When) -> list[Any]:
    """Return the spelling of a date, its first day and, if it is longer than a day, its last day."""
    return [str(when), when.first] if when.first == when.last else [str(when), when.first, when.last]


class SystemStories:
    """The days of one system by several metrics, which share tables, alignments, repeated days and marks.

    `written` holds the texts of each reference by the number of their date; several systems can share a `read` that
    remembers.
    """

    def __init__(
        self,
        system: Timeline,
        references: ReferenceSet,
        written: Sequence[Mapping[int, str]],
        rules: Preset,
        read: Callable[[str, TextSettings], list[list[PlacedWord]]],
    ) -> None:
        self.texts = [shown(lines) for lines in system.values()]
        self.marks: dict[str, Any] = {}
        self._system, self._references, self._written = system, references, written
        self._rules, self._read = rules, read
        self._comparison = TopicComparison([system], references)
        self._repeated = cache(partial(repeated_texts, system))

    def by(self, metric: Metric) -> Story:
        """Return totals, rows of both sides and links; marks are added to those of other metrics."""
        story = explain_in(self._comparison, metric, words=False)
        score, numbers = story.score, story.score.numbers(self._rules.undefined)
        totals: Story = {
            "v": {name: None if value is None else short(value) for name, value in numbers.items()},
            "R": [short(score.recall.part), short(score.recall.whole)],
            "P": [short(score.precision.part), short(score.precision.whole)],
        }
        if score.root != 1:
            totals["e"] = score.root
        if score.undefined:
            totals["why"] = score.undefined
        return totals | (self._whole(metric) if folded(metric) else self._paired(metric, story))

    def _paired(self, metric: Metric, story: TimelineExplanation) -> Story:
        """Return rows and links of days; metrics with the same ROUGE and words share their marks."""
        ours, theirs = ({when: n for n, when in enumerate(side.dates)} for side in (self._system, self._references))
        rules = self._rules
        text = TextSettings(rules.tokens, rules.stem, rules.stop)  # where a metric reads no words
        again = self._repeated(metric.text if isinstance(metric, TimelineRouge) else text)
        reference = day_rows(story.recall, ours)
        rows = day_rows(story.precision, theirs, [*zip(outdone(story.precision), again, strict=True)])
        if isinstance(metric, Ledger):
            return {"r": reference, "s": rows, **self._booked(metric, reference, rows)}
        if isinstance(metric, TimelineRouge):
            pairs = {(int(row[0] or 0), column) for column, row in enumerate(reference) if row[3]}
            pairs |= {(number, int(row[0] or 0)) for number, row in enumerate(rows) if row[3]}
            known = self.marks.setdefault(marks_key(metric), {})
            for row, column in sorted(pairs):
                if (key := f"{row},{column}") not in known:
                    known[key] = self._pair_marks(row, column, metric)
        return {"r": reference, "s": rows, "l": links(reference, rows)}

    def _pair_marks(self, row: int, column: int, metric: TimelineRouge) -> list[Marks]:
        """Return the marks of the system's day, then those of each reference that has the date."""
        ours = self._read(self.texts[row], metric.text)
        texts = [days[column] for days in self._written if column in days]
        matches = [shared_words(ours, self._read(text, metric.text), metric.rouge, metric.text) for text in texts]
        written = zip(matches, texts, strict=True)
        return [
            flat_spans([word.span for each in matches for word in each.system], self.texts[row]),
            *(flat_spans([word.span for word in each.reference], text) for each, text in written),
        ]

    def _booked(self, metric: Ledger, reference: Sequence[Row], rows: Sequence[Row]) -> Story:
        """Return links between all days that have bookings, and the bookings of each day, sentence to sentence.

        The words that were booked are added to the marks.
        """
        bookings, lists = SentenceBookings(metric, self._comparison), []
        texts, written = self.texts, self._written
        self.marks[marks_key(metric)] = {
            f"{row},{column}": [
                flat_spans(spans, texts[row]),
                *(flat_spans(by.get(n, ()), days[column]) for n, days in enumerate(written) if column in days),
            ]
            for (row, column), (spans, by) in sorted(bookings.spans(texts, written).items())
        }
        earned = bookings.credits(recall=True)[1] + bookings.credits(recall=False)[1]
        sizes = [[row[4] or 0 for row in side] for side in (reference, rows)]
        links = [
            [column, row, BOTH, level(float(earned[row, column]) / (sizes[0][column] + sizes[1][row]))]
            for column, row in np.argwhere(earned.T).tolist()
        ]
        for side in (True, False):
            days: dict[str, list[str]] = {}
            for booking in bookings.side(side):
                days.setdefault(booking.date, []).extend([_sentence_booking(booking)] if booking.partner else [])
            dates = self._references.dates if side else self._system.dates
            lists.append([days.get(str(when), []) for when in dates])
        return {"l": links, "b": lists}

    def _whole(self, metric: Metric) -> Story:
        """Return rows without links or credit for a metric that joins all days; shared words alone are marked."""
        assert isinstance(metric, TimelineRouge)
        text = metric.text
        texts = [self.texts, *(list(days.values()) for days in self._written)]
        ours, *theirs = ([line for n, day in enumerate(days) for line in placed_words(day, text, n)] for days in texts)
        matches = [shared_words(ours, lines, metric.rouge, text) for lines in theirs]
        words = [[word for each in matches for word in each.system], *(each.reference for each in matches)]
        system_marks, *written = map(_by_day, words, texts)
        by_date: dict[int, list[Marks]] = {}
        sizes = Counter[int]()
        for days, day_marks in zip(self._written, written, strict=True):
            for (column, day), spans in zip(days.items(), day_marks, strict=True):
                by_date.setdefault(column, []).append(spans)
                sizes[column] += self._counted(day, text)
        self.marks[marks_key(metric)] = {"s": system_marks, "r": [by_date[column] for column in sorted(by_date)]}
        counted = (self._counted(day, text) for day in self.texts)
        rows = [_loose(len(spans), size) for spans, size in zip(system_marks, counted, strict=True)]
        return {"r": [_loose(sum(map(len, by_date[c])), sizes[c]) for c in sorted(by_date)], "s": rows, "l": []}

    def _counted(self, day: str, text: TextSettings) -> int:
        """Return the number of words of a day that count."""
        return sum(map(len, self._read(day, text)))


def _sentence_booking(booking: Booking) -> str:
    """Return a booking in a line: what it earned, from which sentence, by which words, against what contradictions."""
    numbers = f"closeness {booking.closeness:.2g}, likeness {booking.likeness:.2g}"
    numbers += "" if booking.covered is None else f", covered {booking.covered:.2g}"
    but = f"; {', '.join(booking.contradictions)}" if booking.contradictions else ""
    earned = f"{booking.credit:.3g} of {booking.weight:.3g} from {booking.partner_date}; {numbers}{but}"
    return f"{booking.sentence} \N{LEFTWARDS ARROW} {booking.partner} ({earned}: {', '.join(booking.words)})"


def marks_key(metric: Metric) -> str:
    """Return a key that is the same for metrics that mark the same words."""
    if not isinstance(metric, TimelineRouge):
        return str(metric) if isinstance(metric, Ledger) else ""
    text = metric.text
    whole = "whole " if folded(metric) else ""
    return f"{whole}{metric.rouge} {text.tokens}{' stem' * text.stem}{' stop' * text.stop}"


def _loose(numbers: int, size: int) -> Row:
    """Return the row of a day whose words are counted with all others; a mark has two numbers."""
    return [-1, 0, 1, numbers // 2, size, None, 0]


def unit(metric: Metric) -> list[str]:
    """Return the name of what a metric counts, in the singular and in the plural."""
    if isinstance(metric, Ledger):
        return ["weighted word", "weighted words"]
    if not isinstance(metric, TimelineRouge):
        return ["date", "dates"]
    rouge = metric.rouge
    if rouge.kind == "W":
        return ["point for runs of words", "points for runs of words"]
    grams = {1: "word", 2: "word pair"}.get(rouge.n, f"{rouge.n}-gram") if rouge.kind == "N" else "word"
    name = "skip-bigram" if rouge.kind in ("S", "SU") else grams
    return [name, f"{name}s"]


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
    return int(number) if math.isfinite(number) and number == int(number) else float(f"{number:.6g}")


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
    recall = {(index, int(row[0] or 0)): row for index, row in enumerate(reference) if row[5]}
    precision = {(int(row[0] or 0), index): row for index, row in enumerate(system) if row[5]}
    links = []
    for pair in sorted(recall.keys() | precision.keys()):
        kind = RECALL if pair not in precision else PRECISION if pair not in recall else BOTH
        known = [side[pair] for side in (recall, precision) if pair in side]
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
    return [int(row.argmax()) if row.any() else None for row in np.tril(enough, -1)]


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


def _by_day(words: Sequence[PlacedWord], days: Sequence[str]) -> list[Marks]:
    grouped: list[list[Span]] = [[] for _ in days]
    for word in words:
        grouped[word.day].append(word.span)
    return [flat_spans(spans, day) for spans, day in zip(grouped, days, strict=True)]


# The window of time in which a picture opens.

_MOST = 0.8  # of the dates
_FEWEST_DATES = 8  # dates that can crowd each other
_NARROW = 0.5  # of the whole span; a wider window would gain little
_NEAR = 0.05  # of the window; a date that close belongs to it
_MARGIN = 1.08
_LEAST = 4.0  # days


def centre(date: Sequence[Any]) -> float:
    """Return the middle of a date, which is a list as `view_data` writes it."""
    return float(date[1] + date[-1] + 1) / 2


def whole_span(dates: Sequence[Sequence[Any]]) -> tuple[float, float]:
    """Return the first and the last day of all dates, with a margin."""
    first, last = min((d[1] for d in dates), default=0), max((d[-1] + 1 for d in dates), default=1)
    margin = max(1, (last - first) * 0.015)
    return first - margin, last + margin


def window(dates: Sequence[Sequence[Any]]) -> tuple[float, float] | None:
    """Return the shortest window that holds four fifths of the dates and those near; None if it gains little."""
    centres = sorted(map(centre, dates))
    if len(centres) < _FEWEST_DATES:
        return None
    most = math.ceil(_MOST * len(centres)) - 1
    first, last = min(zip(centres, centres[most:], strict=False), key=lambda ends: ends[1] - ends[0])
    near = max(_LEAST, _NEAR * (last - first))
    for date in centres:  # wider as long as the next date is near
        if last < date <= last + near:
            last = date
    for date in reversed(centres):
        if first - near <= date < first:
            first = date
    wide, (start, end) = max(_LEAST, (last - first) * _MARGIN), whole_span(dates)
    middle = (first + last) / 2
    return None if wide > _NARROW * (end - start) else (middle - wide / 2, middle + wide / 2)
