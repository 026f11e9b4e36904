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
    choice,
    colour,
    dot,
    figures,
    fixed,
    layer,
    name,
    number,
    own,
    ramp,
    rows,
    rule,
    solid,
    tooltip,
    where,
    words,
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
    y = rows("name", [record["name"] for record in drawn.records], **({} if labels else {"labels": False}))
    scale: dict[str, Any] = {"domain": list(drawn.domain), "nice": False} if drawn.domain else {"zero": False}
    x = {"title": drawn.title, "scale": scale, "axis": {"tickCount": 5}}
    tips = [*tooltip(name="name", **drawn.tips), *figures(value=drawn.title, low="low", high="high")]
    ends = rule(2.5, strokeCap="round", clip=True)
    fill = choice("datum.hollow", colour("panel"), colour("accent"))
    ring = solid("point", size=95, strokeWidth=2, stroke=colour("accent"), clip=True)
    beside = any(record.get("beside") for record in drawn.records)
    return [
        *[one for mark in drawn.marks for one in marked(mark, x)],
        where("datum.low !== null && datum.high !== null",
              layer(ends, x={**number("low"), **x}, x2="high", y=y, color="accent")),
        where("datum.value !== null", layer(ring, x={**number("value"), **x}, y=y, fill=fill, tooltip=tips)),
        where("datum.value === null",
              layer(words(align="left", fontStyle="italic"), x=fixed(4), y=y, text=fixed("undefined"))),
        *([layer(words(align="left", dx=10), x=fixed("width"), y=y, text="beside")] if beside else []),
    ]  # fmt: skip


def marked(mark: ThresholdLine, scaled: Spec) -> list[Spec]:
    """A mark on the scale of a plot."""
    values, x = [{"at": mark.at, "meaning": mark.meaning}], {**number("at"), **scaled}
    tips = [*tooltip(meaning="line"), *figures(at="value")]
    name_of = words(11, baseline="bottom", limit=220)
    return [
        own(values, layer(rule(1.5, strokeDash=[5, 3]), x=x, color=mark.colour, tooltip=tips)),
        own(values, layer(name_of, x=x, y=fixed(-4), text="meaning", color=mark.colour)),
    ]


_LARGEST, _NEXT, _LEAST = 210, 0.32, 32  # pixels; of marks at one place each is seen around the next


