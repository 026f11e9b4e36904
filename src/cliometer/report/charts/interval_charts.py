"""Values with their intervals: forests, dots in a row, standings of systems, differences between two
systems.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cliometer.report.charts.grammar import (
    WIDTH,
    Record,
    Spec,
    bounded,
    by_name,
    chart,
    colour,
    figures,
    fixed,
    layer,
    name,
    named,
    number,
    own,
    tooltip,
    where,
)


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


def marked(mark: ThresholdLine, scaled: Spec) -> list[Spec]:
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


_LARGEST, _NEXT, _LEAST = 210, 0.32, 32  # pixels; of marks at one place each is seen around the next


def dots(
    records: Sequence[Record], kinds: Sequence[str], title: str, marks: Sequence[ThresholdLine] = ()
) -> Spec:
    """Records of `name`, `kind` and `value`, from 0 to 1."""
    rows = list(dict.fromkeys(record["name"] for record in records))
    scaled = {"title": title, "scale": {"domain": [-0.02, 1.02], "nice": False}, "axis": {"tickCount": 5}}
    y = named("name", rows, axis={"ticks": False, "domain": False, "labelPadding": 8, "grid": True})
    tips = [*tooltip(name="name", kind="counted"), *figures(value=title)]
    point = {"type": "point", "filled": True, "opacity": 1}
    told, sizes = by_name("kind", kinds, columns=1, as_nested=True).points, _sizes(kinds)
    return chart(
        [{**record, "size": sizes[record["kind"]]} for record in records],
        *[one for mark in marks for one in marked(mark, scaled)],
        layer(point, x={**number("value"), **scaled}, y=y, tooltip=tips, **told),
        height={"step": 26},
    )


def _sizes(kinds: Sequence[str]) -> dict[str, float]:
    return {kind: max(_LEAST, round(_LARGEST * _NEXT**place)) for place, kind in enumerate(kinds)}


MARGIN = 14  # between the plot and what stands beside it
_COLUMN = 11
ABOVE = -22  # where the name of a line stands, clear of the heading of what stands beside the plot


@dataclass(frozen=True)
class ReferenceLine:
    """A value to compare with, such as the human level, with its interval where it has one."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None


def standings(records: Sequence[Record], title: str, beside: str, line: ReferenceLine | None = None) -> Spec:
    """Records of `system`, `score`, `low`, `high`, `role`, and `beside`: (column, word)s at its right."""
    y = _names(records)
    return chart(
        records,
        *(_line(line, title) if line else ()),
        *([where("datum.low !== null", _score_interval(title, y))] if bounded(records) else []),
        _dots(title, y),
        own(_words_beside(records), _beside(y)),
        own([{"word": beside}], _heading()),
        height={"step": 26},
    )


def _names(records: Sequence[Record]) -> Spec:
    systems = [record["system"] for record in records]
    return named("system", systems, axis={"labelPadding": 8, "ticks": False, "domain": False})


def _score_interval(title: str, y: Spec) -> Spec:
    ends = {"type": "rule", "strokeWidth": 2.5, "strokeCap": "round"}
    return layer(ends, x=number("low", title), x2={"field": "high"}, y=y, color=fixed(colour("accent")))


def _dots(title: str, y: Spec) -> Spec:
    role = {"condition": {"test": "datum.role === 'baseline'", "value": "diamond"}, "value": "circle"}
    return layer(
        {"type": "point", "filled": True, "size": 110, "opacity": 1},
        x=number("score", title, axis={"tickCount": 6, "labelFlush": False}),
        y=y,
        shape=role,
        color=fixed(colour("accent")),
        tooltip=[*tooltip(system="system"), *figures(score=title, low="low", high="high")],
    )


def _beside(y: Spec) -> Spec:
    """Letters in columns, so that each group is a line that the eye can follow down."""
    centred = {"expr": "length(datum.word) === 1 ? 'center' : 'left'"}
    words = {"type": "text", "align": centred, "fontSize": 12, "limit": 260}
    at = {"field": "at", "type": "quantitative", "scale": None, "axis": None}
    return layer(words, x=at, y=y, text={"field": "word"})


def _words_beside(records: Sequence[Record]) -> list[Record]:
    """What stands beside a system, each word in the column it asks for."""
    return [
        {
            "system": record["system"],
            "word": word,
            "at": WIDTH + MARGIN + _COLUMN * column + 4 * (len(word) == 1),
        }
        for record in records
        for column, word in record["beside"]
    ]


def _heading() -> Spec:
    words = {"type": "text", "align": "left", "fontSize": 12, "fontWeight": 600}
    return layer(words, x=fixed(WIDTH + MARGIN), y=fixed(-10), text={"field": "word"})


