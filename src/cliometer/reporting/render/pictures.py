"""Pictures of a document: charts by Vega-Lite through vl-convert, without a network; timelines as SVG."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from types import ModuleType
from typing import Any, Literal

from cliometer.errors import InputError, UsageError, remedy
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.charts.grammar import CATEGORIES, COLOURS, STILL_FONT, themed, vega_config
from cliometer.reporting.document import Document, Figure, Timelines
from cliometer.reporting.timeline_view.picture import static_svg
from cliometer.text.tokenisation import printable

_LONGEST = 160  # letters of a text; labels are cut much earlier, by their width


def drawable(spec: Any) -> Any:
    """Return the same specification with printable, short texts; different texts stay different."""
    short: dict[str, str] = {}  # what each long text became

    def shortened(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: shortened(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [shortened(inner) for inner in value]
        if not isinstance(value, str) or len(value) <= _LONGEST:
            return printable(value) if isinstance(value, str) else value
        return short.setdefault(value, f"{printable(value[:_LONGEST])}… ({len(short) + 1})")

    return shortened(spec)


VEGA_LITE = "6.4"
_STILL = {"background": "white", "font": STILL_FONT}
_INSIDE = {"background": "transparent", "font": STILL_FONT}
Form = Literal["svg", "pdf", "png"]


@cache
def script() -> str:
    """Return the drawing library as one script that defines `vegaEmbed` and can stand inside a page."""
    bundle: str = _library().javascript_bundle(vl_version=VEGA_LITE)
    return "(function () {" + bundle.replace("</script", "<\\/script").replace("<!--", "<\\!--") + "})();"


def drawn(figure: Figure, form: Form) -> bytes:
    """Return a figure as a file, in the light theme."""
    return _converted(figure.spec, form, _STILL)


def _converted(given: Mapping[str, Any], form: Form, look: Mapping[str, str]) -> bytes:
    spec: dict[str, Any] = drawable(themed(given))
    spec = {**spec, "config": {**vega_config(), **spec.get("config", {}), **look}}
    convert = getattr(_library(), f"vegalite_to_{form}")
    try:
        made: str | bytes = convert(json.dumps(spec), vl_version=VEGA_LITE)
    except ValueError as error:
        raise InputError("chart-number-too-large", reason=str(error)) from None
    return made.encode() if isinstance(made, str) else made


_DARK = {
    light: dark
    for table in (CATEGORIES, {theme: [*colours.values()] for theme, colours in COLOURS.items()})
    for light, dark in zip(table["light"], table["dark"], strict=True)
}
_COLOUR = re.compile(r'="(#[0-9a-f]{6})"')
_OWN_WORDS = re.compile(r' (?:role|aria-label|aria-roledescription|aria-hidden)="[^"]*"')


def page_svg(figure: Figure) -> str:
    """Return a figure as an element of a page, whose `color-scheme` decides its theme."""
    opening = f'<svg role="img" aria-label="{escape(figure.caption)}" '
    return _page_svg(json.dumps(figure.spec)).replace("<svg ", opening, 1)


@lru_cache(maxsize=64)  # pages are loaded more often than results change
def _page_svg(given: str) -> str:
    drawing = _OWN_WORDS.sub("", _converted(json.loads(given), "svg", _INSIDE).decode())
    return _COLOUR.sub(lambda match: f'="light-dark({match[1]}, {_DARK.get(match[1], match[1])})"', drawing)


def drawn_svg(svg: str, form: Form) -> bytes:
    """Return a picture of our own as a file."""
    if form == "svg":
        return svg.encode()
    made: bytes = getattr(_library(), f"svg_to_{form}")(svg)
    return made


def _library() -> ModuleType:
    try:
        import vl_convert
    except ModuleNotFoundError:
        raise UsageError("vl-convert-missing", remedy=remedy("report")) from None
    module: ModuleType = vl_convert
    return module


@dataclass(frozen=True)
class Still:
    """The picture of one system's timeline beside the references of its topic, as a file shows it."""

    name: str
    caption: str
    view: Mapping[str, Any]
    system: int  # its place in the view

    def svg(self) -> str:
        """Return the picture by the first metric."""
        return static_svg(self.view, self.system, 0)


def stills(views: Sequence[Mapping[str, Any]]) -> Iterator[Still]:
    """Yield a still picture for every topic and system, by the first metric."""
    names = FigureNames()
    for view in views:
        topic, metric = view["topic"], view["metrics"][0]["n"]
        for place, system in enumerate(view["systems"]):
            caption = f"{system['n']} beside the references of {topic}, paired by {metric}."
            yield Still(names.of("timelines", topic, system["n"]), caption, view, place)


def pictures(document: Document, form: Form) -> Iterator[tuple[str, bytes]]:
    """Yield every picture with the name of its file."""
    for figure in document.figures():
        yield f"{figure.name}.{form}", drawn(figure, form)
    for _, section in document.walk():
        for block in section.blocks:
            if isinstance(block, Timelines):
                for still in stills(block.views):
                    yield f"{still.name}.{form}", drawn_svg(still.svg(), form)
