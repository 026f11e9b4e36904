"""The days of both sides as rows of numbers: partner, days apart, weight, hits, size, credit, flags."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import IntFlag

from cliometer.metrics.explanation import Day
from cliometer.model.when import When

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
    """Six significant digits, whole numbers as such."""
    if math.isfinite(number) and number == int(number):
        return int(number)
    return float(f"{number:.6g}")


def lateness(system: When, reference: When) -> int:
    """Days by which the system is later (negative: earlier), 0 where the two overlap."""
    gap = system.distance(reference)
    return gap if system > reference else -gap


def reference_rows(days: Sequence[Day], partners: Mapping[When, int]) -> list[Row]:
    """The rows of the reference dates."""
    rows = []
    for day in days:
        late = 0 if day.date is None or day.partner is None else lateness(day.partner, day.date)
        rows.append(_row(day, partners, late, Flag.MISSED if not day.credit else Flag(0)))
    return rows


def system_rows(
    days: Sequence[Day],
    partners: Mapping[When, int],
    outdone: Sequence[int | None],
    texts: Sequence[int | None],
) -> list[Row]:
    """The rows of the system's dates; a repeated one names the day that outdoes it and the day it repeats."""
    rows = []
    for day, better, earlier in zip(days, outdone, texts, strict=True):
        late = 0 if day.date is None or day.partner is None else lateness(day.date, day.partner)
        repeated = better is not None or earlier is not None
        row = _row(day, partners, late, _system_flag(day, late) | (Flag.REPEATED if repeated else Flag(0)))
        if repeated:
            row += [-1 if better is None else better, -1 if earlier is None else earlier]
        rows.append(row)
    return rows


def _system_flag(day: Day, late: int) -> Flag:
    if not day.credit:
        return Flag.SPURIOUS
    if late:
        return Flag.LATE if late > 0 else Flag.EARLY
    return Flag(0)


def _row(day: Day, partners: Mapping[When, int], late: int, flag: Flag) -> Row:
    partner = -1 if day.partner is None else partners[day.partner]
    return [partner, late, *map(short, (day.weight, day.hits, day.size, day.credit)), int(flag)]
