"""A row of the table: what we took, what the peer took, their ratio, and the bar it has to clear."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Literal

Unit = Literal["s", "/s", "MB", ""]


@dataclass(frozen=True)
class Quantity:
    """A number and its unit."""

    value: float
    unit: Unit = "s"

    def __str__(self) -> str:
        if self.unit == "s" and self.value < 1:
            return f"{self.value * 1000:.3g} ms"
        return f"{short(self.value)} {self.unit}".rstrip()


@dataclass(frozen=True)
class Bar:
    """At least or at most so much; with `least` at most so much and no less than that."""

    sense: Literal[">=", "<="]
    limit: float
    least: float | None = None

    def __str__(self) -> str:
        return f"{self.sense} {self.limit:,g}" if self.least is None else f"{self.least:g} to {self.limit:g}"

    def met_by(self, value: float) -> bool:
        """Whether a value clears the bar."""
        return value >= self.limit if self.sense == ">=" else (self.least or -math.inf) <= value <= self.limit


@dataclass(frozen=True)
class Row:
    """One comparison. The bar judges the ratio where there is a peer, our own number where there is none."""

    name: str
    ours: Quantity | None = None
    peer: Quantity | None = None
    ratio: float | None = None
    bar: Bar | None = None
    note: str = ""

    @property
    def judged(self) -> float | None:
        """The number that the bar is about."""
        return self.ratio if self.peer else self.ours.value if self.ours else None

    @property
    def met(self) -> bool | None:
        """None where there is no bar."""
        return None if self.bar is None or self.judged is None else self.bar.met_by(self.judged)

    def cells(self) -> list[str]:
        """The row as the table prints it."""
        unit = "x" if self.peer else self.ours.unit if self.ours else ""
        bar = f"{self.bar} {unit}".rstrip() if self.bar else "-"
        ratio = "-" if self.ratio is None else f"{short(self.ratio)} x"
        met = {None: "-", True: "yes", False: "NO"}[self.met]
        return [self.name, str(self.ours or "-"), str(self.peer or "-"), ratio, bar, met, self.note]

    def to_dict(self) -> dict[str, object]:
        """The row as JSON has it."""
        return {**asdict(self), "met": self.met}


def faster(name: str, ours: float, peer: float, least: float | None = None, note: str = "") -> Row:
    """Seconds of ours and of a peer that should take longer: how many times."""
    bar = None if least is None else Bar(">=", least)
    return Row(name, Quantity(ours), Quantity(peer), peer / ours, bar, note)


def costlier(name: str, ours: float, peer: float, most: float, note: str = "") -> Row:
    """Seconds of ours and of a yardstick that we may exceed by a factor."""
    return Row(name, Quantity(ours), Quantity(peer), ours / peer, Bar("<=", most), note)


def alone(name: str, ours: Quantity, bar: Bar | None = None, note: str = "") -> Row:
    """A number of ours that stands beside no peer."""
    return Row(name, ours, bar=bar, note=note)


def absent(name: str, peer: str) -> Row:
    """A comparison that could not be made; it counts neither way."""
    return Row(name, note=f"not counted: {peer} is not installed")


def without(name: str, texts: str) -> Row:
    """A measurement whose texts are not on this machine; it counts neither way."""
    return Row(name, note=f"not counted: {texts} is not in ../shared/data")


def short(value: float) -> str:
    """Three digits, or all of a larger whole number."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
