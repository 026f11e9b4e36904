"""The vocabulary of all charts: Vega-Lite elements, colours in light and dark, shades, and distinct series.

A chart names a colour by what it means, `{"theme": "good"}`, and gets it when it is drawn. Categories follow
Okabe & Ito (2008). Field names never come from data: names of systems, topics and metrics are values only.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Spec = dict[str, Any]
Record = Mapping[str, Any]
WIDTH = 620
_PAINTED = ("color", "fill", "stroke")


def chart(records: Sequence[Record], *layers: Spec, **parts: Any) -> Spec:
    """Return a chart of records, drawn by one layer or by several on the same axes."""
    body: Spec = dict(layers[0]) if len(layers) == 1 else {"layer": list(layers)}
    return {"data": {"values": [dict(record) for record in records]}, "width": WIDTH, **body, **parts}


def faceted(
    records: Sequence[Record], by: Spec, panel: Spec, columns: int, spacing: tuple[int, int], **parts: Any
) -> Spec:
    """Return a panel for each value of a channel; `spacing` lies between rows and between columns."""
    between = {"row": spacing[0], "column": spacing[1]}
    data = {"values": [dict(record) for record in records]}
    return {"data": data, "facet": by, "columns": columns, "spec": panel, "spacing": between, **parts}


def layer(mark: str | Spec, data: Any = None, where: Any = None, **encoding: Any) -> Spec:
    """Return a mark and what it encodes; a word is a colour of the theme in painted channels, a field in others.

    A layer may have records of its own (`data`), or draw those alone that pass a test (`where`), such as
    `datum.score !== null`; their types are open, for callers spread dictionaries of channels.
    """
    for channel, value in encoding.items():
        if isinstance(value, str):
            encoding[channel] = {"value": {"theme": value}} if channel in _PAINTED else {"field": value}
    drawn: Spec = {"mark": mark, "encoding": encoding}
    if data is not None:
        drawn["data"] = {"values": [dict(record) for record in data]}
    return drawn if where is None else {**drawn, "transform": [{"filter": where}]}


def mark(kind: str, size: float = 12, /, **options: Any) -> Spec:
    """Return an opaque mark; `size` is that of a filled point, the width of a line, or that of a font."""
    looks: dict[str, Spec] = {
        "point": {"filled": True, "size": size, "opacity": 1},
        "rule": {"strokeWidth": size},
        "text": {"fontSize": size},
    }
    return {"type": kind, **looks.get(kind, {"opacity": 1}), **options}


def rows(field: str, names: Sequence[str], **axis: Any) -> Spec:
    """Return the channel of names down the left side of a plot, without line and ticks."""
    bare = {"ticks": False, "domain": False, "labelPadding": 8, **axis}
    return name(field, names=list(dict.fromkeys(names)), axis=bare)


def choice(test: str, yes: Any, no: Any) -> Spec:
    """Return a channel with one value where a test of the record holds, and another where it does not."""
    return {"condition": {"test": test, "value": yes}, "value": no}


def ramp(field: str, names: Sequence[str], colours: Sequence[str], **options: Any) -> Spec:
    """Return a channel with a colour of the theme for each name."""
    return name(field, scale={"domain": list(names), "range": [{"theme": colour} for colour in colours]}, **options)


def number(field: str, title: str | None = None, **options: Any) -> Spec:
    """Return a quantitative channel, whose scale need not start at zero."""
    return {"field": field, "type": "quantitative", "title": title, "scale": {"zero": False}, **options}


def name(field: str, title: str | None = None, names: Sequence[str] | None = None, **options: Any) -> Spec:
    """Return a nominal channel in the order of the records, or with exactly these names in this order.

    Given names are a domain and not a `sort`, which Vega-Lite would write into an expression.
    """
    order = {"sort": None} if names is None else {"scale": {"domain": list(names)}}
    return {"field": field, "type": "nominal", "title": title, **order, **options}


def tooltip(form: str = "", /, **titles: str) -> list[Spec]:
    """Return what hovering shows: fields with their titles; numbers have a form such as `.3f`."""
    shown = {"type": "quantitative", "format": form} if form else {}
    return [{"field": field, "title": title, **shown} for field, title in titles.items()]


# Colours of reports in light and dark, one table for the page, its charts, and figures in files.
# Names of systems can never be mistaken for a colour, `{"theme": "good"}`, for they are strings.

Name = Literal["light", "dark"]

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'
STILL_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"  # of files: as wide as vl-convert measures them

_THEMES = tomllib.loads(Path(__file__).with_name("colours.toml").read_text(encoding="utf-8"))
COLOURS: dict[Name, dict[str, str]] = _THEMES["colours"]
CATEGORIES: dict[Name, list[str]] = _THEMES["categories"]
RAMPS: dict[Name, list[str]] = _THEMES["ramps"]


def themed(spec: Any, theme: Name = "light") -> Any:
    """Return a specification with the colours of a theme in place of their names."""
    if isinstance(spec, Mapping):
        if spec.keys() == {"theme"}:
            return COLOURS[theme][spec["theme"]]
        return {key: themed(value, theme) for key, value in spec.items()}
    return [themed(value, theme) for value in spec] if isinstance(spec, list | tuple) else spec


def vega_config(theme: Name = "light") -> dict[str, Any]:
    """Return the configuration of Vega-Lite that all charts share: colours, fonts and sizes of a theme."""
    colours = COLOURS[theme]
    line = colours["line"]
    words = {"labelColor": colours["muted"], "titleColor": colours["ink"], "titleFontWeight": 600}
    sizes = {"labelFontSize": 12, "titleFontSize": 12, "labelLimit": 240}
    lines = {"domainColor": line, "tickColor": line, "gridColor": line, "gridOpacity": 0.6}
    return {
        "background": "transparent",
        "font": FONT,
        "view": {"stroke": None},
        "axis": {**words, **lines, **sizes},
        "legend": {**words, **sizes},
        "header": {**words, **sizes},
        "title": {"color": colours["ink"], "fontSize": 13, "anchor": "start"},
        "text": {"color": colours["ink"]},
        "rule": {"color": colours["muted"]},
        "range": {"category": CATEGORIES[theme], "heatmap": RAMPS[theme], "ramp": RAMPS[theme]},
    }


def css_variables() -> str:
    """Return the colours for style sheets: by the reader's setting, or by `data-theme` on the page."""
    light, dark = (" ".join(f"--{name}: {colour};" for name, colour in colours.items()) for colours in COLOURS.values())
    return (
        f":root {{ color-scheme: light dark; {light} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root:not([data-theme=light]) {{ {dark} }} }}\n"
        f"@media screen {{ :root[data-theme=dark] {{ color-scheme: dark; {dark} }} }}\n"
        ":root[data-theme=light] { color-scheme: light; }\n"
    )


