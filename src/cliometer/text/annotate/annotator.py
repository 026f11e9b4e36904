"""Sentences, times and events of a text in one call; the tense of the nearest verb dates a bare `Friday`."""

from __future__ import annotations

import datetime
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from operator import attrgetter
from typing import Literal, TypeVar

from cliometer.errors import expected, unknown
from cliometer.model.notes import Note
from cliometer.model.sources import Annotation, EventMention, Sentence, TimeExpression
from cliometer.model.when import When, from_ordinal
from cliometer.text.annotate.events import event_class
from cliometer.text.annotate.events import find_events as find_events
from cliometer.text.annotate.sentences import TextWord, split_sentences, tag, tagger_model, words
from cliometer.text.annotate.times.calendar_dates import MONTH_RULES, RANGE_RULES, YEAR_RULES
from cliometer.text.annotate.times.calendar_periods import CLOCK_RULES, QUARTER_RULES, SEASON_RULES, WEEKDAY_RULES
from cliometer.text.annotate.times.durations import LENGTH_RULES, SET_RULES
from cliometer.text.annotate.times.relative_dates import DISTANCE_RULES, REFERENCE_RULES, RELATIVE_RULES
from cliometer.text.annotate.times.rules import AnchorDay, Context, Match, Read, SmallLetters, Tense, TimeReading
from cliometer.text.word_lists import words_of

TIME_RULES = (
    *(MONTH_RULES, RANGE_RULES, YEAR_RULES, WEEKDAY_RULES, SEASON_RULES, REFERENCE_RULES, RELATIVE_RULES),
    *(DISTANCE_RULES, QUARTER_RULES, LENGTH_RULES, CLOCK_RULES, SET_RULES),
)
_RUN = re.compile(r"\s+")
_DAY = re.compile(r"(?:BC)?\d{4}-\d\d-\d\d")
_NAMED_DAY = re.compile(r"\d|day\b|\b[A-Z][a-z]{2,4}\.$")
_OWN_DAY = re.compile(
    r"\b(?:this|last|that|tomorrow|yesterday|today|tonight|previous|following|next|same)\b|day\b", re.IGNORECASE
)
_BESIDE = re.compile(r"(?: ?\))?(?: ?,)? (?:on |of |for )?(?:the )?")
_ALSO = re.compile(r"(?: ?,)? ?\(? ?")  # 11:58 (08:58 GMT)
Candidate = tuple[int, int, Match, Read]


def find_times(text: str, start: int, end: int, context: Context) -> Iterator[TimeExpression]:
    """Yield the time expressions of a sentence; the context remembers the last date for the next one."""
    flat, places = flatten(text, start, end)
    context.begin(places)
    held: list[TimeExpression] = []  # times of day wait for the date behind them
    done = 0
    for first, _, match, read in sorted(_candidates(flat), key=lambda candidate: (candidate[0], -candidate[1])):
        reading = read(match, context) if first >= done else None
        if reading is None:
            continue
        between, done = flat[done:first], match.end() - len(match.groupdict().get("own") or "")  # no possessive
        if not (held and reading.type == "TIME" and _ALSO.fullmatch(between)):
            yield from (_on_day(time, between, match[0], reading) for time in held)
            held = []
        if reading.type in ("DATE", "TIME"):
            context.remember(reading.value, is_day=reading.type == "DATE")
        begin, stop = places[first], places[done - 1] + 1
        held.append(TimeExpression(begin, stop, text[begin:stop], **reading._asdict()))
    yield from held


def _on_day(time: TimeExpression, between: str, words: str, behind: TimeReading) -> TimeExpression:
    """Return a time of day on the day that is named next to it: `06:15 on 23 March 2021`, `noon on Tuesday`."""
    is_day = behind.type == "DATE" and _DAY.fullmatch(behind.value) and _NAMED_DAY.search(words)
    if time.type != "TIME" or _OWN_DAY.search(time.text) or not is_day or not _BESIDE.fullmatch(between):
        return time
    return replace(time, value=f"{behind.value}T{time.value.partition('T')[2]}")


def flatten(text: str, start: int, end: int) -> tuple[str, Sequence[int]]:
    """Return a stretch of the text with one blank for each run of blanks or line breaks, and the places kept."""
    piece = text[start:end]
    runs = list(_RUN.finditer(piece))
    if all(len(run[0]) == 1 for run in runs):
        return _RUN.sub(" ", piece) if runs else piece, range(start, end)
    kept = [True] * len(piece)
    for run in runs:
        kept[run.start() + 1 : run.end()] = [False] * (len(run[0]) - 1)
    places = [start + number for number, keep in enumerate(kept) if keep]
    return _RUN.sub(" ", piece), places


