"""Charts of content units and their annotators: pyramids, coverage, agreement, teams of writers."""

from __future__ import annotations

import math
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
    own,
    tooltip,
    where,
)
from cliometer.report.charts.heat_maps import HERE, Axes, ground

_PAGE = 900  # pixels for all panels of a row
_LARGEST, _SMALLEST = 24, 6  # of a cell, in pixels
_GAP = 0.12  # between cells, of a cell
_BETWEEN = 0.5  # tiers, in cells


def places(tiers: Sequence[int]) -> list[list[tuple[float, float]]]:
    """Left and top of every cell, tier by tier: lines are centred, tiers too wide take several lines."""
    widest = max(12, math.ceil(math.sqrt(3 * sum(tiers))))
    found: list[list[tuple[float, float]]] = []
    top = 0.0
    for size in tiers:
        lines = math.ceil(size / widest)
        shares = [size // lines + (line < size % lines) for line in range(lines)]
        shares.reverse()  # the longer lines below, as in a pyramid
        found.append(
            [(cell - share / 2, top + line) for line, share in enumerate(shares) for cell in range(share)]
        )
        top += lines + _BETWEEN
    return found


def pyramids(units: Sequence[Record], panels: Sequence[str], tiers: Sequence[Record]) -> Spec:
    """Small multiples, a pyramid a panel.

    Units have `x`, `y`, `credits` (one a panel, from 0 to 1), `linked`, `nested` and what a tooltip says:
    `unit`, `label`, `weight`. Tiers have `y` and `word`.
    """
    wide = 2 * max(-unit["x"] for unit in units)
    high = max(unit["y"] for unit in units) + 1
    columns = min(len(panels), 1 if wide > 40 else 2 if wide > 16 else 3)
    size = max(_SMALLEST, min(_LARGEST, (_PAGE - 60 * columns) // columns // (wide + 1)))
    records = [{**unit, "panel": list(range(len(panels)))} for unit in units]
    named = [{"panel": number, "system": panel} for number, panel in enumerate(panels)]
    return {
        "data": {"values": records},
        "transform": [
            {"flatten": ["panel", "credits"], "as": ["panel", "credit"]},
            {"lookup": "panel", "from": {"data": {"values": named}, "key": "panel", "fields": ["system"]}},
            {"calculate": f"datum.x + {_GAP / 2}", "as": "left"},
            {"calculate": f"datum.x + {1 - _GAP / 2}", "as": "right"},
            {"calculate": f"datum.y + {1 - _GAP / 2}", "as": "bottom"},
            {"calculate": f"datum.y + {_GAP / 2}", "as": "top"},
            {"calculate": f"datum.bottom - datum.credit * {1 - _GAP}", "as": "level"},
            {"calculate": "format(datum.credit, '.0%')", "as": "covered"},
        ],
        "facet": name("system", header={"labelLimit": 300, "labelFontWeight": 600}),
        "columns": columns,
        "spacing": {"row": 22, "column": 30},
        "spec": {
            "width": int(size * (wide + 1)),
            "height": int(size * high),
            "layer": [*_cells(wide, high), _tiers(tiers)],
        },
    }


def _cells(wide: float, high: float) -> list[Spec]:
    """Frames, what fills them, and diamonds in those whose links are nested."""
    bare = {"axis": None, "type": "quantitative"}
    across = {**bare, "scale": {"domain": [-wide / 2 - 0.5, wide / 2 + 0.5], "nice": False}}
    down = {**bare, "scale": {"domain": [0, high], "reverse": True, "nice": False}}
    sides = {"x": {"field": "left", **across}, "x2": {"field": "right"}}
    tips = tooltip(unit="unit", label="says", weight="weight", covered="covered", linking="links")
    rect = {"type": "rect", "strokeWidth": 1, "opacity": 1}
    whole = {**sides, "y": {"field": "top", **down}, "y2": {"field": "bottom"}, "tooltip": tips}
    dotted = {**rect, "strokeDash": [2, 2]}
    frame = layer(rect, **whole, fill=fixed(colour("wash")), stroke=fixed(colour("muted")))
    empty = layer(dotted, **whole, fill=fixed(colour("panel")), stroke=fixed(colour("muted")))
    filled = layer(
        rect, **sides, y={"field": "level", **down}, y2={"field": "bottom"},
        fill=fixed(colour("accent")), stroke=fixed(colour("accent")), tooltip=tips,
    )  # fmt: skip
    middle = {"x": {"field": "x", **across}, "y": {"field": "y", **down}}
    dot = {"type": "point", "shape": "diamond", "filled": True, "size": 26, "opacity": 1, "strokeWidth": 1}
    centre = [{"calculate": "datum.x + 0.5", "as": "x"}, {"calculate": "datum.y + 0.5", "as": "y"}]
    nested = where(
        "datum.nested",
        layer(dot, **middle, fill=fixed(colour("mark")), stroke=fixed(colour("ink")), tooltip=tips),
    )
    nested["transform"] += centre
    return [
        where("datum.linked", frame),
        where("!datum.linked", empty),
        where("datum.credit > 0", filled),
        nested,
    ]


def _tiers(tiers: Sequence[Record]) -> Spec:
    """The weight of each tier at its left."""
    words = {"type": "text", "align": "right", "fontSize": 11, "baseline": "middle"}
    return {
        "data": {"values": [dict(tier) for tier in tiers]},
        **layer(words, x=fixed(-6), y={"field": "y", "type": "quantitative"}, text={"field": "word"},
                color=fixed(colour("muted"))),
    }  # fmt: skip


_TIERS = 5  # shades that eyes can tell apart


def matrix(cells: Sequence[Record], axes: Axes, tiers: Sequence[int]) -> Spec:
    """Cells have `r` and `c`, the numbers of row and column, and `credit` above 0; every row has its tier.

    Only what was earned needs a cell.
    """
    wide = min(60, axes.wide(0))
    place = axes.place(wide)
    tips = [
        *tooltip(row=axes.row, column=axes.column),
        {"field": "credit", "title": "covered", "format": ".0%"},
    ]
    side = min(axes.high, wide) - 4
    size = {"field": "credit", "type": "quantitative", "legend": None,
            "scale": {"domain": [0, 1], "range": [0, side**2 if axes.readable else wide - 4]}}  # fmt: skip
    square = {"type": "square", "filled": True, "opacity": 1}
    stroke = {"type": "tick", "orient": "horizontal", "thickness": axes.high - 1, "opacity": 1}
    mark = square if axes.readable else stroke
    rows = [{"row": row, "tier": tier} for row, tier in zip(axes.rows, tiers, strict=True)]
    return {
        "data": {"values": [dict(one) for one in cells]},
        "transform": axes.lookups(),
        "width": {"step": wide},
        "height": {"step": axes.high},
        "layer": [
            ground(axes, place, _banded(), rows),
            layer(mark, x=place["x"], y=HERE["y"], size=size, color=fixed(colour("accent")), tooltip=tips),
            _weights(rows, wide * len(axes.columns) + 8),
        ],
    }


def _banded() -> Spec:
    """Every other tier on another ground, so that the eye finds the weight."""
    return {"condition": {"test": "datum.tier % 2", "value": colour("wash")}, "value": colour("panel")}


def _weights(rows: Sequence[Record], x: int) -> Spec:
    """Beside the first row of each tier."""
    firsts = {row["tier"]: row["row"] for row in reversed(rows)}
    heads = [{"row": row, "word": f"weight {tier}"} for tier, row in firsts.items()]
    words = {"type": "text", "align": "left", "fontSize": 11, "baseline": "middle"}
    return own(
        heads, layer(words, y=HERE["y"], x=fixed(x), text={"field": "word"}, color=fixed(colour("muted")))
    )


def earned(bars: Sequence[Record], systems: Sequence[str], best: float, title: str) -> Spec:
    """What systems earned beside the optimum, tier by tier: bars have `system`, `tier`, `earned`.

    Where there are many tiers, the lightest share a colour.
    """
    tiers = sorted({bar["tier"] for bar in bars}, reverse=True)
    words = _words(tiers)
    shown = list(dict.fromkeys(words.values()))
    ramp = [colour(f"credit-{5 - place}") for place in range(len(shown))]
    stacked = layer(
        {"type": "bar", "opacity": 1, "stroke": colour("panel"), "strokeWidth": 1},
        x=number("earned", title, stack="zero", scale={"zero": True}, axis={"tickCount": 8}),
        y=named("system", systems, axis={"ticks": False, "domain": False, "labelPadding": 8}),
        color=name("word", "of units that", scale={"domain": shown, "range": ramp}),
        order={"field": "tier", "sort": "descending"},
        tooltip=tooltip(system="system", tier="weight", earned="earned"),
    )
    dashed = {"type": "rule", "strokeDash": [5, 3], "strokeWidth": 1.5}
    across = number("best", title, scale={"zero": True})
    line = own([{"best": best}], layer(dashed, x=across, color=fixed(colour("good"))))
    return chart([{**bar, "word": words[bar["tier"]]} for bar in bars], stacked, line, height={"step": 24})


def _words(tiers: Sequence[int]) -> dict[int, str]:
    """How many writers had the units of each tier, those beyond the last shade together."""
    if len(tiers) <= _TIERS:
        return {tier: _word(tier) for tier in tiers}
    rest = tiers[_TIERS - 1]
    return {tier: _word(tier) if tier > rest else f"{rest} or fewer writers had" for tier in tiers}


def _word(weight: int) -> str:
    return "nobody wrote" if not weight else f"{weight} writer{'s' if weight > 1 else ''} had"


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
