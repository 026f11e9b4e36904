"""Judges' sheets: tables that people fill in, one decision a row, with a header (CSV, TSV or semicolons).

- Links (Khandelwal et al. 2001): `sentence,event,judge`, one row for each sentence that a judge says mentions
  an event. A sentence that mentions several has a row each; several sentences that mention it only together
  stand in one cell, separated by `+`.
- Entries (Bauer & Teufel 2015): `unit,writer,entry`, one row for each line of a writer's timeline that
  belongs to a content unit, with `date` and `discarded` (what else the line said) where there are any.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TypeVar

from cliometer.errors import InputError
from cliometer.io.atomic import write_whole
from cliometer.io.notes import quoted
from cliometer.io.sheets.header import ENTRY_COLUMNS, LINK_COLUMNS, expect_columns
from cliometer.io.text_file import read_text
from cliometer.io.votes.rows import Row
from cliometer.io.votes.table import table_rows
from cliometer.model.units import ContentUnit, Contributor
from cliometer.model.when import When

TOGETHER = "+"  # joins the sentences that mention an event only together
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Link:
    """A judge says that an event is mentioned by a sentence, or by several together."""

    sentences: tuple[str, ...]
    event: str
    judge: str
    file: Path | None = field(default=None, repr=False, compare=False)  # where it was read, for messages
    line: int | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a writer's timeline that belongs to a content unit."""

    unit: str
    writer: str
    text: str
    date: When | None = None
    discarded: str = ""


def read_links(path: str | PathLike[str]) -> tuple[Link, ...]:
    """A sheet of links; columns in any order."""
    return _read(Path(path), LINK_COLUMNS, 3, _link)


def read_entries(path: str | PathLike[str]) -> tuple[Entry, ...]:
    """A sheet of entries; `date` and `discarded` may be missing."""
    return _read(Path(path), ENTRY_COLUMNS, 3, _entry)


def write_links(links: Iterable[Link], path: str | PathLike[str], force: bool = False) -> None:
    """Write a sheet of links."""
    rows = [[_joined(link), link.event, link.judge] for link in links]
    _write(Path(path), LINK_COLUMNS, rows, force)


def write_entries(entries: Iterable[Entry], path: str | PathLike[str], force: bool = False) -> None:
    """Write a sheet of entries."""
    rows = [
        [entry.unit, entry.writer, entry.text, str(entry.date or ""), entry.discarded] for entry in entries
    ]
    _write(Path(path), ENTRY_COLUMNS, rows, force)


def units_of(entries: Iterable[Entry]) -> tuple[ContentUnit, ...]:
    """The content units of a sheet, in the order in which they first appear."""
    contributors: dict[str, list[Contributor]] = {}
    for entry in entries:
        one = Contributor(entry.writer, entry.text, entry.date, entry.discarded)
        contributors.setdefault(entry.unit, []).append(one)
    return tuple(ContentUnit(unit, contributors=tuple(found)) for unit, found in contributors.items())


def entries_of(units: Iterable[ContentUnit]) -> tuple[Entry, ...]:
    """The sheet of content units: a row for each contributor."""
    return tuple(
        Entry(unit.id, one.writer, one.text, one.date, one.discarded)
        for unit in units
        for one in unit.contributors
    )


def _read(path: Path, columns: Sequence[str], needed: int, make: Callable[[Row], T]) -> tuple[T, ...]:
    text = read_text(path).removeprefix("\ufeff")
    delimiter = expect_columns(text, path, columns, columns[:needed], ",".join(columns[:needed]))
    made: dict[T, int | None] = {}
    for row in table_rows(text, path, delimiter):
        found = make(row)
        if found in made:
            raise row.error(f"is the same as line {made[found]}; delete one of them")
        made[found] = row.line
    if not made:
        raise InputError("has a header but no rows; at least one is needed", path)
    return tuple(made)


def _link(row: Row) -> Link:
    sentences = tuple(part.strip() for part in _filled(row, "sentence").split(TOGETHER))
    if not all(sentences) or len(set(sentences)) < len(sentences):
        raise row.error(
            f"expected ids of sentences such as s1 or s1+s4, found {quoted(row.text('sentence'))}"
        )
    return Link(sentences, _filled(row, "event"), _filled(row, "judge"), row.path, row.line)


def _entry(row: Row) -> Entry:
    unit, writer, text = (_filled(row, name) for name in ENTRY_COLUMNS[:3])
    return Entry(unit, writer, text, _date(row), row.text("discarded"))


def _filled(row: Row, column: str) -> str:
    value = row.text(column)
    if not value:
        raise row.error(f"nothing stands in the column {column}; fill it in or delete the row")
    return value


def _date(row: Row) -> When | None:
    value = row.text("date")
    try:
        return When.of(value) if value else None
    except InputError as error:
        raise row.error(error.message) from None


def _joined(link: Link) -> str:
    if any(TOGETHER in sentence for sentence in link.sentences):
        raise InputError(f"the id of a sentence in a sheet must not hold {TOGETHER}: {link.sentences}")
    return TOGETHER.join(link.sentences)


def _write(path: Path, columns: Sequence[str], rows: Sequence[Sequence[str]], force: bool) -> None:
    target = io.StringIO(newline="")
    writer = csv.writer(target, lineterminator="\r\n")  # so that a break of either kind in a cell is quoted
    writer.writerows([columns, *rows])
    write_whole(path, target.getvalue(), force)
