"""Several timelines on one axis of dates."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from cliometer.model.when import When
from cliometer.study.topics import timeline_days


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
    return tuple(AxisRow(date, tuple(days.get(date) for days in columns)) for date in sorted({*chain(*columns)}))
