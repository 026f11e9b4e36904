"""Where most dates are: a picture opens there when a few stray dates would crowd all others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

_MOST = 0.8  # of the dates
_FEWEST = 8  # dates that can crowd each other
_NARROW = 0.5  # of the whole span; a wider window would gain little
_NEAR = 0.05  # of the window; a date that close belongs to it
_MARGIN = 1.08
_LEAST = 4.0  # days

Span = tuple[float, float]


def centre(date: Sequence[Any]) -> float:
    """The middle of a date, as `views` writes dates."""
    return float(date[1] + date[-1] + 1) / 2


def whole_span(dates: Sequence[Sequence[Any]]) -> Span:
    """All dates, with a margin."""
    first, last = min((d[1] for d in dates), default=0), max((d[-1] + 1 for d in dates), default=1)
    margin = max(1, (last - first) * 0.015)
    return first - margin, last + margin


def window(dates: Sequence[Sequence[Any]]) -> Span | None:
    """The shortest window with four fifths of the dates, and what lies near; None where it gains little."""
    centres = sorted(map(centre, dates))
    if len(centres) < _FEWEST:
        return None
    first, last = _with_neighbours(centres, *_shortest(centres))
    wide, (start, end) = max(_LEAST, (last - first) * _MARGIN), whole_span(dates)
    if wide > _NARROW * (end - start):
        return None
    middle = (first + last) / 2
    return middle - wide / 2, middle + wide / 2


def _shortest(centres: Sequence[float]) -> tuple[float, float]:
    most = math.ceil(_MOST * len(centres)) - 1
    return min(zip(centres, centres[most:], strict=False), key=lambda ends: ends[1] - ends[0])


def _with_neighbours(centres: Sequence[float], first: float, last: float) -> tuple[float, float]:
    """The window made wider as long as the next date is near."""
    near = max(_LEAST, _NEAR * (last - first))
    for date in centres:
        if last < date <= last + near:
            last = date
    for date in reversed(centres):
        if first - near <= date < first:
            first = date
    return first, last
