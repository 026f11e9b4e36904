"""Dates with their precision: a day, a month, a year, or any interval of days, before or after Christ."""

from __future__ import annotations

import datetime
import operator
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from cliometer.errors import InputError, shown

# The proleptic Gregorian calendar for any year, as arithmetic on whole days.
# `datetime.date` knows only the years 1 to 9999; history starts earlier. Years are astronomical (year 0 is
# 1 BC) and day numbers equal `datetime.date.toordinal` where that is defined. Elsewhere we count in eras of 400
# years, after which the calendar repeats.

DAYS_PER_ERA = 146_097


def days_in_month(year: int, month: int) -> int:
    """Return the number of days in a month, 28 to 31."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def to_ordinal(year: int, month: int, day: int) -> int:
    """Return the number of the day, 1 for 0001-01-01."""
    era, year_of_era = divmod(year - 1, 400)
    return era * DAYS_PER_ERA + datetime.date(year_of_era + 1, month, 1).toordinal() + day - 1


def from_ordinal(ordinal: int) -> tuple[int, int, int]:
    """Return year, month and day of a day number."""
    era, day_of_era = divmod(ordinal - 1, DAYS_PER_ERA)
    date = datetime.date.fromordinal(day_of_era + 1)
    return era * 400 + date.year, date.month, date.day


Precision = Literal["day", "month", "year", "interval"]

_POINT = re.compile(r"(-?\d{4}|Y-?\d{5,9})(?:-(\d\d)(?:-(\d\d))?)?", re.ASCII)
EXPECTED = "a date such as 2010-05-27, 1997-06, 1997, -0799 or 1997-06/1997-08"


@dataclass(frozen=True, slots=True, order=True)
class When:
    """An interval of days, first and last included, as day numbers of `datetime.date.toordinal`.

    Its precision and its spelling follow from the days: `1997-06-01/1997-06-30` is `1997-06`. Spelling is
    ISO 8601 / EDTF: `2010-05-27`, `1997`, `-0799` (800 BC), `Y-12000` for years of more than four digits.
    """

    first: int
    last: int = None  # type: ignore[assignment]  # refused below, with what to write in place of When("2010-05")

    def __post_init__(self) -> None:
        if not (isinstance(self.first, int) and isinstance(self.last, int)):
            given = shown(self.first) if self.last is None else f"{shown(self.first)} and {shown(self.last)}"
            text = self.first if isinstance(self.first, str) else "2010-05-27"
            raise InputError("day-numbers-expected", found=given, text=text)
        if self.last < self.first:
            raise InputError("interval-reversed", first=_day(self.first), last=_day(self.last))

    @classmethod
    def parse(cls, text: str) -> When:
        """Read the ISO 8601 / EDTF spelling; anything else is an `InputError`."""
        if not isinstance(text, str):
            raise _no_date(text)
        return parse_when(text)

    @classmethod
    def of(cls, value: When | datetime.date | str) -> When:
        """Return a date for whatever a caller may use for one."""
        if isinstance(value, When):
            return value
        if isinstance(value, datetime.date):
            return cls(value.toordinal(), value.toordinal())
        if isinstance(value, str):
            return parse_when(value)
        raise _no_date(value)

    @property
    def precision(self) -> Precision:
        """The unit the interval fills exactly."""
        if self.first == self.last:
            return "day"
        (year, month, day), end = from_ordinal(self.first), from_ordinal(self.last)
        if day == 1 and end == (year, month, days_in_month(year, month)):
            return "month"
        if (month, day) == (1, 1) and end == (year, 12, 31):
            return "year"
        return "interval"

    @property
    def second(self) -> int:
        """The start of the first day in seconds since 1970."""
        return (self.first - to_ordinal(1970, 1, 1)) * 86_400

    def distance(self, other: When | datetime.date | str) -> int:
        """Return the gap in days, 0 where the two overlap; between two days it is |a - b|."""
        other = When.of(other)
        return max(0, self.first - other.last, other.first - self.last)

    def shift(self, days: int) -> When:
        """Return the same number of days, later (or earlier, for a negative number)."""
        try:
            days = operator.index(days)
        except TypeError:
            raise InputError("days-expected", days=shown(days)) from None
        return When(self.first + days, self.last + days)

    def __str__(self) -> str:
        if self.first == self.last:
            return _spell(self.first, "day")
        if (precision := self.precision) != "interval":
            return _spell(self.first, precision)
        start, end = from_ordinal(self.first), from_ordinal(self.last)
        unit: Precision = "day"
        if start[2] == 1 and end[2] == days_in_month(end[0], end[1]):
            unit = "year" if (start[1], end[1]) == (1, 12) else "month"
        return f"{_spell(self.first, unit)}/{_spell(self.last, unit)}"

    def __repr__(self) -> str:
        return f"When.parse({str(self)!r})"


def _no_date(value: object) -> InputError:
    return InputError("date-object-expected", expected=EXPECTED, found=shown(value))


@lru_cache(maxsize=65_536)  # a benchmark names the same few thousand days again and again
def parse_when(text: str) -> When:
    """Read a spelled date and remember it; anything else is an `InputError`."""
    points = [_point(point, text) for point in text.split("/", 1)]
    return When(points[0][0], points[-1][1])


def _point(text: str, whole: str) -> tuple[int, int]:
    """Return the first and the last day of a day, month or year."""
    if (match := _POINT.fullmatch(text)) is None:
        raise InputError("date-malformed", expected=EXPECTED, whole=whole)
    year = int(match[1].lstrip("Y"))
    if match[2] is None:
        return to_ordinal(year, 1, 1), to_ordinal(year, 12, 31)
    month = int(match[2])
    if not 1 <= month <= 12:
        raise InputError("no-such-month", month=match[2], date=whole)
    last_day = days_in_month(year, month)
    if match[3] is None:
        return to_ordinal(year, month, 1), to_ordinal(year, month, last_day)
    day = int(match[3])
    if not 1 <= day <= last_day:
        raise InputError("no-such-day", day=match[3], date=whole, last=last_day)
    ordinal = to_ordinal(year, month, day)
    return ordinal, ordinal


def _spell(ordinal: int, unit: Precision) -> str:
    year, month, day = from_ordinal(ordinal)
    sign = "-" if year < 0 else ""
    spelled = f"{sign}{abs(year):04d}" if abs(year) <= 9999 else f"Y{year}"
    return {"year": spelled, "month": f"{spelled}-{month:02d}"}.get(unit, f"{spelled}-{month:02d}-{day:02d}")


def _day(ordinal: int) -> str:
    return _spell(ordinal, "day")
