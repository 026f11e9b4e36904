"""Majorities as arrows from the preferred system to the other: where they run in a circle, it can be seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, pi, sin

from cliometer.report.charts.grammar import Record, Spec, colour, fixed, layer, number, own, tooltip

_WIDTH, _HEIGHT = 620, 400
_ROOM = 1.35  # from the middle to the upper edge, in radii
_NODE = 0.09  # where an arrow ends before the place of a system
MOST_LABELS = 28  # arrows with their numbers; of more, only hovering tells


@dataclass(frozen=True)
class Majority:
    """An arrow: who beats whom, by how many votes against how many, and whether it lies on a cycle."""

    winner: str
    loser: str
    wins: int
    losses: int
    on_cycle: bool


def majority_graph(systems: Sequence[str], majorities: Sequence[Majority]) -> Spec:
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


def _arrow(one: Majority, places: dict[str, tuple[float, float]], most: int) -> Record:
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
