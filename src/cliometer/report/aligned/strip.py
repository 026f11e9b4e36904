"""All dates as a strip below the picture, and the window that is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cliometer.report.aligned.lanes import PAD, Lane, Scale
from cliometer.report.aligned.pen import Pen
from cliometer.report.aligned.windows import Span, centre, whole_span


def strip(pen: Pen, scale: Scale, lanes: Sequence[Lane], y: int) -> Iterator[str]:
    """A line a date, the window, and how many dates stand here alone."""
    dates = [date for lane in lanes for date in lane.dates]
    whole = Scale(whole_span(dates), pen.width)
    for lane in lanes:
        at = (f"M{whole.x(centre(date)):.1f} {y + 6 * lane.out}v8" for date in lane.dates)
        yield pen.path("".join(at), "muted")
    first, last = map(whole.x, scale.span)
    accent = f'stroke="{pen.colour("accent")}" fill-opacity="0.14" rx="3"'
    yield pen.area(first, y - 9, max(6.0, last - first), 26, "accent", accent)
    yield pen.text(PAD, y + 31, f"Only in the strip: {_beyond(dates, scale.span)}.")


def _beyond(dates: Sequence[Sequence[Any]], span: Span) -> str:
    before = sum(centre(date) < span[0] for date in dates)
    after = sum(centre(date) > span[1] for date in dates)
    return " and ".join(f"{n} {word}" for n, word in ((before, "earlier"), (after, "later")) if n)
