"""Comma-separated values: a header `date,sentence`, one sentence a row.

A column `timeline` tells several timelines apart. A date stands on as many rows as it has sentences, so the
rule for repeated dates does not apply here. The delimiter (comma, semicolon or tab) is the one under which
the header makes sense; nothing is guessed from the rows.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from cliometer.errors import FormatError, InputError
from cliometer.io.lines import Notebook, expect_date, first_line, quoted
from cliometer.io.timelines import Reading, at_least_one, labels, register
from cliometer.model.timeline import Duplicates, Timeline
from cliometer.model.when import When

_DELIMITERS = (",", ";", "\t")
_OTHER_MARKS = tuple("#[{-*+")  # how Markdown and JSON start; no column is called so
_SYNONYMS = {
    "date": ("date",),
    "sentence": ("sentence", "text", "summary", "event"),
    "timeline": ("timeline", "name"),
}
_LONGEST_CELL = 131_072  # what the csv module reads unless a global setting of its own is changed

TimelineRow = tuple[int, list[str]]


@dataclass(frozen=True)
class _Header:
    """The delimiter and the place of each column we know."""

    delimiter: str
    cells: tuple[str, ...]
    columns: dict[str, int]

    def cell(self, row: list[str], role: str) -> str:
        return row[self.columns[role]].strip() if role in self.columns else ""


@register
class TimelineTable:
    """Holds several timelines, each with at least one day."""

    name: ClassVar[str] = "csv"
    suffixes: ClassVar[tuple[str, ...]] = (".csv",)
    holds_several: ClassVar[bool] = True
    keeps_names: ClassVar[bool] = True

    def recognises(self, head: str) -> bool:
        """The first line names a date and a sentence column."""
        return _header(head) is not None

    def read(self, text: str, path: Path, duplicates: Duplicates = "append") -> Reading:
        """The timelines in the order in which they first appear."""
        notebook = Notebook(path)
        header = _header(text)
        if header is None:
            raise FormatError(
                f"expected a header such as date,sentence, found {quoted(first_line(text))}", path, 1
            )
        _note_other_columns(header, notebook)
        days = _days(_rows(text, header, path), header, notebook)
        timelines = tuple(Timeline(found.items(), name) for name, found in days.items())
        return Reading(timelines or (_no_rows(notebook),), notebook.notes, self.name)

    def write(self, timelines: Sequence[Timeline]) -> str:
        """Header and rows; the column `timeline` only where there is a name to keep or two to tell apart."""
        if len(at_least_one(timelines)) == 1 and not timelines[0].name.strip():
            return "".join(_lines([["date", "sentence"], *_written(timelines[0])]))
        rows = [["timeline", "date", "sentence"]]
        for label, timeline in zip(labels(timelines), timelines, strict=True):
            if not timeline and len(timelines) > 1:
                raise InputError(f"{label}: a csv file cannot hold a timeline without days; choose json")
            rows += [[label, *row] for row in _written(timeline)]
        return "".join(_lines(rows))


def _header(text: str) -> _Header | None:
    line = re.split(r"[\r\n]", text.lstrip("\r\n"), maxsplit=1)[0][:_LONGEST_CELL]
    if line.lstrip()[:1] in _OTHER_MARKS:
        return None
    for delimiter in _DELIMITERS:
        cells = next(csv.reader([line], delimiter=delimiter), [])
        names = [cell.strip().strip('"').lower() for cell in cells]
        columns = _columns(names)
        if {"date", "sentence"} <= columns.keys():
            return _Header(delimiter, tuple(names), columns)
    return None


def _columns(names: list[str]) -> dict[str, int]:
    """Role to column; of several synonyms the one we list first counts."""
    found = {
        role: [names.index(word) for word in words if word in names] for role, words in _SYNONYMS.items()
    }
    return {role: places[0] for role, places in found.items() if places}


def _note_other_columns(header: _Header, notebook: Notebook) -> None:
    used = header.columns.values()
    others = [quoted(cell) for place, cell in enumerate(header.cells) if place not in used]
    if others:
        notebook.add(1, f"columns left out: {', '.join(others)}")


def _rows(text: str, header: _Header, path: Path) -> Iterator[TimelineRow]:
    """The rows after the header, each with the line it starts on; blank ones are skipped."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=header.delimiter, strict=True)
    line, seen_header = 1, False
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                if seen_header:
                    yield line, _whole(row, header, path, line)
                seen_header = True
            line = reader.line_num + 1
    except csv.Error as error:
        raise FormatError(f"not valid CSV: {error}", path, line) from None


def _whole(row: list[str], header: _Header, path: Path, line: int) -> list[str]:
    if len(row) != len(header.cells):
        raise FormatError(
            f"expected {len(header.cells)} cells as in the header, found {len(row)}; "
            'a sentence with a delimiter in it needs quotes: "..."',
            path,
            line,
        )
    return row


def _days(
    rows: Iterator[TimelineRow], header: _Header, notebook: Notebook
) -> dict[str, dict[When, list[str]]]:
    timelines: dict[str, dict[When, list[str]]] = {}
    for line, row in rows:
        when = expect_date(header.cell(row, "date"), notebook, line)
        sentence = header.cell(row, "sentence")
        if not sentence:
            notebook.add(line, "a row without a sentence; its day was kept")
        timelines.setdefault(header.cell(row, "timeline"), {}).setdefault(when, []).append(sentence)
    return timelines


def _no_rows(notebook: Notebook) -> Timeline:
    notebook.add(None, "a header without rows, read as a timeline without days")
    return Timeline()


def _written(timeline: Timeline) -> Iterator[list[str]]:
    for when, sentences in timeline.items():
        for sentence in sentences or ("",):
            if len(sentence) > _LONGEST_CELL:
                raise InputError(
                    f"{when}: a csv file cannot hold a sentence of {len(sentence)} characters; choose json"
                )
            yield [str(when), sentence]


def _lines(rows: list[list[str]]) -> Iterator[str]:
    for row in rows:
        yield ",".join(_cell(text) for text in row) + "\n"


def _cell(text: str) -> str:
    """Quoted where needed; the csv module would leave a lone CR bare and read it back as a new row."""
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',"\r\n') else text
