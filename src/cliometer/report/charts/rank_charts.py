"""Ranks and preferences: the critical-difference diagram (Demsar 2006), ranks by rule, majorities as
arrows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, ceil, cos, degrees, hypot, pi, sin
from typing import Any

from cliometer.report.charts.grammar import (
    Record,
    Spec,
    by_name,
    chart,
    colour,
    fixed,
    layer,
    named,
    number,
    own,
    tooltip,
)

# The critical-difference diagram (Demsar 2006): average ranks, and bars that join who does not differ.

_AXIS = 540
_ROW = 22
_NAMES = 190
_STEP = 0.4  # between bars, in rows


@dataclass(frozen=True)
class AverageRanks:
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


def critical(found: AverageRanks) -> Spec:
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


def _hung(found: AverageRanks, first: float) -> list[dict[str, Any]]:
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


def _levels(found: AverageRanks) -> list[dict[str, float]]:
    """Bars side by side where they fit, else below one another."""
    ends: list[float] = []
    bars = []
    for bar in sorted([[found.ranks[name] for name in bar] for bar in found.bars], key=min):
        low, high = min(bar) - found.edge / 6, max(bar) + found.edge / 6
        level = next((at for at, end in enumerate(ends) if end < low), len(ends))
        ends[level : level + 1] = [high]
        bars.append({"low": low, "high": high, "level": level, "row": 0.5 + _STEP * level})
    return bars


def _axis(found: AverageRanks, x: Spec, y: Spec) -> list[Spec]:
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


def _distance(found: AverageRanks, x: Spec, y: Spec) -> list[Spec]:
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


_RANK_STEP = 28


def bump(records: Sequence[Record], rules: Sequence[str], systems: Sequence[str]) -> Spec:
    """Records of `rule`, `system` and `place`; systems that tie share the mean of their places."""
    last = ceil(max(record["place"] for record in records))
    scale = {"domain": [0.5, last + 0.5], "reverse": True, "nice": False}
    axis = {
        "values": list(range(1, last + 1)),
        "format": "d",
        "grid": False,
        "domain": False,
        "ticks": False,
    }
    x = named("rule", rules, axis={"orient": "top", "labelAngle": 0, "domain": False, "ticks": False})
    y = number("place", "place", scale=scale, axis=axis)
    told = by_name("system", systems)
    for channel in (*told.lines.values(), *told.points.values()):
        channel["legend"] = None
    tips = tooltip(system="system", rule="rule", shown="place")
    labels = _ends(records, rules)
    words = {"type": "text", "fontSize": 12, "limit": 180}
    dot = {"type": "point", "filled": True, "size": 120, "opacity": 1}
    return chart(
        records,
        layer({"type": "line", "strokeWidth": 2.5, "opacity": 1}, x=x, y=y, **told.lines),
        layer(dot, x=x, y=y, tooltip=tips, **told.points),
        own([one for one in labels if one["rule"] == rules[-1]],
            layer({**words, "align": "left", "dx": 12}, x=x, y=y, text={"field": "systems"})),
        width={"step": 112},
        height=max(3, last) * _RANK_STEP,
    )  # fmt: skip


def _ends(records: Sequence[Record], rules: Sequence[str]) -> list[Record]:
    """The names at the right edge, those that tie on one line."""
    together: dict[tuple[str, float], list[str]] = {}
    for record in records:
        together.setdefault((record["rule"], record["place"]), []).append(record["system"])
    return [
        {"rule": rule, "place": place, "systems": ", ".join(systems)}
        for (rule, place), systems in together.items()
        if rule == rules[-1]
    ]


_WIDTH, _HEIGHT = 620, 400
_ROOM = 1.35  # from the middle to the upper edge, in radii
_NODE = 0.09  # where an arrow ends before the place of a system
MOST_LABELS = 28  # arrows with their numbers; of more, only hovering tells


@dataclass(frozen=True)
class MajorityArrow:
    """An arrow: who beats whom, by how many votes against how many, and whether it lies on a cycle."""

    winner: str
    loser: str
    wins: int
    losses: int
    on_cycle: bool


def majority_graph(systems: Sequence[str], majorities: Sequence[MajorityArrow]) -> Spec:
    """The systems on a circle, clockwise from the top, with all arrows among them."""
    places = {name: _place(number, len(systems)) for number, name in enumerate(systems)}
    most = max(one.wins - one.losses for one in majorities)
    arrows = [_arrow(one, places, most) for one in majorities]
    labelled = arrows if len(arrows) <= MOST_LABELS else []
    aside = [_named(name, *place) for name, place in places.items()]
    dots = [{"x": x, "y": y, "system": name} for name, (x, y) in places.items()]
    lowest = min(y for _, y in places.values()) - (_ROOM - 1)
    drawn = [*_arrows(arrows), *_labels(labelled), _dots(dots), *_names(aside)]
    for one in drawn:
        one["encoding"]["y"]["scale"]["domain"] = [lowest, _ROOM]
    return {"width": _WIDTH, "height": round(_HEIGHT * (_ROOM - lowest) / (2 * _ROOM)), "layer": drawn}


def _place(number: int, of: int) -> tuple[float, float]:
    angle = 2 * pi * number / of
    return sin(angle), cos(angle)


def _arrow(one: MajorityArrow, places: dict[str, tuple[float, float]], most: int) -> Record:
    (x, y), (to_x, to_y) = places[one.winner], places[one.loser]
    length = hypot(to_x - x, to_y - y)
    over, up = (to_x - x) / length, (to_y - y) / length
    margin = one.wins - one.losses
    return {
        "x": x + _NODE * over,
        "y": y + _NODE * up,
        "x2": to_x - _NODE * over,
        "y2": to_y - _NODE * up,
        "tip_x": to_x - 1.25 * _NODE * over,
        "tip_y": to_y - 1.25 * _NODE * up,
        "label_x": x + 0.36 * length * over,  # not in the middle, where arrows cross
        "label_y": y + 0.36 * length * up,
        "angle": degrees(atan2(over, up)),
        "thickness": 1 + 3 * margin / most,
        "on_cycle": one.on_cycle,
        "winner": one.winner,
        "loser": one.loser,
        "votes": f"{one.wins} : {one.losses}",
        "margin": margin,
    }


def _named(name: str, x: float, y: float) -> Record:
    return {"x": 1.13 * x, "y": 1.13 * y, "system": name, "side": 0 if abs(x) < 0.2 else 1 if x > 0 else -1}


def _across(field: str) -> Spec:
    edge = _ROOM * _WIDTH / _HEIGHT
    return number(field, scale={"domain": [-edge, edge], "nice": False}, axis=None)


def _upwards(field: str) -> Spec:
    return number(field, scale={"domain": [-_ROOM, _ROOM], "nice": False}, axis=None)


def _shade() -> Spec:
    return {"condition": {"test": "datum.on_cycle", "value": colour("bad")}, "value": colour("muted")}


def _dash() -> Spec:
    return {"condition": {"test": "datum.on_cycle", "value": [1, 0]}, "value": [5, 4]}


def _arrows(arrows: Sequence[Record]) -> list[Spec]:
    tips = tooltip(winner="preferred", loser="to", votes="votes", margin="margin")
    thickness = {"field": "thickness", "type": "quantitative", "scale": None}
    shaft = layer({"type": "rule", "opacity": 1}, x=_across("x"), y=_upwards("y"), x2={"field": "x2"},
                  y2={"field": "y2"}, color=_shade(), strokeWidth=thickness, strokeDash=_dash(),
                  tooltip=tips)  # fmt: skip
    turned = {"field": "angle", "type": "quantitative", "scale": None}
    head = layer({"type": "point", "shape": "triangle", "filled": True, "size": 170, "opacity": 1},
                 x=_across("tip_x"), y=_upwards("tip_y"), angle=turned, color=_shade(),
                 tooltip=tips)  # fmt: skip
    return [own(arrows, shaft), own(arrows, head)]


def _labels(arrows: Sequence[Record]) -> Iterator[Spec]:
    if not arrows:
        return
    place = {"x": _across("label_x"), "y": _upwards("label_y")}
    ground = {"type": "point", "shape": "M-1,-.45H1V.45H-1Z", "filled": True, "size": 800, "opacity": 1}
    yield own(arrows, layer(ground, **place, color=fixed(colour("panel"))))
    yield own(arrows, layer({"type": "text", "fontSize": 12}, **place, text={"field": "votes"}))


def _dots(dots: Sequence[Record]) -> Spec:
    mark = {"type": "point", "filled": True, "size": 160, "opacity": 1}
    place = {"x": _across("x"), "y": _upwards("y")}
    return own(dots, layer(mark, **place, color=fixed(colour("accent")), tooltip=tooltip(system="system")))


def _names(aside: Sequence[Record]) -> Iterator[Spec]:
    for side, align in ((-1, "right"), (0, "center"), (1, "left")):
        own_side = [one for one in aside if one["side"] == side]
        if own_side:
            mark = {"type": "text", "align": align, "fontSize": 13, "fontWeight": 600, "limit": 170}
            yield own(own_side, layer(mark, x=_across("x"), y=_upwards("y"), text={"field": "system"}))
