"""Values with their intervals, a row each, beside lines that mean something: chance, nothing, a ceiling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cliometer.report.charts.grammar import (
    WIDTH,
    Record,
    Spec,
    colour,
    figures,
    fixed,
    layer,
    named,
    number,
    own,
    tooltip,
    where,
)


@dataclass(frozen=True)
class Mark:
    """A line across all rows, with its name above the plot."""

    at: float
    meaning: str
    colour: str = "muted"


@dataclass(frozen=True)
class Forest:
    """Records of `name`, `value`, `low`, `high` (None where there is none), `hollow` and `beside`."""

    records: Sequence[Record]
    title: str
    marks: Sequence[Mark] = ()
    domain: tuple[float, float] | None = None
    tips: dict[str, str] = field(default_factory=dict)
    heading: str | None = None


def forest(drawn: Forest, width: int = WIDTH - 80) -> Spec:
    """One plot; what stands beside it needs room, too."""
    data = {"values": [dict(record) for record in drawn.records]}
    return {"data": data, "width": width, "height": {"step": 24}, "layer": _layers(drawn, labels=True)}


def forests(panels: Sequence[Forest], columns: int = 3, width: int = 178) -> Spec:
    """Plots side by side; only those at the left edge name their rows."""
    made = [
        {
            "title": {"text": panel.heading or "", "limit": width, "offset": 18 if panel.marks else 8},
            "data": {"values": [dict(record) for record in panel.records]},
            "width": width,
            "height": {"step": 24},
            "layer": _layers(panel, labels=place % columns == 0),
        }
        for place, panel in enumerate(panels)
    ]
    return {"concat": made, "columns": columns, "spacing": {"column": 24, "row": 28}}


def _layers(drawn: Forest, labels: bool) -> list[Spec]:
    axis = {"ticks": False, "domain": False, "labelPadding": 8, **({} if labels else {"labels": False})}
    y = named("name", list(dict.fromkeys(record["name"] for record in drawn.records)), axis=axis)
    scale: dict[str, Any] = {"domain": list(drawn.domain), "nice": False} if drawn.domain else {"zero": False}
    x = {"title": drawn.title, "scale": scale, "axis": {"tickCount": 5}}
    tips = [*tooltip(name="name", **drawn.tips), *figures(value=drawn.title, low="low", high="high")]
    ends = {"type": "rule", "strokeWidth": 2.5, "strokeCap": "round", "clip": True}
    fill = {"condition": {"test": "datum.hollow", "value": colour("panel")}, "value": colour("accent")}
    dot = {
        "type": "point",
        "size": 95,
        "opacity": 1,
        "strokeWidth": 2,
        "stroke": colour("accent"),
        "clip": True,
    }
    words = {"type": "text", "align": "left", "fontSize": 12}
    accent = fixed(colour("accent"))
    beside = any(record.get("beside") for record in drawn.records)
    return [
        *[one for mark in drawn.marks for one in marked(mark, x)],
        where("datum.low !== null && datum.high !== null",
              layer(ends, x={**number("low"), **x}, x2={"field": "high"}, y=y, color=accent)),
        where("datum.value !== null", layer(dot, x={**number("value"), **x}, y=y, fill=fill, tooltip=tips)),
        where("datum.value === null",
              layer({**words, "fontStyle": "italic"}, x=fixed(4), y=y, text=fixed("undefined"))),
        *([layer({**words, "dx": 10}, x=fixed("width"), y=y, text={"field": "beside"})] if beside else []),
    ]  # fmt: skip


def marked(mark: Mark, scaled: Spec) -> list[Spec]:
    """A mark on the scale of a plot."""
    values = [{"at": mark.at, "meaning": mark.meaning}]
    rule = {"type": "rule", "strokeWidth": 1.5, "strokeDash": [5, 3]}
    words = {"type": "text", "baseline": "bottom", "fontSize": 11, "limit": 220}
    x, shade = {**number("at"), **scaled}, fixed(colour(mark.colour))
    tips = [*tooltip(meaning="line"), *figures(at="value")]
    return [
        own(values, layer(rule, x=x, color=shade, tooltip=tips)),
        own(values, layer(words, x=x, y=fixed(-4), text={"field": "meaning"}, color=shade)),
    ]
