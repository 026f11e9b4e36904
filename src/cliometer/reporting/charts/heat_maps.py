"""Matrices of cells whose words say what their shade says: heat maps, grids, verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from cliometer.reporting.charts import grammar as vl
from cliometer.reporting.charts.grammar import Record, Spec

_LETTER, _DIGIT = 7, 6.5  # pixels, about


def heat_cell(row: str, column: str, shade: float | None, text: str, tip: str = "") -> Record:
    """Return a cell: its shade from 0 to 1 (below 0 for the other colour of `two_sided`), None where undefined."""
    return {"row": row, "column": column, "shade": shade, "text": text, "tip": tip or text}


def heat(
    cells: Sequence[Record],
    row: str,
    column: str,
    orders: tuple[Sequence[str], Sequence[str]],
    two_sided: bool = False,
    wide: int = 0,
) -> Spec:
    """Return a heat map; `row` and `column` are titles of the axes, `orders` the names along them."""
    step = max(40, wide, round(_DIGIT * max(len(cell["text"]) for cell in cells)) + 8)
    place: dict[str, Spec] = {
        "x": vl.name("column", column, names=orders[1], axis=_top(orders[1], step, _LETTER, -40, 200)),
        "y": {**vl.rows("row", orders[0], labelPadding=6, maxExtent=300), "title": row},
    }
    tips = vl.tooltip(row=row, column=column, tip="value")
    square = vl.mark("rect", stroke={"theme": "panel"}, strokeWidth=2)
    hollow = {**square, "stroke": {"theme": "muted"}, "strokeDash": [3, 3], "strokeWidth": 1}
    return vl.chart(
        cells,
        vl.layer(square, **place, color=vl.SHADES[two_sided], tooltip=tips, where="datum.shade !== null"),
        vl.layer(hollow, **place, color="wash", tooltip=tips, where="datum.shade === null"),
        vl.layer(vl.mark("text"), **place, text="text", color=vl.INK, tooltip=tips),
        width={"step": step},
        height={"step": 28},
    )


def _top(names: Sequence[str], step: float, letter: float, angle: int, limit: int) -> Spec:
    """Return the axis of names above columns, which are level where they fit."""
    level = max(map(len, names), default=0) * letter < step
    turned = {"orient": "top", "labelAngle": 0 if level else angle, "labelLimit": limit}
    return {**turned, "ticks": False, "domain": False}


@dataclass(frozen=True)
class OverviewColumn:
    """A metric: the score of each system (None where undefined), and which way is better."""

    name: str
    values: Mapping[str, float | None]
    lower_is_better: bool = False
    ranks: Mapping[str, str] = field(default_factory=dict)  # in place of the place by score

    @property
    def heading(self) -> str:
        """The name, with an arrow down where lower is better."""
        return f"{self.name} \N{DOWNWARDS ARROW}" if self.lower_is_better else self.name

    def place(self, system: str) -> int | None:
        """Return the place of a system, 1 for the best; equal scores have equal places."""
        gains = self._gains()
        return 1 + sum(gain > gains[system] for gain in gains.values()) if system in gains else None

    def shade(self, system: str) -> float | None:
        """Return the shade of a system, from 0 for the worst to 1 for the best; 0 where all are the same."""
        gains = self._gains()
        if system not in gains:
            return None
        least, most = min(gains.values()), max(gains.values())
        return (gains[system] - least) / (most - least) if most > least else 0.0

    def _gains(self) -> dict[str, float]:
        sign = -1 if self.lower_is_better else 1
        return {name: sign * value for name, value in self.values.items() if value is not None}


def overview(columns: Sequence[OverviewColumn], systems: Sequence[str]) -> Spec:
    """Return the heat map of systems, in the given order, by metrics."""
    cells = []
    for system, column in product(systems, columns):
        value = column.values.get(system)
        rank = column.ranks.get(system, f"#{column.place(system)}")
        text = "undefined" if value is None else f"{value:.3f}  {rank}"
        cells.append(heat_cell(system, column.heading, column.shade(system), text))
    return heat(cells, "system", "metric", orders=(systems, [column.heading for column in columns]), wide=124)


def arrow_remark(columns: Sequence[OverviewColumn]) -> str:
    """Return what a caption adds where a heading has an arrow."""
    lower = any(column.lower_is_better for column in columns)
    return " An arrow down marks metrics by which lower is better." if lower else ""


_TALLEST, _HIGHEST, _LOWEST = 1600, 24, 4  # a grid, and its rows, in pixels
_READABLE = 14  # pixels that a row needs for words
HERE: dict[str, Spec] = {  # where a layer has its place; axes are said once, by the layer that comes first
    "x": {"field": "column", "type": "nominal"},
    "y": {"field": "row", "type": "nominal"},
}
_PALEST = 0.25  # of a cell, so that it differs from an empty place


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
        return "" if self.readable else " Only some rows are labelled; point at a row to see its name."

    def wide(self, words: int) -> int:
        """Return the pixels of a column whose cells have so many letters."""
        return max(22, words * _LETTER + 12, min(90, vl.WIDTH // max(1, len(self.columns))))

    def place(self, wide: int) -> dict[str, Spec]:
        """Return the channels of the axes: names of columns above the plot, rows from the top."""
        some = {} if self.readable else {"labelOverlap": "greedy", "labelSeparation": 8}
        top = {**_top(self.columns, wide, _LETTER, -40, 160), "title": None}
        limit = 340 if self.readable else 200
        side = vl.rows("row", self.rows, title=None, labelPadding=6, labelLimit=limit, **some)
        return {"x": vl.name("column", names=self.columns, axis=top), "y": side}

    def plot(self, cells: Sequence[Record], wide: int, *layers: Spec) -> Spec:
        """Return a chart of cells that name row and column by number, since names are long and cells many."""
        lookups = []
        for key, field_name, names in (("r", "row", self.rows), ("c", "column", self.columns)):
            data = {"values": [{key: number, field_name: name} for number, name in enumerate(names)]}
            lookups.append({"lookup": key, "from": {"data": data, "key": key, "fields": [field_name]}})
        return vl.chart(cells, *layers, transform=lookups, width={"step": wide}, height={"step": self.high})


def grid_cell(row: int, column: int, shade: float, text: str) -> Record:
    """Return a cell of a row and a column, with its shade from 0 to 1."""
    return {"r": row, "c": column, "shade": round(_PALEST + (1 - _PALEST) * shade, 3), "text": text}


def grid(cells: Sequence[Record], axes: Axes, title: str) -> Spec:
    """Return a map of cells; `title` says what their words are, and an empty place has no cell."""
    wide = axes.wide(max((len(cell["text"]) for cell in cells), default=0) if axes.readable else 0)
    place = axes.place(wide)
    tips = vl.tooltip(row=axes.row, column=axes.column, text=title)
    square = vl.mark("rect", stroke={"theme": "panel"}, strokeWidth=2 if axes.readable else 0)
    text = vl.layer(vl.mark("text"), **HERE, text="text", color=vl.INK, tooltip=tips)
    return axes.plot(
        cells,
        wide,
        ground(axes, place, {"value": {"theme": "wash"}}),
        vl.layer(square, x=place["x"], y=HERE["y"], color=vl.SHADES[False], tooltip=tips),
        *([text] if axes.readable else []),
    )


def ground(axes: Axes, place: dict[str, Spec], shade: Spec, bands: Sequence[Record] = ()) -> Spec:
    """Return the layer below the cells: a stripe for each row."""
    edge = {"stroke": {"theme": "panel"}, "strokeWidth": 2} if axes.readable and not bands else {}
    records = bands or [{"row": row} for row in axes.rows]
    return vl.layer(vl.mark("rect", **edge), y=place["y"], color=shade, data=records)


# What is lost up to which share, and its colour; at 1 % and 5 % verdicts say `holds` and `nearly blind`.
_SHADES = (
    (0.01, "under 1 %", "wash"),
    (0.05, "1 to 5 %", "credit-1"),
    (0.25, "5 to 25 %", "credit-2"),
    (0.5, "25 to 50 %", "credit-3"),
    (0.75, "50 to 75 %", "credit-4"),
    (float("inf"), "75 % and more", "credit-5"),
)
_STRONG = ("credit-3", "credit-4", "credit-5")


def shade(kept: float | None) -> dict[str, str | bool | None]:
    """Return how much of F was lost, as a class with a colour; a gain counts as nothing lost."""
    if kept is None:
        return {"lost": None, "strong": False}
    lost, meaning = next((words, shade) for most, words, shade in _SHADES if 1 - kept < most)
    return {"lost": lost, "strong": meaning in _STRONG}


def verdict_map(cells: Sequence[Record], numbers: Mapping[str, str], answers: str) -> Spec:
    """Draw cells of `trial`, `metric`, `heading`, `lost`, `strong`, `text`, `outcome`.

    Hovering shows the changes of the `numbers`, by their names, and how many `answers` were changed.
    """
    headings = list(dict.fromkeys(cell["heading"] for cell in cells))
    step = max(64, int(6.0 * max(len(cell["text"]) for cell in cells)) + 12)
    side = {"ticks": False, "domain": False, "labelPadding": 6}
    place = {
        "x": _spaced("heading", headings, _top(headings, step, _DIGIT, -35, 220), 0.05),
        "y": _spaced("trial", [cell["trial"] for cell in cells], side, 0.12),
    }
    tips = [
        *vl.tooltip(trial="trial", metric="metric", verdict="verdict", tasks=answers),
        *vl.tooltip(".3f", kept=f"{numbers['f']} kept", **{key: f"change of {name}" for key, name in numbers.items()}),
    ]
    legend: Spec = {"orient": "bottom", "direction": "horizontal", "symbolType": "square"}
    legend["symbolStrokeColor"] = {"theme": "line"}
    title = f"share of {numbers['f']} that is lost"
    return _classes(cells, place, tips, ("lost", "outcome"), step, legend=legend, title=title)


def _classes(
    cells: Sequence[Record], place: Spec, tips: Sequence[Spec], fields: tuple[str, str], step: int, **options: Any
) -> Spec:
    """Draw cells in the colour of their class; the `fields` are null where there is none, and `fails` for a frame."""
    square = vl.mark("rect", cornerRadius=2)
    dashed = {**square, "stroke": {"theme": "muted"}, "strokeDash": [2, 3], "strokeWidth": 1}
    failing = {**square, "filled": False, "stroke": {"theme": "bad"}, "strokeWidth": 2.5}
    ink = vl.choice("datum.strong", {"theme": "panel"}, {"theme": "ink"})
    _, classes, colours = zip(*_SHADES, strict=True)
    lost = {**vl.ramp("lost", classes, colours, **options), "type": "ordinal"}
    value, verdict = fields
    return vl.chart(
        cells,
        vl.layer(square, **place, color=lost, tooltip=tips, where=f"datum.{value} !== null"),
        vl.layer(dashed, **place, color="panel", tooltip=tips, where=f"datum.{value} === null"),
        vl.layer(failing, **place, tooltip=tips, where=f"datum.{verdict} === 'fails'"),
        vl.layer(vl.mark("text", 11), **place, text="text", color=ink, tooltip=tips),
        width={"step": step},
        height={"step": 26},
    )


def _spaced(field: str, values: Sequence[str], axis: Spec, gap: float) -> Spec:
    scale = {"domain": list(dict.fromkeys(values)), "paddingInner": gap, "paddingOuter": 0.02}
    return vl.name(field, names=(), axis=axis) | {"scale": scale}


def card_map(cells: Sequence[Record]) -> Spec:
    """Draw cells of `metric`, `kind`, `score` (None where it was not tried), `text`, `verdict`."""
    kinds, metrics = (list(dict.fromkeys(cell[key] for cell in cells)) for key in ("kind", "metric"))
    shaded = [{**cell, **shade(cell["score"] if cell["score"] is None else 1 - cell["score"])} for cell in cells]
    place = {
        "x": _spaced("kind", kinds, {"orient": "top", "ticks": False, "domain": False, "labelAngle": 0}, 0.05),
        "y": _spaced("metric", metrics, {"ticks": False, "domain": False, "labelPadding": 6}, 0.12),
    }
    tips = vl.tooltip(metric="metric", kind="kind of trial", text="score", verdict="verdict")
    return _classes(shaded, place, tips, ("score", "verdict"), 112, legend=None)
