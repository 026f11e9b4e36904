"""Small multiples: a panel a topic with the values of all systems, all on one axis."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.charts.grammar import Record, Spec, colour, layer, name, named, number, tooltip, where

_PANEL = 180
COLUMNS = 4


def multiples(
    records: Sequence[Record], title: str, systems: Sequence[str], span: tuple[float, float]
) -> Spec:
    """Records of `topic`, `system`, `value` (None where undefined), `best` on that topic or not."""
    y = named("system", systems, axis={"ticks": False, "domain": False, "labelPadding": 4, "labelLimit": 130})
    x = number(
        "value", title, scale={"domain": list(span), "nice": True}, axis={"tickCount": 3, "labelFlush": False}
    )
    tips = tooltip(topic="topic", system="system", shown=title)
    dots = layer(
        {"type": "point", "filled": True, "opacity": 1},
        x=x,
        y=y,
        shape=_best("diamond", "circle"),
        size=_best(90, 45),
        color=_best(colour("good"), colour("accent")),
        tooltip=tips,
    )
    none = layer(
        {"type": "text", "text": "undefined", "align": "left", "fontSize": 10, "fontStyle": "italic"},
        x={"value": 2},
        y=y,
        color={"value": colour("bad")},
        tooltip=tips,
    )
    panel = {
        "width": _PANEL,
        "height": {"step": 16},
        "layer": [where("datum.value !== null", dots), where("datum.value === null", none)],
    }
    topic = name("topic", header={"labelLimit": _PANEL, "labelFontWeight": 600, "labelAnchor": "start"})
    return {
        "data": {"values": [dict(record) for record in records]},
        "facet": topic,
        "columns": COLUMNS,
        "spec": panel,
        "spacing": {"row": 18, "column": 18},
    }


def _best(yes: object, no: object) -> Spec:
    return {"condition": {"test": "datum.best", "value": yes}, "value": no}
