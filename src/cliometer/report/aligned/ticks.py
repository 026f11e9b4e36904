"""Ticks of a true time axis, for any year: the finest unit whose labels have room."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from cliometer.model.calendar import from_ordinal, to_ordinal

ROOM = 46  # pixels between labels
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


class Tick(NamedTuple):
    """A day number, its label, and the month or year that the label belongs to."""

    day: int
    label: str
    era: str = ""


def ticks(first: float, last: float, scale: float) -> list[Tick]:
    """The ticks between two days at so many pixels a day."""
    room = ROOM / scale
    if room <= 7:
        found = _days(math.floor(first), last, 1 if room <= 1 else 2 if room <= 2 else 7)
    elif room <= 92:
        found = _months(math.floor(first), last, 1 if room <= 30 else 3)
    else:
        found = _years(math.floor(first), last, room / 365.25)
    return [tick for tick in found if first <= tick.day <= last]


def _days(first: int, last: float, step: int) -> Iterator[Tick]:
    for number in range(first, math.floor(last) + 1):
        year, month, day = from_ordinal(number)
        if (day - 1) % step == 0 and (step == 1 or day <= 31 - step / 2):
            yield Tick(number, str(day), f"{_MONTHS[month - 1]} {year_name(year)}")


def _months(first: int, last: float, step: int) -> Iterator[Tick]:
    year, month, _ = from_ordinal(first)
    months = 12 * year + (month - 1) // step * step
    while (where := to_ordinal(months // 12, months % 12 + 1, 1)) <= last:
        yield Tick(where, _MONTHS[months % 12], year_name(months // 12))
        months += step


def _years(first: int, last: float, least: float) -> Iterator[Tick]:
    power = 10 ** max(0, math.floor(math.log10(least)))
    step = next(n * power for n in (1, 2, 5, 10) if n * power >= least)
    year = from_ordinal(first)[0] // step * step
    while (where := to_ordinal(year, 1, 1)) <= last:
        yield Tick(where, year_name(year))
        year += step


def year_name(year: int) -> str:
    """Years before 1 as historians write them."""
    return str(year) if year > 0 else f"{1 - year} BC"
