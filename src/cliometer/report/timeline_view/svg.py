"""Elements of the SVG picture: time axis, window, ticks, lanes of dates, shapes of days, texts.

Colours are written out: programs that turn SVG into PDF know no variables, and few know style sheets.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from cliometer.model.when import from_ordinal, to_ordinal
from cliometer.report.charts.grammar import COLOURS, Name
from cliometer.report.timeline_view.day_credit import Flag, Row
from cliometer.text.tokenisation import printable

_MOST = 0.8  # of the dates
_FEWEST_DATES = 8  # dates that can crowd each other
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
    if len(centres) < _FEWEST_DATES:
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


ROOM = 46  # pixels between labels
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


class Tick(NamedTuple):
    """A day number, its label, and the month or year that the label belongs to."""

    day: int
    label: str
    era: str = ""


def ticks(first: float, last: float, scale: float) -> list[Tick]:
    """The ticks between two days at so many pixels a day."""
    room = ROOM / scale
    if room <= 7:
        found = _days(math.floor(first), last, 1 if room <= 1 else 2 if room <= 2 else 7)
    elif room <= 92:
        found = _months(math.floor(first), last, 1 if room <= 30 else 3)
    else:
        found = _years(math.floor(first), last, room / 365.25)
    return [tick for tick in found if first <= tick.day <= last]


def _days(first: int, last: float, step: int) -> Iterator[Tick]:
    for number in range(first, math.floor(last) + 1):
        year, month, day = from_ordinal(number)
        if (day - 1) % step == 0 and (step == 1 or day <= 31 - step / 2):
            yield Tick(number, str(day), f"{_MONTHS[month - 1]} {year_name(year)}")


def _months(first: int, last: float, step: int) -> Iterator[Tick]:
    year, month, _ = from_ordinal(first)
    months = 12 * year + (month - 1) // step * step
    while (where := to_ordinal(months // 12, months % 12 + 1, 1)) <= last:
        yield Tick(where, _MONTHS[months % 12], year_name(months // 12))
        months += step


def _years(first: int, last: float, least: float) -> Iterator[Tick]:
    power = 10 ** max(0, math.floor(math.log10(least)))
    step = next(n * power for n in (1, 2, 5, 10) if n * power >= least)
    year = from_ordinal(first)[0] // step * step
    while (where := to_ordinal(year, 1, 1)) <= last:
        yield Tick(where, year_name(year))
        year += step


def year_name(year: int) -> str:
    """Years before 1 as historians write them."""
    return str(year) if year > 0 else f"{1 - year} BC"


PAD = 18  # pixels at both ends of the axis
BAR = 60  # pixels of the highest bar
_ROOM = 12.0  # pixels beside a day that stands alone


@dataclass(frozen=True)
class Scale:
    """Days as pixels."""

    span: Span
    width: int

    @property
    def unit(self) -> float:
        """Pixels a day."""
        return (self.width - 2 * PAD) / (self.span[1] - self.span[0])

    def x(self, day: float) -> float:
        """Where a day begins."""
        return PAD + (day - self.span[0]) * self.unit

    def sees(self, first: float, last: float) -> bool:
        """Whether some of the days are in the picture."""
        return self.x(last) >= 0 and self.x(first) <= self.width


@dataclass(frozen=True)
class Lane:
    """Dates with their rows; y, and the direction in which bars rise."""

    dates: Sequence[Sequence[Any]]
    rows: Sequence[Row]
    y: int
    out: int

    @property
    def counted(self) -> str:
        """How many dates there are."""
        return f"{len(self.dates):,} date{'' if len(self.dates) == 1 else 's'}"

    def heights(self) -> list[float]:
        """Of the bars: roots of the sizes, so that short days remain in sight beside long ones."""
        sizes = [row[4] or 0 for row in self.rows]
        largest = max(sizes, default=0)
        if all(size == largest for size in sizes):
            return [0.6 * BAR] * len(sizes)
        return [max(4.0, BAR * math.sqrt(size / largest)) if size else 2.0 for size in sizes]

    def rooms(self, scale: Scale) -> list[float]:
        """Half the room that each day has beside its neighbours, in pixels."""
        gaps = ((centre(b) - centre(a)) * scale.unit for a, b in pairwise(self.dates))
        sides = pairwise([_ROOM, *gaps, _ROOM])
        return [min(_ROOM, *both) / 2 for both in sides][: len(self.dates)]


def share(row: Row) -> float:
    """What a day earned of what it says."""
    earned = row[3] if row[5] is None else row[5]
    return (earned or 0) / row[4] if row[4] else 0.0


Shape = Callable[[float, float, float], str]


def found_shape(x: float, y: float, r: float) -> str:
    """A disc."""
    return f"M{x - r:.1f} {y:.1f}a{r} {r} 0 1 0 {2 * r:.1f} 0a{r} {r} 0 1 0 {-2 * r:.1f} 0z"


def late_shape(x: float, y: float, r: float) -> str:
    """A triangle that points to later days."""
    return (
        f"M{x - 0.9 * r:.1f} {y - 1.15 * r:.1f}l{2.1 * r:.1f} {1.15 * r:.1f}l{-2.1 * r:.1f} {1.15 * r:.1f}z"
    )


def early_shape(x: float, y: float, r: float) -> str:
    """A triangle that points to earlier days."""
    return (
        f"M{x + 0.9 * r:.1f} {y - 1.15 * r:.1f}l{-2.1 * r:.1f} {1.15 * r:.1f}l{2.1 * r:.1f} {1.15 * r:.1f}z"
    )


def missed_shape(x: float, y: float, r: float) -> str:
    """A cross."""
    return f"M{x - r:.1f} {y - r:.1f}l{2 * r:.1f} {2 * r:.1f}m0 {-2 * r:.1f}l{-2 * r:.1f} {2 * r:.1f}"


def spurious_shape(x: float, y: float, r: float) -> str:
    """A diamond."""
    s = 1.2 * r
    return f"M{x:.1f} {y - s:.1f}l{s:.1f} {s:.1f}l{-s:.1f} {s:.1f}l{-s:.1f} {-s:.1f}z"


def repeated_shape(x: float, y: float, r: float) -> str:
    """A square around the shape of the day."""
    return f"M{x - 1.75 * r:.1f} {y - 1.75 * r:.1f}h{3.5 * r:.1f}v{3.5 * r:.1f}h{-3.5 * r:.1f}z"


def shape_of(flag: Flag) -> Shape:
    """The shape of a day, its repetition aside."""
    for kind, shape in (
        (Flag.MISSED, missed_shape),
        (Flag.SPURIOUS, spurious_shape),
        (Flag.LATE, late_shape),
        (Flag.EARLY, early_shape),
    ):
        if kind in flag:
            return shape
    return found_shape


# Draws texts and days as SVG elements in the colours of a theme, written out.
# Programs that turn SVG into PDF know no variables, and few know style sheets.

_LARGEST, _SMALLEST = 5.2, 1.6  # radius of a day
_LETTER = 7.6  # pixels of a bold letter, about
_FEWEST_LETTERS = 8  # letters of a name


def safe(text: str) -> str:
    """Escaped, without what XML cannot hold."""
    return escape(printable(text))


@dataclass(frozen=True)
class Pen:
    """Knows how wide the picture is and which theme it has."""

    width: int
    theme: Name = "light"

    def colour(self, name: str) -> str:
        """A colour by what it means."""
        return COLOURS[self.theme][name]

    def path(self, d: str, stroke: str, more: str = "") -> str:
        """A line."""
        return f'<path d="{d}" fill="none" stroke="{self.colour(stroke)}" {more}/>'

    def area(self, x: float, y: float, width: float, height: float, colour: str, more: str = "") -> str:
        """A filled rectangle."""
        place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
        return f'<rect {place} fill="{self.colour(colour)}" {more}/>'

    def text(
        self, x: float, y: float, text: str, size: float = 11, colour: str = "muted", bold: bool = False
    ) -> str:
        """A line of text."""
        weight = ' font-weight="600"' if bold else ""
        place = f'x="{x:.1f}" y="{y}" font-size="{size}"{weight}'
        return f'<text {place} fill="{self.colour(colour)}">{safe(text)}</text>'

    def name(self, name: str, among: int = 1) -> str:
        """A name in the room it has; whatever its direction, what follows keeps its own."""
        room = max(_FEWEST_LETTERS, self._room(among))
        return f"\u2068{name if len(name) <= room else f'{name[: room - 1]}…'}\u2069"

    def crowded(self, names: int) -> bool:
        """Whether several names have room for a few letters each."""
        return names > 1 and self._room(names) < _FEWEST_LETTERS

    def _room(self, names: int) -> int:
        """Letters for each name on a line."""
        return int((self.width - 190) / _LETTER / names) - 2

    def day(self, x: float, y: float, flag: Flag, strength: int, room: float = _LARGEST / 0.9) -> str:
        """The shape of a day, as large as its neighbours let it."""
        size, shape = round(min(_LARGEST, max(_SMALLEST, 0.9 * room)), 1), shape_of(flag)
        if shape is missed_shape:
            drawn = self.path(shape(x, y, 0.85 * size), "bad", 'stroke-width="1.8" stroke-linecap="round"')
        elif shape is spurious_shape:
            drawn = self._filled(shape(x, y, 0.85 * size), "panel", "warn", 1.6)
        else:
            drawn = self._filled(shape(x, y, size), f"credit-{strength}", "credit-4", 0.8)
        if Flag.REPEATED not in flag:
            return drawn
        around = repeated_shape(x, y, 0.85 * size) if size >= 2 else f"M{x:.1f} {y + 5}v3"
        return drawn + self.path(around, "ink")

    def _filled(self, d: str, fill: str, stroke: str, wide: float) -> str:
        line = f'stroke="{self.colour(stroke)}" stroke-width="{wide}"'
        return f'<path d="{d}" fill="{self.colour(fill)}" {line}/>'
