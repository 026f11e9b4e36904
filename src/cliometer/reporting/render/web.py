"""A document as one web page that needs nothing from outside, and its pictures: charts by Vega-Lite, timelines as SVG.

The page forbids itself every request (Content-Security-Policy) and runs no script but those whose hashes it
names: a text that slipped through the escaping could still do nothing.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from types import ModuleType
from typing import Any, Literal

from cliometer.errors import InputError, UsageError, remedy
from cliometer.model.notes import Note
from cliometer.reporting import document as doc
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.charts.grammar import CATEGORIES, COLOURS, STILL_FONT, css_variables, themed, vega_config
from cliometer.reporting.timeline_view.picture import DESCRIPTION, LOOKS_CSS, as_json, page_part, static_svg
from cliometer.text.tables import Table, show
from cliometer.text.tokenisation import printable
from cliometer.version import __version__

_VOID = ("meta", "img", "br", "hr", "input", "link")


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, /, *children: str, **attributes: str | int | bool | None) -> Markup:
    """Return an element; `class_` is class and `aria_label` is aria-label, False and None leave an attribute out.

    Whatever is not `Markup` is escaped, so that no text can become an element.

    >>> tag("td", "a < b", class_="n")
    '<td class="n">a &lt; b</td>'
    """
    given = ((key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    shown = (
        f" {key}" if value is True else f' {key}="{escaped(str(value))}"'
        for key, value in given
        if value is not None and value is not False
    )
    start = f"<{name}{''.join(shown)}>"
    return Markup(start if name in _VOID else f"{start}{''.join(map(escaped, children))}</{name}>")


def joined(parts: Iterable[str]) -> Markup:
    """Return pieces one after the other."""
    return Markup("".join(map(escaped, parts)))


def escaped(text: str) -> str:
    """Return text as HTML; a character that HTML may not hold becomes the replacement character."""
    return text if isinstance(text, Markup) else html.escape(printable(text), quote=True)


_LONGEST_UNBROKEN = 40
_DATE = re.compile(r"-?\d{4,}-\d\d-\d\d")
_MOST_COLUMNS_ON_PAPER = 9  # in letters of the usual size
_ON_PAPER = "The print shows the pair that was chosen on the screen; the page has the others."
_STYLES = ("report.css", "aligned.css", "checked.css")
_ALIGNED = ("elements", "pair", "picture", "panels", "component")


def web_page(document: doc.Document) -> str:
    """Return the whole page."""
    scripts = [drawing_script()] if document.figures() else []
    blocks = [block for _, section in document.walk() for block in section.blocks]
    checked = [asset("checked.js")] * any(isinstance(block, doc.CheckedTimelines) for block in blocks)
    scripts += [aligned_script(), *checked, asset("report.js")]
    sections = [_section(section, str(n), 2) for n, section in enumerate(document.sections, start=1)]
    foot = tag("footer", f"Made by Cliometer {__version__}. This page needs no network.")
    main = tag("main", *sections, foot, id="report", tabindex=-1)
    contents = tag("nav", tag("h2", "Contents"), _links(document.sections, ""), aria_label="Contents")
    theme = tag("button", "Theme: auto", type="button", id="theme")
    tools = tag("div", theme, tag("button", "Print", type="button", id="print"), class_="tools", hidden=True)
    # What the script needs to draw charts in either theme.
    themes = {name: {"colours": colours, "config": vega_config(name)} for name, colours in COLOURS.items()}
    body = tag(
        "body",
        tag("a", "Skip to the report", class_="skip", href="#report"),
        tag("header", tag("h1", document.title, dir="auto"), tools),
        tag("div", contents, main, class_="columns"),
        tag("script", Markup(as_json(themes)), type="application/json", id="themes"),
        *[tag("script", Markup(script)) for script in scripts],
    )
    return f'<!doctype html>\n<html lang="en">{_head(document.title, scripts)}\n{body}</html>\n'


def _head(title: str, scripts: Sequence[str]) -> Markup:
    """Return the head; `unsafe-eval` lets the browser compile charts to functions, and nothing may be fetched."""
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    allowed = " ".join(f"'sha256-{digest}'" for digest in hashes)
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'unsafe-eval'"
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=f"{policy} {allowed}"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="generator", content=doc.MADE_BY),
        tag("title", title),
        tag("style", Markup(css_variables() + "".join(map(asset, _STYLES)) + LOOKS_CSS)),
    )


def aligned_script() -> str:
    """Return the script of the aligned view: the description of its picture, then its files, in one scope."""
    parts = "\n".join(asset(f"aligned/{name}.js") for name in _ALIGNED)
    return f'(() => {{\n"use strict";\nconst DRAWING = {as_json(DESCRIPTION)};\n{parts}}})();\n'


@cache
def asset(name: str) -> str:
    """Return a file that pages hold, without its indents and the lines that are comments of scripts."""
    lines = map(str.strip, (files("cliometer.reporting") / "assets" / name).read_text(encoding="utf-8").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"


def _links(sections: Sequence[doc.Section], prefix: str) -> Markup:
    entries = []
    for number, section in enumerate(sections, start=1):
        place = f"{prefix}{number}"
        below = _links(section.sections, f"{place}-") if section.sections else ""
        entries.append(tag("li", tag("a", section.title, href=f"#section-{place}", dir="auto"), below))
    return tag("ol", *entries)


def _section(section: doc.Section, place: str, level: int) -> Markup:
    below = [_section(part, f"{place}-{number}", min(level + 1, 6)) for number, part in enumerate(section.sections, 1)]
    heading = tag(f"h{level}", section.title, id=f"section-{place}", dir="auto")
    blocks = [_block(block, f"{place}-{number}") for number, block in enumerate(section.blocks, start=1)]
    return tag("section", heading, *blocks, *below, aria_labelledby=f"section-{place}")


def _block(block: doc.Block, place: str) -> Markup:
    match block:
        case doc.Paragraph(text):
            return tag("p", text, dir="auto")
        case doc.Notes(lines):
            return tag("ul", *[tag("li", line, dir="auto") for line in lines], class_="notes")
        case doc.Code(text, label):
            shown = tag("pre", tag("code", text), tabindex=0)
            return tag("div", tag("span", label, class_="label"), shown, class_="code")
        case doc.CheckedTimelines(caption, table, views=views):
            data = tag("script", Markup(as_json(views)), type="application/json")
            still = tag("noscript", html_table(table, caption) if table.rows else tag("p", caption))
            return tag("section", still, data, class_="checked", id=f"checked-{place}", aria_label="Checked timelines")
        case doc.Listing(caption, table, folded):
            listed = html_table(table, caption)
            return tag("details", tag("summary", _headline(caption)), listed) if folded else listed
        case doc.Figure(name, caption, spec, table):
            described = {"role": "img", "aria_label": caption, "id": f"figure-{name}"}
            scroll = tag("div", tag("div", class_="chart", **described), class_="scroll")
            data = tag("script", Markup(as_json(spec)), type="application/json")
            numbers = tag("summary", "The numbers of this figure"), html_table(table, caption)
            figcaption = tag("figcaption", caption, dir="auto")
            return tag("figure", scroll, data, figcaption, tag("details", *numbers))
        case doc.Timelines(views):
            pairs = sum(len(view["systems"]) for view in views)
            remark = tag("p", _ON_PAPER, class_="on-paper") if pairs > 1 else ""
            return Markup(remark + page_part(views, f"timelines-{place}"))


def _headline(caption: str) -> str:
    """Return the first words of a caption, on which the reader clicks to open its table."""
    first = re.split(r"[;:.] ", caption, maxsplit=1)[0].rstrip(".") or "Numbers"
    return f"Table: {first[:1].lower()}{first[1:]}"


def html_table(table: Table, caption: str) -> Markup:
    """Return a table that a narrow screen scrolls sideways."""
    numeric = table.numeric()
    heading = [
        tag("th", _breakable(name), scope="col", dir="auto", class_="n" if number else _broken(name))
        for name, number in zip(table.heading, numeric, strict=True)
    ]
    rows = []
    for row in table.rows:
        cells = []
        for text, number in zip(map(show, row), numeric, strict=True):
            direction = None if number or text.isascii() else "auto"
            cells.append(tag("td", text, dir=direction, class_="n" if number else _broken(text)))
        rows.append(tag("tr", *cells))
    inside = [*[tag("caption", caption)] * bool(caption), tag("thead", tag("tr", *heading)), tag("tbody", *rows)]
    room = "scroll wide" if len(table.heading) > _MOST_COLUMNS_ON_PAPER else "scroll"
    return tag("div", tag("table", *inside), class_=room, role="region", aria_label=caption or "Table", tabindex=0)


def _breakable(name: str) -> Markup:
    """Return a heading that may break before a bracket, such as that of align+m1(rouge=1)."""
    return Markup(escaped(name).replace("(", "<wbr>("))


def _broken(text: str) -> str | None:
    """Return text in which long words may break anywhere, others only between them, and dates nowhere."""
    if _DATE.fullmatch(text):
        return "date"
    return "long" if len(text) > _LONGEST_UNBROKEN else None


# Pictures: charts through vl-convert, without a network.

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
def drawing_script() -> str:
    """Return the drawing library as one script that defines `vegaEmbed` and can stand inside a page."""
    bundle: str = _library().javascript_bundle(vl_version=VEGA_LITE)
    return "(function () {" + bundle.replace("</script", "<\\/script").replace("<!--", "<\\!--") + "})();"


def drawn(figure: doc.Figure, form: Form) -> bytes:
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


def page_svg(figure: doc.Figure) -> str:
    """Return a figure as an element of a page, whose `color-scheme` decides its theme."""
    opening = f'<svg role="img" aria-label="{html.escape(figure.caption)}" '
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


def charts_or_tables(document: doc.Document, timelines: bool = True) -> doc.Document:
    """Return a document, or where nothing draws charts their tables with a note; `timelines` need no library then."""
    try:
        _library()
    except UsageError as missing:
        if timelines and not document.figures():
            return document
        note = Note.of("charts-as-tables", remedy=missing.values["remedy"])
        first, *others = (section.without_charts(timelines) for section in document.sections)
        first = replace(first, blocks=[doc.Notes([note]), *first.blocks])
        return doc.Document(document.title, [first, *others], [*document.notes, note])
    return document


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


def pictures(document: doc.Document, form: Form) -> Iterator[tuple[str, bytes]]:
    """Yield every picture with the name of its file."""
    for figure in document.figures():
        yield f"{figure.name}.{form}", drawn(figure, form)
    for _, section in document.walk():
        for block in section.blocks:
            if isinstance(block, doc.Timelines):
                for still in stills(block.views):
                    yield f"{still.name}.{form}", drawn_svg(still.svg(), form)
