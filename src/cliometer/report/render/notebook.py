"""A document as a part of a notebook: no script, no style outside its own elements, pictures as images.

What stands first is shown, the rest is opened by the reader. Pictures are white in every theme, for what is
shown in a notebook does not know its theme.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from cliometer.errors import UsageError
from cliometer.report.document import (
    Block,
    Code,
    Document,
    Figure,
    Listing,
    Notes,
    Paragraph,
    Section,
    Timelines,
)
from cliometer.report.render.markup import Markup, joined, tag
from cliometer.report.render.pictures import stills
from cliometer.report.render.thin import thin
from cliometer.report.render.vega import drawn
from cliometer.report.tables import Table, show

_SEEN = (Listing, Figure, Timelines)
_MOST_PICTURES = 6  # of timelines: a notebook is not the place for hundreds
_MOST_ROWS = 30  # of a table that stands open
_WORDS, _NUMBER = "text-align: left; vertical-align: top", "text-align: right; vertical-align: top"
_TITLE = "text-align: left; caption-side: top; padding: 0.3em 0; opacity: 0.8"
_PICTURE = "max-width: 100%; height: auto; padding: 4px; border-radius: 4px; background: white"
_WRAPPED = "white-space: pre-wrap; overflow-wrap: anywhere"


def notebook_part(document: Document) -> Markup:
    """All sections; those below the first level are opened by the reader, unless there was nothing to see."""
    seen = any(isinstance(block, _SEEN) for section in document.sections for block in section.blocks)
    sections = [_section(section, opened=not seen) for section in document.sections]
    return tag("div", *sections, class_="cliometer")


def picture_of(figure: Figure) -> bytes:
    """A chart as an image of a notebook."""
    return thin(drawn(figure, "svg"))


def _section(section: Section, opened: bool = False) -> Markup:
    """With its first part open or not."""
    inside = [_block(block) for block in section.blocks]
    folded = [
        _folded(below.title, _section_body(below), opened and place == 0)
        for place, below in enumerate(section.sections)
    ]
    return tag("section", tag("h4", section.title, dir="auto"), *inside, *folded)


def _section_body(section: Section) -> Markup:
    return joined([*map(_block, section.blocks), *map(_section, section.sections)])


def _folded(summary: str, inside: Markup, opened: bool = False) -> Markup:
    return tag("details", tag("summary", summary, dir="auto"), inside, open=opened)


def _block(block: Block) -> Markup:
    match block:
        case Paragraph(text):
            return tag("p", text, dir="auto")
        case Notes(lines):
            return tag("ul", *[tag("li", line, dir="auto") for line in lines])
        case Code(text, label):
            return _folded(label, tag("code", text, style=_WRAPPED))
        case Listing(caption, table, folded):
            long = len(table.rows) > _MOST_ROWS
            return _folded(caption, _table(table, "")) if folded or long else _table(table, caption)
        case Figure():
            return _figure(block)
        case Timelines(views):
            return _timelines(views)


def _figure(figure: Figure) -> Markup:
    """Its picture, or, where nothing can draw it, its numbers and the remedy."""
    try:
        return _image(picture_of(figure), figure.caption)
    except UsageError as missing:
        return joined([tag("p", f"{figure.caption} ({missing})", dir="auto"), _table(figure.table, "")])


def _timelines(views: Sequence[Mapping[str, Any]]) -> Markup:
    pictures = list(stills(views))
    shown = [_image(still.svg().encode(), still.caption) for still in pictures[:_MOST_PICTURES]]
    left = len(pictures) - len(shown)
    rest = [tag("p", f"{left} more pictures of timelines stand in the report.")] if left else []
    return joined([*shown, *rest])


def _table(table: Table, caption: str) -> Markup:
    styles = [_NUMBER if number else _WORDS for number in table.numeric()]
    title = [tag("caption", caption, dir="auto", style=_TITLE)] if caption else []
    rows = [_row("td", [show(cell) for cell in row], styles) for row in table.rows]
    return tag("table", *title, tag("thead", _row("th", table.heading, styles)), tag("tbody", *rows))


def _row(kind: str, cells: Sequence[str], styles: Sequence[str]) -> Markup:
    styled = zip(cells, styles, strict=True)
    return tag("tr", *[tag(kind, cell, dir="auto", style=own) for cell, own in styled])


def _image(svg: bytes, caption: str) -> Markup:
    address = "data:image/svg+xml;base64," + base64.b64encode(svg).decode()
    picture = tag("img", src=address, alt=caption, style=_PICTURE)
    words = tag("figcaption", caption, dir="auto", style="opacity: 0.8")
    return tag("figure", picture, words, style="margin: 0.7em 0; max-width: 60em")
