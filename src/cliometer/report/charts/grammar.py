"""The words that all charts share, so that a chart reads like a sentence.

A specification is a dictionary of Vega-Lite 6. Colours are named by meaning (`colour("good")`, see
`report.theme`). Field names never come from data: records have the keys that we give them, and names of
systems, topics and metrics are values only, so that a dot or a bracket in them means nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Spec = dict[str, Any]
Record = Mapping[str, Any]
WIDTH = 620


def chart(records: Sequence[Record], *layers: Spec, **parts: Any) -> Spec:
    """Records drawn by one layer or several on the same axes."""
    body: Spec = dict(layers[0]) if len(layers) == 1 else {"layer": list(layers)}
    return {"data": {"values": [dict(record) for record in records]}, "width": WIDTH, **body, **parts}


def layer(mark: str | Spec, **encoding: Any) -> Spec:
    """A mark and what it encodes."""
    return {"mark": mark, "encoding": encoding}


def number(field: str, title: str | None = None, **more: Any) -> Spec:
    """A quantitative channel; its scale need not start at zero."""
    return {"field": field, "type": "quantitative", "title": title, "scale": {"zero": False}, **more}


def name(field: str, title: str | None = None, **more: Any) -> Spec:
    """A nominal channel, its names in the order of the records."""
    return {"field": field, "type": "nominal", "title": title, "sort": None, **more}


def named(field: str, names: Sequence[str], title: str | None = None, **more: Any) -> Spec:
    """A nominal channel with exactly these names in this order, whichever layer has which of them.

    They are a domain and not a `sort`, which Vega-Lite would write into an expression.
    """
    return {"field": field, "type": "nominal", "title": title, "scale": {"domain": list(names)}, **more}


def colour(meaning: str) -> dict[str, str]:
    """A colour of the theme, such as `good`, `bad`, `warn`, `accent`, `muted`, `ink`."""
    return {"theme": meaning}


def fixed(value: Any) -> Spec:
    """A channel that is the same for all records."""
    return {"value": value}


def tooltip(**titles: str) -> list[Spec]:
    """What hovering shows: field by field, with titles."""
    return [{"field": field, "title": title} for field, title in titles.items()]


def own(records: Sequence[Record], drawn: Spec) -> Spec:
    """A layer with records of its own."""
    return {**drawn, "data": {"values": [dict(record) for record in records]}}


def where(test: str, drawn: Spec) -> Spec:
    """A layer of those records alone that pass a test, such as `datum.score !== null`."""
    return {**drawn, "transform": [{"filter": test}]}


def figures(**titles: str) -> list[Spec]:
    """The same for numbers, with three decimals."""
    return [
        {"field": field, "title": title, "type": "quantitative", "format": ".3f"}
        for field, title in titles.items()
    ]


def bounded(records: Sequence[Record]) -> bool:
    """Whether any record has an interval, `low` to `high`: a layer that draws none would warn."""
    return any(record["low"] is not None for record in records)
