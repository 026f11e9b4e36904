"""Charts of systems and metrics: scores, intervals, differences, average ranks, topics, and credit by date."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cliometer.reporting.charts import grammar as vl
from cliometer.reporting.charts.grammar import Record, Spec

_UNDEFINED = {"value": "undefined"}


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
    reference = []
    if line:  # a band for its interval, a dashed line, and its name above the plot
        values, at, band = [vars(line)], vl.number("value", title), {"x": low, "x2": "high", "color": "wash"}
        names = [*vl.tooltip(label="line"), *vl.tooltip(".3f", value="score", low="low", high="high")]
        edge = vl.mark("rect", stroke={"theme": "line"})
        reference = [vl.layer(edge, values, **band)] if None not in (line.low, line.high) else []
        reference += [
            vl.layer(vl.mark("rule", 1.5, strokeDash=[5, 3]), values, x=at, color="good", tooltip=names),
            vl.layer(vl.mark("text", baseline="bottom"), values, x=at, y={"value": -22}, text="label", color="good"),
        ]
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
        *reference,
        *([interval] if bounded else []),
        dots,
        vl.layer(words, aside, x=_PIXELS, y=y, text="word"),
        vl.layer(bold, [{"word": beside}], x={"value": right}, y={"value": -10}, text="word"),
        height={"step": 26},
    )


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
    outcomes = [BETTER, SAME, WORSE]
    shapes = {"domain": outcomes, "range": ["triangle-up", "circle", "triangle-down"]}
    legend = {"title": f"on a {single}", "orient": "bottom", "direction": "horizontal"}
    dots = [
        vl.layer(
            vl.mark("point", 46, filled=False, strokeWidth=1.4, yOffset=8),
            topics,
            x=vl.number("by", title, axis={"tickCount": 7, "labelFlush": False}),
            y=y,
            shape=vl.name("outcome", scale=shapes, legend=legend),
            color=vl.ramp("outcome", outcomes, ["good", "muted", "bad"], legend=legend),
            tooltip=[
                *vl.tooltip(pair="row", topic=single),
                *vl.tooltip(".3f", by="difference", first="first", second="second"),
            ],
        )
    ] * bool(topics)
    return vl.chart(
        pairs,
        vl.layer(vl.mark("rule", 1.5), x=vl.number("zero", title), color="muted", data=[{"zero": 0.0}]),
        *dots,
        vl.layer(ends, x=vl.number("low", title), x2="high", y=y, color="accent"),
        vl.layer(mean, x=vl.number("difference", title), y=y, color="accent", tooltip=tips),
        vl.layer(vl.mark("text", align="left"), x={"value": _WIDTH + MARGIN}, y=y, text="record"),
        vl.layer(side, x=_PIXELS, y={"value": -10}, text="word", data=above),
        width=_WIDTH,
        height={"step": 36},
    )


# The critical-difference diagram (Demsar 2006): average ranks, and bars that join who does not differ.

_AXIS, _ROW, _NAMES = 540, 22, 190  # pixels
_STEP = 0.4  # between bars, in rows


@dataclass(frozen=True)
class AverageRanks:
    """Average ranks, best first, the distance that counts, and the groups that lie within it."""

    ranks: Mapping[str, float]
    distance: float
    bars: Sequence[Sequence[str]]

    @property
    def last(self) -> float:
        """The end of the axis; it has room for all ranks and for the distance."""
        return float(max(len(self.ranks), math.ceil(max(self.ranks.values())), math.ceil(1 + self.distance)))


def critical(average_ranks: AverageRanks) -> Spec:
    """Return an axis of ranks with the systems hung on it: the better half to the left, the others to the right."""
    edge, last = 0.055 * (average_ranks.last - 1), average_ranks.last  # lines and bars stand out by the edge
    bars = _levels(average_ranks, edge)
    first = 0.6 + _STEP * (1 + max((bar["level"] for bar in bars), default=-1))
    ranked = sorted(average_ranks.ranks.items(), key=lambda entry: entry[1])
    half = math.ceil(len(ranked) / 2)
    hung = [  # from the outside in, so that no line crosses a name
        {"system": name, "rank": rank, "row": first + at, "end": end, "side": side, "shown": f"{rank:.2f}"}
        for side, end, systems in (("left", 1 - edge, ranked[:half]), ("right", last + edge, ranked[: half - 1 : -1]))
        for at, (name, rank) in enumerate(systems)
    ]
    depth = first + half - 1 + 0.6
    x = {"type": "quantitative", "scale": {"domain": [1 - edge, last + edge], "nice": False}, "axis": None}
    y = {"type": "quantitative", "scale": {"domain": [depth, -2.4], "nice": False}, "axis": None}
    at: dict[str, Spec] = {"x": {**x, "field": "rank"}, "y": {**y, "field": "row"}}
    thick = {"type": "rule", "opacity": 1, "strokeWidth": 5, "strokeCap": "round"}
    return vl.chart(
        hung,
        *_scales(average_ranks, at),
        *_systems(at, {**at, "x": {**x, "field": "end"}}, {**y, "datum": 0}),
        vl.layer(thick, x={**x, "field": "low"}, x2="high", y=at["y"], color="accent", data=bars),
        width=_AXIS,
        height=round(_ROW * (depth + 2.4)),
    )


def _levels(ranks: AverageRanks, edge: float) -> list[dict[str, float]]:
    """Return bars side by side where they fit, else below one another."""
    ends: list[float] = []
    bars = []
    for bar in sorted([[ranks.ranks[name] for name in bar] for bar in ranks.bars], key=min):
        low, high = min(bar) - edge / 6, max(bar) + edge / 6
        level = next((at for at, end in enumerate(ends) if end < low), len(ends))
        ends[level : level + 1] = [high]
        bars.append({"low": low, "high": high, "level": level, "row": 0.5 + _STEP * level})
    return bars


def _scales(ranks: AverageRanks, at: dict[str, Spec]) -> list[Spec]:
    """Return the axis with its ticks, and above it the distance that counts."""
    places = range(1, int(ranks.last) + 1)
    every = max(1, math.ceil(len(places) / 20))
    ticks = [{"rank": place, "row": 0, "end": -0.25, "shown": str(place)} for place in places[::every]]
    far = 1 + ranks.distance
    distance = [{"rank": 1, "end": far, "row": -1.7, "shown": f"critical difference {ranks.distance:.2f}"}]
    ends = [{"rank": end, "row": -1.9, "end": -1.5} for end in (1, far)]
    name = {"type": "text", "align": "left", "baseline": "bottom", "dy": -7}
    return [
        vl.layer(vl.mark("rule", 1.2), **at, x2="end", color="ink", data=[{"rank": 1, "end": ranks.last, "row": 0}]),
        vl.layer(vl.mark("rule", 1.2), **at, y2="end", color="ink", data=ticks),
        vl.layer({"type": "text", "dy": -14}, **at, text="shown", data=ticks),
        vl.layer(vl.mark("rule", 1.6), **at, x2="end", color="warn", data=distance),
        vl.layer(vl.mark("rule", 1.6), **at, y2="end", color="warn", data=ends),
        vl.layer(name, **at, text="shown", color="warn", data=distance),
    ]


def _systems(at: dict[str, Spec], end: dict[str, Spec], axis: Spec) -> list[Spec]:
    """Return lines down from the axis and out to the side, with the name outside and the rank on the line."""
    tips = vl.tooltip(system="system", shown="average rank")
    drawn = [
        vl.layer(vl.mark("rule", 1), **at, y2={"datum": 0}, color="muted"),
        vl.layer(vl.mark("rule", 1), **at, x2="end", color="muted"),
        vl.layer(vl.mark("point", 26), x=at["x"], y=axis, color="ink", tooltip=tips),
    ]
    for side, align, push in (("left", "right", -8), ("right", "left", 8)):
        outside = vl.mark("text", limit=_NAMES, align=align, dx=push)
        shown = vl.mark("text", 10, align=side, dx=-push / 4, dy=-6)
        test = f"datum.side === '{side}'"
        drawn.append(vl.layer(outside, **end, text="system", tooltip=tips, where=test))
        drawn.append(vl.layer(shown, **end, text="shown", color="muted", where=test))
    return drawn


EARNED, LOST, MISSED = "credit", "found, but worth less on another day", "missed"


def credit(records: Sequence[Record], totals: Sequence[Record], title: str) -> Spec:
    """Return bars of `day`, `part`, `from`, `to`, with totals of `day`, `size`, `words` at their ends."""
    y = vl.rows("day", [record["day"] for record in totals], labelLimit=300)
    legend = {"title": None, "orient": "top", "labelLimit": 400}
    bars = vl.layer(
        vl.mark("bar", height={"band": 0.72}),
        x=vl.number("from", title, scale={"zero": True}, axis={"tickCount": 8, "labelFlush": False}),
        x2="to",
        y=y,
        color=vl.ramp("part", [EARNED, LOST, MISSED], ["good", "warn", "line"], legend=legend),
        tooltip=[*vl.tooltip(day="date", part="part"), *vl.tooltip(".3f", amount="amount")],
    )
    at = vl.number("size", title, scale={"zero": True})
    ends = vl.layer(vl.mark("text", 11, align="left", dx=6), totals, x=at, y=y, text="words", color="muted")
    return vl.chart(records, bars, ends, height={"step": 20})


_SHAPES = ("triangle-left", "triangle-right", "circle", "diamond")


def score_bars(records: Sequence[Record], title: str, span: Sequence[float] = ()) -> Spec:
    """Return dots of `name`, `side`, `score` (None where undefined), joined from `low` to `high` of their name."""
    scale = {"domain": list(span)} if span else {"zero": False}
    kinds = list(dict.fromkeys(record["side"] for record in records))
    y = vl.rows("name", [record["name"] for record in records])
    legend = {"title": None, "orient": "top"} if len(kinds) > 1 else None
    dots = vl.layer(
        vl.mark("point", 90),
        where="datum.score !== null",
        x=vl.number("score", title, axis={"tickCount": 6, "labelFlush": False}, scale=scale),
        y=y,
        shape=vl.name("side", scale={"domain": kinds, "range": list(_SHAPES[-len(kinds) :])}, legend=legend),
        color=vl.name("side", scale={"domain": kinds}, legend=legend),
        tooltip=[*vl.tooltip(name="name", side="side"), *vl.tooltip(".3f", score="score")],
    )
    low = vl.number("low", title, scale=scale)
    line = vl.layer(vl.mark("rule", 1.5), x=low, x2="high", y=y, color="line", where="datum.low !== null")
    bounded = any(record["low"] is not None for record in records)  # a layer that draws none would warn
    none = vl.mark("text", 11, align="left", fontStyle="italic")
    return vl.chart(
        records,
        *([line] if bounded else []),
        dots,
        vl.layer(none, None, "datum.score === null", x={"value": 4}, y=y, text=_UNDEFINED, color="bad"),
        height={"step": 24},
    )


_PANEL = 160
COLUMNS = 4


def multiples(records: Sequence[Record], title: str, systems: Sequence[str], span: tuple[float, float]) -> Spec:
    """Return a panel for each topic, from records of `topic`, `system`, `value` and `best` on that topic or not."""
    y = vl.rows("system", systems, labelPadding=4, labelLimit=130)
    tips = vl.tooltip(topic="topic", system="system", shown=title)
    scale, axis = {"domain": list(span), "nice": True}, {"tickCount": 3, "labelFlush": True}
    dots = vl.layer(
        {"type": "point", "filled": True, "opacity": 1},
        where="datum.value !== null",
        x=vl.number("value", title, scale=scale, axis=axis),
        y=y,
        shape=vl.choice("datum.best", "diamond", "circle"),
        size=vl.choice("datum.best", 90, 45),
        color=vl.choice("datum.best", {"theme": "good"}, {"theme": "accent"}),
        tooltip=tips,
    )
    word = vl.mark("text", 10, text="undefined", align="left", fontStyle="italic")
    none = vl.layer(word, None, "datum.value === null", x={"value": 2}, y=y, color="bad", tooltip=tips)
    panel = {"width": _PANEL, "height": {"step": 16}, "layer": [dots, none]}
    header = {"labelLimit": _PANEL, "labelFontWeight": 600, "labelAnchor": "start"}
    return vl.faceted(records, vl.name("topic", header=header), panel, COLUMNS, (18, 24))
