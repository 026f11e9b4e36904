"""Comma-separated values: a header `date,sentence`, one sentence a row; a column `timeline` for several.

The column of sentences may also be called `text`, `summary` or `event`, and that of timelines `name`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import ClassVar

from cliometer.errors import FormatError, InputError
from cliometer.io.csv_tables import DELIMITERS, cells_of, csv_rows, expect_width, other_columns
from cliometer.io.lines import Notebook, expect_date, first_line
from cliometer.io.timelines import Reading, at_least_one, labels, register
from cliometer.model.timeline import Duplicates, Timeline
from cliometer.model.when import When
from cliometer.spelling import quoted

_OTHER_MARKS = tuple("#[{-*+")  # how Markdown and JSON start; no column is called so
_SYNONYMS = {
    "date": ("date",),
    "sentence": ("sentence", "text", "summary", "event"),
    "timeline": ("timeline", "name"),
}
_LONGEST_CELL = 131_072  # what the csv module reads unless a global setting of its own is changed

_QUOTES = 'a sentence with a delimiter in it needs quotes: "..."'


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
    """Holds several timelines, each with at least one day.

    A date stands on as many rows as it has sentences, so the rule for repeated dates does not apply here. The
    delimiter (comma, semicolon or tab) is the one under which the header makes sense.
    """

    name: ClassVar[str] = "csv"
    suffixes: ClassVar[tuple[str, ...]] = (".csv",)
    holds_several: ClassVar[bool] = True
    keeps_names: ClassVar[bool] = True

    def recognises(self, head: str) -> bool:
        """Return whether the first line names a date and a sentence column."""
        return _header(head) is not None

    def read(self, text: str, path: Path, duplicates: Duplicates = "append") -> Reading:
        """Read the timelines in the order in which they first appear."""
        notebook = Notebook(path)
        header = _header(text)
        if header is None:
            message = f"expected a header such as date,sentence, found {quoted(first_line(text))}"
            raise FormatError(message, path, 1)
        others = other_columns(header.cells, [header.cells[place] for place in header.columns.values()])
        if others:
            notebook.add(1, others)
        days = _days(text, header, notebook)
        timelines = tuple(Timeline(found.items(), name) for name, found in days.items())
        if not timelines:
            notebook.add(None, "a header without rows, read as a timeline without days")
        return Reading(timelines or (Timeline(),), notebook.notes, self.name)

    def write(self, timelines: Sequence[Timeline]) -> str:
        """Return header and rows; a column `timeline` is added where there is a name to keep or two to tell apart."""
        if len(at_least_one(timelines)) == 1 and not timelines[0].name.strip():
            return _table([["date", "sentence"], *_written(timelines[0])])
        rows = [["timeline", "date", "sentence"]]
        for label, timeline in zip(labels(timelines), timelines, strict=True):
            if not timeline and len(timelines) > 1:
                raise InputError(f"{label}: a csv file cannot hold a timeline without days; choose json")
            rows += [[label, *row] for row in _written(timeline)]
        return _table(rows)


def _header(text: str) -> _Header | None:
    line = re.split(r"[\r\n]", text.lstrip("\r\n"), maxsplit=1)[0][:_LONGEST_CELL]
    if line.lstrip()[:1] in _OTHER_MARKS:
        return None
    for delimiter in DELIMITERS:
        names = [cell.strip('"').lower() for cell in cells_of(line, delimiter)]
        columns = {  # of several synonyms the one we list first counts
            role: names.index(next(word for word in words if word in names))
            for role, words in _SYNONYMS.items()
            if not set(words).isdisjoint(names)
        }
        if {"date", "sentence"} <= columns.keys():
            return _Header(delimiter, tuple(names), columns)
    return None


def _days(text: str, header: _Header, notebook: Notebook) -> dict[str, dict[When, list[str]]]:
    """Return the sentences of each day of each timeline."""
    timelines: dict[str, dict[When, list[str]]] = {}
    for line, row in islice(csv_rows(text, notebook.path, header.delimiter), 1, None):
        expect_width(row, len(header.cells), notebook.path, line, _QUOTES)
        when = expect_date(header.cell(row, "date"), notebook, line)
        sentence = header.cell(row, "sentence")
        if not sentence:
            notebook.add(line, "a row without a sentence; its day was kept")
        timelines.setdefault(header.cell(row, "timeline"), {}).setdefault(when, []).append(sentence)
    return timelines


def _written(timeline: Timeline) -> Iterator[list[str]]:
    for when, sentences in timeline.items():
        for sentence in sentences or ("",):
            if len(sentence) > _LONGEST_CELL:
                raise InputError(
                    f"{when}: a csv file cannot hold a sentence of {len(sentence)} characters; choose json"
                )
            yield [str(when), sentence]


def _table(rows: list[list[str]]) -> str:
    def cell(text: str) -> str:  # the csv module would leave a lone CR bare and read it back as a new row
        return '"' + text.replace('"', '""') + '"' if set(text) & set(',"\r\n') else text

    return "".join(",".join(map(cell, row)) + "\n" for row in rows)
