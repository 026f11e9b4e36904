"""Many named things in one chart: each has a colour and a shape, and a dash where colours run out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cliometer.report.charts.grammar import Spec

_COLOURS = 8  # as many as `report.theme.CATEGORIES`
_SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right"]
_WIDTHS, _SIZES = (4.5, 1.5), (110.0, 36.0)
_ALONE = 0.7  # of the way from thick to thin, where there is but one
_DASHES = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3]]


@dataclass(frozen=True)
class Told:
    """Channels that tell things apart: those of lines, and those of points."""

    lines: dict[str, Spec]
    points: dict[str, Spec]


def by_name(field: str, names: Sequence[str], columns: int = 4, as_nested: bool = False) -> Told:
    """Channels for the names that a field takes, with one legend above the chart.

    `as_nested` draws the first thickest and the last thinnest, so that lines which coincide can all be seen;
    records then need what `nested` gives.
    """
    legend = {"orient": "top", "columns": columns, "symbolSize": 90, "symbolStrokeWidth": 2}
    base: Spec = {"field": field, "type": "nominal", "title": None, "legend": legend}
    colours = {**base, "scale": {"domain": list(names)}}
    shapes = {**base, "scale": {"domain": list(names), "range": _cycle(_SHAPES, len(names), 1)}}
    dashes = {**base, "scale": {"domain": list(names), "range": _cycle(_DASHES, len(names), _COLOURS)}}
    more = {"strokeDash": dashes} if len(names) > _COLOURS else {}
    if not as_nested:
        return Told({"color": colours, **more}, {"color": colours, "shape": shapes})
    widths, sizes = ({"field": key, "type": "quantitative", "scale": None} for key in ("width", "size"))
    return Told(
        {"color": colours, **more, "strokeWidth": widths}, {"color": colours, "shape": shapes, "size": sizes}
    )


def nested(names: Sequence[str]) -> dict[str, dict[str, float]]:
    """The `width` and `size` that records of each name need for nested lines."""
    last = max(1, len(names) - 1)
    return {name: _between(place / last if len(names) > 1 else _ALONE) for place, name in enumerate(names)}


def _between(way: float) -> dict[str, float]:
    ends = {"width": _WIDTHS, "size": _SIZES}
    return {key: round(first + way * (last - first), 2) for key, (first, last) in ends.items()}


def _cycle(values: Sequence[Any], size: int, each: int) -> list[Any]:
    """The values over and over, each so often before the next."""
    return [values[place // each % len(values)] for place in range(size)]
