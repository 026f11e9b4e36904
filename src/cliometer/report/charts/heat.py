"""Heat maps whose cells also say their number, so that colour never speaks alone."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.charts.grammar import Record, Spec, chart, colour, fixed, layer, named, tooltip, where
from cliometer.report.charts.shades import ink, shaded

_LETTER, _DIGIT = 7, 6.5  # pixels, about


def cell(row: str, column: str, shade: float | None, text: str, tip: str = "") -> Record:
    """A cell: its shade from 0 to 1 (below 0 for the other colour of `two_sided`), None where undefined."""
    return {"row": row, "column": column, "shade": shade, "text": text, "tip": tip or text}


def heat(
    cells: Sequence[Record],
    rows: str,
    columns: str,
    orders: tuple[Sequence[str], Sequence[str]],
    two_sided: bool = False,
    wide: int = 0,
) -> Spec:
    """`rows` and `columns` are titles of the axes, `orders` the names along them."""
    step = max(40, wide, round(_DIGIT * max(len(one["text"]) for one in cells)) + 8)
    level = max(map(len, orders[1])) * _LETTER < step
    top = {
        "orient": "top",
        "labelAngle": 0 if level else -40,
        "labelLimit": 200,
        "ticks": False,
        "domain": False,
    }
    place: dict[str, Spec] = {
        "x": named("column", orders[1], columns, axis=top),
        "y": named(
            "row",
            orders[0],
            rows,
            axis={"ticks": False, "domain": False, "labelPadding": 6, "maxExtent": 300},
        ),
    }
    tips = tooltip(row=rows, column=columns, tip="value")
    square = {"type": "rect", "stroke": colour("panel"), "strokeWidth": 2, "opacity": 1}
    hollow = {**square, "stroke": colour("muted"), "strokeDash": [3, 3], "strokeWidth": 1}
    return chart(
        cells,
        where("datum.shade !== null", layer(square, **place, color=shaded(two_sided), tooltip=tips)),
        where("datum.shade === null", layer(hollow, **place, color=fixed(colour("wash")), tooltip=tips)),
        layer({"type": "text", "fontSize": 12}, **place, text={"field": "text"}, color=ink(), tooltip=tips),
        width={"step": step},
        height={"step": 28},
    )
