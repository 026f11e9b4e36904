"""Shapes of days, as SVG paths: a kind of day is told by its shape, never by its colour alone."""

from __future__ import annotations

from collections.abc import Callable

from cliometer.report.aligned.sides import Flag

Shape = Callable[[float, float, float], str]


def found(x: float, y: float, r: float) -> str:
    """A disc."""
    return f"M{x - r:.1f} {y:.1f}a{r} {r} 0 1 0 {2 * r:.1f} 0a{r} {r} 0 1 0 {-2 * r:.1f} 0z"


def late(x: float, y: float, r: float) -> str:
    """A triangle that points to later days."""
    return (
        f"M{x - 0.9 * r:.1f} {y - 1.15 * r:.1f}l{2.1 * r:.1f} {1.15 * r:.1f}l{-2.1 * r:.1f} {1.15 * r:.1f}z"
    )


def early(x: float, y: float, r: float) -> str:
    """A triangle that points to earlier days."""
    return (
        f"M{x + 0.9 * r:.1f} {y - 1.15 * r:.1f}l{-2.1 * r:.1f} {1.15 * r:.1f}l{2.1 * r:.1f} {1.15 * r:.1f}z"
    )


def missed(x: float, y: float, r: float) -> str:
    """A cross."""
    return f"M{x - r:.1f} {y - r:.1f}l{2 * r:.1f} {2 * r:.1f}m0 {-2 * r:.1f}l{-2 * r:.1f} {2 * r:.1f}"


def spurious(x: float, y: float, r: float) -> str:
    """A diamond."""
    s = 1.2 * r
    return f"M{x:.1f} {y - s:.1f}l{s:.1f} {s:.1f}l{-s:.1f} {s:.1f}l{-s:.1f} {-s:.1f}z"


def repeated(x: float, y: float, r: float) -> str:
    """A square around the shape of the day."""
    return f"M{x - 1.75 * r:.1f} {y - 1.75 * r:.1f}h{3.5 * r:.1f}v{3.5 * r:.1f}h{-3.5 * r:.1f}z"


def shape_of(flag: Flag) -> Shape:
    """The shape of a day, its repetition aside."""
    for kind, shape in (
        (Flag.MISSED, missed),
        (Flag.SPURIOUS, spurious),
        (Flag.LATE, late),
        (Flag.EARLY, early),
    ):
        if kind in flag:
            return shape
    return found
