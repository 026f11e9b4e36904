"""Comma-separated values: a header `date,sentence`, one sentence a row; a column `timeline` for several.

The column of sentences may also be called `text`, `summary` or `event`, and that of timelines `name`; any other name
is given by `--columns`. Objects in JSON, one a line or in a list, are such rows, too, each of which may have several
sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import ClassVar

from cliometer.errors import FormatError, InputError
from cliometer.io.csv_tables import DELIMITERS, cells_of, csv_rows, expect_width, other_columns
from cliometer.io.input_form import SYNONYMS, current_form
from cliometer.io.json_values import JsonObjectNode
from cliometer.io.lines import Notebook, expect_date, written_header
from cliometer.io.timelines import Reading, at_least_one, labels, register
from cliometer.model.timeline import Duplicates, Timeline
from cliometer.model.when import When
from cliometer.spelling import listed, quoted

_OTHER_MARKS = tuple("#[{-*+")  # how Markdown and JSON start; no column is called so
_SYNONYMS = SYNONYMS["timelines"]
ROW = '{"date": "2010-05-27", "text": "..."}'
_LONGEST_CELL = 131_072  # what the csv module reads unless a global setting of its own is changed

_NAME_THEM = (
    "if columns have other names, say which is which: --columns date=COLUMN,sentence=COLUMN; "
    "if there is no header, write one as the first line"
)
_QUOTES = 'a sentence with a delimiter in it needs quotes: "..."'


@dataclass(frozen=True)
class _Header:
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
    delimiter: ClassVar[str] = ","  # in writing
    holds_several: ClassVar[bool] = True
    keeps_names: ClassVar[bool] = True

    def recognises(self, head: str) -> bool:
        """Return whether the first line names a date and a sentence column; with tabs it is a table of `tsv`."""
        header = _header(head)
        return header is not None and (header.delimiter == "\t") == (self.delimiter == "\t")

    def read(self, text: str, path: Path, duplicates: Duplicates = "append") -> Reading:
        """Read the timelines in the order in which they first appear."""
        notebook = Notebook(path)
        if (header := _header(text)) is None:
            first_line = written_header(text)
            mark = next((mark for mark in ("\\t", ";", ",") if mark in first_line), ",")
            message = f"expected a header such as date{mark}sentence, found {first_line}"
            lacking = [quoted(name) for name in current_form().columns.values() if name not in text]
            absent = f"; it has no column {listed(lacking, last=' and no ')}" if lacking else ""
            raise FormatError("table-columns-missing", path, 1, message=message, absent=absent, name_them=_NAME_THEM)
        others = other_columns(header.cells, [header.cells[place] for place in header.columns.values()])
        if others:
            notebook.add(1, others)
        days = _days(text, header, notebook)
        timelines = tuple(Timeline(days.items(), name) for name, days in days.items())
        if not timelines:
            notebook.add(None, "a header without rows, read as a timeline without days")
        return Reading(timelines or (Timeline(),), notebook.notes, self.name)

    def write(self, timelines: Sequence[Timeline]) -> str:
        """Return header and rows; a column `timeline` is added where there is a name to keep or two to tell apart."""
        if len(at_least_one(timelines)) == 1 and not timelines[0].name.strip():
            return _table([["date", "sentence"], *_written(timelines[0])], self.delimiter)
        rows = [["timeline", "date", "sentence"]]
        for label, timeline in zip(labels(timelines), timelines, strict=True):
            if not timeline and len(timelines) > 1:
                raise InputError("csv-empty-timeline", label=label)
            rows += [[label, *row] for row in _written(timeline)]
        return _table(rows, self.delimiter)


@register
class TabTable(TimelineTable):
    """The same with tabs between the cells."""

    name: ClassVar[str] = "tsv"
    suffixes: ClassVar[tuple[str, ...]] = (".tsv",)
    delimiter: ClassVar[str] = "\t"


def day_columns(names: Sequence[str]) -> dict[str, str]:
    """Return the column or key of each role of a row that it has; of several synonyms the one we list first counts."""
    known = {
        role: next(word for word in words if word in names)
        for role, words in _SYNONYMS.items()
        if not set(words).isdisjoint(names)
    }
    return known | current_form().chosen(names, _SYNONYMS)


def are_days(names: Sequence[str]) -> bool:
    """Return whether rows with these columns or keys are the days of a timeline."""
    return {"date", "sentence"} <= day_columns(names).keys()


def timelines_of_rows(rows: Iterable[JsonObjectNode], notebook: Notebook) -> tuple[Timeline, ...]:
    """Return the timelines of objects such as `{"date": "2010-05-27", "text": "..."}`, a day or a sentence each."""
    timelines: dict[str, dict[When, list[str]]] = {}
    for row in rows:
        keys = day_columns(list(row.members))
        if lacking := [role for role in ("date", "sentence") if role not in keys]:
            raise row.fail("row-keys-expected", row=ROW, members=listed(map(quoted, row.members)), lacking=lacking[0])
        if others := other_columns(row.members, keys.values()):
            notebook.add(None, others.replace("columns", "keys"))
        date, content = row.at(keys["date"]), row.at(keys["sentence"])
        when = replace(date, value=str(date.value)).as_date() if isinstance(date.value, int) else date.as_date()
        sentences = [content.value] if isinstance(content.value, str) else content.as_texts("sentences")
        name = row.maybe_text(keys["timeline"]) or "" if "timeline" in keys else ""
        timelines.setdefault(name, {}).setdefault(when, []).extend(sentences)
    return tuple(Timeline(days.items(), name) for name, days in timelines.items())


def _header(text: str) -> _Header | None:
    line = re.split(r"[\r\n]", text.lstrip("\r\n"), maxsplit=1)[0][:_LONGEST_CELL]
    if line.lstrip()[:1] in _OTHER_MARKS:
        return None
    for delimiter in DELIMITERS:
        cells = [cell.strip('"') for cell in cells_of(line, delimiter)]
        names = [cell.lower() for cell in cells]
        columns = {role: names.index(name) for role, name in day_columns(names).items()}
        if {"date", "sentence"} <= columns.keys():
            return _Header(delimiter, tuple(cells), columns)
    return None


def _days(text: str, header: _Header, notebook: Notebook) -> dict[str, dict[When, list[str]]]:
    """Return the sentences of each day of each timeline."""
    timelines: dict[str, dict[When, list[str]]] = {}
    rows = csv_rows(text, notebook.path, header.delimiter)
    if "update" in map(str.lower, header.cells):  # background-summaries, which has such a cell
        try:
            rows = iter(list(rows))
        except FormatError as error:
            notebook.add(error.line, "a quote inside a quoted cell is not written twice; read as it is")
            rows = csv_rows(text, notebook.path, header.delimiter, strict=False)
    for line, row in islice(rows, 1, None):
        expect_width(row, len(header.cells), notebook.path, line, _QUOTES)
        date, sentence = header.cell(row, "date"), header.cell(row, "sentence")
        is_bracketed = date.startswith("[") and date.endswith("]")  # as in background-summaries
        when = expect_date(date[1:-1] if is_bracketed else date, notebook, line)
        if not sentence:
            notebook.add(line, "a row without a sentence; its day was kept")
        sentences = [part.strip() for part in sentence.split("\\n") if part.strip()] if is_bracketed else []
        timelines.setdefault(header.cell(row, "timeline"), {}).setdefault(when, []).extend(sentences or [sentence])
    return timelines


def _written(timeline: Timeline) -> Iterator[list[str]]:
    for when, sentences in timeline.items():
        for sentence in sentences or ("",):
            if len(sentence) > _LONGEST_CELL:
                raise InputError("csv-sentence-too-long", when=when, count=len(sentence))
            yield [str(when), sentence]


def _table(rows: list[list[str]], delimiter: str) -> str:
    def cell(text: str) -> str:  # the csv module would leave a lone CR bare and read it back as a new row
        return '"' + text.replace('"', '""') + '"' if set(text) & {delimiter, *'"\r\n'} else text

    return "".join(delimiter.join(map(cell, row)) + "\n" for row in rows)
