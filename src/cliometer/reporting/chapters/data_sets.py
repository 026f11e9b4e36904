"""Data: what a folder is, its parts, what is known of its data sets, and the articles that hold a reference."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.engine.data_folders import FolderReport, KnownData
from cliometer.model.bibliography import WORKS
from cliometer.reporting.chapters.base import FigureNames, attribute_table, chapter, remark_notes
from cliometer.reporting.document import Block, Listing, Notes, Paragraph, Section
from cliometer.spelling import listed, many
from cliometer.systems.timelines.leaks import Leak
from cliometer.text.tables import Table

_COLUMNS = {
    "part": "part", "holds": "holds", "files": "files", "topics": "topics", "timelines": "timelines",
    "dates": "dates", "repeated": "repeated", "sentences": "sentences", "articles": "articles", "first": "first",
    "last": "last",
}  # fmt: skip
_LEAKS = {"article": "article", "reference": "reference", "lines": "lines", "of": "total", "dates": "dates"}
_NAMED = 10  # files that differ, in each way
_SHOWN = 3  # lines of a leak


@chapter(FolderReport)
def data_section(report: FolderReport, names: FigureNames | None = None) -> Section:
    """Return what a folder is, its parts, each known data set, and leaks."""
    size = f"{many(report.files, 'file')}, {report.size:,} bytes; digest of names and sizes {report.names}"
    table = attribute_table(report.parts, _COLUMNS)
    used = [place for place in range(len(table.heading)) if any(row[place] != "-" for row in table.rows)]
    parts = Table([table.heading[place] for place in used], [[row[place] for place in used] for row in table.rows])
    first = [_verdict(each) for each in report.data] or [Paragraph("No known data set.")]
    blocks: list[Block] = [*first, Listing(size, parts)]
    sections = [Section(each.about["title"] or each.name, list(_about(each))) for each in report.data]
    if report.leaks is not None:
        sections.append(Section("Articles that hold a reference", list(_leaks(report.leaks))))
    return Section("Data", [*blocks, *remark_notes(report.notes)], sections)


def _verdict(data: KnownData) -> Paragraph:
    """Return what is true of a copy, in one sentence."""
    place = "" if data.folder == "." else f"{data.folder}: "
    if data.state == "layout":
        counts = listed(f"{count} {pattern}" for pattern, count in data.layout.items())
        return Paragraph(f"{place}looks like {data.name} by layout and counts ({counts}); its contents are not known.")
    what = f"{data.name}, its part {data.part}" if data.part else data.name
    if data.state == "complete":
        return Paragraph(f"{place}{what}: complete and unchanged, {many(data.expected, 'file')} ({data.label}).")
    ways = {"changed": data.changed, "missing": data.missing, "extra": data.extra}
    differences = "; ".join(f"{way}: {listed(files, _NAMED)}" for way, files in ways.items() if files)
    return Paragraph(f"{place}{what}: not as distributed. {differences[0].upper()}{differences[1:]}.")


def _about(data: KnownData) -> Iterator[Block]:
    lines = {key: text for key, text in data.about.items() if text and key != "title"}
    if data.about["cite"] in WORKS:
        work = WORKS[data.about["cite"]]
        lines["cite"] = f"{work.label}, {work.title}"
    yield Notes([f"{key}: {text}" for key, text in lines.items()])
    if data.quirks:
        yield Notes([f"note: {quirk}" for quirk in data.quirks])
    if data.commands:
        yield Listing("To use it", Table(["command"], [[command] for command in data.commands]))


def _leaks(leaks: tuple[Leak, ...]) -> Iterator[Block]:
    """Yield the articles, then the first lines that each holds."""
    if not leaks:
        yield Paragraph("No article holds a reference nearly word for word.")
        return
    yield Listing("Lines of references that stand in articles nearly word for word", attribute_table(leaks, _LEAKS))
    rows = [[leak.article, line] for leak in leaks for line in leak.held[:_SHOWN]]
    yield Listing("The first of these lines; --json has all", Table(["article", "line"], rows))
