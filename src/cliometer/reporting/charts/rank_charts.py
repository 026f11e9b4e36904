"""Ranks and preferences: the critical-difference diagram, ranks by rule, majorities as arrows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, ceil, cos, degrees, hypot, pi, sin
from typing import Any

from cliometer.reporting.charts import grammar as vl
from cliometer.reporting.charts.grammar import Record, Spec

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


def critical(average_ranks: AverageRanks) -> Spec:
    """Return an axis of ranks with the systems hung on it: the better half to the left, the others to the right."""
    bars = _levels(average_ranks)
    hung = _hung(average_ranks, 0.6 + _STEP * (1 + max((bar["level"] for bar in bars), default=-1)))
    depth = max(hanging["row"] for hanging in hung) + 0.6
    ranks = {"domain": [1 - average_ranks.edge, average_ranks.last + average_ranks.edge], "nice": False}
    x = {"type": "quantitative", "scale": ranks, "axis": None}
    y = {"type": "quantitative", "scale": {"domain": [depth, -2.4], "nice": False}, "axis": None}
    at: dict[str, Spec] = {"x": {**x, "field": "rank"}, "y": {**y, "field": "row"}}
    thick = {"type": "rule", "opacity": 1, "strokeWidth": 5, "strokeCap": "round"}
    return vl.chart(
        hung,
        *_axis(average_ranks, at),
        *_distance(average_ranks, at),
        *_systems(at, {**at, "x": {**x, "field": "end"}}, {**y, "datum": 0}),
        vl.layer(thick, x={**x, "field": "low"}, x2="high", y=at["y"], color="accent", data=bars),
        width=_AXIS,
        height=round(_ROW * (depth + 2.4)),
    )


def _hung(ranks: AverageRanks, first: float) -> list[dict[str, Any]]:
    """Return the rows of systems from the outside in, so that no line crosses a name."""
    ranked = sorted(ranks.ranks.items(), key=lambda entry: entry[1])
    half = math.ceil(len(ranked) / 2)
    left = [(name, rank, at, "left") for at, (name, rank) in enumerate(ranked[:half])]
    right = [(name, rank, at, "right") for at, (name, rank) in enumerate(reversed(ranked[half:]))]
    return [
        {
            "system": name,
            "rank": rank,
            "row": first + at,
            "end": 1 - ranks.edge if side == "left" else ranks.last + ranks.edge,
            "side": side,
            "shown": f"{rank:.2f}",
        }
        for name, rank, at, side in [*left, *right]
    ]


def _levels(ranks: AverageRanks) -> list[dict[str, float]]:
    """Return bars side by side where they fit, else below one another."""
    ends: list[float] = []
    bars = []
    for bar in sorted([[ranks.ranks[name] for name in bar] for bar in ranks.bars], key=min):
        low, high = min(bar) - ranks.edge / 6, max(bar) + ranks.edge / 6
        level = next((at for at, end in enumerate(ends) if end < low), len(ends))
        ends[level : level + 1] = [high]
        bars.append({"low": low, "high": high, "level": level, "row": 0.5 + _STEP * level})
    return bars


def _axis(ranks: AverageRanks, at: dict[str, Spec]) -> list[Spec]:
    places = range(1, int(ranks.last) + 1)
    every = max(1, math.ceil(len(places) / 20))
    shown = [place for place in places if (place - 1) % every == 0]
    ticks = [{"rank": place, "row": 0, "end": -0.25, "shown": str(place)} for place in shown]
    line = [{"rank": 1, "end": ranks.last, "row": 0}]
    return [
        vl.layer(vl.mark("rule", 1.2), **at, x2="end", color="ink", data=line),
        vl.layer(vl.mark("rule", 1.2), **at, y2="end", color="ink", data=ticks),
        vl.layer({"type": "text", "dy": -14}, **at, text="shown", data=ticks),
    ]


def _distance(ranks: AverageRanks, at: dict[str, Spec]) -> list[Spec]:
    label = f"critical difference {ranks.distance:.2f}"
    values = [{"rank": 1, "end": 1 + ranks.distance, "row": -1.7, "shown": label}]
    ends = [{"rank": end, "row": -1.9, "end": -1.5} for end in (1, 1 + ranks.distance)]
    name = {"type": "text", "align": "left", "baseline": "bottom", "dy": -7}
    return [
        vl.layer(vl.mark("rule", 1.6), **at, x2="end", color="warn", data=values),
        vl.layer(vl.mark("rule", 1.6), **at, y2="end", color="warn", data=ends),
        vl.layer(name, **at, text="shown", color="warn", data=values),
    ]


def _systems(at: dict[str, Spec], end: dict[str, Spec], axis: Spec) -> list[Spec]:
    """Return lines down from the axis and out to the side, with the name outside and the rank on the line."""
    tips = vl.tooltip(system="system", shown="average rank")
    drawn = [
        vl.layer(vl.mark("rule", 1), **at, y2={"datum": 0}, color="muted"),
        vl.layer(vl.mark("rule", 1), **at, x2="end", color="muted"),
        vl.layer(vl.mark("point", 26), x=at["x"], y=axis, color="ink", tooltip=tips),
    ]
    for side, align, push in (("left", "right", -8), ("right", "left", 8)):
        test = f"datum.side === '{side}'"
        outside, shown = (
            vl.mark("text", limit=_NAMES, align=align, dx=push),
            vl.mark("text", 10, align=side, dx=-push / 4, dy=-6),
        )
        drawn.append(vl.layer(outside, **end, text="system", tooltip=tips, where=test))
        drawn.append(vl.layer(shown, **end, text="shown", color="muted", where=test))
    return drawn


_RANK_STEP = 28


def bump(records: Sequence[Record], rules: Sequence[str], systems: Sequence[str]) -> Spec:
    """Return lines from records of `rule`, `system` and `place`; systems that tie share the mean of their places."""
    last = ceil(max(record["place"] for record in records))
    bare = {"domain": False, "ticks": False}
    axis = {"values": list(range(1, last + 1)), "format": "d", "grid": False, **bare}
    x = vl.name("rule", names=rules, axis={"orient": "top", "labelAngle": 0, **bare})
    y = vl.number("place", "place", scale={"domain": [0.5, last + 0.5], "reverse": True, "nice": False}, axis=axis)
    channels = vl.by_name("system", systems)
    for channel in (*channels.lines.values(), *channels.points.values()):
        channel["legend"] = None
    tips = vl.tooltip(system="system", rule="rule", shown="place")
    return vl.chart(
        records,
        vl.layer(vl.mark("line", strokeWidth=2.5), x=x, y=y, **channels.lines),
        vl.layer(vl.mark("point", 120), x=x, y=y, tooltip=tips, **channels.points),
        vl.layer(vl.mark("text", limit=180, align="left", dx=12), x=x, y=y, text="systems", data=_ends(records, rules)),
        width={"step": 112},
        height=max(3, last) * _RANK_STEP,
    )


def _ends(records: Sequence[Record], rules: Sequence[str]) -> list[Record]:
    """Return the names at the right edge, those that tie on one line."""
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
    """Return the systems on a circle, clockwise from the top, with all arrows among them."""
    angles = [2 * pi * number / len(systems) for number in range(len(systems))]
    places = {name: (sin(angle), cos(angle)) for name, angle in zip(systems, angles, strict=True)}
    most = max(majority.wins - majority.losses for majority in majorities)
    arrows = [_arrow(majority, places, most) for majority in majorities]
    lowest = min(y for _, y in places.values()) - (_ROOM - 1)
    drawn = [*_arrows(arrows), *_named_dots(places)]
    for layer in drawn:
        layer["encoding"]["y"]["scale"]["domain"] = [lowest, _ROOM]
    return {"width": _WIDTH, "height": round(_HEIGHT * (_ROOM - lowest) / (2 * _ROOM)), "layer": drawn}


def _arrow(majority: MajorityArrow, places: dict[str, tuple[float, float]], most: int) -> Record:
    (x, y), (to_x, to_y) = places[majority.winner], places[majority.loser]
    length = hypot(to_x - x, to_y - y)
    over, up = (to_x - x) / length, (to_y - y) / length
    margin = majority.wins - majority.losses
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
        "on_cycle": majority.on_cycle,
        "winner": majority.winner,
        "loser": majority.loser,
        "votes": f"{majority.wins} : {majority.losses}",
        "margin": margin,
    }


def _at(x: str, y: str) -> dict[str, Spec]:
    edge = _ROOM * _WIDTH / _HEIGHT
    return {
        "x": vl.number(x, scale={"domain": [-edge, edge], "nice": False}, axis=None),
        "y": vl.number(y, scale={"domain": [-_ROOM, _ROOM], "nice": False}, axis=None),
    }


def _arrows(arrows: Sequence[Record]) -> list[Spec]:
    both = {
        "tooltip": vl.tooltip(winner="preferred", loser="to", votes="votes", margin="margin"),
        "color": vl.choice("datum.on_cycle", {"theme": "bad"}, {"theme": "muted"}),
    }
    thickness, turned = ({"field": field, "type": "quantitative", "scale": None} for field in ("thickness", "angle"))
    dash = vl.choice("datum.on_cycle", [1, 0], [5, 4])
    shaft, head = {"type": "rule", "opacity": 1}, vl.mark("point", 170, shape="triangle")
    ends, ground = {"x2": "x2", "y2": "y2"}, vl.mark("point", 800, shape="M-1,-.45H1V.45H-1Z")
    drawn = [
        vl.layer(shaft, arrows, **_at("x", "y"), **ends, strokeWidth=thickness, strokeDash=dash, **both),
        vl.layer(head, arrows, **_at("tip_x", "tip_y"), angle=turned, **both),
    ]
    if len(arrows) <= MOST_LABELS:
        drawn.append(vl.layer(ground, arrows, **_at("label_x", "label_y"), color="panel"))
        drawn.append(vl.layer(vl.mark("text"), arrows, **_at("label_x", "label_y"), text="votes"))
    return drawn


def _named_dots(places: Mapping[str, tuple[float, float]]) -> Iterator[Spec]:
    """Yield a dot for each system, and its name outside the circle."""
    dots = [{"x": x, "y": y, "system": name} for name, (x, y) in places.items()]
    tips = vl.tooltip(system="system")
    yield vl.layer(vl.mark("point", 160), **_at("x", "y"), color="accent", tooltip=tips, data=dots)
    for side, align in ((-1, "right"), (0, "center"), (1, "left")):
        aside = [
            {"x": 1.13 * x, "y": 1.13 * y, "system": name, "side": side}
            for name, (x, y) in places.items()
            if side == (0 if abs(x) < 0.2 else 1 if x > 0 else -1)
        ]
        if aside:
            mark = vl.mark("text", 13, align=align, fontWeight=600, limit=170)
            yield vl.layer(mark, **_at("x", "y"), text="system", data=aside)
