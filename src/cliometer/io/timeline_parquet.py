"""Timelines in Parquet: columns `system`, `topic`, `date` and `sentence`, one sentence or a list of them a row.

A file, or a folder of files, holds the timelines of many systems. The rows of a system on a topic stand together; a
table that is sorted by topic, then by system, is read fastest. Files are read in slices that start and end between two
timelines, near the bounds of row groups, so that no process ever holds all rows.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from cliometer.errors import FormatError, InputError
from cliometer.grouping import by_key
from cliometer.io.csv_tables import role_columns
from cliometer.io.folders import read_run
from cliometer.io.frames import library, reading_parquet
from cliometer.io.input_form import SYNONYMS
from cliometer.io.lines import Notebook, expect_date
from cliometer.io.text_files import folder_entries, whole_file
from cliometer.io.timelines import PARQUET, Reading, at_least_one, labels
from cliometer.model.timeline import Duplicates, ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.spelling import listed, many, quoted

_SYNONYMS = SYNONYMS["runs"]
_GROUP = 100_000  # rows of a row group that we write
_AT_ONCE = 1 << 16  # rows that are decoded at a time
AnswerRow = tuple[str, str, Timeline]  # a system, a topic, and what it said


@dataclass(frozen=True)
class TableSlice:
    """Rows of a Parquet file that hold whole timelines."""

    path: Path
    first: int
    last: int  # the row behind the last one

    def answers(self, duplicates: Duplicates = "append") -> Iterator[AnswerRow]:
        """Yield systems, topics and timelines, in the order of the rows."""
        return TimelineParquet(self.path).answers(self.first, self.last, duplicates)


@dataclass(frozen=True)
class TimelineParquet:
    """One Parquet file of timelines."""

    path: Path

    @cached_property
    def _file(self) -> Any:
        with reading_parquet(self.path):
            return library("pyarrow.parquet").ParquetFile(self.path)

    @cached_property
    def columns(self) -> dict[str, str]:
        """The column of each role; dates and sentences must have one."""
        return _columns(self._file.schema_arrow.names, self.path)

    def pairs(self) -> Iterator[tuple[int, str, str]]:
        """Yield the first row of each timeline, its system and its topic, without reading any text."""
        compute = library("pyarrow.compute")
        before, row = None, 0
        for batch in self._batches(range(self._file.num_row_groups), ("system", "topic")):
            columns = [_names(batch, role, self.columns, self.path) for role in ("system", "topic")]
            ends = [compute.run_end_encode(column).run_ends.to_numpy() for column in columns]
            starts = np.unique(np.concatenate([[0], *ends]))[:-1]
            pairs = zip(*(column.take(starts).to_pylist() for column in columns), strict=True)
            for place, pair in zip(starts.tolist(), pairs, strict=True):
                if not all(pair):
                    names_found = " and ".join(map(quoted, pair))
                    raise FormatError("system-topic-expected", self.path, row + place + 1, found=names_found)
                if pair != before:
                    yield row + place, *pair
                before = pair
            row += len(batch)

    def slices(self, starts: Sequence[int], size: int) -> Iterator[TableSlice]:
        """Cut the file between timelines, near the bounds of row groups, into slices of `size` rows or more."""
        cuts = [*starts, self._file.metadata.num_rows]
        first = 0
        for end in self._bounds[1:]:
            cut = cuts[int(np.searchsorted(cuts, end))]
            if cut - first >= size or (cut == cuts[-1] and cut > first):
                yield TableSlice(self.path, first, cut)
                first = cut

    def answers(
        self, first: int = 0, last: int | None = None, duplicates: Duplicates = "append"
    ) -> Iterator[AnswerRow]:
        """Yield systems, topics and timelines from the row `first` to that before `last`."""
        last = self._file.metadata.num_rows if last is None else last
        return _timelines(self._rows(first, last), self.columns, self.path, duplicates)

    def _rows(self, first: int, last: int) -> Iterator[tuple[int, Any]]:
        """Yield batches of rows, each with the number of its first row."""
        groups = [k for k, (start, end) in enumerate(pairwise(self._bounds)) if end > first and start < last]
        row = self._bounds[groups[0]] if groups else last
        for batch in self._batches(groups, tuple(_SYNONYMS)):
            low, high = max(0, first - row), min(len(batch), last - row)
            if low < high:
                yield row + low, batch.slice(low, high - low)
            row += len(batch)
            if row >= last:
                return

    @cached_property
    def _bounds(self) -> list[int]:
        """The first row of each row group, and the number of rows."""
        sizes = [self._file.metadata.row_group(group).num_rows for group in range(self._file.num_row_groups)]
        return [0, *accumulate(sizes)]

    def _batches(self, groups: Sequence[int], roles: Sequence[str]) -> Iterator[Any]:
        columns = [self.columns[role] for role in roles if role in self.columns]
        if not columns:  # neither systems nor topics are named, so the number of rows is all that counts
            columns = [self.columns["date"]]
        with reading_parquet(self.path):
            yield from self._file.iter_batches(_AT_ONCE, row_groups=list(groups), columns=columns)


def table_answers(table: Any, duplicates: Duplicates = "append") -> Iterator[AnswerRow]:
    """Yield systems, topics and timelines of an Arrow table or batch, whose rows of one timeline stand together."""
    place = Path("the table")
    batches = table.to_batches() if hasattr(table, "to_batches") else [table]
    numbered = zip(np.cumsum([0, *map(len, batches)]).tolist(), batches, strict=False)
    return _timelines(numbered, _columns(table.schema.names, place), place, duplicates)


def _columns(names: Sequence[str], path: Path) -> dict[str, str]:
    columns = role_columns(names, _SYNONYMS)
    if lacking := [role for role in ("date", "sentence") if role not in columns]:
        raise FormatError("timeline-columns-expected", path, names=listed(map(quoted, names)), lacking=lacking[0])
    return columns


def _timelines(
    batches: Iterable[tuple[int, Any]], columns: Mapping[str, str], path: Path, duplicates: Duplicates
) -> Iterator[AnswerRow]:
    """Yield a timeline for all rows of a system and a topic that follow each other."""
    pair: tuple[str, str] | None = None
    days: list[tuple[When, Sequence[str]]] = []
    for system, topic, when, content in _days(batches, columns, path):
        if (system, topic) != pair:
            if pair is not None:
                yield *pair, Timeline(days, pair[1], duplicates)
            pair, days = (system, topic), []
        if isinstance(content, list):
            days.append((when, content))
        elif days and days[-1][0] == when:  # a sentence a row: the rows of a date are one day
            days[-1] = (when, (*days[-1][1], content))
        else:
            days.append((when, (content,)))
    if pair is not None:
        yield *pair, Timeline(days, pair[1], duplicates)


def _days(
    batches: Iterable[tuple[int, Any]], columns: Mapping[str, str], path: Path
) -> Iterator[tuple[str, str, When, str | list[str]]]:
    """Yield the system, the topic, the date and the sentence or sentences of each row."""
    notebook, known = Notebook(path), dict[object, When]()
    for first, batch in batches:
        names = [_names(batch, role, columns, path).to_pylist() for role in ("system", "topic")]
        texts = [batch.column(columns[role]).to_pylist() for role in ("date", "sentence")]
        for row, (system, topic, date, content) in enumerate(zip(*names, *texts, strict=True), start=first + 1):
            if date not in known:
                known[date] = expect_date(_spelled(date), notebook, row)
            if not isinstance(content, str | None) and not (
                isinstance(content, list) and all(isinstance(text, str) for text in content)
            ):
                raise FormatError("sentences-expected", path, row, text=quoted(content))
            yield system, topic, known[date], "" if content is None else content


def _names(batch: Any, role: str, columns: Mapping[str, str], path: Path) -> Any:
    """Return the systems or the topics of rows; a column that is not there stands for the name of the file."""
    arrow = library("pyarrow")
    if role not in columns:
        return arrow.repeat(path.stem, len(batch))
    return batch.column(columns[role]).cast(arrow.string())


def _spelled(date: object) -> object:
    """Return a date or a time as the text that the readers of other formats would find."""
    if isinstance(date, datetime.datetime):
        return date.date().isoformat()
    if isinstance(date, datetime.date):
        return date.isoformat()
    return str(date) if isinstance(date, int) else date


def parquet_files(path: Path) -> list[TimelineParquet]:
    """Return the Parquet files of timelines that a path stands for: the file, or those of a folder."""
    files = (
        [entry for entry in folder_entries(path) if entry.suffix == ".parquet" and entry.name[0] != "_"]
        if path.is_dir()
        else [path]
    )
    if not files:
        raise InputError("parquet-missing", path)
    return [TimelineParquet(file) for file in files]


def read_parquet_runs(path: Path, duplicates: Duplicates = "append") -> dict[str, dict[str, Timeline]]:
    """Read the timelines of every system, by topic; no pair of the two may stand in two places."""
    runs: dict[str, dict[str, Timeline]] = {}
    for file in parquet_files(path):
        for system, topic, timeline in file.answers(duplicates=duplicates):
            if topic in runs.setdefault(system, {}):
                raise scattered(file.path, system, topic)
            runs[system][topic] = timeline
    return runs


def read_parquet_run(path: Path, duplicates: Duplicates) -> dict[str, Timeline]:
    """Read the timelines of the one system of a table, by topic."""
    runs = read_parquet_runs(path, duplicates)
    if len(runs) != 1:
        raise InputError("parquet-systems-many", path, systems=many(len(runs), "system"))
    return next(iter(runs.values()))


def read_parquet_references(path: Path, duplicates: Duplicates) -> dict[str, ReferenceSet]:
    """Read topics and their references, which stand in the column of the systems."""
    topics = by_key(
        (topic, timeline.named(writer))
        for writer, run in read_parquet_runs(path, duplicates).items()
        for topic, timeline in run.items()
    )
    return {topic: ReferenceSet(timelines) for topic, timelines in topics.items()}


def read_parquet(path: Path, duplicates: Duplicates) -> Reading:
    """Read every timeline of a file; each is named after its topic, and its system where there are several."""
    runs = read_parquet_runs(path, duplicates)
    roles = {role for file in parquet_files(path) for role in file.columns}
    timelines = tuple(
        timeline.named("" if not roles & {"system", "topic"} else topic if len(runs) == 1 else f"{system}/{topic}")
        for system, run in runs.items()
        for topic, timeline in run.items()
    )
    return Reading(timelines or (Timeline(),), (), PARQUET)


def scattered(path: Path | None, system: str, topic: str) -> FormatError:
    """Return an error for rows of one timeline that do not stand together."""
    return FormatError("rows-scattered", path, system=system, topic=topic)


def write_parquet(path: Path, timelines: Sequence[Timeline], force: bool = False) -> None:
    """Write timelines, with their names or numbers as topics where there is a name to keep or two to tell apart."""
    is_alone = len(at_least_one(timelines)) == 1 and not timelines[0].name.strip()
    answers = (("", label, timeline) for label, timeline in zip(labels(timelines), timelines, strict=True))
    write_parquet_runs(path, answers, force, roles=() if is_alone else ("topic",))


def write_run_folders(source: Path, path: Path, duplicates: Duplicates, force: bool = False) -> tuple[str, ...]:
    """Write the run of a folder, or the runs of a folder of runs, as one table; return the notes of reading."""
    folders = list(filter(Path.is_dir, folder_entries(source))) or [source]
    read = {folder.name: read_run(folder, duplicates) for folder in folders}
    topics = sorted({topic for run, _ in read.values() for topic in run})
    answers = ((system, topic, run[topic]) for topic in topics for system, (run, _) in read.items() if topic in run)
    write_parquet_runs(path, answers, force)
    return tuple(note for _, notes in read.values() for note in notes)


def write_parquet_runs(
    path: Path,
    answers: Iterable[AnswerRow],
    force: bool = False,
    nested: bool = False,
    roles: Sequence[str] = ("system", "topic"),
) -> None:
    """Write timelines with their systems and topics, in the order given; `nested` has a list of sentences a date."""
    arrow, parquet = library("pyarrow"), library("pyarrow.parquet")
    text = arrow.string()
    field = ("sentences", arrow.list_(text)) if nested else ("sentence", text)
    schema = arrow.schema([*((role, text) for role in roles), ("date", text), field])
    with whole_file(path, force) as beside, parquet.ParquetWriter(beside, schema) as writer:
        rows: list[dict[str, Any]] = []
        for system, topic, timeline in answers:
            names = {"system": system, "topic": topic}
            if not timeline:
                who = " on ".join(filter(None, (system, topic)))
                raise InputError("parquet-empty-timeline", path, who=who)
            for when, sentences in timeline.items():
                each = [sentences] if nested else sentences or ("",)
                rows += ({**names, "date": str(when), field[0]: sentence} for sentence in each)
            if len(rows) >= _GROUP:
                writer.write_table(arrow.Table.from_pylist(rows, schema))
                rows = []
        if rows:
            writer.write_table(arrow.Table.from_pylist(rows, schema))
