"""Timelines among summaries: how they are written in a study, and several of them on one axis of dates."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from cliometer.errors import InputError
from cliometer.model.documents import SummaryText
from cliometer.model.when import When

# In a study a summary is a text. A timeline has each date on a line of its own, and below it what happened.


def summary_lines(summary: SummaryText) -> str:
    """Return a summary as the text that a study keeps."""
    return "\n".join(str(line) for text in summary.texts for line in (text.date, *text.lines) if line is not None)


def line_date(line: str) -> When | None:
    """Return the date that a line consists of; None where it says anything else.

    >>> str(line_date(" 2010-05-27 ")), line_date("2010-05-27: BP stops")
    ('2010-05-27', None)
    """
    bare = line.strip()
    if not bare[:1].isdigit() and bare[:1] not in ("-", "Y"):
        return None
    try:
        return When.of(bare)
    except InputError:
        return None


@dataclass(frozen=True)
class TimelineDay:
    """A date of a timeline with its lines."""

    date: When
    lines: tuple[str, ...]


def timeline_days(text: str) -> tuple[TimelineDay, ...]:
    """Return the days of a timeline in the order of their dates; nothing where the text is no timeline."""
    days: dict[When, list[str]] = {}
    own: list[str] | None = None
    for line in filter(None, map(str.strip, text.splitlines())):
        date = line_date(line)
        if date is not None:
            own = days.setdefault(date, [])
        elif own is None:
            return ()
        else:
            own.append(line)
    return tuple(TimelineDay(date, tuple(days[date])) for date in sorted(days))


@dataclass(frozen=True)
class AxisRow:
    """A date with what each of several timelines says of it: None where it has not got the date."""

    date: When
    cells: tuple[tuple[str, ...] | None, ...]


def common_axis(*texts: str) -> tuple[AxisRow, ...]:
    """Return timelines on one axis, a row for each date that any of them has; nothing where one is no timeline.

    >>> [(str(row.date), row.cells) for row in common_axis("2010-05-26\\nTop kill", "2010-05-27\\nBP stops")]
    [('2010-05-26', (('Top kill',), None)), ('2010-05-27', (None, ('BP stops',)))]
    """
    columns = [{day.date: day.lines for day in timeline_days(text)} for text in texts]
    if not all(columns):
        return ()
    return tuple(AxisRow(date, tuple(own.get(date) for own in columns)) for date in sorted({*chain(*columns)}))
