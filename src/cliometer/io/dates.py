"""Dates as files spell them: every spelling of `When`, and two that are forgiven and noted.

Forgiven are single digits (`2010-1-5`, which the old toolkit accepts as well) and a time of day behind the
date (`2010-05-27T00:00:00`, as news-tls and spreadsheets write it; Open-TLS has even `2018-05T00:00:00`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cliometer.errors import FormatError, InputError
from cliometer.io.notes import Notebook, quoted
from cliometer.model.when import When

_SPELLING = re.compile(
    r"(?P<year>-?\d{4}|Y-?\d{5,9})(?:-(?P<month>\d\d?)(?:-(?P<day>\d\d?))?)?"
    r"(?P<time>(?: ?T| )\d\d?:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?",
    re.ASCII,
)
_LOOKS_LIKE_A_DATE = re.compile(r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}", re.ASCII)
_LONGEST = 64  # no spelling of a date is longer; saves trying every sentence


@dataclass(frozen=True)
class SpelledDate:
    """A date and what was unusual about its spelling, with the kind of quirk it is."""

    when: When
    quirk: str = ""
    kind: str = ""


def find_date(text: str) -> SpelledDate | None:
    """The date that a text is, or None where it is none."""
    try:
        return _spelled(text)
    except InputError:
        return None


def looks_like_a_date(text: str) -> bool:
    """Whether somebody may have meant a date: 2010/01/01, 27.5.2010, 2011-04-0."""
    return len(text) <= _LONGEST and _LOOKS_LIKE_A_DATE.fullmatch(text) is not None


def expect_date(found: object, notebook: Notebook, line: int | None, where: str = "") -> When:
    """The date that must stand here; notes an unusual spelling, fails on anything else."""
    try:
        date = _spelled(found)
    except InputError as error:
        raise FormatError(where + _complaint(found, error.message), notebook.path, line) from None
    if date.quirk:
        notebook.add(line, date.quirk, date.kind)
    return date.when


def _complaint(found: object, reason: str) -> str:
    """One sentence; where month or day are beyond the calendar, only the range that they have."""
    if reason.startswith("there is no"):
        return f"{quoted(found)} is no date: {reason.rpartition('; ')[2].replace('it has', 'its month has')}"
    return f"expected a date such as 2010-05-27, found {quoted(found)}"


def _spelled(text: object) -> SpelledDate:
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise InputError("not a date")
    bare = text.strip()
    match = _SPELLING.fullmatch(bare)
    if match is None:
        return SpelledDate(When.parse(bare))
    padded = "-".join([match["year"], *(part.zfill(2) for part in match.group("month", "day") if part)])
    if match["time"]:
        return SpelledDate(When.parse(padded), "a time of day behind the date was dropped")
    when = When.parse(padded)
    if padded == bare:
        return SpelledDate(when)
    return SpelledDate(when, f"a date with single digits was read as if padded ({when})", "padded")
