"""Draws texts and days as SVG elements in the colours of a theme, written out.

Programs that turn SVG into PDF know no variables, and few know style sheets.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from cliometer.report.aligned import shapes
from cliometer.report.aligned.sides import Flag
from cliometer.report.theme import COLOURS, Name
from cliometer.text.printable import printable

_LARGEST, _SMALLEST = 5.2, 1.6  # radius of a day
_LETTER = 7.6  # pixels of a bold letter, about
_FEWEST = 8  # letters of a name


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
        room = max(_FEWEST, self._room(among))
        return f"\u2068{name if len(name) <= room else f'{name[: room - 1]}…'}\u2069"

    def crowded(self, names: int) -> bool:
        """Whether several names have room for a few letters each."""
        return names > 1 and self._room(names) < _FEWEST

    def _room(self, names: int) -> int:
        """Letters for each name on a line."""
        return int((self.width - 190) / _LETTER / names) - 2

    def day(self, x: float, y: float, flag: Flag, strength: int, room: float = _LARGEST / 0.9) -> str:
        """The shape of a day, as large as its neighbours let it."""
        size, shape = round(min(_LARGEST, max(_SMALLEST, 0.9 * room)), 1), shapes.shape_of(flag)
        if shape is shapes.missed:
            drawn = self.path(shape(x, y, 0.85 * size), "bad", 'stroke-width="1.8" stroke-linecap="round"')
        elif shape is shapes.spurious:
            drawn = self._filled(shape(x, y, 0.85 * size), "panel", "warn", 1.6)
        else:
            drawn = self._filled(shape(x, y, size), f"credit-{strength}", "credit-4", 0.8)
        if Flag.REPEATED not in flag:
            return drawn
        around = shapes.repeated(x, y, 0.85 * size) if size >= 2 else f"M{x:.1f} {y + 5}v3"
        return drawn + self.path(around, "ink")

    def _filled(self, d: str, fill: str, stroke: str, wide: float) -> str:
        line = f'stroke="{self.colour(stroke)}" stroke-width="{wide}"'
        return f'<path d="{d}" fill="{self.colour(fill)}" {line}/>'
