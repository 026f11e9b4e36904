"""The screen for a writer's timeline: the documents beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from cliometer.model.annotation import Span
from cliometer.model.sources import Source
from cliometer.model.when import EXPECTED
from cliometer.study.protocol.units.lines import DatedLine
from cliometer.study.protocol.units.writing import WriterSheet
from cliometer.workbench.bench import Bench
from cliometer.workbench.kinds.units.passages import passages


@dataclass(frozen=True)
class LineRow:
    """A line, and why it may hold two events."""

    line: DatedLine
    doubt: str


def context(bench: Bench) -> dict[str, Any]:
    """All documents, and the lines."""
    work = cast("WriterSheet", bench.work)
    sources = work.topic.sources
    marks = {source.id: _dates(source) for source in sources}
    return {
        "documents": passages(sources, marks),
        "expected": f"{EXPECTED}; 44 BC will do as well",
        **_lines(work),
    }


def pieces(bench: Bench, verb: str, details: Mapping[str, object]) -> tuple[str, dict[str, Any]] | None:
    """The lines alone: documents never change."""
    return "workbench/units/write_pieces.html", _lines(cast("WriterSheet", bench.work))


def _lines(work: WriterSheet) -> dict[str, Any]:
    return {
        "lines": [LineRow(line, work.doubt_of(line.id)) for line in work.lines],
        "length": work.topic.length,
        "over": max(-(work.room or 0), 0),
    }


def _dates(source: Source) -> dict[str, Span]:
    """Time expressions whose value is a date, by that date and their place."""
    return {f"{time.value}@{time.start}": time for time in source.times if time.type == "DATE" and time.value}
