"""The pyramid of content units: a tier a weight, the heaviest on top; a cell a unit, filled if covered."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cliometer.report.charts.grammar import Record, Spec, colour, fixed, layer, name, tooltip, where

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
