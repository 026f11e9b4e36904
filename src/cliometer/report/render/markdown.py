"""A document as Markdown, with its figures as files beside it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from cliometer.report.document import (
    MADE_BY,
    Block,
    Code,
    Document,
    Figure,
    Listing,
    Notes,
    Paragraph,
    Timelines,
)
from cliometer.report.render.pictures import stills
from cliometer.text.tables import markdown_escaped as escaped
from cliometer.text.tokenisation import printable


def markdown(document: Document, folder: str) -> str:
    """The whole text; the pictures of `report.render.pictures` are looked for in the folder, as SVG."""
    folder = quote(folder)
    parts = [f"<!-- {MADE_BY} -->", f"# {escaped(document.title)}"]
    for level, section in document.walk():
        parts.append(f"{'#' * min(level + 2, 6)} {escaped(section.title)}")
        parts += [part for block in section.blocks for part in _block(block, folder)]
    return "\n\n".join(parts) + "\n"


def _block(block: Block, folder: str) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield escaped(text)
        case Notes(lines):
            yield "\n".join(f"- {escaped(line)}" for line in lines)
        case Code(text, label):
            yield f"{escaped(label)}:"
            yield "\n".join(f"    {line}" for line in printable(text).splitlines())
        case Listing(caption, table):
            yield f"*{escaped(caption)}*"
            yield table.markdown().rstrip("\n")
        case Figure(name, caption):
            yield f"![{escaped(caption)}]({folder}/{name}.svg)"
            yield f"*{escaped(caption)}*"
        case Timelines(views):
            for still in stills(views):
                yield f"![{escaped(still.caption)}]({folder}/{still.name}.svg)"
