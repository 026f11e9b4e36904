"""The critical-difference diagram (Demsar 2006): average ranks, and bars that join who does not differ."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cliometer.report.charts.grammar import Spec, chart, colour, fixed, layer, own, tooltip

_AXIS = 540
_ROW = 22
_NAMES = 190
_STEP = 0.4  # between bars, in rows


@dataclass(frozen=True)
class Ranking:
    """Average ranks, best first, the distance that counts, and the groups that lie within it."""

    ranks: Mapping[str, float]
    distance: float
    bars: Sequence[Sequence[str]]

    @property
    def last(self) -> float:
        """The end of the axis; it has room for all ranks and for the distance."""
        return float(max(len(self.ranks), math.ceil(max(self.ranks.values())), math.ceil(1 + self.distance)))

    @property
    def edge(self) -> float:
        """What lines and bars stand out."""
        return 0.055 * (self.last - 1)


def critical(found: Ranking) -> Spec:
    """An axis of ranks with the systems hung on it: the better half to the left, the others to the right."""
    bars = _levels(found)
    hung = _hung(found, 0.6 + _STEP * (1 + max((bar["level"] for bar in bars), default=-1)))
    depth = max(one["row"] for one in hung) + 0.6
    x = {
        "type": "quantitative",
        "scale": {"domain": [1 - found.edge, found.last + found.edge], "nice": False},
        "axis": None,
    }
    y = {"type": "quantitative", "scale": {"domain": [depth, -2.4], "nice": False}, "axis": None}
    return chart(
        hung,
        *_axis(found, x, y),
        *_distance(found, x, y),
        *_systems(x, y),
        own(bars, _bar(x, y)),
        width=_AXIS,
        height=round(_ROW * (depth + 2.4)),
    )


def _hung(found: Ranking, first: float) -> list[dict[str, Any]]:
    """Rows from the outside in, so that no line crosses a name."""
    ranked = sorted(found.ranks.items(), key=lambda entry: entry[1])
    half = math.ceil(len(ranked) / 2)
    left = [(name, rank, at, "left") for at, (name, rank) in enumerate(ranked[:half])]
    right = [(name, rank, at, "right") for at, (name, rank) in enumerate(reversed(ranked[half:]))]
    return [
        {
            "system": name,
            "rank": rank,
            "row": first + at,
            "end": 1 - found.edge if side == "left" else found.last + found.edge,
            "side": side,
            "shown": f"{rank:.2f}",
        }
        for name, rank, at, side in [*left, *right]
    ]


def _levels(found: Ranking) -> list[dict[str, float]]:
    """Bars side by side where they fit, else below one another."""
    ends: list[float] = []
    bars = []
    for bar in sorted([[found.ranks[name] for name in bar] for bar in found.bars], key=min):
        low, high = min(bar) - found.edge / 6, max(bar) + found.edge / 6
        level = next((at for at, end in enumerate(ends) if end < low), len(ends))
        ends[level : level + 1] = [high]
        bars.append({"low": low, "high": high, "level": level, "row": 0.5 + _STEP * level})
    return bars


def _axis(found: Ranking, x: Spec, y: Spec) -> list[Spec]:
    places = range(1, int(found.last) + 1)
    every = max(1, math.ceil(len(places) / 20))
    shown = [place for place in places if (place - 1) % every == 0]
    ticks = [{"rank": place, "row": 0, "end": -0.25, "shown": str(place)} for place in shown]
    line = [{"rank": 1, "end": found.last, "row": 0}]
    rule = {"type": "rule", "strokeWidth": 1.2}
    ink = fixed(colour("ink"))
    at: dict[str, Spec] = {"x": {**x, "field": "rank"}, "y": {**y, "field": "row"}}
    return [
        own(line, layer(rule, **at, x2={"field": "end"}, color=ink)),
        own(ticks, layer(rule, **at, y2={"field": "end"}, color=ink)),
        own(ticks, layer({"type": "text", "dy": -14}, **at, text={"field": "shown"})),
    ]


def _distance(found: Ranking, x: Spec, y: Spec) -> list[Spec]:
    values = [
        {
            "rank": 1,
            "end": 1 + found.distance,
            "row": -1.7,
            "shown": f"critical difference {found.distance:.2f}",
        }
    ]
    ends = [{"rank": end, "row": -1.9, "end": -1.5} for end in (1, 1 + found.distance)]
    at: dict[str, Spec] = {"x": {**x, "field": "rank"}, "y": {**y, "field": "row"}}
    rule = {"type": "rule", "strokeWidth": 1.6}
    warn = fixed(colour("warn"))
    words = {"type": "text", "align": "left", "baseline": "bottom", "dy": -7}
    return [
        own(values, layer(rule, **at, x2={"field": "end"}, color=warn)),
        own(ends, layer(rule, **at, y2={"field": "end"}, color=warn)),
        own(values, layer(words, **at, text={"field": "shown"}, color=warn)),
    ]


def _systems(x: Spec, y: Spec) -> list[Spec]:
    """Down from the axis, out to the side, the name outside and the rank on the line."""
    at: dict[str, Spec] = {"x": {**x, "field": "rank"}, "y": {**y, "field": "row"}}
    end: dict[str, Spec] = {"x": {**x, "field": "end"}, "y": {**y, "field": "row"}}
    line = {"type": "rule", "strokeWidth": 1}
    muted = fixed(colour("muted"))
    tips = tooltip(system="system", shown="average rank")
    words = {"type": "text", "limit": _NAMES, "fontSize": 12}
    drawn = [
        layer(line, **at, y2={"datum": 0}, color=muted),
        layer(line, **at, x2={"field": "end"}, color=muted),
        layer(
            {"type": "point", "filled": True, "size": 26, "opacity": 1},
            x=at["x"],
            y={**y, "datum": 0},
            color=fixed(colour("ink")),
            tooltip=tips,
        ),
    ]
    for side, align, push, inner in (("left", "right", -8, "left"), ("right", "left", 8, "right")):
        test = [{"filter": f"datum.side === '{side}'"}]
        outside = layer({**words, "align": align, "dx": push}, **end, text={"field": "system"}, tooltip=tips)
        number = {"type": "text", "fontSize": 10, "align": inner, "dx": -push / 4, "dy": -6}
        drawn += [
            {**outside, "transform": test},
            {**layer(number, **end, text={"field": "shown"}, color=muted), "transform": test},
        ]
    return drawn


def _bar(x: Spec, y: Spec) -> Spec:
    mark = {"type": "rule", "strokeWidth": 5, "strokeCap": "round", "opacity": 1}
    return layer(
        mark,
        x={**x, "field": "low"},
        x2={"field": "high"},
        y={**y, "field": "row"},
        color=fixed(colour("accent")),
    )
