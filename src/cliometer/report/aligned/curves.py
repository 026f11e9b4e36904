"""Links as curves between the lanes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.report.aligned.lanes import Lane, Scale
from cliometer.report.aligned.links import BOTH, Link
from cliometer.report.aligned.pen import Pen
from cliometer.report.aligned.windows import centre

_WIDTHS = (1, 1.3, 1.8, 2.4, 3.1, 3.8)
_MANY = 300  # links


def curves(pen: Pen, scale: Scale, lanes: tuple[Lane, Lane], links: Sequence[Link]) -> Iterator[str]:
    """Weak links first, and faint where they are many; the weakest are then left out."""
    every = sorted(links, key=lambda link: link[3])
    found = [link for link in every if link[3]] if len(every) > _MANY else every
    if len(found) < len(every):
        left = f"{len(every) - len(found):,} links under 1 % not drawn"
        yield pen.text(pen.width - 190, 34, left)
    faint = min(0.9, max(0.16, 220 / (len(found) + 1)))
    for link in found:
        ends = centre(lanes[0].dates[link[0]]), centre(lanes[1].dates[link[1]])
        if any(scale.sees(end, end) for end in ends):
            way = _way(scale.x(ends[0]), lanes[0].y + 6, scale.x(ends[1]), lanes[1].y - 6)
            yield pen.path(way, f"credit-{link[3]}", _looks(link, faint))


def _way(x: float, top: int, to: float, bottom: int) -> str:
    middle = (top + bottom) / 2
    return f"M{x:.1f} {top}C{x:.1f} {middle + 8} {to:.1f} {middle - 8} {to:.1f} {bottom}"


def _looks(link: Link, faint: float) -> str:
    _, _, kind, strength = link
    dashes = "" if kind == BOTH else ' stroke-dasharray="5 4"'
    return f'stroke-width="{_WIDTHS[strength]}" opacity="{min(0.95, faint + 0.2 * strength):.2g}"{dashes}'