def _candidates(flat: str) -> Iterator[Candidate]:
    letters = SmallLetters(flat)
    for group in TIME_RULES:
        if group.may_occur(flat, letters):
            for pattern, read, words in group.rules:
                if not words or letters.has_any(words):
                    for match in pattern.finditer(flat):
                        yield match.start(), match.end(), match, read


_REACH = 60  # words; a list without stops must not cost the square of its length
_REPORT = 12  # words between the verb of saying and its *would*
_NEAR = 4  # words; `said late on Friday`, but `told the firms of a cut in its supply in September`
_AHEAD = words_of("ahead")
_PLANS = words_of("plans")
_TIMETABLE = words_of("timetable")


def tense_at(words: Sequence[TextWord], tags: Sequence[str], place: int) -> Tense:
    """Return past, future or reported by the verb next to a place, in front of it if there is one."""
    here = bisect_left(words, place, key=attrgetter("start"))
    first, last = max(0, here - _REACH), min(len(words), here + _REACH)
    for number in (*range(here - 1, first - 1, -1), *range(here, last)):
        if 0 < here - number <= _NEAR and _is_timetable(words, tags, number):
            return "future"
        tense = _tense(words, tags, number)
        if tense == "past" and number < here - _NEAR and event_class(words[number].text.lower(), "VERB") == "REPORTING":
            return "reported"
        if tense is not None:
            return tense
    return ""


def _tense(words: Sequence[TextWord], tags: Sequence[str], number: int) -> Tense | None:
    """Return the direction of one word, none where it is no verb that points anywhere."""
    word, letter = words[number].text.lower(), tags[number]
    if letter == "M":
        return "future" if _looks_ahead(words, tags, number) else None
    if word in _PLANS and letter in "VZDEGJ" and _is_plan(word, words, tags, number):
        return "future"
    if letter == "D":
        return "past"
    if letter in "VE":
        return _by_auxiliary(words, tags, number)
    return "" if letter == "Z" and word not in ("has", "'s", "’s") else None


def _looks_ahead(words: Sequence[TextWord], tags: Sequence[str], number: int) -> bool:
    """Return whether a modal speaks of what is to come; *would* does in reports: `said he would visit on Tuesday`."""
    word = words[number].text.lower()
    if word != "would":
        return word in _AHEAD
    if words[number + 1 : number + 2] and words[number + 1].text.lower() == "have":
        return False  # would have come
    return any(
        tags[place] in "DE" and event_class(words[place].text.lower(), "VERB") == "REPORTING"
        for place in range(max(0, number - _REPORT), number)
    )


def _is_timetable(words: Sequence[TextWord], tags: Sequence[str], number: int) -> bool:
    """`The talks begin Monday` is still to come; `did not begin Monday`, `the first to arrive` are not."""
    if words[number].text.lower() not in _TIMETABLE or tags[number] not in "VZ":
        return False
    before = [word.text.lower() for word in words[max(0, number - 3) : number]]
    return "did" not in before and before[-1:] != ["to"]


def _is_plan(word: str, words: Sequence[TextWord], tags: Sequence[str], number: int) -> bool:
    """Not `the sun set on Sunday`, nor `late due to snow`."""
    behind = [later.text.lower() for later in words[number + 1 : number + 5]]
    if word == "set":
        return "for" in behind or behind[:1] == ["to"]
    return not (word == "due" and behind[:1] == ["to"] and "V" not in tags[number + 2 : number + 3])


def _by_auxiliary(words: Sequence[TextWord], tags: Sequence[str], number: int) -> Tense | None:
    if _modal_before(words, tags, number):
        return "future"
    if tags[number] == "E":
        return "past"
    return None if tags[number - 1] == "T" else ""


def _modal_before(words: Sequence[TextWord], tags: Sequence[str], number: int) -> bool:
    for back in range(number - 1, max(-1, number - 5), -1):
        if tags[back] == "M":
            return _looks_ahead(words, tags, back)
        if tags[back] == "T":
            return back > 0 and words[back - 1].text.lower() in _PLANS
        if tags[back] not in "RVE":
            return False
    return False


Anchor = Literal["document", "previous"]
ANCHORS: tuple[Anchor, ...] = ("document", "previous")
_TIME_OF_DAY = re.compile(r"T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")  # as creation times have it


