"""Values with intervals: forests, dots in a row, standings, differences between two systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cliometer.reporting.charts import grammar as vl
from cliometer.reporting.charts.grammar import Record, Spec


@dataclass(frozen=True)
class ThresholdLine:
    """A line across all rows, with its name above the plot."""

    at: float
    meaning: str
    colour: str = "muted"


@dataclass(frozen=True)
class Forest:
    """Records of `name`, `value`, `low`, `high` (None where there is none), `hollow` and `beside`."""

    records: Sequence[Record]
    title: str
    marks: Sequence[ThresholdLine] = ()
    domain: tuple[float, float] | None = None
    tips: dict[str, str] = field(default_factory=dict)
    heading: str | None = None


def forest(drawn: Forest, width: int = vl.WIDTH - 80, labels: bool = True) -> Spec:
    """Return one plot, narrower than others, because words stand beside it."""
    y = vl.rows("name", [record["name"] for record in drawn.records], **({} if labels else {"labels": False}))
    scale: dict[str, Any] = {"domain": list(drawn.domain), "nice": False} if drawn.domain else {"zero": False}
    x = {"title": drawn.title, "scale": scale, "axis": {"tickCount": 5}}
    tips = vl.tooltip(name="name", **drawn.tips)
    tips += vl.tooltip(".3f", value=drawn.title, low="low", high="high")
    fill = vl.choice("datum.hollow", {"theme": "panel"}, {"theme": "accent"})
    ring: Spec = {"type": "point", "opacity": 1, "size": 95, "strokeWidth": 2}
    ring |= {"stroke": {"theme": "accent"}, "clip": True}
    ends = vl.mark("rule", 2.5, strokeCap="round", clip=True)
    bounds = "datum.low !== null && datum.high !== null"
    none = vl.mark("text", align="left", fontStyle="italic")
    beside = any(record.get("beside") for record in drawn.records)
    layers = [
        *[mark_layer for mark in drawn.marks for mark_layer in marked(mark, x)],
        vl.layer(ends, x={**vl.number("low"), **x}, x2="high", y=y, color="accent", where=bounds),
        vl.layer(ring, None, "datum.value !== null", x={**vl.number("value"), **x}, y=y, fill=fill, tooltip=tips),
        vl.layer(none, None, "datum.value === null", x={"value": 4}, y=y, text={"value": "undefined"}),
        *[vl.layer(vl.mark("text", align="left", dx=10), x={"value": "width"}, y=y, text="beside")] * beside,
    ]
    data = {"values": [dict(record) for record in drawn.records]}
    return {"data": data, "width": width, "height": {"step": 24}, "layer": layers}


def forests(panels: Sequence[Forest], columns: int = 3, width: int = 178) -> Spec:
    """Return plots side by side, of which only those at the left edge name their rows."""
    made = [
        {
            "title": {"text": panel.heading or "", "limit": width, "offset": 18 if panel.marks else 8},
            **forest(panel, width, labels=place % columns == 0),
        }
        for place, panel in enumerate(panels)
    ]
    return {"concat": made, "columns": columns, "spacing": {"column": 24, "row": 28}}


def marked(mark: ThresholdLine, scaled: Spec) -> list[Spec]:
    """Return the layers of a threshold line on the scale of a plot."""
    values, x = [{"at": mark.at, "meaning": mark.meaning}], {**vl.number("at"), **scaled}
    tips = [*vl.tooltip(meaning="line"), *vl.tooltip(".3f", at="value")]
    name_of = vl.mark("text", 11, baseline="bottom", limit=220)
    return [
        vl.layer(vl.mark("rule", 1.5, strokeDash=[5, 3]), x=x, color=mark.colour, tooltip=tips, data=values),
        vl.layer(name_of, x=x, y={"value": -4}, text="meaning", color=mark.colour, data=values),
    ]


_LARGEST, _NEXT, _LEAST = 210, 0.32, 32  # pixels; of marks at one place each is seen around the next


def dots(records: Sequence[Record], kinds: Sequence[str], title: str, marks: Sequence[ThresholdLine] = ()) -> Spec:
    """Return dots in rows, from records of `name`, `kind` and `value`, from 0 to 1."""
    scaled = {"title": title, "scale": {"domain": [-0.02, 1.02], "nice": False}, "axis": {"tickCount": 5}}
    y = vl.rows("name", [record["name"] for record in records], grid=True)
    tips = [*vl.tooltip(name="name", kind="counted"), *vl.tooltip(".3f", value=title)]
    point = {"type": "point", "filled": True, "opacity": 1}
    channels = vl.by_name("kind", kinds, columns=1, as_nested=True).points
    sizes = {kind: max(_LEAST, round(_LARGEST * _NEXT**place)) for place, kind in enumerate(kinds)}
    return vl.chart(
        [{**record, "size": sizes[record["kind"]]} for record in records],
        *[mark_layer for mark in marks for mark_layer in marked(mark, scaled)],
        vl.layer(point, x={**vl.number("value"), **scaled}, y=y, tooltip=tips, **channels),
        height={"step": 26},
    )


MARGIN = 14  # between the plot and what stands beside it
_PIXELS: Spec = {"field": "at", "type": "quantitative", "scale": None, "axis": None}
ABOVE = -22  # where the name of a line stands, clear of the heading of what stands beside the plot


@dataclass(frozen=True)
class ReferenceLine:
    """A value to compare with, such as the human level, with its interval where it has one."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None