def dots(
    records: Sequence[Record], kinds: Sequence[str], title: str, marks: Sequence[ThresholdLine] = ()
) -> Spec:
    """Records of `name`, `kind` and `value`, from 0 to 1."""
    scaled = {"title": title, "scale": {"domain": [-0.02, 1.02], "nice": False}, "axis": {"tickCount": 5}}
    y = rows("name", [record["name"] for record in records], grid=True)
    tips = [*tooltip(name="name", kind="counted"), *figures(value=title)]
    point = {"type": "point", "filled": True, "opacity": 1}
    told = by_name("kind", kinds, columns=1, as_nested=True).points
    sizes = {kind: max(_LEAST, round(_LARGEST * _NEXT**place)) for place, kind in enumerate(kinds)}
    return chart(
        [{**record, "size": sizes[record["kind"]]} for record in records],
        *[one for mark in marks for one in marked(mark, scaled)],
        layer(point, x={**number("value"), **scaled}, y=y, tooltip=tips, **told),
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
    """Records of `system`, `score`, `low`, `high`, `role`, and `beside`: (column, word)s at its right.

    Letters beside stand in columns, so that each group is a line that the eye can follow down.
    """
    y = rows("system", [record["system"] for record in records])
    ends = layer(rule(2.5, strokeCap="round"), x=number("low", title), x2="high", y=y, color="accent")
    dots = layer(
        dot(110),
        x=number("score", title, axis={"tickCount": 6, "labelFlush": False}),
        y=y,
        shape=choice("datum.role === 'baseline'", "diamond", "circle"),
        color="accent",
        tooltip=[*tooltip(system="system"), *figures(score=title, low="low", high="high")],
    )
    centred = {"expr": "length(datum.word) === 1 ? 'center' : 'left'"}
    aside = [
        {"system": one["system"], "word": word, "at": _right(column) + 4 * (len(word) == 1)}
        for one in records
        for column, word in one["beside"]
    ]
    heading = layer(words(align="left", fontWeight=600), x=fixed(_right(0)), y=fixed(-10), text="word")
    return chart(
        records,
        *(_line(line, title) if line else ()),
        *([where("datum.low !== null", ends)] if bounded(records) else []),
        dots,
        own(aside, layer(words(align=centred, limit=260), x=_PIXELS, y=y, text="word")),
        own([{"word": beside}], heading),
        height={"step": 26},
    )


def _right(column: int) -> int:
    """Where a column beside the plot begins."""
    return WIDTH + MARGIN + 11 * column


def _line(line: ReferenceLine, title: str) -> list[Spec]:
    """A band for the interval, a dashed line, and its name above the plot."""
    values = [{"label": line.label, "value": line.value, "low": line.low, "high": line.high}]
    edge = solid("rect", stroke=colour("line"))
    tips = [*tooltip(label="line"), *figures(value="score", low="low", high="high")]
    at = number("value", title)
    above = fixed(ABOVE)
    drawn = [
        layer(rule(1.5, strokeDash=[5, 3]), x=at, color="good", tooltip=tips),
        layer(words(baseline="bottom"), x=at, y=above, text="label", color="good"),
    ]
    if line.low is not None and line.high is not None:
        drawn.insert(0, layer(edge, x=number("low", title), x2="high", color="wash"))
    return [own(values, one) for one in drawn]


_WIDTH = 560  # names of two systems need room
BETTER, SAME, WORSE = "first better", "the same", "second better"


def differences(
    pairs: Sequence[Record], topics: Sequence[Record], title: str, lower: bool, heading: str
) -> Spec:
    """Pairs of `pair`, `difference`, `low`, `high`, `record`, `p`; topics of `pair`, `by`, `outcome`.

    Who is better on which side of the line is written above the plot.
    """
    y = rows("pair", [record["pair"] for record in pairs])
    tips = [*tooltip(systems="systems"), *figures(difference="difference", low="low", high="high"),
            *tooltip(p="p")]  # fmt: skip
    left, right = ("first", "second") if lower else ("second", "first")
    above = [
        {"word": f"\N{LEFTWARDS ARROW} {left} better", "at": 0, "side": "left"},
        {"word": f"{right} better \N{RIGHTWARDS ARROW}", "at": _WIDTH, "side": "right"},
        {"word": heading, "at": _WIDTH + MARGIN, "side": "left"},
    ]
    ends, mean = rule(3, strokeCap="round", yOffset=-7), dot(110, shape="diamond", yOffset=-7)
    side = words(align={"expr": "datum.side"}, fontWeight=600)
    return chart(
        pairs,
        own([{"zero": 0.0}], layer(rule(1.5), x=number("zero", title), color="muted")),
        *([own(topics, _topics(title, y))] if topics else []),
        layer(ends, x=number("low", title), x2="high", y=y, color="accent"),
        layer(mean, x=number("difference", title), y=y, color="accent", tooltip=tips),
        layer(words(align="left"), x=fixed(_WIDTH + MARGIN), y=y, text="record"),
        own(above, layer(side, x=_PIXELS, y=fixed(-10), text="word")),
        width=_WIDTH,
        height={"step": 36},
    )


def _topics(title: str, y: Spec) -> Spec:
    outcomes = [BETTER, SAME, WORSE]
    shapes = {"domain": outcomes, "range": ["triangle-up", "circle", "triangle-down"]}
    legend = {"title": "on a topic", "orient": "bottom", "direction": "horizontal"}
    numbers = figures(by="difference", first="first", second="second")
    return layer(
        dot(46, filled=False, strokeWidth=1.4, yOffset=8),
        x=number("by", title, axis={"tickCount": 7, "labelFlush": False}),
        y=y,
        shape=name("outcome", scale=shapes, legend=legend),
        color=ramp("outcome", outcomes, ["good", "muted", "bad"], legend=legend),
        tooltip=[*tooltip(pair="row", topic="topic"), *numbers],
    )
