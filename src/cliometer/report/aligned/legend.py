"""What colours, lines and shapes of the picture mean."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.report.aligned.pen import Pen
from cliometer.report.aligned.sides import Flag

_LETTER = 6.4  # pixels, about


def legend(pen: Pen, y: int) -> Iterator[str]:
    """Two lines."""
    yield pen.text(6, y, "credit under 1 %")
    for strength in range(6):
        yield pen.area(102 + 18 * strength, y - 9, 17, 10, f"credit-{strength}")
    yield pen.text(214, y, "60 % and more")
    for x, name, dashes in ((312, "counts for both", ""), (440, "for one side", 'stroke-dasharray="5 4"')):
        yield pen.path(f"M{x} {y - 4}h26", "credit-4", f'stroke-width="2.4" {dashes}')
        yield pen.text(x + 32, y, name)
    yield from _shapes(pen, y + 15)


def _shapes(pen: Pen, y: int) -> Iterator[str]:
    x = 12
    for name, flag in (("same date", Flag(0)), *((f.name.lower(), f) for f in Flag if f.name)):
        yield pen.day(x, y, flag, 4)
        yield pen.text(x + 12, y + 4, name)
        x += int(32 + _LETTER * len(name))
