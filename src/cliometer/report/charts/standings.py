"""Systems with their scores and intervals, best first, beside what human writers score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cliometer.report.charts.grammar import (
    WIDTH,
    Record,
    Spec,
    bounded,
    chart,
    colour,
    figures,
    fixed,
    layer,
    named,
    number,
    own,
    tooltip,
    where,
)

MARGIN = 14  # between the plot and what stands beside it
_COLUMN = 11
ABOVE = -22  # where the name of a line stands, clear of the heading of what stands beside the plot


@dataclass(frozen=True)
class Line:
    """A value to compare with, such as the human ceiling, with its interval where it has one."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None


def standings(records: Sequence[Record], title: str, beside: str, line: Line | None = None) -> Spec:
    """Records of `system`, `score`, `low`, `high`, `role`, and `beside`: (column, word)s at its right."""
    y = _names(records)
    return chart(
        records,
        *(_line(line, title) if line else ()),
        *([where("datum.low !== null", _interval(title, y))] if bounded(records) else []),
        _dots(title, y),
        own(_words(records), _beside(y)),
        own([{"word": beside}], _heading()),
        height={"step": 26},
    )


def _names(records: Sequence[Record]) -> Spec:
    systems = [record["system"] for record in records]
    return named("system", systems, axis={"labelPadding": 8, "ticks": False, "domain": False})


def _interval(title: str, y: Spec) -> Spec:
    ends = {"type": "rule", "strokeWidth": 2.5, "strokeCap": "round"}
    return layer(ends, x=number("low", title), x2={"field": "high"}, y=y, color=fixed(colour("accent")))


def _dots(title: str, y: Spec) -> Spec:
    role = {"condition": {"test": "datum.role === 'baseline'", "value": "diamond"}, "value": "circle"}
    return layer(
        {"type": "point", "filled": True, "size": 110, "opacity": 1},
        x=number("score", title, axis={"tickCount": 6, "labelFlush": False}),
        y=y,
        shape=role,
        color=fixed(colour("accent")),
        tooltip=[*tooltip(system="system"), *figures(score=title, low="low", high="high")],
    )


def _beside(y: Spec) -> Spec:
    """Letters in columns, so that each group is a line that the eye can follow down."""
    centred = {"expr": "length(datum.word) === 1 ? 'center' : 'left'"}
    words = {"type": "text", "align": centred, "fontSize": 12, "limit": 260}
    at = {"field": "at", "type": "quantitative", "scale": None, "axis": None}
    return layer(words, x=at, y=y, text={"field": "word"})


def _words(records: Sequence[Record]) -> list[Record]:
    """What stands beside a system, each word in the column it asks for."""
    return [
        {
            "system": record["system"],
            "word": word,
            "at": WIDTH + MARGIN + _COLUMN * column + 4 * (len(word) == 1),
        }
        for record in records
        for column, word in record["beside"]
    ]


def _heading() -> Spec:
    words = {"type": "text", "align": "left", "fontSize": 12, "fontWeight": 600}
    return layer(words, x=fixed(WIDTH + MARGIN), y=fixed(-10), text={"field": "word"})


def _line(line: Line, title: str) -> list[Spec]:
    """A band for the interval, a dashed line, and its name above the plot."""
    values = [{"label": line.label, "value": line.value, "low": line.low, "high": line.high}]
    band = layer(
        {"type": "rect", "opacity": 1, "stroke": colour("line")},
        x=number("low", title),
        x2={"field": "high"},
        color=fixed(colour("wash")),
    )
    rule = layer(
        {"type": "rule", "strokeWidth": 1.5, "strokeDash": [5, 3]},
        x=number("value", title),
        color=fixed(colour("good")),
        tooltip=[*tooltip(label="line"), *figures(value="score", low="low", high="high")],
    )
    label = layer(
        {"type": "text", "baseline": "bottom", "fontSize": 12},
        x=number("value", title),
        y=fixed(ABOVE),
        text={"field": "label"},
        color=fixed(colour("good")),
    )
    shaded = [own(values, band)] if line.low is not None and line.high is not None else []
    return [*shaded, own(values, rule), own(values, label)]
