"""Metric against people: the means of systems with intervals both ways, over the scores of single texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cliometer.report.charts.grammar import Record, Spec, colour, fixed, layer, number, own, tooltip
from cliometer.report.charts.series import by_name

_COLUMNS = 3
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
    """A panel for each metric; all have the people's scale, and each its own."""
    systems = list(dict.fromkeys(point["system"] for cloud in clouds for point in cloud.systems))
    upwards = _span([one for cloud in clouds for one in cloud.systems], "human", "human_low", "human_high")
    return {
        "concat": [_panel(cloud, people, systems, upwards) for cloud in clouds],
        "columns": _COLUMNS,
        "spacing": {"column": 26, "row": 24},
    }


def _span(systems: Sequence[Record], *keys: str) -> Spec:
    """A scale that holds all systems with their intervals, so that texts do not press them together."""
    values = [record[key] for record in systems for key in keys]
    room = _MARGIN * (max(values) - min(values) or 1)
    return {"domain": [min(values) - room, max(values) + room], "nice": False, "zero": False}


def _panel(cloud: Cloud, people: str, systems: Sequence[str], upwards: Spec) -> Spec:
    ticks = {"axis": {"tickCount": 5}}
    across = {"title": "metric", **ticks, "scale": _span(cloud.systems, "value", "low", "high")}
    up = {"title": people, **ticks, "scale": upwards}
    return {
        "title": _title(cloud),
        "width": _SIDE,
        "height": _SIDE,
        "data": {"values": [dict(point) for point in cloud.systems]},
        "layer": [
            *([own(cloud.texts, _texts(across, up))] if cloud.texts else []),
            *_intervals(across, up),
            _means(across, up, systems),
        ],
    }


def _title(cloud: Cloud) -> Spec:
    said = {"subtitle": cloud.said, "subtitleColor": colour("muted"), "subtitleFontSize": 12}
    return {"text": cloud.metric, "limit": _SIDE + 20, "fontSize": 12, "offset": 8, **said}


def _place(across: Spec, up: Spec) -> dict[str, Spec]:
    return {"x": {**number("value"), **across}, "y": {**number("human"), **up}}


def _texts(across: Spec, up: Spec) -> Spec:
    """Small dots; those beyond the frame are cut off."""
    return layer(
        {"type": "point", "filled": True, "size": 14, "opacity": 1, "clip": True},
        **_place(across, up),
        color=fixed(colour("credit-0")),
        tooltip=tooltip(system="system", topic="topic", value="metric", human="people"),
    )


def _intervals(across: Spec, up: Spec) -> list[Spec]:
    """Of the metric from left to right, of people upwards."""
    place, shade = _place(across, up), fixed(colour("muted"))
    rule = {"type": "rule", "strokeWidth": 1.5}
    low, human_low = {**number("low"), **across}, {**number("human_low"), **up}
    return [
        layer(rule, x=low, x2={"field": "high"}, y=place["y"], color=shade),
        layer(rule, x=place["x"], y=human_low, y2={"field": "human_high"}, color=shade),
    ]


def _means(across: Spec, up: Spec, systems: Sequence[str]) -> Spec:
    """A mark for each system; few are told apart by colour and shape."""
    few = len(systems) <= _TOLD_APART
    told = by_name("system", systems).points if few else {"color": fixed(colour("accent"))}
    edge = {"stroke": colour("panel"), "strokeWidth": 1}
    return layer(
        {"type": "point", "filled": True, "size": 100, "opacity": 1, **edge},
        **_place(across, up),
        tooltip=tooltip(
            system="system", value="metric", span="interval", human="people", human_span="its interval"
        ),
        **told,
    )
