"""Lines of several systems: the first eight by colour, dash and shape, the others as a quiet background."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cliometer.report.charts.grammar import WIDTH, Spec, colour, fixed, layer, name, named, tooltip, where

NAMED = 8  # systems that eyes can tell apart
_PANEL = 230
_DASHES = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [1, 0], [6, 3], [2, 2], [8, 3, 2, 3]]


@dataclass(frozen=True)
class Line:
    """The points of a system, in the order in which they are joined; y is None where it has no value."""

    system: str
    points: Sequence[tuple[float, float | None]]
    topic: str | None = None


def lines(
    drawn: Sequence[Line], systems: Sequence[str], x: Spec, y: Spec, stepped: bool = False, dots: bool = True
) -> Spec:
    """All on the same axes; systems in their order of worth."""
    body = {"width": WIDTH - 60, "height": 330, "layer": _layers(systems, x, y, stepped, dots)}
    return {**_points(drawn, systems), **body}


def panels(drawn: Sequence[Line], systems: Sequence[str], x: Spec, y: Spec, stepped: bool = False) -> Spec:
    """The same, a panel a topic."""
    wide = max(_PANEL, (WIDTH - 60) // len({line.topic for line in drawn}))
    return {
        **_points(drawn, systems),
        "facet": name("topic", header={"labelLimit": wide, "labelFontWeight": 600}),
        "columns": 3,
        "spec": {"width": wide, "height": 0.6 * wide, "layer": _layers(systems, x, y, stepped, False)},
        "spacing": {"row": 14, "column": 20},
    }


def _points(drawn: Sequence[Line], systems: Sequence[str]) -> Spec:
    """A record a line, which is taken apart where it is drawn: names are not repeated for every point."""
    first = set(systems[:NAMED])
    records = [
        {
            **({} if line.topic is None else {"topic": line.topic}),
            "system": line.system,
            "named": line.system in first,
            "x": [round(x, 5) for x, _ in line.points],
            "y": [None if y is None else round(y, 5) for _, y in line.points],
        }
        for line in drawn
    ]
    counted = {"window": [{"op": "row_number", "as": "place"}]}
    return {"data": {"values": records}, "transform": [{"flatten": ["x", "y"]}, counted]}


def _layers(systems: Sequence[str], x: Spec, y: Spec, stepped: bool, dots: bool) -> list[Spec]:
    mark = {"type": "line", "opacity": 1, "strokeWidth": 2, "clip": True}
    mark |= {"interpolate": "step-after"} if stepped else {}
    place = {
        "x": {"field": "x", "type": "quantitative", **x},
        "y": {"field": "y", "type": "quantitative", **y},
    }
    first = list(systems[:NAMED])
    stroke = {"symbolType": "stroke", "symbolSize": 300, "symbolStrokeWidth": 2}
    legend = None if len(first) == 1 else {} if dots else stroke
    by: dict[str, Spec] = {
        "color": named("system", first, legend=legend),
        "strokeDash": name("system", scale={"domain": first, "range": _DASHES[: len(first)]}, legend=legend),
    }
    tips = tooltip(system="system", x=x["title"], y=y["title"])
    quiet = {**mark, "strokeWidth": 1}
    rest = layer(quiet, **place, detail={"field": "system"}, color=fixed(colour("line")), tooltip=tips)
    order = {"field": "place", "type": "quantitative"}
    found = [
        where("!datum.named", {**rest, "encoding": {**rest["encoding"], "order": order}}),
        where("datum.named", layer(mark, **place, **by, order=order, tooltip=tips)),
    ]
    if dots:
        point = {"type": "point", "filled": True, "size": 40, "opacity": 1}
        shape = named("system", first, legend=legend)
        found.append(
            where("datum.named", layer(point, **place, color=by["color"], shape=shape, tooltip=tips))
        )
    return found
