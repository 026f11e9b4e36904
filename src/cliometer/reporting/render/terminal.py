"""A document as text for a terminal: headings, sentences and tables, without pictures and details."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cliometer.reporting.document import Block, Code, Document, Figure, Listing, Notes, Paragraph, Section
from cliometer.text.tables import BOLD, NORMAL, PLAIN, TableStyle, fitted, wrapped
from cliometer.text.tokenisation import printable

SENTENCE = 100  # columns of a line of prose


def terminal(part: Document | Section, signed: bool = True, style: TableStyle = PLAIN) -> str:
    """Return the text of a document, or of one section without its own title.

    Of a figure with a title its table is printed. Other figures, timelines, folded listings, detail sections
    and remarks (which commands print on standard error) are not. Texts to copy, such as the signature, stand
    last, unless the text is not to be `signed`. Tables are shown in the `style`; titles are bold where it has
    colour.
    """
    sections = part.sections if isinstance(part, Document) else [Section("", part.blocks, part.sections)]
    last: list[str] = []
    texts = [text for section in sections for text in _section(section, last, style)]
    return "\n\n".join([*texts, *(last if signed else ())]) + "\n"


def _section(section: Section, last: list[str], style: TableStyle) -> Iterator[str]:
    texts = [text for block in section.printed() for text in _block(block, last, style)]
    texts += [text for below in section.sections if not below.detail for text in _section(below, last, style)]
    if texts and section.title:
        title = printable(section.title)
        yield f"{BOLD}{title}{NORMAL}" if style.colour else title
    yield from texts


def _block(block: Block, last: list[str], style: TableStyle) -> Iterator[str]:
    """Yield the text of a block; what is there to be copied is added to what stands last."""
    match block:
        case Paragraph(text):
            yield "\n".join(wrapped(printable(text), SENTENCE, inner=""))
        case Notes(lines, remarks) if lines and not remarks:
            yield "\n".join(row for line in lines for row in wrapped(printable(line), SENTENCE, "- "))
        case Listing(caption, table, False) | Figure(table=table, title=caption) if caption or isinstance(
            block, Listing
        ):
            if caption:
                yield "\n".join(wrapped(printable(caption), SENTENCE, inner=""))
            yield "\n".join(part.text() for part in fitted(replace(table, style=style))).rstrip("\n")
        case Code(text, label):
            last.append(f"{label} {printable(text)}")
