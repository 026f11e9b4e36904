"""What a relative time is relative to: the day of writing, or the date named last; and steps from there."""

from __future__ import annotations

import datetime
import re
from typing import NamedTuple

from cliometer.model.calendar import days_in_month, from_ordinal, to_ordinal

UNKNOWN = "XXXX"


class Day(NamedTuple):
    """A day, a month (day 0) or a year (month 0)."""

    year: int
    month: int = 0
    day: int = 0

    def __str__(self) -> str:
        parts = [spelled_year(self.year)]
        parts += [f"{part:02d}" for part in (self.month, self.day) if part]
        return "-".join(parts)

    @property
    def filled(self) -> Day:
        """The first day of the month or year."""
        return Day(self.year, self.month or 1, self.day or 1)


def spelled_year(year: int) -> str:
    """`1998`; `BC0800` for years before Christ, which are numbered 0, -1, ... inside."""
    return f"{year:04d}" if year > 0 else f"BC{1 - year:04d}"


_VALUE = re.compile(r"(BC)?(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")
_QUARTER = re.compile(r"(\d{4})-([QH])(\d)")
_WEEK = re.compile(r"(\d{4})-W(\d\d)")


def read(value: str) -> Day | None:
    """The day, month or year that a TIMEX3 value starts with."""
    if match := _QUARTER.match(value):
        length = 3 if match[2] == "Q" else 6
        return Day(int(match[1]), length * (int(match[3]) - 1) + 1)
    if match := _WEEK.match(value):
        monday = datetime.date.fromisocalendar(int(match[1]), max(1, min(52, int(match[2]))), 1)
        return Day(monday.year, monday.month, monday.day)
    if match := _VALUE.match(value):
        year, month, day = (int(part or 0) for part in match.groups()[1:])
        return Day(1 - year if match[1] else year, month, day)
    return None


def shift_days(day: Day, days: int) -> Day:
    """Some days later."""
    return Day(*from_ordinal(to_ordinal(*day.filled) + days))


def shift_months(day: Day, months: int) -> Day:
    """Some months later; the day is kept where the month has it."""
    years, month = divmod(day.year * 12 + (day.month or 1) - 1 + months, 12)
    return Day(years, month + 1, min(day.day, days_in_month(years, month + 1)) if day.day else 0)


def weekday(day: Day) -> int:
    """1 for Monday."""
    return (to_ordinal(*day.filled) - 1) % 7 + 1


def week(day: Day) -> str:
    """The ISO week: `1998-W07`."""
    if not 1 < day.year < 9999:
        return f"{spelled_year(day.year)}-WXX"
    year, number, _ = datetime.date(*day.filled).isocalendar()
    return f"{year:04d}-W{number:02d}"


def quarter(day: Day) -> int:
    """1 to 4."""
    return ((day.month or 1) + 2) // 3


def moved(day: Day, steps: int, letter: str) -> str:
    """The value of the day, week, month, ... that many steps away: `1998-W06`, `1997-Q4`, `199`."""
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
