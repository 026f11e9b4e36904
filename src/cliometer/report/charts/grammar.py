"""The vocabulary of all charts: Vega-Lite elements, colours in light and dark, shades, and series told apart.

A chart names a colour by what it means, `{"theme": "good"}`, and gets it when it is drawn. Categories follow
Okabe & Ito (2008). Field names never come from data: names of systems, topics and metrics are values only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Spec = dict[str, Any]
Record = Mapping[str, Any]
WIDTH = 620
_PAINTED = ("color", "fill", "stroke")


def chart(records: Sequence[Record], *layers: Spec, **parts: Any) -> Spec:
    """Records drawn by one layer or several on the same axes."""
    body: Spec = dict(layers[0]) if len(layers) == 1 else {"layer": list(layers)}
    return {"data": {"values": [dict(record) for record in records]}, "width": WIDTH, **body, **parts}


def faceted(
    records: Sequence[Record], by: Spec, panel: Spec, columns: int, spacing: tuple[int, int], **parts: Any
) -> Spec:
    """A panel for each value of a channel; `spacing` lies between rows and between columns."""
    between = {"row": spacing[0], "column": spacing[1]}
    data = {"values": [dict(record) for record in records]}
    return {"data": data, "facet": by, "columns": columns, "spec": panel, "spacing": between, **parts}


def layer(mark: str | Spec, **encoding: Any) -> Spec:
    """A mark and what it encodes; a word is a colour of the theme in painted channels, a field in others."""
    for channel, value in encoding.items():
        if isinstance(value, str):
            encoding[channel] = fixed(colour(value)) if channel in _PAINTED else {"field": value}
    return {"mark": mark, "encoding": encoding}


def dot(size: float, **more: Any) -> Spec:
    """A filled point."""
    return {"type": "point", "filled": True, "size": size, "opacity": 1, **more}


def rule(width: float, **more: Any) -> Spec:
    """A line between two ends."""
    return {"type": "rule", "strokeWidth": width, **more}


def words(size: float = 12, **more: Any) -> Spec:
    """A text."""
    return {"type": "text", "fontSize": size, **more}


def solid(shape: str, **more: Any) -> Spec:
    """A bar or a rect through which nothing shines."""
    return {"type": shape, "opacity": 1, **more}


def rows(field: str, names: Sequence[str], **axis: Any) -> Spec:
    """Names down the left side of a plot, without line and ticks."""
    bare = {"ticks": False, "domain": False, "labelPadding": 8, **axis}
    return named(field, list(dict.fromkeys(names)), axis=bare)


def choice(test: str, yes: Any, no: Any) -> Spec:
    """A channel with one value where a test of the record holds, and another where it does not."""
    return {"condition": {"test": test, "value": yes}, "value": no}


def ramp(field: str, names: Sequence[str], colours: Sequence[str], **more: Any) -> Spec:
    """A colour of the theme for each name."""
    return name(field, scale={"domain": list(names), "range": [colour(one) for one in colours]}, **more)


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


# Colours of reports in light and dark, one table for the page, its charts, and figures in files.
# A chart names a colour by what it means, `{"theme": "good"}`, and gets it when it is drawn: names of
# systems can never be mistaken for it, for they are strings. Categories follow Okabe & Ito (2008), which
# readers with any kind of colour vision can tell apart; `credit` runs from pale to strong.

Name = Literal["light", "dark"]

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'
STILL_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"  # of files: as wide as vl-convert measures them

COLOURS: dict[Name, dict[str, str]] = {
    "light": {
        "paper": "#fbfaf7", "panel": "#ffffff", "ink": "#1c2227", "muted": "#55606a", "line": "#d7d5cc",
        "accent": "#17506f", "good": "#1c6b3c", "warn": "#7a4d00", "bad": "#a3261c", "mark": "#fff1b8",
        "wash": "#efede5", "focus": "#b35300",
        "credit-0": "#c9c7be", "credit-1": "#9fc3d9", "credit-2": "#6fa8c9", "credit-3": "#3f8ab5",
        "credit-4": "#1f6a96", "credit-5": "#0b4468",
    },
    "dark": {
        "paper": "#14181b", "panel": "#1c2226", "ink": "#e8e6e0", "muted": "#a5aeb5", "line": "#38424a",
        "accent": "#8cc6e7", "good": "#86d7a1", "warn": "#f3c26b", "bad": "#ff9d91", "mark": "#5a4a08",
        "wash": "#242c31", "focus": "#ffb163",
        "credit-0": "#4a545b", "credit-1": "#2f5f7c", "credit-2": "#3b7fa5", "credit-3": "#57a0c8",
        "credit-4": "#8cc6e7", "credit-5": "#cfeaf8",
    },
}  # fmt: skip

CATEGORIES: dict[Name, list[str]] = {
    "light": ["#0072b2", "#d55e00", "#009e73", "#b0588f", "#8a6d00", "#2b2b2b", "#3a86b8", "#7a4d00"],
    "dark": ["#6db9ea", "#f0894a", "#4fcfa6", "#e39bc8", "#f0e442", "#e8e6e0", "#56b4e9", "#e69f00"],
}
RAMPS = {"light": ["#eef3f6", "#0b4468"], "dark": ["#1f2a31", "#cfeaf8"]}


def themed(spec: Any, theme: Name = "light") -> Any:
    """A specification with the colours of a theme in place of their names."""
    if isinstance(spec, Mapping):
        if spec.keys() == {"theme"}:
            return COLOURS[theme][spec["theme"]]
        return {key: themed(value, theme) for key, value in spec.items()}
    if isinstance(spec, list | tuple):
        return [themed(value, theme) for value in spec]
    return spec


def vega_config(theme: Name = "light") -> dict[str, Any]:
    """How charts look where they do not say otherwise."""
    colours = COLOURS[theme]
    words = {"labelColor": colours["muted"], "titleColor": colours["ink"], "titleFontWeight": 600}
    return {
        "background": "transparent",
        "font": FONT,
        "view": {"stroke": None},
        "axis": {
            **words,
            "domainColor": colours["line"],
            "tickColor": colours["line"],
            "gridColor": colours["line"],
            "gridOpacity": 0.6,
            "labelFontSize": 12,
            "titleFontSize": 12,
            "labelLimit": 240,
        },
        "legend": {**words, "labelFontSize": 12, "titleFontSize": 12, "labelLimit": 240},
        "header": {**words, "labelFontSize": 12, "titleFontSize": 12, "labelLimit": 240},
        "title": {"color": colours["ink"], "fontSize": 13, "anchor": "start"},
        "text": {"color": colours["ink"]},
        "rule": {"color": colours["muted"]},
        "range": {"category": CATEGORIES[theme], "heatmap": RAMPS[theme], "ramp": RAMPS[theme]},
    }


def css_variables() -> str:
    """The colours for style sheets: by the reader's setting, or by `data-theme` on the page."""
    light, dark = (
        " ".join(f"--{name}: {colour};" for name, colour in colours.items()) for colours in COLOURS.values()
    )
    return (
        f":root {{ color-scheme: light dark; {light} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root:not([data-theme=light]) {{ {dark} }} }}\n"
        f"@media screen {{ :root[data-theme=dark] {{ color-scheme: dark; {dark} }} }}\n"
        ":root[data-theme=light] { color-scheme: light; }\n"
    )


