"""The picture without a script: axis, two lanes, links, marks and legend as one SVG that stands alone.

The layout is that of the script in `assets/aligned` as it opens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from cliometer.report.aligned.curves import curves
from cliometer.report.aligned.lanes import Lane, Scale, share
from cliometer.report.aligned.legend import legend
from cliometer.report.aligned.links import level
from cliometer.report.aligned.pen import Pen, safe
from cliometer.report.aligned.sides import Flag, Row
from cliometer.report.aligned.strip import strip
from cliometer.report.aligned.ticks import ROOM, ticks
from cliometer.report.aligned.windows import centre, whole_span
from cliometer.report.theme import FONT, Name

_GAP = 9  # between the line of a lane and its bars
_LANES = (126, 248)
_AXIS, _STRIP, _LEGEND = 344, 378, 386
_STRIP_HEIGHT = 50
_ERA = 62  # pixels that the name of a month or year needs


def static_svg(
    view: Mapping[str, Any], system: int | str, metric: int | str, width: int = 900, theme: Name = "light"
) -> str:
    """One system and metric of a topic, by number or by name."""
    numbers = _index(view["systems"], system), _index(view["metrics"], metric)
    return _Picture(view, *numbers, Pen(width, theme)).svg()


def _index(items: Sequence[Mapping[str, Any]], wanted: int | str) -> int:
    return wanted if isinstance(wanted, int) else [item["n"] for item in items].index(wanted)


class _Picture:
    def __init__(self, view: Mapping[str, Any], system: int, metric: int, pen: Pen) -> None:
        self._view, self._system = view, view["systems"][system]
        self._metric, self._pair = view["metrics"][metric], self._system["m"][metric]
        self._pen = pen
        self._lanes = (
            Lane(view["dates"], self._pair["r"], _LANES[0], -1),
            Lane(self._system["dates"], self._pair["s"], _LANES[1], 1),
        )
        dates = [date for lane in self._lanes for date in lane.dates]
        self._window = self._system["window"]
        self._scale = Scale(self._window or whole_span(dates), pen.width)
        self._legend = _LEGEND + (_STRIP_HEIGHT if self._window else 0)

    def svg(self) -> str:
        names = (self._view["topic"], self._system["n"], self._metric["n"])
        title = " · ".join(self._pen.name(name, len(names)) for name in names)
        width, height = self._pen.width, self._legend + 30
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" aria-label="{safe(title)}" '
            f'font-family="{escape(FONT)}">{self._pen.area(0, 0, width, height, "panel")}'
            f"{''.join(self._parts(title))}</svg>"
        )

    def _parts(self, title: str) -> Iterator[str]:
        yield self._pen.text(6, 17, title, 13, "ink", bold=True)
        yield self._pen.text(6, 34, self._scores(), 11.5)
        yield from self._axis()
        yield from curves(self._pen, self._scale, self._lanes, self._pair["l"])
        for lane in self._lanes:
            yield from self._lane(lane)
        yield from self._names()
        if self._window:
            yield from strip(self._pen, self._scale, self._lanes, _STRIP)
        yield from legend(self._pen, self._legend)

    def _scores(self) -> str:
        values = self._pair["v"].items()
        return "   ".join(f"{name} {'undefined' if v is None else f'{v:.3f}'}" for name, v in values)

    def _names(self) -> Iterator[str]:
        names = self._view["names"]
        who = "Reference" if len(names) == 1 else f"{len(names)} references"
        yield self._name(52, who, names, self._lanes[0])
        yield self._name(326, "System", [self._system["n"]], self._lanes[1])

    def _name(self, y: int, role: str, names: Sequence[str], lane: Lane) -> str:
        """Several names are left out where each would have room for a few letters only."""
        shown = ", ".join(self._pen.name(name, len(names)) for name in names)
        who = role if self._pen.crowded(len(names)) else f"{role}: {shown}"
        return self._pen.text(6, y, f"{who} ({lane.counted})", 12, "ink", bold=True)

    def _axis(self) -> Iterator[str]:
        eras: list[tuple[float, str]] = []
        for tick in ticks(*self._scale.span, self._scale.unit):
            x = self._scale.x(tick.day)
            yield self._pen.path(f"M{x:.1f} 58V{_AXIS - 12}", "line", 'opacity="0.65"')
            daily = self._scale.unit >= ROOM  # the name of a day stands below its middle
            at = x + (self._scale.unit / 2 - 5 if daily else 3)
            if at < self._pen.width - 16:
                yield self._pen.text(at, _AXIS, tick.label)
            if tick.era and tick.era not in (era for _, era in eras[-1:]):
                eras.append((x + 3, tick.era))
        for number, (x, era) in enumerate(eras):
            if all(after - x > _ERA for after, _ in eras[number + 1 : number + 2]):
                yield self._pen.text(x, _AXIS + 16, era, 11, "ink", bold=True)

    def _lane(self, lane: Lane) -> Iterator[str]:
        yield self._pen.path(f"M0 {lane.y}H{self._pen.width}", "muted", 'opacity="0.5"')
        measures = zip(lane.heights(), lane.rooms(self._scale), strict=True)
        for date, row, (height, room) in zip(lane.dates, lane.rows, measures, strict=True):
            if self._scale.sees(date[1], date[-1] + 1):
                yield from self._day(lane, date, row, height, room)

    def _day(self, lane: Lane, date: Sequence[Any], row: Row, height: float, room: float) -> Iterator[str]:
        x, part = self._scale.x(centre(date)), share(row)
        if len(date) > 2:
            ends = f"M{self._scale.x(date[1]) + 2:.1f} {lane.y}H{max(self._scale.x(date[2] + 1) - 2, x):.1f}"
            yield self._pen.path(ends, "muted", 'stroke-width="4" stroke-linecap="round" opacity="0.35"')
        yield self._bar(lane, x, room, height, "line")
        if part > 0:
            yield self._bar(lane, x, room, max(1.0, min(1.0, part) * height), f"credit-{level(part)}")
        yield self._pen.day(x, lane.y, Flag(int(row[6] or 0)), level(part), room)

    def _bar(self, lane: Lane, x: float, room: float, height: float, colour: str) -> str:
        wide, base = min(8.0, max(1.0, 1.35 * room)), lane.y + lane.out * _GAP
        return self._pen.area(x - wide / 2, base - (height if lane.out < 0 else 0), wide, height, colour)
