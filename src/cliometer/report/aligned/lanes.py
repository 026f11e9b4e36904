"""A lane of dates, and the scale that puts them on a line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from cliometer.report.aligned.sides import Row
from cliometer.report.aligned.windows import Span, centre

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