STRONG = 0.6  # beyond, words are written in the colour of the paper
# Colours leap there: between the two sides lie those on which neither paper nor ink can be read.
_ONE_SIDE = {
    "interpolate": "rgb",  # others pass through hues that mean nothing
    "domain": [0, STRONG, STRONG + 1e-6, 1],
    "range": [colour("wash"), colour("credit-1"), colour("credit-4"), colour("credit-5")],
}
_TWO_SIDES = {
    "interpolate": "rgb",
    "domain": [-1, -STRONG - 1e-6, -STRONG, 0, STRONG, STRONG + 1e-6, 1],
    "range": [
        *(colour(name) for name in ("warn", "warn", "mark", "panel", "credit-1", "credit-4", "credit-5"))
    ],
}


def shaded(two_sided: bool = False) -> Spec:
    """The colour of a cell by its `shade`, from 0 to 1; from -1 where it has two sides."""
    scale = _TWO_SIDES if two_sided else _ONE_SIDE
    return {"field": "shade", "type": "quantitative", "scale": scale, "legend": None}


def ink() -> Spec:
    """The colour of words in such a cell."""
    return choice(f"abs(datum.shade) > {STRONG}", colour("panel"), colour("ink"))


_COLOURS = 8  # as many as `report.theme.CATEGORIES`
_SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right"]
_WIDTHS, _SIZES = (4.5, 1.5), (110.0, 36.0)
_ALONE = 0.7  # of the way from thick to thin, where there is but one
_DASHES = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3]]


@dataclass(frozen=True)
class SeriesEncoding:
    """Channels that tell things apart: those of lines, and those of points."""

    lines: dict[str, Spec]
    points: dict[str, Spec]


def by_name(field: str, names: Sequence[str], columns: int = 4, as_nested: bool = False) -> SeriesEncoding:
    """Channels for the names that a field takes, with one legend above the chart.

    `as_nested` draws the first thickest and the last thinnest, so that lines which coincide can all be seen;
    records then need what `nested` gives.
    """
    legend = {"orient": "top", "columns": columns, "symbolSize": 90, "symbolStrokeWidth": 2}
    base: Spec = {"field": field, "type": "nominal", "title": None, "legend": legend}
    colours = {**base, "scale": {"domain": list(names)}}
    shapes = {**base, "scale": {"domain": list(names), "range": _cycle(_SHAPES, len(names), 1)}}
    dashes = {**base, "scale": {"domain": list(names), "range": _cycle(_DASHES, len(names), _COLOURS)}}
    more = {"strokeDash": dashes} if len(names) > _COLOURS else {}
    if not as_nested:
        return SeriesEncoding({"color": colours, **more}, {"color": colours, "shape": shapes})
    widths, sizes = ({"field": key, "type": "quantitative", "scale": None} for key in ("width", "size"))
    return SeriesEncoding(
        {"color": colours, **more, "strokeWidth": widths}, {"color": colours, "shape": shapes, "size": sizes}
    )


def nested(names: Sequence[str]) -> dict[str, dict[str, float]]:
    """The `width` and `size` that records of each name need for nested lines."""
    last = max(1, len(names) - 1)
    return {name: _between(place / last if len(names) > 1 else _ALONE) for place, name in enumerate(names)}


def _between(way: float) -> dict[str, float]:
    ends = {"width": _WIDTHS, "size": _SIZES}
    return {key: round(first + way * (last - first), 2) for key, (first, last) in ends.items()}


def _cycle(values: Sequence[Any], size: int, each: int) -> list[Any]:
    """The values over and over, each so often before the next."""
    return [values[place // each % len(values)] for place in range(size)]