STRONG = 0.6  # beyond, words are written in the colour of the paper
# Colours leap there: between the two sides lie those on which neither paper nor ink can be read.
_STOPS: dict[bool, Sequence[tuple[float, str]]] = {
    False: [(0, "wash"), (STRONG, "credit-1"), (STRONG + 1e-6, "credit-4"), (1, "credit-5")],
    True: [(-1, "warn"), (-STRONG - 1e-6, "warn"), (-STRONG, "mark"), (0, "panel"),
           (STRONG, "credit-1"), (STRONG + 1e-6, "credit-4"), (1, "credit-5")],
}  # fmt: skip
# The colour of a cell by its `shade`, from 0 to 1; from -1 where it has two sides.
SHADES: dict[bool, Spec] = {
    two_sided: {
        "field": "shade",
        "type": "quantitative",
        "scale": {
            "interpolate": "rgb",  # others pass through hues that mean nothing
            "domain": [at for at, _ in stops],
            "range": [{"theme": meaning} for _, meaning in stops],
        },
        "legend": None,
    }
    for two_sided, stops in _STOPS.items()
}
INK = choice(f"abs(datum.shade) > {STRONG}", {"theme": "panel"}, {"theme": "ink"})  # of words in such a cell


_COLOURS = len(CATEGORIES["light"])
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
    """Return channels for the names that a field takes, with one legend above the chart.

    `as_nested` draws the first thickest and the last thinnest, so that lines which coincide can all be seen;
    records then need what `nested` gives.
    """
    legend = {"orient": "top", "columns": columns, "symbolSize": 90, "symbolStrokeWidth": 2}
    base: Spec = {"field": field, "type": "nominal", "title": None, "legend": legend}
    domain, size = {"domain": list(names)}, range(len(names))
    colours = {**base, "scale": domain}
    shapes = {**base, "scale": {**domain, "range": [_SHAPES[n % len(_SHAPES)] for n in size]}}
    dashes = {**base, "scale": {**domain, "range": [_DASHES[n // _COLOURS % len(_DASHES)] for n in size]}}
    dashing = {"strokeDash": dashes} if len(names) > _COLOURS else {}
    encoding = SeriesEncoding({"color": colours, **dashing}, {"color": colours, "shape": shapes})
    if as_nested:
        encoding.lines["strokeWidth"], encoding.points["size"] = (
            {"field": key, "type": "quantitative", "scale": None} for key in ("width", "size")
        )
    return encoding


def nested(names: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return the `width` and `size` that records of each name need for nested lines."""
    ends, last = {"width": _WIDTHS, "size": _SIZES}, max(1, len(names) - 1)
    ways = {name: place / last if len(names) > 1 else _ALONE for place, name in enumerate(names)}
    return {
        name: {key: round(thick + way * (thin - thick), 2) for key, (thick, thin) in ends.items()}
        for name, way in ways.items()
    }
