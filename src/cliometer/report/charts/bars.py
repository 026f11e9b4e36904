"""Counts or shares as bars with their numbers beside them."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.charts.grammar import (
    WIDTH,
    Record,
    Spec,
    chart,
    colour,
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
