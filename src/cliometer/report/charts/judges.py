"""How far people agree: measures side by side, links that were kept, shapes of pyramids, teams of writers."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.charts.grammar import (
    Record,
    Spec,
    chart,
    colour,
    fixed,
    layer,
    name,
    named,
    number,
    tooltip,
    where,
)

_PANEL = 200
_SHAPES = ["circle", "diamond", "square", "triangle-up"]


def measures(records: Sequence[Record], kinds: Sequence[str]) -> Spec:
    """Records of `topic`, `measure` and `value` (None where undefined): a row a topic, a shape a measure."""
    lowest = min([0.0, *(record["value"] for record in records if record["value"] is not None)])
    top = max([1.0, *(record["value"] for record in records if record["value"] is not None)])
    y = name("topic", axis={"ticks": False, "domain": False, "labelPadding": 8, "grid": True})
    by = {
        "color": name("measure", scale={"domain": list(kinds)}),
        "shape": name("measure", scale={"domain": list(kinds), "range": _SHAPES[: len(kinds)]}),
    }
    tips = [*tooltip(topic="topic", measure="measure"), {"field": "value", "title": "value", "format": ".3f"}]
    x = number("value", "1 is perfect", scale={"domain": [lowest, top], "nice": True})
    offset = name("measure", scale={"domain": list(kinds), "paddingOuter": 1})
    dots = layer(
        {"type": "point", "filled": True, "size": 100, "opacity": 1},
        x=x,
        y=y,
        yOffset=offset,
        **by,
        tooltip=tips,
    )
    none = {"type": "text", "align": "left", "fontStyle": "italic", "fontSize": 11, "dx": 4}
    words = layer(none, x=fixed(0), y=y, text={"field": "said"}, color=fixed(colour("bad")), tooltip=tips)
    lacking = _lacking(records)
    drawn = [where("datum.value !== null", dots), where("datum.value === null", words)]
    return chart(
        [*(r for r in records if r["value"] is not None), *lacking],
        *drawn,
        width=520,
        height={"step": 34, "for": "position"},
    )


def _lacking(records: Sequence[Record]) -> list[Record]:
    """One line for each topic that lacks a measure, so that words do not lie on each other."""
    kinds: dict[str, list[str]] = {}
    for record in records:
        if record["value"] is None:
            kinds.setdefault(record["topic"], []).append(record["measure"])
    return [
        {"topic": topic, "value": None, "measure": None, "said": f"undefined: {', '.join(lacking)}"}
        for topic, lacking in kinds.items()
    ]


def kept(records: Sequence[Record], kinds: Sequence[tuple[str, str]]) -> Spec:
    """Bars of `event`, `kind` and `links`, stacked in the order of the kinds, each with its colour."""
    words = [word for word, _ in kinds]
    ramp = [colour(meaning) for _, meaning in kinds]
    events = list(dict.fromkeys(record["event"] for record in records))
    axis = {"ticks": False, "domain": False, "labelPadding": 6, "labelLimit": 320}
    ranked = [{**record, "place": words.index(record["kind"])} for record in records]
    return chart(
        ranked,
        layer(
            {"type": "bar", "opacity": 1, "stroke": colour("panel"), "strokeWidth": 1},
            x=number(
                "links", "sentences linked", stack="zero", scale={"zero": True}, axis={"tickMinStep": 1}
            ),
            y=named("event", events, axis=axis),
            color=name("kind", scale={"domain": words, "range": ramp}),
            order={"field": "place"},
            tooltip=tooltip(event="event", kind="links", links="sentences"),
        ),
        width=360,
        height={"step": 20},
    )


def silhouettes(records: Sequence[Record]) -> Spec:
    """The shape of each topic's pyramid: records of `topic`, `weight`, `units`."""
    y = {"field": "weight", "type": "ordinal", "sort": "descending", "title": "writers",
         "axis": {"ticks": False, "domain": False}}  # fmt: skip
    bar = {"type": "bar", "opacity": 1, "height": {"band": 0.85}}
    bare = {"axis": None, "type": "quantitative", "scale": {"nice": False}}
    tips = tooltip(topic="topic", weight="writers", units="units")
    widest = max((record["units"] for record in records), default=1)
    across = {**bare, "scale": {"domain": [-widest / 2, widest / 2], "nice": False}}
    return {
        "data": {"values": [dict(record) for record in records]},
        "transform": [
            {"calculate": "-datum.units / 2", "as": "left"},
            {"calculate": "datum.units / 2", "as": "right"},
            {"calculate": "0", "as": "middle"},
        ],
        "facet": name("topic", header={"labelLimit": _PANEL, "labelFontWeight": 600}),
        "columns": 3,
        "spacing": {"row": 16, "column": 20},
        "spec": {
            "width": _PANEL,
            "height": {"step": 24},
            "layer": [
                layer(bar, x={"field": "left", **across}, x2={"field": "right"}, y=y,
                      color=fixed(colour("credit-2")), tooltip=tips),
                layer({"type": "text", "fontSize": 12}, x={"field": "middle", **across}, y=y,
                      text={"field": "units"}, color=fixed(colour("ink")), tooltip=tips),
            ],
        },
    }  # fmt: skip


def teams(records: Sequence[Record]) -> Spec:
    """Units by how many writers of either team have them: `split`, `first`, `second`, `units`, `grey`."""
    axis = {"ticks": False, "domain": False, "labelAngle": 0}
    place = {
        "x": {"field": "second", "type": "ordinal", "title": "in the second team", "axis": axis},
        "y": {"field": "first", "type": "ordinal", "title": "in the first team", "axis": axis},
    }
    grey = {"condition": {"test": "datum.grey", "value": colour("credit-1")}, "value": colour("wash")}
    tips = tooltip(split="split", first="writers of the first team", second="of the second", units="units")
    square = {"type": "rect", "opacity": 1, "stroke": colour("panel"), "strokeWidth": 2}
    return {
        "data": {"values": [dict(record) for record in records]},
        "facet": name("split", header={"labelLimit": 420, "labelFontWeight": 600}),
        "columns": 2,
        "spacing": {"row": 20, "column": 40},
        "spec": {
            "width": {"step": 46},
            "height": {"step": 30},
            "layer": [
                layer(square, **place, color=grey, tooltip=tips),
                layer({"type": "text", "fontSize": 12}, **place, text={"field": "units"},
                      color=fixed(colour("ink")), tooltip=tips),
            ],
        },
    }  # fmt: skip