def annotate(
    text: str, date: str | When | datetime.date | None = None, *, anchor: Anchor = "document", events: bool = True
) -> Annotation:
    """Mark the sentences, time expressions and event mentions of an English text.

    Parameters
    ----------
    text
        The text.
    date
        The day it was written on; a time of day behind it (`1998-02-12T14:35`) is not looked at. Without a
        date, what is relative to it stays unresolved (`XXXX-XX-XX`).
    anchor
        Where relative expressions start from: `"document"`, its date, or `"previous"`, the date named last,
        as histories are written.
    events
        Whether event mentions are looked for; without them the times are found several times faster.

    Returns
    -------
    Annotation
        The marks, each with its place in the text.

    Raises
    ------
    UsageError
        Where the date is none, or the anchor unknown.

    Examples
    --------
    >>> [(t.text, t.value) for t in annotate("He left two days ago.", date="1998-02-12").times]
    [('two days ago', '1998-02-10')]
    """
    if not isinstance(text, str):
        raise expected("a text", text)
    if not isinstance(anchor, str) or anchor not in ANCHORS:
        raise unknown("anchor", anchor, ANCHORS)
    if not isinstance(events, bool):
        raise expected("true or false for events", events)
    written = None if date is None else _written(date)
    context = Context(written, narrative=anchor == "previous")
    sentences = split_sentences(text)
    times: list[TimeExpression] = []
    mentions: list[EventMention] = []
    for sentence in sentences:
        reading = _Reading(text, sentence)
        context.verb_at = reading.tense_at
        expressions = list(find_times(text, sentence.start, sentence.end, context))
        times += expressions
        if events:
            mentions += find_events(reading.words, reading.tags, expressions)
    return Annotation(text, sentences, numbered("t", times), numbered("e", mentions), str(written or ""))


Marks = TypeVar("Marks", TimeExpression, EventMention)


def numbered(letter: str, marks: Iterable[Marks]) -> tuple[Marks, ...]:
    """Return marks whose ids are a letter and their number."""
    return tuple(replace(mark, id=f"{letter}{number}") for number, mark in enumerate(marks, start=1))


class _Reading:
    """The words of a sentence and their parts of speech, found when they are asked for: most sentences name no time."""

    def __init__(self, text: str, sentence: Sentence) -> None:
        self._text, self._sentence = text, sentence

    @cached_property
    def words(self) -> list[TextWord]:
        return words(self._text, self._sentence.start, self._sentence.end)

    @cached_property
    def tags(self) -> list[str]:
        return tag([word.text for word in self.words])

    def tense_at(self, place: int) -> Tense:
        return tense_at(self.words, self.tags, place)


def _written(date: str | When | datetime.date) -> AnchorDay:
    """Return the day, or the month or year where no more is known; of an interval, its first day."""
    if isinstance(date, str) and _TIME_OF_DAY.fullmatch(date, 10):
        date = date[:10]
    when = When.of(date)
    year, month, day = from_ordinal(when.first)
    return {"year": AnchorDay(year), "month": AnchorDay(year, month)}.get(when.precision, AnchorDay(year, month, day))


# Whether a text is English, the one language whose words for times and events are known here.

_COMMON = words_of("common")
_WORD = re.compile(r"\w+")
_TEXTS, _LETTERS = 50, 2000  # a sample of each topic is enough
FEWEST, _SHARE = 20, 0.15  # English news has .3 to .5 of these words, other languages less than .1
_RUNNING = 4  # of the sentences of timeline17 with as many, none has less than half of its words in the tagger


def foreign_note(topic: str, texts: Iterable[str]) -> str:
    """Return a note where the texts of a topic do not look English; "" where they do.

    >>> foreign_note("bp", ["Der Konzern hat am Samstag aufgegeben, das Leck zu stopfen. " * 3])[:40]
    'topic bp: the texts do not look English,'
    """
    return Note.of("language-foreign", topic=topic) if is_foreign(texts) else ""


def is_foreign(texts: Iterable[str], fewest: float = FEWEST) -> bool:
    """Return whether texts do not look English: few of their words are common in English.

    Fewer words than `fewest` are foreign by their script, or if the tagger knows less than half of the words without a
    capital, of which there must be a few.

    >>> is_foreign(["Il presidente ha visitato la costa ieri."]), is_foreign(["Markets fell sharply in Tokyo."])
    (True, False)
    """
    words = [word for text in islice(texts, _TEXTS) for word in _WORD.findall(text[:_LETTERS])]
    if len(words) < fewest:
        letters, running = "".join(words), [word for word in words if word.islower()]
        is_other_script = sum(letter > "\u024f" for letter in letters) > len(letters) / 2  # beyond Latin
        known = sum(word in tagger_model().tags for word in running)
        return is_other_script or (len(running) >= _RUNNING and known < len(running) / 2)
    return sum(word.lower() in _COMMON for word in words) < _SHARE * len(words)
