"""Data: what a folder is, its parts, what is known of its data sets, and the articles that hold a reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cliometer.engine.data_folders import FolderReport
from cliometer.io.manifests import KnownData
from cliometer.model.bibliography import WORKS
from cliometer.reporting.chapters.base import FigureNames, attribute_table, chapter, filled, remark_notes
from cliometer.reporting.document import Block, Listing, Notes, Paragraph, Section
from cliometer.spelling import listed, many
from cliometer.systems.timelines.leaks import Leak
from cliometer.text.tables import Table

_LEAKS = {"article": "article", "reference": "reference", "lines": "lines", "of": "total", "dates": "dates"}
_NAMED = 10  # files that differ, in each way
_SHOWN = 3  # lines of a leak


@chapter(FolderReport)
def data_section(report: FolderReport, names: FigureNames | None = None) -> Section:
    """Return what a folder is, its parts, each known data set, and leaks."""
    counted = list(dict.fromkeys(name for part in report.parts for name in part.counts))
    layouts = ["layout"] * any(each.layout for each in report.parts)
    rows = filled(
        [each.part, each.holds, *[each.layout] * len(layouts), each.files, *map(each.counts.get, counted), each.first,
         each.last]
        for each in report.parts
    )  # fmt: skip
    parts = Table(["part", "holds", *layouts, "files", *counted, "first", "last"], rows)
    caption = f"{many(report.files, 'file')}, {report.size:,} bytes; digest of names and sizes {report.names}"
    verdicts = list(map(_verdict, report.data)) or [Paragraph("Not a known data set.")]
    sections = [Section(each.facts.title or each.name, list(_about(each, report.folder))) for each in report.data]
    if report.leaks is not None:
        sections.append(Section("Articles that hold a reference", list(_leaks(report.leaks))))
    return Section("Data", [*verdicts, Listing(caption, parts), *remark_notes(report.notes)], sections)


def _verdict(data: KnownData) -> Paragraph:
    """Return what is true of a copy, in a sentence."""
    what = f"{data.folder}: " * bool(data.folder) + data.name + f", its part {data.part}" * bool(data.part)
    if data.state == "layout":
        counts = listed(f"{count} of {data.facts.layout[p] or 'any'} {p}" for p, count in data.patterns.items())
        return Paragraph(f"{what}: looks like it by layout and counts ({counts}); the contents are not verified.")
    ways = "; ".join(f"{way}: {listed(files, _NAMED)}" for way, files in data.differences.items())
    state = f"not as distributed. {ways[:1].upper()}{ways[1:]}" if ways else f"complete and unchanged ({data.label})"
    return Paragraph(f"{what}: {state}.")


def _about(data: KnownData, folder: str) -> Iterator[Block]:
    facts = data.facts
    work = WORKS.get(facts.cite)
    cite = f"{work.label}, {work.title}" if work else facts.cite
    lines = {"source": facts.source, "licence": facts.licence, "cite": cite, "counts": facts.counts}
    yield Notes([f"{key}: {text}" for key, text in lines.items() if text])
    if facts.quirks:
        yield Notes(facts.quirks)
    home, inner = (Path(folder) / data.folder).as_posix(), "/".join(filter(None, ["{folder}", data.part]))
    rows = [[command.replace(inner, home)] for command in facts.commands if inner in command]
    if rows:
        yield Listing("To use it", Table(["command"], rows))


def _leaks(leaks: Sequence[Leak]) -> Iterator[Block]:
    """Yield the articles, then the first lines that each holds."""
    if not leaks:
        yield Paragraph("No article holds a reference nearly word for word.")
        return
    yield Listing("Lines of references that appear in articles nearly word for word", attribute_table(leaks, _LEAKS))
    rows = [[leak.article, line] for leak in leaks for line in leak.held[:_SHOWN]]
    yield Listing("The first of these lines; --json has all", Table(["article", "line"], rows))
