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
    choice,
    colour,
    dot,
    faceted,
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


def bars(records: Sequence[Record], title: str, by: str | None = None) -> Spec:
    """Records of `name`, `value` (None where undefined), `text`, and `by`, where that splits a row."""
    y = rows("name", [record["name"] for record in records], labelPadding=6, labelLimit=320)
    split = {"yOffset": name("by")} if by else {}
    shade = name("by", by, legend={"orient": "top", "symbolType": "square"}) if by else "accent"
    whole = {"tickMinStep": 1} if all(isinstance(record["value"], int) for record in records) else {}
    x = number("value", title, scale={"zero": True}, axis={"tickCount": 6, **whole})
    tips = tooltip(name="name", **({"by": by} if by else {}), text=title)
    word = words(align="left", dx=5)
    parts = len({record.get("by") for record in records})
    return chart(
        records,
        where("datum.value !== null", layer(solid("bar"), x=x, y=y, color=shade, tooltip=tips, **split)),
        where("datum.value === null", layer(word, x=fixed(0), y=y, text=fixed("undefined"), **split)),
        where("datum.value !== null", layer(word, x=x, y=y, text="text", **split)),
        width=WIDTH - 80,
        height={"step": 26 if parts == 1 else 20, **({"for": "offset"} if by else {})},
    )


def with_tick(spec: Spec, row: str, value: float, meaning: str) -> Spec:
    """The same bars with a tick across one of them, and what it means."""
    values = [{"name": row, "value": value, "meaning": meaning}]
    at = {"x": number("value", scale={"zero": True}), "y": spec["layer"][0]["encoding"]["y"], "color": "bad"}
    tick = layer(solid("tick", thickness=3, size=24), **at, tooltip=tooltip(meaning="mark", value="value"))
    word = layer(words(align="left", dx=22), **at, text="meaning")
    return {**spec, "layer": [*spec["layer"], own(values, tick), own(values, word)]}


def spread(means: Sequence[Record], points: Sequence[Record], title: str) -> Spec:
    """Means of `baseline` and `mean` (None where there is none), points of `baseline`, `topic`, `score`."""
    y = rows("baseline", [mean["baseline"] for mean in means], labelLimit=300)
    whole = {"scale": {"zero": True}}
    bar, ring = solid("bar", height={"band": 0.7}), dot(46, filled=False, strokeWidth=1.5)
    mean_tips = tooltip(baseline="baseline", mean="mean")
    score_tips = tooltip(baseline="baseline", topic="topic", score="score")
    mean = layer(bar, x=number("mean", title, **whole), y=y, color="credit-2", tooltip=mean_tips)
    point = layer(ring, x=number("score", title, **whole), y=y, color="ink", tooltip=score_tips)
    return chart(
        means,
        where("datum.mean !== null", mean),
        where("datum.mean === null", layer(_ITALIC, x=fixed(0), y=y, text=fixed("no score"))),
        own(points, point),
        width=460,
        height={"step": 26},
    )


_ITALIC = words(11, align="left", fontStyle="italic", dx=4)
EARNED, LOST, MISSED = "credit", "found, but worth less on another day", "missed"


def credit(records: Sequence[Record], totals: Sequence[Record], title: str) -> Spec:
    """Records of `day`, `part`, `from`, `to`; totals of `day`, `size`, `words` at the end of its bar."""
    y = rows("day", [record["day"] for record in totals], labelLimit=300)
    legend = {"title": None, "orient": "top", "labelLimit": 400}
    bars = layer(
        solid("bar", height={"band": 0.72}),
        x=number("from", title, scale={"zero": True}, axis={"tickCount": 8, "labelFlush": False}),
        x2="to",
        y=y,
        color=ramp("part", [EARNED, LOST, MISSED], ["good", "warn", "line"], legend=legend),
        tooltip=[*tooltip(day="date", part="part"), *figures(amount="amount")],
    )
    at = number("size", title, scale={"zero": True})
    ends = layer(words(11, align="left", dx=6), x=at, y=y, text="words", color="muted")
    return chart(records, bars, own(totals, ends), height={"step": 20})


_SHAPES = ("triangle-left", "triangle-right", "circle", "diamond")


def sides(records: Sequence[Record], title: str) -> Spec:
    """Records of `name`, `side`, `score` (None where undefined), and the `low` and `high` of its name."""
    kinds = list(dict.fromkeys(record["side"] for record in records))
    y = rows("name", [record["name"] for record in records])
    legend = {"title": None, "orient": "top"} if len(kinds) > 1 else None
    dots = layer(
        dot(90),
        x=number("score", title, axis={"tickCount": 6, "labelFlush": False}),
        y=y,
        shape=name("side", scale={"domain": kinds, "range": list(_SHAPES[-len(kinds) :])}, legend=legend),
        color=name("side", scale={"domain": kinds}, legend=legend),
        tooltip=[*tooltip(name="name", side="side"), *figures(score="score")],
    )
    line = layer(rule(1.5), x=number("low", title), x2="high", y=y, color="line")
    none = words(11, align="left", fontStyle="italic")
    return chart(
        records,
        *([where("datum.low !== null", line)] if bounded(records) else []),
        where("datum.score !== null", dots),
        where("datum.score === null", layer(none, x=fixed(4), y=y, text=fixed("undefined"), color="bad")),
        height={"step": 24},
    )


_PANEL = 180
COLUMNS = 4


def multiples(
    records: Sequence[Record], title: str, systems: Sequence[str], span: tuple[float, float]
) -> Spec:
    """Records of `topic`, `system`, `value` (None where undefined), `best` on that topic or not."""
    y = rows("system", systems, labelPadding=4, labelLimit=130)
    tips = tooltip(topic="topic", system="system", shown=title)
    scale, axis = {"domain": list(span), "nice": True}, {"tickCount": 3, "labelFlush": False}
    dots = layer(
        {"type": "point", "filled": True, "opacity": 1},
        x=number("value", title, scale=scale, axis=axis),
        y=y,
        shape=choice("datum.best", "diamond", "circle"),
        size=choice("datum.best", 90, 45),
        color=choice("datum.best", colour("good"), colour("accent")),
        tooltip=tips,
    )
    none = layer(words(10, text="undefined", align="left", fontStyle="italic"), x=fixed(2), y=y, color="bad",
                 tooltip=tips)  # fmt: skip
    panel = {
        "width": _PANEL,
        "height": {"step": 16},
        "layer": [where("datum.value !== null", dots), where("datum.value === null", none)],
    }
    header = {"labelLimit": _PANEL, "labelFontWeight": 600, "labelAnchor": "start"}
    return faceted(records, name("topic", header=header), panel, COLUMNS, (18, 18))