def _line(line: ReferenceLine, title: str) -> list[Spec]:
    """A band for the interval, a dashed line, and its name above the plot."""
    values = [{"label": line.label, "value": line.value, "low": line.low, "high": line.high}]
    band = layer(
        {"type": "rect", "opacity": 1, "stroke": colour("line")},
        x=number("low", title),
        x2={"field": "high"},
        color=fixed(colour("wash")),
    )
    rule = layer(
        {"type": "rule", "strokeWidth": 1.5, "strokeDash": [5, 3]},
        x=number("value", title),
        color=fixed(colour("good")),
        tooltip=[*tooltip(label="line"), *figures(value="score", low="low", high="high")],
    )
    label = layer(
        {"type": "text", "baseline": "bottom", "fontSize": 12},
        x=number("value", title),
        y=fixed(ABOVE),
        text={"field": "label"},
        color=fixed(colour("good")),
    )
    shaded = [own(values, band)] if line.low is not None and line.high is not None else []
    return [*shaded, own(values, rule), own(values, label)]


_WIDTH = 560  # names of two systems need room
BETTER, SAME, WORSE = "first better", "the same", "second better"


def differences(
    pairs: Sequence[Record], topics: Sequence[Record], title: str, lower: bool, heading: str
) -> Spec:
    """Pairs of `pair`, `difference`, `low`, `high`, `record`, `p`; topics of `pair`, `by`, `outcome`."""
    y = _pairs(pairs)
    return chart(
        pairs,
        own([{"zero": 0.0}], _zero(title)),
        *([own(topics, _topics(title, y))] if topics else []),
        _difference_interval(title, y),
        _means(title, y),
        _record(y),
        own(_directions(lower, heading), _direction_words()),
        width=_WIDTH,
        height={"step": 36},
    )


def _pairs(records: Sequence[Record]) -> Spec:
    return named(
        "pair",
        [record["pair"] for record in records],
        axis={"labelPadding": 8, "ticks": False, "domain": False},
    )


def _zero(title: str) -> Spec:
    return layer({"type": "rule", "strokeWidth": 1.5}, x=number("zero", title), color=fixed(colour("muted")))


def _topics(title: str, y: Spec) -> Spec:
    outcomes = [BETTER, SAME, WORSE]
    shapes = {"domain": outcomes, "range": ["triangle-up", "circle", "triangle-down"]}
    colours = {"domain": outcomes, "range": [colour("good"), colour("muted"), colour("bad")]}
    legend = {"title": "on a topic", "orient": "bottom", "direction": "horizontal"}
    return layer(
        {"type": "point", "filled": False, "size": 46, "strokeWidth": 1.4, "opacity": 1, "yOffset": 8},
        x=number("by", title, axis={"tickCount": 7, "labelFlush": False}),
        y=y,
        shape=name("outcome", scale=shapes, legend=legend),
        color=name("outcome", scale=colours, legend=legend),
        tooltip=[
            *tooltip(pair="row", topic="topic"),
            *figures(by="difference", first="first", second="second"),
        ],
    )


def _difference_interval(title: str, y: Spec) -> Spec:
    mark = {"type": "rule", "strokeWidth": 3, "strokeCap": "round", "yOffset": -7}
    return layer(mark, x=number("low", title), x2={"field": "high"}, y=y, color=fixed(colour("accent")))


def _means(title: str, y: Spec) -> Spec:
    return layer(
        {"type": "point", "filled": True, "size": 110, "shape": "diamond", "opacity": 1, "yOffset": -7},
        x=number("difference", title),
        y=y,
        color=fixed(colour("accent")),
        tooltip=[
            *tooltip(systems="systems"),
            *figures(difference="difference", low="low", high="high"),
            *tooltip(p="p"),
        ],
    )


def _record(y: Spec) -> Spec:
    words = {"type": "text", "align": "left", "fontSize": 12}
    return layer(words, x=fixed(_WIDTH + MARGIN), y=y, text={"field": "record"})


def _directions(lower: bool, heading: str) -> list[Record]:
    """Who is better on which side of the line, written above the plot."""
    left, right = ("first", "second") if lower else ("second", "first")
    return [
        {"word": f"\N{LEFTWARDS ARROW} {left} better", "at": 0, "side": "left"},
        {"word": f"{right} better \N{RIGHTWARDS ARROW}", "at": _WIDTH, "side": "right"},
        {"word": heading, "at": _WIDTH + MARGIN, "side": "left"},
    ]


def _direction_words() -> Spec:
    at = {"field": "at", "type": "quantitative", "scale": None, "axis": None}
    mark = {"type": "text", "align": {"expr": "datum.side"}, "fontSize": 12, "fontWeight": 600}
    return layer(mark, x=at, y=fixed(-10), text={"field": "word"})
