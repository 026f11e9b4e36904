"""Colours of reports in light and dark, one table for the page, its charts, and figures in files.

A chart names a colour by what it means, `{"theme": "good"}`, and gets it when it is drawn: names of systems
can never be mistaken for it, for they are strings. Categories follow Okabe & Ito (2008), which readers with
any kind of colour vision can tell apart; `credit` runs from pale to strong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

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
    dark = _variables("dark")
    return (
        f":root {{ color-scheme: light dark; {_variables('light')} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root:not([data-theme=light]) {{ {dark} }} }}\n"
        f"@media screen {{ :root[data-theme=dark] {{ color-scheme: dark; {dark} }} }}\n"
        ":root[data-theme=light] { color-scheme: light; }\n"
    )


def _variables(theme: Name) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in COLOURS[theme].items())
