"""Lines and points: curves of systems, trade-offs, metric against people, response curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cliometer.reporting.charts import grammar as vl
from cliometer.reporting.charts.grammar import Record, Spec

NAMED = 8  # systems that eyes can tell apart
_PANEL = 230
_DASHES = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [1, 0], [6, 3], [2, 2], [8, 3, 2, 3]]


@dataclass(frozen=True)
class SystemLine:
    """The points of a system, in the order in which they are joined; y is None where it has no value."""

    system: str
    points: Sequence[tuple[float, float | None]]
    topic: str | None = None


def lines(
    drawn: Sequence[SystemLine], systems: Sequence[str], x: Spec, y: Spec, stepped: bool = False, dots: bool = True
) -> Spec:
    """Return all lines on the same axes; systems stand in their order of worth."""
    body = {"width": vl.WIDTH - 60, "height": 330, "layer": _layers(systems, x, y, stepped, dots)}
    return {**_points(drawn, systems), **body}


def panels(drawn: Sequence[SystemLine], systems: Sequence[str], x: Spec, y: Spec, stepped: bool = False) -> Spec:
    """Return the same lines with a panel for each topic."""
    wide = max(_PANEL, (vl.WIDTH - 60) // len({line.topic for line in drawn}))
    panel = {"width": wide, "height": 0.6 * wide, "layer": _layers(systems, x, y, stepped, False)}
    header = {"labelLimit": wide, "labelFontWeight": 600}
    return {**vl.faceted([], vl.name("topic", header=header), panel, 3, (14, 20)), **_points(drawn, systems)}


def _points(drawn: Sequence[SystemLine], systems: Sequence[str]) -> Spec:
    """Return a record for each line, which the chart takes apart, so that names are not repeated for every point."""
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
    mark = vl.mark("line", strokeWidth=2, clip=True)
    mark |= {"interpolate": "step-after"} if stepped else {}
    place = {"x": {"field": "x", "type": "quantitative", **x}, "y": {"field": "y", "type": "quantitative", **y}}
    first = list(systems[:NAMED])
    stroke = {"symbolType": "stroke", "symbolSize": 300, "symbolStrokeWidth": 2}
    legend = None if len(first) == 1 else {} if dots else stroke
    by: dict[str, Spec] = {"color": vl.name("system", names=first, legend=legend)}
    if not dots:  # where shapes say which system it is, a legend would dash their outlines
        by["strokeDash"] = vl.name("system", scale={"domain": first, "range": _DASHES[: len(first)]}, legend=legend)
    tips = vl.tooltip(system="system", x=x["title"], y=y["title"])
    both: dict[str, Any] = {"order": {"field": "place", "type": "quantitative"}, "tooltip": tips, **place}
    layers = [
        vl.layer({**mark, "strokeWidth": 1}, detail="system", color="line", **both, where="!datum.named"),
        vl.layer(mark, **by, **both, where="datum.named"),
    ]
    if dots:
        shape = vl.name("system", names=first, legend=legend)
        point, shown = vl.mark("point", 40), {"shape": shape, "tooltip": tips}
        layers.append(vl.layer(point, None, "datum.named", **place, color=by["color"], **shown))
    return layers


_TICKS = (1, 6, 24, 72, 168, 720, 2160)
_LABELS = (
    "datum.value === 0 ? '0' : (abs(datum.value) < 24 ? format(datum.value, '+') + ' h' "
    ": format(datum.value / 24, '+') + ' d')"
)
_AT_ZERO = {"condition": {"test": "datum.value === 0", "value": {"theme": "ink"}}, "value": {"theme": "line"}}


def hours_axis(low: float, high: float) -> Spec:
    """Return an axis of hours that is stretched around 0, where minutes count, and compressed where days do."""
    ticks = [-tick for tick in reversed(_TICKS) if -tick >= low] + [0] + [tick for tick in _TICKS if tick <= high]
    return {
        "title": "hours (h) or days (d) after the nugget became known",
        "scale": {"type": "symlog", "constant": 1, "domain": [low, high], "nice": False},
        "axis": {"values": ticks, "labelExpr": _LABELS, "labelOverlap": True, "gridColor": _AT_ZERO},
    }


def since_axis(low: float, high: float) -> Spec:
    """Return an axis in hours where there are few of them, else in days."""
    days = high > 72
    label = "format(datum.value / 24, '~g')" if days else "format(datum.value, '~g')"
    unit = 24 if days else 1
    steps = (unit * by for by in (1, 2, 5, 10, 20, 50, 100, 200, 500))
    step = next((step for step in steps if high - low <= 5 * step), 1000 * unit)  # for about five ticks
    ticks = [step * number for number in range(int(low // step), int(high // step) + 1) if step * number >= low]
    return {
        "title": f"{'days' if days else 'hours'} since the first nugget",
        "scale": {"domain": [low, high], "nice": False},
        "axis": {"values": ticks, "labelExpr": label},
    }


def spoken(hours: float) -> str:
    """Return a delay as two or three characters and a unit.

    >>> spoken(0.5), spoken(-3.2), spoken(50)
    ('+30 min', '-3.2 h', '+2.1 d')
    """
    if abs(hours) < 1:
        return f"{round(hours * 60):+d} min"
    value, unit = (hours, "h") if abs(hours) < 48 else (hours / 24, "d")
    return f"{value:+.1f} {unit}".replace(".0 ", " ") if abs(value) < 10 else f"{value:+.0f} {unit}"


def trade(records: Sequence[Record], systems: Sequence[str]) -> Spec:
    """Return the chart of records of `system`, `gain`, `told`, and `late_gain`, `late_told` after the discount."""
    first = list(systems[:NAMED])
    known = [{**record, "named": record["system"] in first} for record in records]
    tips = vl.tooltip(system="system", gain="gain", told="comprehensiveness",
                   late_gain="gain, discounted", late_told="comprehensiveness, discounted")  # fmt: skip
    x, y = _axis("gain", "normalised gain", known), _axis("told", "comprehensiveness", known)
    by = {"color": vl.name("system", names=first), "shape": vl.name("system", names=first), "tooltip": tips}
    point = {"type": "point", "opacity": 1, "size": 110, "strokeWidth": 2}
    late = {"x": _axis("late_gain", "normalised gain", known), "y": _axis("late_told", "comprehensiveness", known)}
    quiet = {"color": "muted", "tooltip": tips}
    return vl.chart(
        known,
        vl.layer(vl.mark("rule", 1.5), x=x, y=y, x2="late_gain", y2="late_told", color="muted"),
        vl.layer({**point, "filled": True, "size": 40}, x=x, y=y, **quiet, where="!datum.named"),
        vl.layer({**point, "size": 40}, **late, **quiet, where="!datum.named"),
        vl.layer({**point, "filled": True}, x=x, y=y, **by, where="datum.named"),
        vl.layer(point, **late, **by, where="datum.named"),
        width=460,
        height=360,
    )


def _axis(field: str, title: str, records: Sequence[Record]) -> Spec:
    """Return an axis from 0 with some room above, but not beyond 1 unless a value is, as early gain may be."""
    ends = ("told", "late_told") if "told" in field else ("gain", "late_gain")
    top = max((record[end] or 0 for record in records for end in ends), default=0)
    return {
        "field": field, "type": "quantitative", "title": title,
        "scale": {"domain": [0, min(max(0.1, 1.08 * top), max(1.0, top))], "nice": True},
    }  # fmt: skip


_DISCORDANT = [
    {"test": "datum.discordant >= 0.5", "value": {"theme": "bad"}},
    {"test": "datum.discordant > 0", "value": {"theme": "warn"}},
]


def crossings(records: Sequence[Record]) -> Spec:
    """Return a panel for each `system`, with a line for each event between its places, and dates, on both sides."""
    tips = [*vl.tooltip(says="system", reference="reference"), *vl.tooltip(".0%", discordant="in the other order")]
    painted = {"color": {"condition": _DISCORDANT, "value": {"theme": "accent"}}, "tooltip": tips}
    start, end = (vl.number(place, scale={"domain": [1, 0]}, axis=None) for place in ("from", "to"))
    left, right = ({"x": {"value": place}} for place in (0, _PANEL))
    word = vl.mark("text", 10, baseline="middle")
    labels = "datum.labelled"  # where all labels have room, or else where the order is wrong
    lines = [
        vl.layer(vl.mark("rule", 1.5, opacity=0.8), **left, x2=right["x"], y=start, y2={"field": "to"}, **painted),
        vl.layer({**word, "align": "right", "dx": -4}, None, labels, **left, y=start, text="date", **painted),
        vl.layer({**word, "align": "left", "dx": 4}, None, labels, **right, y=end, text="reference_date", **painted),
    ]
    header = vl.name("system", header={"labelLimit": _PANEL, "labelFontWeight": 600})
    return vl.faceted(records, header, {"width": _PANEL, "height": _PANEL, "layer": lines}, 2, (14, 150))


_CLOUD_COLUMNS = 3
_SIDE = 215
_MARGIN = 0.4  # of the span of the systems, on each side
_TOLD_APART = 7  # systems that get a colour and a shape each; of more, hovering tells the name


@dataclass(frozen=True)
class Cloud:
    """A metric: what to say of it, records of systems (`value`, `human`, their ends), and of texts."""

    metric: str
    said: str
    systems: Sequence[Record]
    texts: Sequence[Record]


def scatter(clouds: Sequence[Cloud], people: str) -> Spec:
    """Return a panel for each metric; all panels share the scale of the people."""
    systems = list(dict.fromkeys(point["system"] for cloud in clouds for point in cloud.systems))
    upwards = _span([point for cloud in clouds for point in cloud.systems], "human", "human_low", "human_high")
    return {
        "concat": [_cloud_panel(cloud, people, systems, upwards) for cloud in clouds],
        "columns": _CLOUD_COLUMNS,
        "spacing": {"column": 26, "row": 24},
    }


def _span(systems: Sequence[Record], *keys: str) -> Spec:
    """Return a scale that holds all systems with their intervals, so that texts do not press them together."""
    values = [record[key] for record in systems for key in keys]
    room = _MARGIN * (max(values) - min(values) or 1)
    return {"domain": [min(values) - room, max(values) + room], "nice": False, "zero": False}


def _cloud_panel(cloud: Cloud, people: str, systems: Sequence[str], upwards: Spec) -> Spec:
    """Return small dots for texts, lines for the intervals of metric and people, and a mark for each system."""
    across = {"title": "metric", "axis": {"tickCount": 5}, "scale": _span(cloud.systems, "value", "low", "high")}
    up = {"title": people, "axis": {"tickCount": 5}, "scale": upwards}
    place = {"x": {**vl.number("value"), **across}, "y": {**vl.number("human"), **up}}
    low, human_low = {**vl.number("low"), **across}, {**vl.number("human_low"), **up}
    few = len(systems) <= _TOLD_APART
    channels: Spec = dict(vl.by_name("system", systems).points) if few else {"color": "accent"}
    text_tips = vl.tooltip(system="system", topic="topic", value="metric", human="people")
    tips = vl.tooltip(system="system", value="metric", span="interval", human="people", human_span="its interval")
    subtitle = {"subtitle": cloud.said, "subtitleColor": {"theme": "muted"}, "subtitleFontSize": 12}
    texts = vl.layer(vl.mark("point", 14, clip=True), cloud.texts, **place, color="credit-0", tooltip=text_tips)
    means = vl.layer(vl.mark("point", 100, stroke={"theme": "panel"}, strokeWidth=1), **place, tooltip=tips, **channels)
    return vl.chart(
        cloud.systems,
        *([texts] if cloud.texts else []),
        vl.layer(vl.mark("rule", 1.5), x=low, x2="high", y=place["y"], color="muted"),
        vl.layer(vl.mark("rule", 1.5), x=place["x"], y=human_low, y2="human_high", color="muted"),
        means,
        title={"text": cloud.metric, "limit": _SIDE + 20, "fontSize": 12, "offset": 8, **subtitle},
        width=_SIDE,
        height=_SIDE,
    )


_LADDER_COLUMNS = 3
_WIDTH, _HEIGHT = 205, 130


@dataclass(frozen=True)
class Climb:
    """A perturbation from weak to strong: records of `metric`, `at` and `change`, and what `at` counts."""

    title: str
    grows: str
    places: Sequence[float | str]
    records: Sequence[Record]


def ladder_panels(climbs: Sequence[Climb], metrics: Sequence[str], side: str) -> Spec:
    """Return a line for each metric; all panels have one scale, so that depths can be compared."""
    changes = [record["change"] for climb in climbs for record in climb.records]
    ends = [min([0.0, *changes]), max([0.0, *changes])]
    room = 0.04 * (ends[1] - ends[0] or 1)
    domain = [ends[0] - room, ends[1] + room]
    panels = [_ladder_panel(climb, metrics, side, domain) for climb in climbs]
    return {"concat": panels, "columns": _LADDER_COLUMNS, "spacing": {"column": 26, "row": 20}}


def _ladder_panel(climb: Climb, metrics: Sequence[str], side: str, domain: Sequence[float]) -> Spec:
    x = _places(climb)
    y = vl.number("change", f"change of {side}", scale={"domain": list(domain), "nice": False}, axis={"tickCount": 5})
    tips = [*vl.tooltip(metric="metric", trial="trial"), *vl.tooltip(".3f", change=f"change of {side}")]
    channels = vl.by_name("metric", metrics, as_nested=True)
    thick = vl.nested(metrics)
    return vl.chart(
        [{**record, **thick[record["metric"]]} for record in climb.records],
        vl.layer({"type": "rule", "strokeDash": [4, 3], "color": {"theme": "muted"}}, y={"datum": 0}),
        vl.layer(vl.mark("line"), x=x, y=y, **channels.lines),
        vl.layer({"type": "point", "opacity": 1, "filled": True}, x=x, y=y, tooltip=tips, **channels.points),
        title={"text": climb.title, "fontSize": 12, "limit": _WIDTH},
        width=_WIDTH,
        height=_HEIGHT,
    )


def _places(climb: Climb) -> Spec:
    """Return the axis of steps, the weakest at the left, also where the setting falls as the change grows."""
    if not all(isinstance(place, int | float) for place in climb.places):  # words keep their order
        return vl.name("at", climb.grows, names=[str(place) for place in climb.places], axis={"labelAngle": 0})
    turned = {"reverse": True} if climb.places[0] > climb.places[-1] else {}  # type: ignore[operator]
    axis = {"values": list(climb.places), "grid": False, "labelOverlap": True, "format": ".4~g"}
    return vl.number("at", climb.grows, scale={"zero": False, "nice": False, "padding": 8, **turned}, axis=axis)
