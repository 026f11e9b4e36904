"""Charts of votes and reasons: counts as bars, places by rule, majorities as arrows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, ceil, cos, degrees, hypot, pi, sin

from cliometer.grouping import by_key
from cliometer.reporting.charts import grammar as vl
from cliometer.reporting.charts.grammar import Record, Spec


def bars(records: Sequence[Record], title: str, by: str | None = None) -> Spec:
    """Return bars from records of `name`, `value` (None where undefined), `text`, and `by`, which may split a row."""
    y = vl.rows("name", [record["name"] for record in records], labelPadding=6, labelLimit=320)
    split = {"yOffset": vl.name("by")} if by else {}
    shade = vl.name("by", by, legend={"orient": "top", "symbolType": "square"}) if by else "accent"
    whole = {"tickMinStep": 1} if all(isinstance(record["value"], int) for record in records) else {}
    x = vl.number("value", title, scale={"zero": True}, axis={"tickCount": 6, **whole})
    tips = vl.tooltip(name="name", **({"by": by} if by else {}), text=title)
    word = vl.mark("text", align="left", dx=5)
    parts = len({record.get("by") for record in records})
    return vl.chart(
        records,
        vl.layer(vl.mark("bar"), x=x, y=y, color=shade, tooltip=tips, **split, where="datum.value !== null"),
        vl.layer(word, x={"value": 0}, y=y, text={"value": "undefined"}, **split, where="datum.value === null"),
        vl.layer(word, x=x, y=y, text="text", **split, where="datum.value !== null"),
        width=vl.WIDTH - 80,
        height={"step": 26 if parts == 1 else 20, **({"for": "offset"} if by else {})},
    )


def with_tick(spec: Spec, row: str, value: float, meaning: str) -> Spec:
    """Return the same bars with a tick across one of them, and what it means."""
    values = [{"name": row, "value": value, "meaning": meaning}]
    at = {"x": vl.number("value", scale={"zero": True}), "y": spec["layer"][0]["encoding"]["y"], "color": "bad"}
    tick, tips = vl.mark("tick", thickness=3, size=24), vl.tooltip(meaning="mark", value="value")
    added = [
        vl.layer(tick, values, **at, tooltip=tips),
        vl.layer(vl.mark("text", align="left", dx=22), values, **at, text="meaning"),
    ]
    return {**spec, "layer": [*spec["layer"], *added]}


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
    together = by_key(((record["rule"], record["place"]), record["system"]) for record in records)
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
