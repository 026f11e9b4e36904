"""A report as a value: sections of paragraphs, tables, figures and timelines, before it has any form.

Texts are plain: each form of `report.render` escapes them in its own way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
    """Lines that are worth knowing about the numbers; commands print those that are `remarks` on standard error."""

    lines: Sequence[str]
    remarks: bool = False


@dataclass(frozen=True)
class Code:
    """A text for the reader to copy, such as a signature or a command."""

    text: str
    label: str


@dataclass(frozen=True)
class Listing:
    """A table with its caption; a `folded` one is opened by the reader, and no terminal prints it."""

    caption: str
    table: Table
    folded: bool = False


@dataclass(frozen=True)
class CheckedTimelines(Listing):
    """Sentences of timelines with verdicts and evidence, as records; pages show them all, other forms the table."""

    views: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True)
class Figure:
    """A chart: its specification in Vega-Lite with colours of the theme, its caption, and its numbers.

    `name` is unique in a document and becomes the name of a file; `caption` describes the chart in a sentence or
    two, also for readers who cannot see it; `table` holds its numbers. A terminal prints the table under the
    `title`, or nothing where there is no title.
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
        """Yield this section and all below it, in reading order, each with its level."""
        yield level, self
        for section in self.sections:
            yield from section.walk(level + 1)

    def without_charts(self, timelines: bool) -> Section:
        """Return this section with the table of each chart in its place, and aligned timelines if they can be shown."""
        blocks = [
            Listing(block.title or block.caption, block.table) if isinstance(block, Figure) else block
            for block in self.blocks
            if timelines or not isinstance(block, Timelines)
        ]
        return replace(self, blocks=blocks, sections=[each.without_charts(timelines) for each in self.sections])

    def printed(self) -> list[Block]:
        """Return the blocks as all forms but pages show them: where every sentence is supported, the count alone."""
        return [
            Paragraph(block.caption) if isinstance(block, CheckedTimelines) and not block.table.rows else block
            for block in self.blocks
        ]

    def tables(self) -> Iterator[tuple[str, Table]]:
        """Yield all tables that are not folded, in reading order, each with its title."""
        for _, section in self.walk():
            for block in section.blocks:
                if isinstance(block, Listing) and not block.folded:
                    yield block.caption, block.table
                elif isinstance(block, Figure) and block.title:
                    yield block.title, block.table


@dataclass(frozen=True)
class Document:
    """A report: its title, its sections, and the notes on how it was made."""

    title: str
    sections: Sequence[Section]
    notes: Sequence[str] = ()  # these stand in a section as well

    def walk(self) -> Iterator[tuple[int, Section]]:
        """Yield all sections in reading order, each with its level, from 0 on."""
        for section in self.sections:
            yield from section.walk()

    def figures(self) -> list[Figure]:
        """Return all charts in reading order."""
        sections = (section for top in self.sections for _, section in top.walk())
        return [block for section in sections for block in section.blocks if isinstance(block, Figure)]
