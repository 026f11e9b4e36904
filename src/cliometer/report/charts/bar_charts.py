"""Bars and small panels: counts, means over topics, credit by date, precision beside recall, a panel a
topic.
"""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.charts.grammar import (
    WIDTH,
    Record,
    Spec,
    bounded,
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


def bars(records: Sequence[Record], title: str, by: str | None = None) -> Spec:
    """Records of `name`, `value` (None where undefined), `text`, and `by`, where that splits a row."""
    axis = {"ticks": False, "domain": False, "labelPadding": 6, "labelLimit": 320}
    y = named("name", list(dict.fromkeys(record["name"] for record in records)), axis=axis)
    split = {"yOffset": name("by")} if by else {}
    shade = (
        name("by", by, legend={"orient": "top", "symbolType": "square"}) if by else fixed(colour("accent"))
    )
    x = number(
        "value",
        title,
        scale={"zero": True},
        axis={"tickCount": 6, **({"tickMinStep": 1} if _is_whole(records) else {})},
    )
    tips = tooltip(name="name", **({"by": by} if by else {}), text=title)
    word = {"type": "text", "align": "left", "dx": 5, "fontSize": 12}
    parts = len({record.get("by") for record in records})
    return chart(
        records,
        where(
            "datum.value !== null",
            layer({"type": "bar", "opacity": 1}, x=x, y=y, color=shade, tooltip=tips, **split),
        ),
        where("datum.value === null", layer(word, x=fixed(0), y=y, text=fixed("undefined"), **split)),
        where("datum.value !== null", layer(word, x=x, y=y, text={"field": "text"}, **split)),
        width=WIDTH - 80,
        height={"step": 26 if parts == 1 else 20, **({"for": "offset"} if by else {})},
    )


def with_tick(spec: Spec, row: str, value: float, meaning: str) -> Spec:
    """The same bars with a tick across one of them, and what it means."""
    values = [{"name": row, "value": value, "meaning": meaning}]
    y, x, shade = (
        spec["layer"][0]["encoding"]["y"],
        number("value", scale={"zero": True}),
        fixed(colour("bad")),
    )
    tick = layer({"type": "tick", "thickness": 3, "size": 24, "opacity": 1}, x=x, y=y, color=shade,
                 tooltip=tooltip(meaning="mark", value="value"))  # fmt: skip
    word = layer({"type": "text", "align": "left", "dx": 22, "fontSize": 12}, x=x, y=y, color=shade,
                 text={"field": "meaning"})  # fmt: skip
    return {**spec, "layer": [*spec["layer"], own(values, tick), own(values, word)]}


def _is_whole(records: Sequence[Record]) -> bool:
    return all(isinstance(record["value"], int) for record in records)


def spread(means: Sequence[Record], points: Sequence[Record], title: str) -> Spec:
    """Means of `baseline` and `mean` (None where there is none), points of `baseline`, `topic`, `score`."""
    order = [mean["baseline"] for mean in means]
    y = named("baseline", order, axis={"ticks": False, "domain": False, "labelPadding": 8, "labelLimit": 300})
    bar = {"type": "bar", "opacity": 1, "height": {"band": 0.7}}
    dot = {"type": "point", "filled": False, "size": 46, "strokeWidth": 1.5, "opacity": 1}
    none = {"type": "text", "align": "left", "fontStyle": "italic", "fontSize": 11, "dx": 4}
    whole = {"scale": {"zero": True}}
    return chart(
        means,
        where(
            "datum.mean !== null",
            layer(bar, x=number("mean", title, **whole), y=y, color=fixed(colour("credit-2")),
                  tooltip=tooltip(baseline="baseline", mean="mean")),
        ),
        where("datum.mean === null", layer(none, x=fixed(0), y=y, text=fixed("no score"))),
        own(points, layer(dot, x=number("score", title, **whole), y=y, color=fixed(colour("ink")),
                          tooltip=tooltip(baseline="baseline", topic="topic", score="score"))),
        width=460,
        height={"step": 26},
    )  # fmt: skip


EARNED, LOST, MISSED = "credit", "found, but worth less on another day", "missed"


def credit(records: Sequence[Record], totals: Sequence[Record], title: str) -> Spec:
    """Records of `day`, `part`, `from`, `to`; totals of `day`, `size`, `words` at the end of its bar."""
    parts = {"domain": [EARNED, LOST, MISSED], "range": [colour("good"), colour("warn"), colour("line")]}
    days = [record["day"] for record in totals]
    y = named("day", days, axis={"labelPadding": 8, "ticks": False, "domain": False, "labelLimit": 300})
    bars = layer(
        {"type": "bar", "opacity": 1, "height": {"band": 0.72}},
        x=number("from", title, scale={"zero": True}, axis={"tickCount": 8, "labelFlush": False}),
        x2={"field": "to"},
        y=y,
        color=name("part", scale=parts, legend={"title": None, "orient": "top", "labelLimit": 400}),
        tooltip=[*tooltip(day="date", part="part"), *figures(amount="amount")],
    )
    ends = layer(
        {"type": "text", "align": "left", "dx": 6, "fontSize": 11},
        x=number("size", title, scale={"zero": True}),
        y=y,
        text={"field": "words"},
        color=fixed(colour("muted")),
    )
    return chart(records, bars, own(totals, ends), height={"step": 20})


_SHAPES = ("triangle-left", "triangle-right", "circle", "diamond")


def sides(records: Sequence[Record], title: str) -> Spec:
    """Records of `name`, `side`, `score` (None where undefined), and the `low` and `high` of its name."""
    rows = list(dict.fromkeys(record["name"] for record in records))
    words = list(dict.fromkeys(record["side"] for record in records))
    y = named("name", rows, axis={"labelPadding": 8, "ticks": False, "domain": False})
    x = number("score", title, axis={"tickCount": 6, "labelFlush": False})
    legend = {"title": None, "orient": "top"} if len(words) > 1 else None
    dots = layer(
        {"type": "point", "filled": True, "size": 90, "opacity": 1},
        x=x,
        y=y,
        shape=name("side", scale={"domain": words, "range": list(_SHAPES[-len(words) :])}, legend=legend),
        color=name("side", scale={"domain": words}, legend=legend),
        tooltip=[*tooltip(name="name", side="side"), *figures(score="score")],
    )
    line = layer(
        {"type": "rule", "strokeWidth": 1.5},
        x=number("low", title),
        x2={"field": "high"},
        y=y,
        color=fixed(colour("line")),
    )
    none = {"type": "text", "align": "left", "fontSize": 11, "fontStyle": "italic"}
    return chart(
        records,
        *([where("datum.low !== null", line)] if bounded(records) else []),
        where("datum.score !== null", dots),
        where(
            "datum.score === null",
            layer(none, x=fixed(4), y=y, text=fixed("undefined"), color=fixed(colour("bad"))),
        ),
        height={"step": 24},
    )


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
