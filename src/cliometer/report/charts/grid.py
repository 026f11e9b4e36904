"""A grid of found things: a cell says in words what its shade says; in an empty place nothing was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cliometer.report.charts.grammar import WIDTH, Record, Spec, colour, fixed, layer, named, own, tooltip
from cliometer.report.charts.shades import ink, shaded

_CHARACTER = 7  # pixels, about
_TALLEST, _HIGHEST, _LOWEST = 1600, 24, 4  # a grid, and its rows, in pixels
_READABLE = 14  # pixels that a row needs for words
HERE: dict[str, Spec] = {  # where a layer has its place; axes are said once, by the layer that comes first
    "x": {"field": "column", "type": "nominal"},
    "y": {"field": "row", "type": "nominal"},
}
_PALEST = 0.25  # of a cell, so that it is told from an empty place


@dataclass(frozen=True)
class Axes:
    """Names of rows and columns in order, and what they are names of."""

    rows: Sequence[str]
    columns: Sequence[str]
    row: str
    column: str = "system"

    @property
    def high(self) -> int:
        """Pixels of a row: where there are many, they are low."""
        return max(_LOWEST, min(_HIGHEST, _TALLEST // max(1, len(self.rows))))

    @property
    def readable(self) -> bool:
        """Whether words fit into a row."""
        return self.high >= _READABLE

    @property
    def remark(self) -> str:
        """What a caption adds where there is no room for the names of all rows."""
        return (
            ""
            if self.readable
            else " Only some rows have their names beside them; hovering shows the others."
        )

    def wide(self, words: int) -> int:
        """Pixels of a column whose cells have so many letters."""
        return max(22, words * _CHARACTER + 12, min(90, WIDTH // max(1, len(self.columns))))

    def place(self, wide: int) -> dict[str, Spec]:
        """Columns from left to right with their names above, rows from the top."""
        level = max(map(len, self.columns), default=0) * _CHARACTER < wide
        some = {} if self.readable else {"labelOverlap": "greedy", "labelSeparation": 8}
        bare = {"ticks": False, "domain": False, "title": None}
        top = {**bare, "orient": "top", "labelAngle": 0 if level else -40, "labelLimit": 160}
        side = {**bare, "labelPadding": 6, "labelLimit": 340 if self.readable else 200, **some}
        return {"x": named("column", self.columns, axis=top), "y": named("row", self.rows, axis=side)}

    def lookups(self) -> list[Spec]:
        """Cells name row and column by number, since names are long and cells many."""
        return [_lookup("r", "row", self.rows), _lookup("c", "column", self.columns)]


def _lookup(key: str, field: str, names: Sequence[str]) -> Spec:
    values = [{key: number, field: name} for number, name in enumerate(names)]
    return {"lookup": key, "from": {"data": {"values": values}, "key": key, "fields": [field]}}


def cell(row: int, column: int, shade: float, text: str) -> Record:
    """A cell in a row and a column: its shade from 0 to 1."""
    return {"r": row, "c": column, "shade": round(_PALEST + (1 - _PALEST) * shade, 3), "text": text}


def grid(cells: Sequence[Record], axes: Axes, title: str) -> Spec:
    """Cells, and what their words are; an empty place has no cell."""
    words = max((len(one["text"]) for one in cells), default=0) if axes.readable else 0
    wide = axes.wide(words)
    place = axes.place(wide)
    tips = tooltip(row=axes.row, column=axes.column, text=title)
    square = {
        "type": "rect",
        "opacity": 1,
        "stroke": colour("panel"),
        "strokeWidth": 2 if axes.readable else 0,
    }
    text = layer({"type": "text", "fontSize": 12}, **HERE, text={"field": "text"}, color=ink(), tooltip=tips)
    return {
        "data": {"values": [dict(one) for one in cells]},
        "transform": axes.lookups(),
        "width": {"step": wide},
        "height": {"step": axes.high},
        "layer": [
            ground(axes, place, fixed(colour("wash"))),
            layer(square, x=place["x"], y=HERE["y"], color=shaded(), tooltip=tips),
            *([text] if axes.readable else []),
        ],
    }


def ground(axes: Axes, place: dict[str, Spec], shade: Spec, rows: Sequence[Record] = ()) -> Spec:
    """What lies below the cells, a stripe a row."""
    edge = {"stroke": colour("panel"), "strokeWidth": 2} if axes.readable and not rows else {}
    records = rows or [{"row": row} for row in axes.rows]
    return own(records, layer({"type": "rect", "opacity": 1, **edge}, y=place["y"], color=shade))
