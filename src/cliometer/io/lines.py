"""Numbered lines of a file, the dates and days on them, and notes on what a reader forgave."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cliometer.errors import FormatError, InputError
from cliometer.io.input_form import current_form
from cliometer.model.notes import Note
from cliometer.model.timeline import Duplicates, Timeline
from cliometer.model.when import When, parse_when
from cliometer.spelling import quoted

_MOST_ALIKE = 3  # notes of one kind; where there are more, the first stands for them


@dataclass
class Notebook:
    """The notes on one file, in the order of their first appearance."""

    path: Path
    _first_line: dict[str, int | None] = field(default_factory=dict)
    _count: Counter[str] = field(default_factory=Counter)
    _kinds: dict[str, list[str]] = field(default_factory=dict)

    def add(self, line: int | None, message: str, kind: str = "") -> None:
        """Note something; an equal message only counts, and so do many of one kind."""
        self._first_line.setdefault(message, line)
        if message not in self._count:
            self._kinds.setdefault(kind or message, []).append(message)
        self._count[message] += 1

    @property
    def notes(self) -> tuple[str, ...]:
        """`path:line: message`, with the number of times where it is more than one."""
        notes, name = [], "standard input" if str(self.path) == "-" else self.path
        for alike in self._kinds.values():
            is_long = len(alike) > _MOST_ALIKE
            repeats = sum(self._count[message] for message in alike) - 1
            for message in alike[:1] if is_long else alike:
                line, times = self._first_line[message], self._count[message]
                place = f"{name}: " if line is None else f"{name}:{line}: "
                counted = f" ({times} times{'' if line is None else ', first here'})" if times > 1 else ""
                note = message if isinstance(message, Note) else Note.of("forgiven", what=message)
                notes.append(note.framed(place, f" (and {repeats} more like it)" if is_long else counted))
        return tuple(notes)


_LINE_BREAK = re.compile(r"\r\n|\r|\n")  # `str.splitlines` would also cut at form feeds and U+2028


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield line numbers from 1, and the lines without the blanks around them."""
    for number, line in enumerate(_LINE_BREAK.split(text), start=1):
        yield number, line.strip()


def first_line(text: str) -> str:
    """Return the first line that is not blank, or nothing."""
    return _LINE_BREAK.split(text.lstrip(), maxsplit=1)[0].rstrip()


def written_header(text: str) -> str:
    """Return the first line of a table as messages show it: as it is written, without quotes around it, in one line."""
    line = first_line(text)
    shown = line if len(line) <= _LONGEST_HEADER else f"{line[:_LONGEST_HEADER]}..."
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in shown) or "nothing"


def days_on_lines(timeline: Timeline, format_name: str) -> Iterator[tuple[When, tuple[str, ...]]]:
    """Yield the days of a timeline; a sentence that does not fit on one line is an error."""
    for when, sentences in timeline.items():
        for sentence in sentences:
            if _LINE_BREAK.search(sentence):
                raise InputError(
                    "line-break-in-sentence", when=when, format_name=format_name, sentence=quoted(sentence)
                )
        yield when, sentences


# Beside the spellings of `When` two are forgiven and noted: single digits (`2010-1-5`, which the old
# toolkit accepts as well) and a time of day behind the date (`2010-05-27T00:00:00`, as news-tls and
# spreadsheets write it; Open-TLS has even `2018-05T00:00:00`).
_SPELLING = re.compile(
    r"(?P<year>-?\d{4}|Y-?\d{5,9})(?:-(?P<month>\d\d?)(?:-(?P<day>\d\d?))?)?"
    r"(?P<time>(?: ?T| )\d\d?:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?",
    re.ASCII,
)
LOOKS_LIKE_A_DATE = re.compile(r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}", re.ASCII)  # 2010/01/01, 27.5.2010
_CLOCK = (24, 59, 60)  # the highest hour, minute and second; seconds may leap
_OTHER_FORMAT = "if dates are spelled otherwise, say how, such as --date-format {}"
_DAY_FIRST = re.compile(r"(?P<day>\d{1,2})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<year>\d{4})", re.ASCII)
_LONGEST_HEADER = 200  # characters that a message shows
_LONGEST = 64  # no spelling of a date is longer; saves trying every sentence


@dataclass(frozen=True)
class SpelledDate:
    """A date and what was unusual about its spelling, with the kind of quirk it is."""

    when: When
    quirk: str = ""
    kind: str = ""


def find_date(text: str) -> SpelledDate | None:
    """Return the date that a text spells, or None where it spells none."""
    is_iso, start = current_form().date_format is None, text.lstrip()[:1]
    if len(text) > _LONGEST or (is_iso and not start.isdigit() and start not in ("-", "Y")):
        return None  # most sentences, without the cost of an error
    try:
        return _spelled(text)
    except InputError:
        return None


