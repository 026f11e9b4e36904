"""A pyramid as a drawing: a bar for each level, the units of most writers on top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, BAR, GAP, SIDE = 320, 24, 4, 90  # SIDE is the room for words at the left


@dataclass(frozen=True)
class Bar:
    """A level: where its bar lies, and what stands beside it."""

    level: int
    units: int
    x: float
    y: int
    width: float

    @property
    def baseline(self) -> int:
        """Of the words."""
        return self.y + BAR - 7

    @property
    def words(self) -> str:
        """In one sentence, for those who hear it."""
        return f"{self.units} of {self.level} writer{'' if self.level == 1 else 's'}"


@dataclass(frozen=True)
class Drawing:
    """All bars, from the top down."""

    bars: tuple[Bar, ...]

    width = WIDTH + SIDE
    bar = BAR
    middle = SIDE + WIDTH / 2

    @property
    def height(self) -> int:
        """Of the whole."""
        return len(self.bars) * (BAR + GAP)

    @property
    def words(self) -> str:
        """What the drawing shows."""
        return "Units by the number of their writers: " + ", ".join(bar.words for bar in self.bars)


def drawn(levels: Sequence[int]) -> Drawing:
    """The bars of the sizes of levels, the first of which is that of one writer."""
    most = max(levels, default=0) or 1
    rows = list(enumerate(levels, start=1))[::-1]
    return Drawing(tuple(_bar(level, units, place, most) for place, (level, units) in enumerate(rows)))


def _bar(level: int, units: int, place: int, most: int) -> Bar:
    width = round(WIDTH * units / most, 1)
    return Bar(level, units, round(SIDE + (WIDTH - width) / 2, 1), place * (BAR + GAP), width)
