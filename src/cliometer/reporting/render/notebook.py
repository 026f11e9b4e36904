"""Results as notebooks show them: tables and charts as images that need no script and no style outside.

What stands first is shown, the rest is opened by the reader. Pictures are white in every theme, for what is
shown in a notebook does not know its theme.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, get_args
from xml.etree import ElementTree

from cliometer.engine.pair_explanation import PairExplanation
from cliometer.engine.results import PairResult, Results
from cliometer.errors import UsageError
from cliometer.io.text_files import write_bytes_whole
from cliometer.model.timeline import Timeline
from cliometer.reporting import document as doc
from cliometer.reporting.assembly import publish
from cliometer.reporting.chapters import kind_of_result, result_section
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.scores import scores_section
from cliometer.reporting.charts.grammar import STILL_FONT, themed, vega_config
from cliometer.reporting.render.terminal import terminal
from cliometer.reporting.render.web import Form, Markup, charts_or_tables, drawn, joined, stills, tag
from cliometer.reporting.timeline_view.view_data import topic_view
from cliometer.text.tables import Table, show

# A picture for an `img` element: half as large, and readable where the reader's letters are wider.
# What only a picture inside a page can use goes (roles and labels for screen readers, classes): an image
# has its `alt`. Vega-Lite leaves room for the letters of Liberation Sans, which are as wide as those of
# Arial and Helvetica; so these are asked for, once, and there is a margin for readers who have none of
# them.

_SVG = "http://www.w3.org/2000/svg"
_STYLE = "background: white; font-size-adjust: 0.519"  # of their small letters: other fonts are scaled to it
_MARGIN = 12
_USELESS = ("role", "class", "pointer-events", "font-family")
_MOVING = ("d", "transform", "x", "y", "x1", "x2", "y1", "y2", "width", "height")
_LONG = re.compile(r"-?\d+\.\d{3,}")


def thin(svg: bytes) -> bytes:
    """Return the same picture in fewer bytes, with a margin at both sides."""
    ElementTree.register_namespace("", _SVG)
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        for name, value in list(element.attrib.items()):
            if name in _USELESS or name.startswith("aria-"):
                del element.attrib[name]
            elif name in _MOVING:
                short = _LONG.sub(lambda long: f"{float(long[0]):.2f}".rstrip("0").rstrip("."), value)
                element.set(name, short)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    wide, high = f"{width + 2 * _MARGIN:g}", f"{height:g}"
    room = {"viewBox": f"{left - _MARGIN:g} {top:g} {wide} {high}", "width": wide, "height": high}
    root.attrib |= {**room, "font-family": STILL_FONT, "style": _STYLE}
    return ElementTree.tostring(root)


_SEEN = (doc.Listing, doc.Figure, doc.Timelines)
_MOST_PICTURES = 6  # of timelines: a notebook is not the place for hundreds
_MOST_ROWS = 30  # of a table that stands open
_WORDS, _NUMBER = "text-align: left; vertical-align: top", "text-align: right; vertical-align: top"
_TITLE = "text-align: left; caption-side: top; padding: 0.3em 0; opacity: 0.8"
_PICTURE = "max-width: 100%; height: auto; padding: 4px; border-radius: 4px; background: white"
_WRAPPED = "white-space: pre-wrap; overflow-wrap: anywhere"


def notebook_part(document: doc.Document) -> Markup:
    """Return all sections as HTML; those below the first level are folded, unless nothing else is to be seen."""
    seen = any(isinstance(block, _SEEN) for section in document.sections for block in section.blocks)
    return tag("div", *[_section(section, opened=not seen) for section in document.sections], class_="cliometer")


def picture_of(figure: doc.Figure) -> bytes:
    """Return a chart as an SVG image for a notebook."""
    return thin(drawn(figure, "svg"))


def _section(section: doc.Section, opened: bool = False) -> Markup:
    """Return a section with the sections below it folded; the first of them may be `opened`."""
    inside = [_block(block) for block in section.printed()]
    folded = [
        _folded(part.title, joined([*map(_block, part.blocks), *map(_section, part.sections)]), opened and place == 0)
        for place, part in enumerate(section.sections)
    ]
    return tag("section", tag("h4", section.title, dir="auto"), *inside, *folded)


def _folded(summary: str, inside: Markup, opened: bool = False) -> Markup:
    return tag("details", tag("summary", summary, dir="auto"), inside, open=opened)


def _block(block: doc.Block) -> Markup:
    match block:
        case doc.Paragraph(text):
            return tag("p", text, dir="auto")
        case doc.Notes(lines):
            return tag("ul", *[tag("li", line, dir="auto") for line in lines])
        case doc.Code(text, label):
            return _folded(label, tag("code", text, style=_WRAPPED))
        case doc.Listing(caption, table, folded):
            long = len(table.rows) > _MOST_ROWS
            return _folded(caption, _table(table, "")) if folded or long else _table(table, caption)
        case doc.Figure():
            try:
                return _image(picture_of(block), block.caption)
            except UsageError as missing:  # where nothing can draw it: its numbers and the remedy
                return joined([tag("p", f"{block.caption} ({missing})", dir="auto"), _table(block.table, "")])
        case doc.Timelines(views):
            pictures = list(stills(views))
            shown = [_image(still.svg().encode(), still.caption) for still in pictures[:_MOST_PICTURES]]
            left = len(pictures) - len(shown)
            rest = [tag("p", f"{left} more pictures of timelines are in the report.")] if left else []
            return joined([*shown, *rest])


def _table(table: Table, caption: str) -> Markup:
    styles = [_NUMBER if number else _WORDS for number in table.numeric()]
    title = [tag("caption", caption, dir="auto", style=_TITLE)] if caption else []
    heading, *rows = (
        tag("tr", *[tag(kind, text, dir="auto", style=style) for text, style in zip(row, styles, strict=True)])
        for kind, row in [("th", table.heading), *(("td", [*map(show, cells)]) for cells in table.rows)]
    )
    return tag("table", *title, tag("thead", heading), tag("tbody", *rows))


def _image(svg: bytes, caption: str) -> Markup:
    address = "data:image/svg+xml;base64," + base64.b64encode(svg).decode()
    picture = tag("img", src=address, alt=caption, style=_PICTURE)
    words = tag("figcaption", caption, dir="auto", style="opacity: 0.8")
    return tag("figure", picture, words, style="margin: 0.7em 0; max-width: 60em")


@dataclass(frozen=True, repr=False)
class Chart:
    """A chart that a notebook shows, and that can be saved."""

    figure: doc.Figure

    @property
    def spec(self) -> doc.Spec:
        """Return the specification in Vega-Lite."""
        return {**themed(self.figure.spec), "config": vega_config()}

    def save(self, path: str | PathLike[str], force: bool = False) -> None:
        """Write the chart as .svg, .pdf or .png."""
        target = Path(path)
        form = target.suffix.lower().removeprefix(".")
        if form not in get_args(Form):
            raise UsageError("chart-ending-unknown", target=target)
        write_bytes_whole(target, drawn(self.figure, form), force)  # type: ignore[arg-type]  # just checked

    def to_altair(self) -> Any:
        """Return a chart of Altair, where that is installed."""
        try:
            import altair
        except ModuleNotFoundError:
            raise UsageError("altair-missing") from None
        return altair.Chart.from_dict(dict(self.spec))

    def __repr__(self) -> str:
        return f"Chart({self.figure.name!r})"

    def _repr_svg_(self) -> str:
        return picture_of(self.figure).decode()


def html(result: Any) -> str:
    """Return a result as HTML for a notebook; of a pair only the scores, since means over one topic say nothing."""
    if isinstance(result, PairResult):
        return notebook_part(doc.Document("Scores", [scores_section(result.results)]))
    return notebook_part(document_of(result))


def charts(result: Any) -> Sequence[Chart]:
    """Return all charts of a result."""
    return [Chart(figure) for figure in document_of(result).figures()]


def write(result: Any, path: str | PathLike[str], title: str | None = None, force: bool = False) -> None:
    """Write a report of one result."""
    publish(charts_or_tables(document_of(result, title), Path(path).suffix.lower() != ".tex"), Path(path), force)


def text(result: Any) -> str:
    """Return a result as a terminal shows it; its representation where no builder knows its class."""
    if isinstance(result, PairResult | Results):
        section = scores_section(result.results if isinstance(result, PairResult) else result)
    elif kind := kind_of_result(result):
        section = kind.build(result, FigureNames())
    else:
        return repr(result)
    remarks = [block for block in section.blocks if isinstance(block, doc.Notes) and block.remarks]
    warnings = [line for block in remarks for line in block.lines if line.startswith("warning: ")]
    kept = "".join(f"\n\n{line}" for line in warnings)  # a command prints them apart
    return terminal(section, signed=False).rstrip("\n") + kept


def document_of(result: Any, title: str | None = None) -> doc.Document:
    """Return the report of a result; that of an explanation also has its timelines."""
    if isinstance(result, PairResult):
        return document_of(result.results, title)
    sections = [result_section(result)]
    if isinstance(result, PairExplanation) and isinstance(result.system, Timeline):
        view = topic_view("topic", result.references, {"system": result.system}, [result.metric], result.preset)
        sections.append(doc.Section("Timelines", [doc.Timelines([view])]))
    return doc.Document(title or sections[0].title, sections)