def expect_date(value: object, notebook: Notebook, line: int | None, part: str = "") -> When:
    """Return the date that a value spells; an unusual spelling is noted, any other value is an error."""
    try:
        date = _spelled(value)
    except InputError as error:
        raise _no_date(value, error).at(notebook.path, line).inside(part) from None
    if date.quirk:
        notebook.add(line, date.quirk, date.kind)
    return date.when


def _no_date(value: object, error: InputError) -> FormatError:
    if error.rule in ("no-such-month", "no-such-day"):  # say which months or days there are
        last = error.values.get("last")
        span = "months run from 01 to 12" if last is None else f"its month has days 01 to {last}"
        return FormatError("date-beyond-calendar", text=quoted(value), span=span)
    form = current_form().date_format
    such = "such as 2010-05-27" if form is None else f"in the format {form.spelling}"
    may_be_one = isinstance(value, str) and re.search(r"\d", value)
    if may_be_one and (impossible := _impossible_day(str(value).strip())):
        return FormatError("date-beyond-calendar", text=quoted(value), span=impossible)
    hint = "correct it, or change --date-format" if form else _other_format(str(value).strip()) if may_be_one else ""
    return FormatError("date-expected", such=such, text=quoted(value), hint=hint)


def _impossible_day(text: str) -> str:
    """Return why a date such as 31.4.1970 is none in any order of day and month; "" where it may be one."""
    if (match := _DAY_FIRST.fullmatch(text)) is None:
        return ""
    reasons = []
    for day, month in (match.group("day", "month"), match.group("month", "day")):
        try:
            parse_when(f"{match['year']}-{month.zfill(2)}-{day.zfill(2)}")
        except InputError as error:
            reasons += [f"its month has days 01 to {last}"] if (last := error.values.get("last")) else []
        else:
            return ""
    return reasons[0] if reasons else "months run from 01 to 12"


def _other_format(text: str) -> str:
    """Return the hint to name a format, with the separator and the order of a date such as 27.5.2010."""
    if (match := _DAY_FIRST.fullmatch(text)) is None:
        return _OTHER_FORMAT.format("dd/mm/yyyy")
    first, second = ("mm", "dd") if int(match["month"]) > 12 else ("dd", "mm")
    return _OTHER_FORMAT.format(f"{first}{match['mark']}{second}{match['mark']}yyyy")


def _spelled(text: object) -> SpelledDate:
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise InputError("not-a-date")
    bare = text.strip()
    form = current_form()
    if form.date_format is not None:
        if when := form.date_format.read(bare):
            return SpelledDate(when)
        if not form.date_format.also_iso:
            raise InputError("not-a-date")
    if (match := _SPELLING.fullmatch(bare)) is None:
        return SpelledDate(parse_when(bare))
    padded = "-".join([match["year"], *(part.zfill(2) for part in match.group("month", "day") if part)])
    when = parse_when(padded)
    if match["time"]:
        clock, zone = re.fullmatch(r"[ T]*(.*?)(Z|[+-]\d\d:?\d\d)?", match["time"]).groups()  # type: ignore[union-attr]
        if any(int(part) > most for part, most in zip(re.findall(r"\d+", clock), _CLOCK, strict=False)):
            raise InputError("not-a-time")
        kept = f" with its zone ({zone}); the day is the one that was written" if zone not in (None, "Z") else ""
        return SpelledDate(when, f"a time of day after the date was dropped{kept}", "time of day")
    if padded == bare:
        return SpelledDate(when)
    return SpelledDate(when, f"a date with single digits was read as if padded ({when})", "padded")


@dataclass(frozen=True)
class DayEntry:
    """A date, its sentences, and where they stand: `place` reads "on line 12" or "as day 3"."""

    when: When
    sentences: Sequence[str]
    place: str
    line: int | None = None


def assemble(days: Iterable[DayEntry], notebook: Notebook, duplicates: Duplicates, name: str = "") -> Timeline:
    """Return the timeline of days; empty days and repeated dates are noted, or refused where `duplicates` says so."""
    first: dict[When, DayEntry] = {}
    pairs = []
    for day in days:
        if not any(sentence.strip() for sentence in day.sentences):
            notebook.add(day.line, "a day without sentences was kept")
        if day.when in first:
            again = "" if day.place == f"on line {day.line}" else f" {day.place}"  # notes start with the line
            repetition = f"{day.when} appears again{again}, first {first[day.when].place}"
            if duplicates == "error":
                raise FormatError("day-repeated", notebook.path, day.line, found=repetition)
            outcome = "sentences appended" if duplicates == "append" else "only the last kept"
            notebook.add(day.line, Note.of("date-again", what=repetition, outcome=outcome), kind="repeated")
        first.setdefault(day.when, day)
        pairs.append((day.when, day.sentences))
    return Timeline(pairs, name, duplicates)
