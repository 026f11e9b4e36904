"""Stamps of entries as the code of protocols reads them: the day number, and whether it stands for a month or year."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from functools import lru_cache

_CLOCK = r"(?P<hour>\d\d)(?::?(?P<minute>\d\d)(?::?(?P<second>\d\d)(?:[.,]\d+)?)?)?(?:[Zz]|[+-]\d\d(?::?\d\d)?)?"
_ISO = re.compile(
    r"(?P<year>\d{4})(?:-?W(?P<week>\d\d)(?:-?(?P<weekday>\d))?|(?P<packed>\d{4})|-?(?P<ordinal>\d{3})"
    r"|(?P<mark>[-/.])(?P<month>\d\d?)(?P=mark)(?P<day>\d\d?)|[-/.](?P<alone>\d\d))?"
    rf"(?:[T ]{_CLOCK})?",
    re.ASCII,
)
_DAY = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)", re.ASCII)
_CALENDAR = re.compile(r"(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?", re.ASCII)
_MIDNIGHT = "T00:00:00"
Reader = Callable[[str], tuple[int, bool]]


@lru_cache(1 << 16)
def iso(stamp: str) -> tuple[int, bool]:
    """Read what arrow.get reads; its time of day counts only where it is 24:00."""
    if (match := _ISO.fullmatch(stamp)) is None:
        raise ValueError(stamp)
    parts = {name: int(value) for name, value in match.groupdict().items() if value and name != "mark"}
    hour, later = parts.get("hour", 0), (parts.get("minute", 0), parts.get("second", 0))
    if hour > 24 or max(later) > 59 or (hour == 24 and any(later)):
        raise ValueError(stamp)
    year, extra = parts["year"], int(hour == 24)
    if "week" in parts:
        day = datetime.date.fromisocalendar(year, parts["week"], parts.get("weekday", 1)).toordinal()
    elif "ordinal" in parts:
        day = datetime.date(year, 1, 1).toordinal() + parts["ordinal"] - 1
        if not parts["ordinal"] or datetime.date.fromordinal(day).year != year:
            raise ValueError(stamp)
    elif "packed" in parts:
        day = datetime.date(year, *divmod(parts["packed"], 100)).toordinal()
    else:
        month = parts.get("month", parts.get("alone", 1))
        day = datetime.date(year, month, parts.get("day", 1)).toordinal()
    return day + extra, not parts.keys() & {"week", "ordinal", "packed", "day"}


@lru_cache(1 << 16)
def ten(stamp: str) -> tuple[int, bool]:
    """Cut the first ten characters at hyphens."""
    year, month, day = map(int, stamp[:10].split("-"))
    return datetime.date(year, month, day).toordinal(), False


@lru_cache(1 << 16)
def day(stamp: str) -> tuple[int, bool]:
    """Read what stands before T, single digits as well, as `strptime` does."""
    match = _DAY.fullmatch(stamp.partition("T")[0].strip())
    if match is None:
        raise ValueError(stamp)
    return datetime.date(*map(int, match.groups())).toordinal(), False


@lru_cache(1 << 16)
def calendar(stamp: str) -> tuple[int, bool]:
    """Read a day, month or year and nothing else."""
    match = _CALENDAR.fullmatch(stamp)
    if match is None:
        raise ValueError(stamp)
    year, month, of_month = (int(part or 1) for part in match.groups())
    return datetime.date(year, month, of_month).toordinal(), match[3] is None


def midnight(stamp: str) -> tuple[int, bool]:
    """Read a day, month or year at midnight; a stamp without a time has it added, as its files have it."""
    bare = stamp.replace(" ", "")
    if "T" in bare and not bare.endswith(_MIDNIGHT):
        raise ValueError(stamp)
    return calendar(bare.removesuffix(_MIDNIGHT))


READERS: Mapping[str, Reader] = {"iso": iso, "ten": ten, "day": day, "calendar": calendar, "midnight": midnight}
