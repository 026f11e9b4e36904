"""Judges' sheets: tables that people fill in, one decision a row, with a header (CSV, TSV or semicolons).

- Links (Khandelwal et al. 2001): `sentence,event,judge`, a row for each sentence that a judge says mentions
  an event; a sentence that mentions several has a row for each, and several sentences that mention an event
  only together stand in one cell, separated by `+`.
- Entries (Bauer & Teufel 2015): `unit,writer,entry`, a row for each line of a writer's timeline that belongs
  to a content unit, with `date` and `discarded` (what else the line said) where there are any.
- Topics: `topic,part,hours`, the part of the corpus (training, test) and the time that the judges took; either column
  or any cell of them may be missing.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TypeVar

from cliometer.errors import FormatError, InputError
from cliometer.grouping import by_key
from cliometer.io.csv_tables import TableRow, delimiter_for, header, table_rows
from cliometer.io.lines import written_header
from cliometer.io.text_files import read_bare_text, write_whole
from cliometer.model.units import ContentUnit, Contributor
from cliometer.model.when import When
from cliometer.spelling import listed, quoted

LINK_COLUMNS = ("sentence", "event", "judge")
ENTRY_COLUMNS = ("unit", "writer", "entry", "date", "discarded")
TOPIC_COLUMNS = ("topic", "part", "hours")


def expect_columns(text: str, path: Path, columns: Sequence[str], needed: Sequence[str], such: str) -> str:
    """Return the delimiter of a sheet that has the needed columns and no unknown one; refuse any other."""
    if (delimiter := delimiter_for(text, needed)) is None:
        raise FormatError("sheet-header-expected", path, 1, such=such, first_line=written_header(text))
    if others := [quoted(name) for name in header(text, delimiter) if name not in columns]:
        raise FormatError("columns-unknown", path, 1, others=listed(others), columns=listed(columns))
    return delimiter


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
class SheetEntry:
    """A line of a writer's timeline that belongs to a content unit."""

    unit: str
    writer: str
    text: str
    date: When | None = None
    discarded: str = ""


def read_links(path: str | PathLike[str]) -> tuple[Link, ...]:
    """Read a sheet of links; columns may stand in any order."""
    return _read(Path(path), LINK_COLUMNS, 3, _link)


def read_entries(path: str | PathLike[str]) -> tuple[SheetEntry, ...]:
    """Read a sheet of entries; `date` and `discarded` may be missing."""
    return _read(Path(path), ENTRY_COLUMNS, 3, _entry)


def write_links(links: Iterable[Link], path: str | PathLike[str], force: bool = False) -> None:
    """Write a sheet of links."""
    rows = []
    for link in links:
        if any(TOGETHER in sentence for sentence in link.sentences):
            raise InputError("sentence-id-unusable", together=TOGETHER, sentences=link.sentences)
        rows.append([TOGETHER.join(link.sentences), link.event, link.judge])
    write_whole(Path(path), csv_text(LINK_COLUMNS, rows), force)


def write_entries(entries: Iterable[SheetEntry], path: str | PathLike[str], force: bool = False) -> None:
    """Write a sheet of entries."""
    rows = [[entry.unit, entry.writer, entry.text, str(entry.date or ""), entry.discarded] for entry in entries]
    write_whole(Path(path), csv_text(ENTRY_COLUMNS, rows), force)


def units_of(entries: Iterable[SheetEntry]) -> tuple[ContentUnit, ...]:
    """Return the content units of a sheet, in the order in which they first appear."""
    contributors = by_key((e.unit, Contributor(e.writer, e.text, e.date, e.discarded)) for e in entries)
    return tuple(ContentUnit(unit, contributors=tuple(parts)) for unit, parts in contributors.items())


def _read(path: Path, columns: Sequence[str], needed: int, make: Callable[[TableRow], T]) -> tuple[T, ...]:
    text = read_bare_text(path)
    delimiter = expect_columns(text, path, columns, columns[:needed], ",".join(columns[:needed]))
    made: dict[T, int | None] = {}
    for row in table_rows(text, path, delimiter):
        entry = make(row)
        if entry in made:
            raise row.error("line-repeated", made=made[entry])
        made[entry] = row.line
    if not made:
        raise InputError("sheet-without-rows", path)
    return tuple(made)


def _link(row: TableRow) -> Link:
    sentences = tuple(part.strip() for part in row.filled("sentence").split(TOGETHER))
    if not all(sentences) or len(set(sentences)) < len(sentences):
        raise row.error("sentence-ids-expected", text=quoted(row.text("sentence")))
    return Link(sentences, row.filled("event"), row.filled("judge"), row.path, row.line)


def _entry(row: TableRow) -> SheetEntry:
    unit, writer, text = (row.filled(name) for name in ENTRY_COLUMNS[:3])
    spelled = row.text("date")
    try:
        date = When.of(spelled) if spelled else None
    except InputError as error:
        raise row.fails(error) from None
    return SheetEntry(unit, writer, text, date, row.text("discarded"))


def json_text(document: object) -> str:
    """Return a document as the text of a JSON file that people can read, too."""
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def jsonl_text(rows: Iterable[Mapping[str, object]]) -> str:
    """Return rows as JSON lines."""
    return "".join(json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows)


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a header and rows as CSV with CRLF line ends."""
    target = io.StringIO(newline="")
    writer = csv.writer(target, lineterminator="\r\n")  # so that a break of either kind in a cell is quoted
    writer.writerows([columns, *rows])
    return target.getvalue()


_SHEETS: dict[str, tuple[str, ...]] = {"links": LINK_COLUMNS, "entries": ENTRY_COLUMNS[:3], "topics": TOPIC_COLUMNS[:1]}


@dataclass(frozen=True, slots=True)
class TopicFacts:
    """The part of the corpus that a topic is in, and the hours it took to judge."""

    topic: str
    part: str = ""
    hours: float | None = None


def kind_of_sheet(path: Path) -> str:
    """Return whether a table holds `links`, `entries` or `topics`, by its header."""
    text = read_bare_text(path)
    for kind, columns in _SHEETS.items():
        if delimiter_for(text, columns) is not None:
            return kind
    raise FormatError("sheet-columns-unknown", path, 1, header=quoted(",".join(header(text))))


def read_topic_sheet(path: Path) -> tuple[TopicFacts, ...]:
    """Read a sheet with a row for each topic; columns may stand in any order."""
    text = read_bare_text(path)
    delimiter = expect_columns(text, path, TOPIC_COLUMNS, _SHEETS["topics"], ",".join(TOPIC_COLUMNS))
    facts_by_topic: dict[str, TopicFacts] = {}
    for row in table_rows(text, path, delimiter):
        facts = TopicFacts(row.filled("topic"), row.text("part"), row.amount("hours", "hours such as 2.5"))
        if facts.topic in facts_by_topic:
            raise row.error("topic-row-repeated", topic=facts.topic)
        facts_by_topic[facts.topic] = facts
    return tuple(facts_by_topic.values())
