"""Precision, recall and F side by side: where a score comes from."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.charts.grammar import (
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
    tooltip,
    where,
)

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
