"""Bars and small panels: counts, means over topics, credit by date, sides of a score, topics."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.reporting.charts import grammar as vl
from cliometer.reporting.charts.grammar import Record, Spec

_UNDEFINED = {"value": "undefined"}


def bars(records: Sequence[Record], title: str, by: str | None = None) -> Spec:
    """Return bars from records of `name`, `value` (None where undefined), `text`, and `by`, which may split a row."""
    y = vl.rows("name", [record["name"] for record in records], labelPadding=6, labelLimit=320)
    split = {"yOffset": vl.name("by")} if by else {}
    shade = vl.name("by", by, legend={"orient": "top", "symbolType": "square"}) if by else "accent"
    whole = {"tickMinStep": 1} if all(isinstance(record["value"], int) for record in records) else {}
    x = vl.number("value", title, scale={"zero": True}, axis={"tickCount": 6, **whole})
    tips = vl.tooltip(name="name", **({"by": by} if by else {}), text=title)
    word = vl.mark("text", align="left", dx=5)
    parts = len({record.get("by") for record in records})
    return vl.chart(
        records,
        vl.layer(vl.mark("bar"), x=x, y=y, color=shade, tooltip=tips, **split, where="datum.value !== null"),
        vl.layer(word, x={"value": 0}, y=y, text=_UNDEFINED, **split, where="datum.value === null"),
        vl.layer(word, x=x, y=y, text="text", **split, where="datum.value !== null"),
        width=vl.WIDTH - 80,
        height={"step": 26 if parts == 1 else 20, **({"for": "offset"} if by else {})},
    )


def with_tick(spec: Spec, row: str, value: float, meaning: str) -> Spec:
    """Return the same bars with a tick across one of them, and what it means."""
    values = [{"name": row, "value": value, "meaning": meaning}]
    at = {"x": vl.number("value", scale={"zero": True}), "y": spec["layer"][0]["encoding"]["y"], "color": "bad"}
    tick, tips = vl.mark("tick", thickness=3, size=24), vl.tooltip(meaning="mark", value="value")
    added = [
        vl.layer(tick, values, **at, tooltip=tips),
        vl.layer(vl.mark("text", align="left", dx=22), values, **at, text="meaning"),
    ]
    return {**spec, "layer": [*spec["layer"], *added]}


def spread(means: Sequence[Record], points: Sequence[Record], title: str) -> Spec:
    """Return bars of `baseline` and `mean` (None where there is none) with points of `baseline`, `topic`, `score`."""
    y = vl.rows("baseline", [mean["baseline"] for mean in means], labelLimit=300)
    bar, ring = vl.mark("bar", height={"band": 0.7}), vl.mark("point", 46, filled=False, strokeWidth=1.5)
    mean_tips = vl.tooltip(baseline="baseline", mean="mean")
    score_tips = vl.tooltip(baseline="baseline", topic="topic", score="score")
    mean, score = (vl.number(field, title, scale={"zero": True}) for field in ("mean", "score"))
    return vl.chart(
        means,
        vl.layer(bar, x=mean, y=y, color="credit-2", tooltip=mean_tips, where="datum.mean !== null"),
        vl.layer(_ITALIC, x={"value": 0}, y=y, text={"value": "no score"}, where="datum.mean === null"),
        vl.layer(ring, points, x=score, y=y, color="ink", tooltip=score_tips),
        width=460,
        height={"step": 26},
    )


_ITALIC = vl.mark("text", 11, align="left", fontStyle="italic", dx=4)
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
    words = vl.mark("text", 11, align="left", dx=6)
    ends = vl.layer(words, totals, x=at, y=y, text="words", color="muted")
    return vl.chart(records, bars, ends, height={"step": 20})


_SHAPES = ("triangle-left", "triangle-right", "circle", "diamond")


def score_bars(records: Sequence[Record], title: str) -> Spec:
    """Return dots of `name`, `side`, `score` (None where undefined), joined from `low` to `high` of their name."""
    kinds = list(dict.fromkeys(record["side"] for record in records))
    y = vl.rows("name", [record["name"] for record in records])
    legend = {"title": None, "orient": "top"} if len(kinds) > 1 else None
    dots = vl.layer(
        vl.mark("point", 90),
        where="datum.score !== null",
        x=vl.number("score", title, axis={"tickCount": 6, "labelFlush": False}),
        y=y,
        shape=vl.name("side", scale={"domain": kinds, "range": list(_SHAPES[-len(kinds) :])}, legend=legend),
        color=vl.name("side", scale={"domain": kinds}, legend=legend),
        tooltip=[*vl.tooltip(name="name", side="side"), *vl.tooltip(".3f", score="score")],
    )
    low = vl.number("low", title)
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
