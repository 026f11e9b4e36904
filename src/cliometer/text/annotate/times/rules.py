"""What a rule for times is, what it knows of its context, and steps from the day where a relative time starts."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from cliometer.model.sources import TimeType
from cliometer.model.when import days_in_month, from_ordinal, to_ordinal
from cliometer.text.annotate.times.vocabulary import DAY_PARTS, MODIFIERS
from cliometer.text.word_lists import values_of

UNKNOWN = "XXXX"


class AnchorDay(NamedTuple):
    """A day, a month (day 0) or a year (month 0)."""

    year: int
    month: int = 0
    day: int = 0

    def __str__(self) -> str:
        parts = [spelled_year(self.year)]
        parts += [f"{part:02d}" for part in (self.month, self.day) if part]
        return "-".join(parts)

    @property
    def filled(self) -> AnchorDay:
        """The first day of the month or year."""
        return AnchorDay(self.year, self.month or 1, self.day or 1)


def spelled_year(year: int) -> str:
    """Return `1998`, or `BC0800` for years before Christ, which are numbered 0, -1, ... inside."""
    return f"{year:04d}" if year > 0 else f"BC{1 - year:04d}"


_VALUE = re.compile(r"(BC)?(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")
_QUARTER_OR_HALF = re.compile(r"(\d{4})-([QH])(\d)")
_WEEK = re.compile(r"(\d{4})-W(\d\d)")


def day_of_value(value: str) -> AnchorDay | None:
    """Return the day, month or year that a TIMEX3 value starts with."""
    if match := _QUARTER_OR_HALF.match(value):
        length = 3 if match[2] == "Q" else 6
        return AnchorDay(int(match[1]), length * (int(match[3]) - 1) + 1)
    if match := _WEEK.match(value):
        monday = datetime.date.fromisocalendar(int(match[1]), max(1, min(52, int(match[2]))), 1)
        return AnchorDay(monday.year, monday.month, monday.day)
    if match := _VALUE.match(value):
        year, month, day = (int(part or 0) for part in match.groups()[1:])
        return AnchorDay(1 - year if match[1] else year, month, day)
    return None


def shift_days(day: AnchorDay, days: int) -> AnchorDay:
    """Return the day that lies some days later."""
    return AnchorDay(*from_ordinal(to_ordinal(*day.filled) + days))


def shift_months(day: AnchorDay, months: int) -> AnchorDay:
    """Return the day that lies some months later; the day is kept where the month has it."""
    years, month = divmod(day.year * 12 + (day.month or 1) - 1 + months, 12)
    return AnchorDay(years, month + 1, min(day.day, days_in_month(years, month + 1)) if day.day else 0)


def weekday(day: AnchorDay) -> int:
    """Return the number of a weekday, 1 for Monday."""
    return (to_ordinal(*day.filled) - 1) % 7 + 1


def week(day: AnchorDay) -> str:
    """Return the ISO week: `1998-W07`."""
    if not 1 < day.year < 9999:
        return f"{spelled_year(day.year)}-WXX"
    year, number, _ = datetime.date(*day.filled).isocalendar()
    return f"{year:04d}-W{number:02d}"


def quarter(day: AnchorDay) -> int:
    """Return the quarter of a day, 1 to 4."""
    return ((day.month or 1) + 2) // 3


def value_after(day: AnchorDay, steps: int, letter: str) -> str:
    """Return the value of the day, week, month, ... some steps away: `1998-W06`, `1997-Q4`, `199`."""
    if letter == "D":
        return str(shift_days(day, steps))
    if letter in ("W", "2W"):
        return week(shift_days(day, steps * (14 if letter == "2W" else 7)))
    if letter == "WE":
        return week(shift_days(day, steps * 7)) + "-WE"
    if letter == "M":
        there = shift_months(day, steps)
        return str(there._replace(day=0))
    if letter == "Q":
        there = shift_months(day, steps * 3)
        return f"{spelled_year(there.year)}-Q{quarter(there)}"
    if letter == "DE":
        return spelled_year(day.year + 10 * steps)[:-1]
    if letter == "CE":
        return spelled_year(day.year + 100 * steps)[:-2]
    return spelled_year(day.year + steps * (1000 if letter == "ME" else 1))


Tense = Literal["past", "reported", "future", ""]  # reported: said in the past, so what it is about may lie ahead
_SHAPES = values_of("unknown-values")
_BY_DAY = ("D", "W", "2W", "WE")  # what cannot be counted from a month or a year
_BY_MONTH = ("M", "Q")
_QUARTER = re.compile(r"\d{4}-Q\d")


@dataclass
class Context:
    """The day of writing, the date named last, the direction of the verb; it moves along with the reader."""

    written: AnchorDay | None
    narrative: bool = False
    previous: AnchorDay | None = None
    previous_value: str = ""
    previous_day: AnchorDay | None = None
    previous_quarter: str = ""
    day_here: AnchorDay | None = None  # named earlier in the same sentence
    places: Sequence[int] = ()  # of the characters of the sentence, in the text
    verb_at: Callable[[int], Tense] = lambda place: ""

    @property
    def now(self) -> AnchorDay | None:
        """What relative expressions start from."""
        return (self.previous or self.written) if self.narrative else self.written

    def begin(self, places: Sequence[int]) -> None:
        """Turn to a new sentence, whose characters stand at these places of the text."""
        self.places, self.day_here = places, None

    def tense_at(self, place: int) -> Tense:
        """Return the direction of the verb next to a character of the sentence."""
        return self.verb_at(self.places[place])

    def then(self, letters: str) -> AnchorDay | None:
        """Return the date named last that is known to the day or month, for `that day` and `a month earlier`."""
        named = self.previous_day if letters in _BY_DAY else self.previous
        if named and not named.month and letters in _BY_MONTH:
            named = None
        return named or (None if self.narrative and self.previous else self.written)

    def remember(self, value: str, *, is_day: bool) -> None:
        """Keep a date for the expressions that come."""
        if (day := day_of_value(value)) is None:
            return
        self.previous, self.previous_value = day, value
        if _QUARTER.fullmatch(value):
            self.previous_quarter = value
        if day.day:
            self.previous_day = day
            self.day_here = day if is_day else self.day_here


def away(steps: int, letters: str, start: AnchorDay | None) -> str:
    """Return the value so many days, weeks, ... from a day; only its shape where the day is unknown."""
    known = start and (start.day or letters not in _BY_DAY) and (start.month or letters not in _BY_MONTH)
    return value_after(start, steps, letters) if start and known else _SHAPES.get(letters, UNKNOWN)


Match = re.Match[str]


class TimeReading(NamedTuple):
    """What an expression means."""

    type: TimeType
    value: str
    mod: str = ""
    quant: str = ""
    freq: str = ""


Read = Callable[[Match, Context], TimeReading | None]


_DIGIT = re.compile(r"\d")


class SmallLetters:
    """A sentence in small letters: a quick look for the words without which a pattern cannot match."""

    def __init__(self, sentence: str) -> None:
        self.text = sentence.lower()
        self.has_digit = _DIGIT.search(sentence) is not None

    def has_any(self, words: Sequence[str]) -> bool:
        """Return whether one of the words occurs, inside others too; `0` stands for any digit."""
        text = self.text
        for word in words:  # noqa: SIM110  (a loop costs half of what `any` does, and this runs for every sentence)
            if word in text or (word == "0" and self.has_digit):
                return True
        return False


class Rule(NamedTuple):
    """A compiled pattern, its reader, which may still say that it is no time, and words that it cannot do without."""

    pattern: re.Pattern[str]
    read: Read
    words: Sequence[str] = ()


class RuleGroup:
    """Rules that are tried only on sentences in which their trigger occurs; most sentences have none.

    The trigger cannot occur without one of the words (`SmallLetters.has_any`).
    """

    def __init__(self, trigger: str, words: str) -> None:
        self.trigger = re.compile(trigger, re.IGNORECASE)
        self.words = tuple(words.split())
        self.rules: list[Rule] = []

    def may_occur(self, sentence: str, letters: SmallLetters) -> bool:
        """Return whether the rules are to be tried on a sentence."""
        return letters.has_any(self.words) and self.trigger.search(sentence) is not None

    def rule(
        self, pattern: str, *, case: bool = False, joined: bool = False, words: str = ""
    ) -> Callable[[Read], Read]:
        """Add a rule; capitals count where `case` is set, a hyphen may stand in front where `joined` is.

        Where `words` are given, the pattern cannot match without one of them.
        """
        apart = r"(?<![\w$£€.,])" if joined else r"(?<![\w$£€.,/-])"
        compiled = re.compile(rf"{apart}(?:{pattern})(?![\w])", 0 if case else re.IGNORECASE)

        def add(read: Read) -> Read:
            self.rules.append(Rule(compiled, read, tuple(words.split())))
            return read

        return add


def before(match: Match, length: int = 24) -> str:
    """Return the characters in front of what was found, in small letters."""
    return match.string[max(0, match.start() - length) : match.start()].lower()


def after(match: Match, length: int = 24) -> str:
    """Return the characters behind what was found."""
    return match.string[match.end() : match.end() + length]


def comes_after(match: Match, words: str) -> bool:
    """Return whether one of these words (`in|of|by`) stands in front, with one blank between."""
    return re.search(rf"\b(?:{words}) $", before(match)) is not None


def comes_before(match: Match, pattern: str) -> bool:
    """Return whether the text behind what was found goes on like this."""
    return re.match(pattern, after(match)) is not None


def mod_of(match: Match) -> str:
    """Return START, MID, END, APPROX, ... for `early`, `mid-`, `the end of`, `about`."""
    groups = match.groupdict()
    word = groups.get("mod") or groups.get("part") or groups.get("about") or ""
    return MODIFIERS.get(word.strip(" -").lower(), "")


def dated(match: Match, value: str) -> TimeReading:
    """Return a date, or a time of that day where a part of the day is named."""
    if part := match.groupdict().get("day_part"):
        return TimeReading("TIME", f"{value}T{DAY_PARTS[part.lower().removesuffix('s')]}", mod_of(match))
    return TimeReading("DATE", value, mod_of(match))