def standings(records: Sequence[Record], title: str, beside: str, line: ReferenceLine | None = None) -> Spec:
    """Return the plot of records of `system`, `score`, `low`, `high`, `role`, and `beside`: (column, word)s.

    Letters beside stand in columns, so that each group is a line that the eye can follow down.
    """
    y = vl.rows("system", [record["system"] for record in records])
    low, ends = vl.number("low", title), vl.mark("rule", 2.5, strokeCap="round")
    bounded = any(record["low"] is not None for record in records)  # a layer that draws none would warn
    interval = vl.layer(ends, x=low, x2="high", y=y, color="accent", where="datum.low !== null")
    dots = vl.layer(
        vl.mark("point", 110),
        x=vl.number("score", title, axis={"tickCount": 6, "labelFlush": False}),
        y=y,
        shape=vl.choice("datum.role === 'baseline'", "diamond", "circle"),
        color="accent",
        tooltip=[*vl.tooltip(system="system"), *vl.tooltip(".3f", score=title, low="low", high="high")],
    )
    right = vl.WIDTH + MARGIN  # where the first column beside the plot begins
    centred = {"expr": "length(datum.word) === 1 ? 'center' : 'left'"}
    aside = [
        {"system": record["system"], "word": word, "at": right + 11 * column + 4 * (len(word) == 1)}
        for record in records
        for column, word in record["beside"]
    ]
    bold, words = vl.mark("text", align="left", fontWeight=600), vl.mark("text", align=centred, limit=260)
    return vl.chart(
        records,
        *(_line(line, title) if line else ()),
        *([interval] if bounded else []),
        dots,
        vl.layer(words, aside, x=_PIXELS, y=y, text="word"),
        vl.layer(bold, [{"word": beside}], x={"value": right}, y={"value": -10}, text="word"),
        height={"step": 26},
    )


def _line(line: ReferenceLine, title: str) -> list[Spec]:
    """Return a band for the interval, a dashed line, and its name above the plot."""
    values = [{"label": line.label, "value": line.value, "low": line.low, "high": line.high}]
    tips = [*vl.tooltip(label="line"), *vl.tooltip(".3f", value="score", low="low", high="high")]
    at = vl.number("value", title)
    edge, low = vl.mark("rect", stroke={"theme": "line"}), vl.number("low", title)
    bounded = line.low is not None and line.high is not None
    return [
        *([vl.layer(edge, values, x=low, x2="high", color="wash")] if bounded else []),
        vl.layer(vl.mark("rule", 1.5, strokeDash=[5, 3]), values, x=at, color="good", tooltip=tips),
        vl.layer(vl.mark("text", baseline="bottom"), values, x=at, y={"value": ABOVE}, text="label", color="good"),
    ]


_WIDTH = 560  # names of two systems need room
BETTER, SAME, WORSE = "first better", "the same", "second better"


def differences(
    pairs: Sequence[Record], topics: Sequence[Record], title: str, lower: bool, heading: str, single: str = "topic"
) -> Spec:
    """Return the plot of pairs (`pair`, `difference`, `low`, `high`, `record`, `p`) and topics (`by`, `outcome`).

    Who is better on which side of the line is written above the plot.
    """
    y = vl.rows("pair", [record["pair"] for record in pairs])
    numbers = vl.tooltip(".3f", difference="difference", low="low", high="high")
    tips = [*vl.tooltip(systems="systems"), *numbers, *vl.tooltip(p="p")]
    left, right = ("first", "second") if lower else ("second", "first")
    above = [
        {"word": f"\N{LEFTWARDS ARROW} {left} better", "at": 0, "side": "left"},
        {"word": f"{right} better \N{RIGHTWARDS ARROW}", "at": _WIDTH, "side": "right"},
        {"word": heading, "at": _WIDTH + MARGIN, "side": "left"},
    ]
    ends = vl.mark("rule", 3, strokeCap="round", yOffset=-7)
    mean = vl.mark("point", 110, shape="diamond", yOffset=-7)
    side = vl.mark("text", align={"expr": "datum.side"}, fontWeight=600)
    return vl.chart(
        pairs,
        vl.layer(vl.mark("rule", 1.5), x=vl.number("zero", title), color="muted", data=[{"zero": 0.0}]),
        *([_topics(topics, title, y, single)] if topics else []),
        vl.layer(ends, x=vl.number("low", title), x2="high", y=y, color="accent"),
        vl.layer(mean, x=vl.number("difference", title), y=y, color="accent", tooltip=tips),
        vl.layer(vl.mark("text", align="left"), x={"value": _WIDTH + MARGIN}, y=y, text="record"),
        vl.layer(side, x=_PIXELS, y={"value": -10}, text="word", data=above),
        width=_WIDTH,
        height={"step": 36},
    )


def _topics(topics: Sequence[Record], title: str, y: Spec, single: str) -> Spec:
    outcomes = [BETTER, SAME, WORSE]
    shapes = {"domain": outcomes, "range": ["triangle-up", "circle", "triangle-down"]}
    legend = {"title": f"on a {single}", "orient": "bottom", "direction": "horizontal"}
    numbers = vl.tooltip(".3f", by="difference", first="first", second="second")
    return vl.layer(
        vl.mark("point", 46, filled=False, strokeWidth=1.4, yOffset=8),
        topics,
        x=vl.number("by", title, axis={"tickCount": 7, "labelFlush": False}),
        y=y,
        shape=vl.name("outcome", scale=shapes, legend=legend),
        color=vl.ramp("outcome", outcomes, ["good", "muted", "bad"], legend=legend),
        tooltip=[*vl.tooltip(pair="row", topic=single), *numbers],
    )
