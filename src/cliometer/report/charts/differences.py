"""Differences between two systems: a mark a topic, the mean with its interval, and the line at zero."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.charts.grammar import (
    Record,
    Spec,
    chart,
    colour,
    figures,
    fixed,
    layer,
    name,
    named,
    number,
    own,
    tooltip,
)
from cliometer.report.charts.standings import MARGIN

_WIDTH = 560  # names of two systems need room
BETTER, SAME, WORSE = "first better", "the same", "second better"


def differences(
    pairs: Sequence[Record], topics: Sequence[Record], title: str, lower: bool, heading: str
) -> Spec:
    """Pairs of `pair`, `difference`, `low`, `high`, `record`, `p`; topics of `pair`, `by`, `outcome`."""
    y = _pairs(pairs)
    return chart(
        pairs,
        own([{"zero": 0.0}], _zero(title)),
        *([own(topics, _topics(title, y))] if topics else []),
        _interval(title, y),
        _means(title, y),
        _record(y),
        own(_directions(lower, heading), _words()),
        width=_WIDTH,
        height={"step": 36},
    )


def _pairs(records: Sequence[Record]) -> Spec:
    return named(
        "pair",
        [record["pair"] for record in records],
        axis={"labelPadding": 8, "ticks": False, "domain": False},
    )


def _zero(title: str) -> Spec:
    return layer({"type": "rule", "strokeWidth": 1.5}, x=number("zero", title), color=fixed(colour("muted")))


def _topics(title: str, y: Spec) -> Spec:
    outcomes = [BETTER, SAME, WORSE]
    shapes = {"domain": outcomes, "range": ["triangle-up", "circle", "triangle-down"]}
    colours = {"domain": outcomes, "range": [colour("good"), colour("muted"), colour("bad")]}
    legend = {"title": "on a topic", "orient": "bottom", "direction": "horizontal"}
    return layer(
        {"type": "point", "filled": False, "size": 46, "strokeWidth": 1.4, "opacity": 1, "yOffset": 8},
        x=number("by", title, axis={"tickCount": 7, "labelFlush": False}),
        y=y,
        shape=name("outcome", scale=shapes, legend=legend),
        color=name("outcome", scale=colours, legend=legend),
        tooltip=[
            *tooltip(pair="row", topic="topic"),
            *figures(by="difference", first="first", second="second"),
        ],
    )


def _interval(title: str, y: Spec) -> Spec:
    mark = {"type": "rule", "strokeWidth": 3, "strokeCap": "round", "yOffset": -7}
    return layer(mark, x=number("low", title), x2={"field": "high"}, y=y, color=fixed(colour("accent")))


def _means(title: str, y: Spec) -> Spec:
    return layer(
        {"type": "point", "filled": True, "size": 110, "shape": "diamond", "opacity": 1, "yOffset": -7},
        x=number("difference", title),
        y=y,
        color=fixed(colour("accent")),
        tooltip=[
            *tooltip(systems="systems"),
            *figures(difference="difference", low="low", high="high"),
            *tooltip(p="p"),
        ],
    )


def _record(y: Spec) -> Spec:
    words = {"type": "text", "align": "left", "fontSize": 12}
    return layer(words, x=fixed(_WIDTH + MARGIN), y=y, text={"field": "record"})


def _directions(lower: bool, heading: str) -> list[Record]:
    """Who is better on which side of the line, written above the plot."""
    left, right = ("first", "second") if lower else ("second", "first")
    return [
        {"word": f"\N{LEFTWARDS ARROW} {left} better", "at": 0, "side": "left"},
        {"word": f"{right} better \N{RIGHTWARDS ARROW}", "at": _WIDTH, "side": "right"},
        {"word": heading, "at": _WIDTH + MARGIN, "side": "left"},
    ]


def _words() -> Spec:
    at = {"field": "at", "type": "quantitative", "scale": None, "axis": None}
    mark = {"type": "text", "align": {"expr": "datum.side"}, "fontSize": 12, "fontWeight": 600}
    return layer(mark, x=at, y=fixed(-10), text={"field": "word"})
