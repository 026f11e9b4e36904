"""A report as a value: sections of paragraphs, tables, figures and timelines, before it has any form.

Texts are plain: each form of `report.render` escapes them in its own way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cliometer.text.tables import Table
from cliometer.version import __version__

Spec = Mapping[str, Any]
MADE_BY = f"a report made by Cliometer {__version__}"  # in every report: a new one may replace it


@dataclass(frozen=True)
class Paragraph:
    """A few sentences."""

    text: str


@dataclass(frozen=True)
class Notes:
    """What is worth knowing about the numbers, a line each; commands print `remarks` on standard error."""

    lines: Sequence[str]
    remarks: bool = False


@dataclass(frozen=True)
class Code:
    """Something to copy: a signature, a command."""

    text: str
    label: str


@dataclass(frozen=True)
class Listing:
    """A table with its caption; `folded` ones are opened by the reader."""

    caption: str
    table: Table
    folded: bool = False


@dataclass(frozen=True)
class Figure:
    """A chart: its specification in Vega-Lite with colours of the theme, what it shows, and its numbers.

    `name` is unique in a document and becomes the name of a file; `caption` says in a sentence or two what is
    to be seen, since it is all that a reader has who cannot see; `table` holds the numbers behind it. A
    terminal prints the table under the `title`, or nothing where there is no title.
    """

    name: str
    caption: str
    spec: Spec
    table: Table
    title: str = ""


@dataclass(frozen=True)
class Timelines:
    """The aligned view of topics, as `report.timeline_view.topic_view` gives them."""

    views: Sequence[Mapping[str, Any]]


Block = Paragraph | Notes | Code | Listing | Figure | Timelines


@dataclass(frozen=True)
class Section:
    """A heading, the blocks under it, and the sections below."""

    title: str
    blocks: Sequence[Block] = ()
    sections: Sequence[Section] = ()
    detail: bool = False  # left out on a terminal

    def walk(self, level: int = 0) -> Iterator[tuple[int, Section]]:
        """This section and all below it, in reading order, each with its level."""
        yield level, self
        for section in self.sections:
            yield from section.walk(level + 1)

    def tables(self) -> Iterator[tuple[str, Table]]:
        """All tables that stand open, in reading order, each with its title."""
        for _, section in self.walk():
            for block in section.blocks:
                if isinstance(block, Listing) and not block.folded:
                    yield block.caption, block.table
                elif isinstance(block, Figure) and block.title:
                    yield block.title, block.table


@dataclass(frozen=True)
class Document:
    """A report."""

    title: str
    sections: Sequence[Section]
    notes: Sequence[str] = ()  # what was noticed while it was made; they stand in a section as well

    def walk(self) -> Iterator[tuple[int, Section]]:
        """All sections in reading order, each with its level, from 0 on."""
        for section in self.sections:
            yield from section.walk()

    def figures(self) -> list[Figure]:
        """All charts in reading order."""
        sections = (section for top in self.sections for _, section in top.walk())
        return [block for section in sections for block in section.blocks if isinstance(block, Figure)]
