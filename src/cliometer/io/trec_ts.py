"""The files of the TREC Temporal Summarization track: nuggets, matches, pooled updates, runs.

All but the runs have a header and tabs: nuggets have topic, id, time, importance, length and text; matches have topic,
update, nugget, start and end; pooled updates have topic, id, document, sentence, length, and perhaps the id of the
update that they repeat (else `NULL`) and a text. Runs have one update a line, cut at blanks: topic, team, run,
document, sentence, time and confidence. Topics are XML: an `event` with `id`, `start` and `end`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TypeVar

from cliometer.errors import FormatError, InputError
from cliometer.io.lines import Notebook
from cliometer.io.text_files import read_bare_text
from cliometer.io.xml import read_xml
from cliometer.model.notes import Note
from cliometer.model.nuggets import Nugget, NuggetMatch, NuggetTopic, PooledUpdate, Update, UpdateRun
from cliometer.spelling import quoted, whole_number

_LARGEST = 1e100  # sums of such numbers and their products stay finite
_HEADER = "query"  # how the first column is called: query_id, Query_ID, QueryID


@dataclass(frozen=True, slots=True)
class TrackRow:
    """The cells of one line, with its place."""

    path: Path
    line: int
    cells: list[str]

    def whole(self, column: int, what: str, low: int | None = None) -> int:
        """Return a cell as a whole number, which may have a lower limit."""
        if (value := whole_number(self.cells[column])) is None:
            raise self._expected(f"{what} as a whole number", column)
        if low is not None and value < low:
            raise self._expected(f"{what} of at least {low}", column)
        return value

    def number(self, column: int, what: str, endless: bool = False) -> float:
        """Return a cell as a number, which may be infinite only if it is `endless`."""
        try:
            value = float(self.cells[column])
        except ValueError:
            raise self._expected(f"{what} as a number", column) from None
        if not abs(value) <= _LARGEST and not (endless and value == math.inf):  # NaN is not, either
            raise self._expected(f"{what} as a finite number", column)
        return value

    def _expected(self, what: str, column: int) -> FormatError:
        cell = quoted(self.cells[column])
        return FormatError("column-value-expected", self.path, self.line, what=what, column=column + 1, found=cell)


def track_rows(notebook: Notebook, columns: str, tabs: bool = True) -> Iterator[TrackRow]:
    """Yield the rows of a file with `tabs` and a header, or of one that is cut at blanks and has no header.

    `columns` names those that every row must have, separated by blanks.
    """
    path, count = notebook.path, len(columns.split())
    for line, text in enumerate(read_bare_text(path).split("\n"), start=1):
        cells = text.rstrip("\r").split("\t") if tabs else text.split()
        if not text.strip() or (tabs and line == 1 and cells[0].lower().startswith(_HEADER)):
            continue
        if tabs and line == 1:
            notebook.add(1, "no header: the first line was read as a row")
        if len(cells) < count:
            raise FormatError("column-count-mismatch", path, line, count=count, wanted=columns, cells_count=len(cells))
        yield TrackRow(path, line, cells)


_NUGGETS = "query_id nugget_id timestamp importance nugget_len nugget_text"
_UPDATES = "query_id update_id doc_id sentence_id update_len"
_MATCHES = "query_id update_id nugget_id match_start match_end"
_NO_DUPLICATE = ("NULL", "")

_MOST_IMPORTANT = 100.0  # 3 is the track's; beyond this e^i is no use as a weight

Topics = TypeVar("Topics", bound=Mapping[str, object])
TrackFile = str | PathLike[str]


@dataclass(frozen=True)
class Judgements:
    """The topics that have nuggets, in the order of the nuggets file, with what the readers forgave."""

    topics: Mapping[str, NuggetTopic]
    notes: tuple[str, ...] = ()


def read_judgements(
    nuggets: TrackFile, matches: TrackFile, updates: TrackFile, windows: TrackFile | None = None
) -> Judgements:
    """Read the files of a year as topics; ids that lead nowhere are kept and noted.

    `windows` is the track's file of topics, which says when each begins and ends.
    """
    books = [Notebook(Path(path)) for path in (nuggets, updates, matches)]
    gold, pool = read_nuggets(books[0]), read_pool(books[1])
    matches_by_topic = read_matches(books[2], gold, pool)
    for topic in (topic for topic in pool if topic not in gold):
        books[1].add(None, f"topic {topic} has no nuggets; it is not scored", kind="topic")
    window = read_windows(Path(windows), gold) if windows else {}
    topics = {
        topic: NuggetTopic(topic, nuggets_, pool.get(topic, {}), matches_by_topic.get(topic, {}), window.get(topic))
        for topic, nuggets_ in gold.items()
    }
    return Judgements(topics, tuple(note for book in books for note in book.notes))


def read_windows(path: Path, topics: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Read the first and the last second of each topic."""
    prefix = _prefix(topics)
    windows: dict[str, tuple[int, int]] = {}
    for event in read_xml(path).root.elements("event"):
        cells = {child.tag: child.text.strip() for child in event.elements()}
        start, end = (whole_number(cells.get(tag, "")) for tag in ("start", "end"))
        if "id" not in cells or start is None or end is None or start >= end:
            raise FormatError("topic-window-expected", path, event.line)
        windows[_full_id(cells["id"], prefix)] = start, end
    return windows


def read_nuggets(notebook: Notebook) -> dict[str, dict[str, Nugget]]:
    """Read nuggets by topic and id."""
    topics: dict[str, dict[str, Nugget]] = {}
    for row in track_rows(notebook, _NUGGETS):
        time, importance = row.whole(2, "the time"), row.number(3, "the importance")
        if abs(importance) > _MOST_IMPORTANT:
            raise FormatError("importance-out-of-range", row.path, row.line, importance=importance)
        length = row.whole(4, "the length", low=1)
        nugget = Nugget(row.cells[1], time, importance, " ".join(row.cells[5:]), length)
        known = topics.setdefault(row.cells[0], {})
        if nugget.id in known:
            raise FormatError("nugget-repeated", row.path, row.line, nugget=quoted(nugget.id))
        known[nugget.id] = nugget
    return _filled(topics, "nugget", notebook.path)


def _filled(topics: Topics, what: str, path: Path) -> Topics:
    """Return the topics of a file; a file without any is more likely the wrong file, and refused."""
    if not topics:
        raise FormatError("file-holds-no", path, what=what)
    return topics


def read_pool(notebook: Notebook) -> dict[str, dict[str, PooledUpdate]]:
    """Read pooled updates by topic and id; of an id that appears twice the last row counts."""
    topics: dict[str, dict[str, PooledUpdate]] = {}
    for row in track_rows(notebook, _UPDATES):
        _, id, _, _, _, *rest = row.cells
        duplicate = None if not rest or rest[0] in _NO_DUPLICATE else rest[0]
        update = PooledUpdate(id, " ".join(rest[1:]), duplicate, row.whole(4, "the length", low=0))
        known = topics.setdefault(row.cells[0], {})
        if update.id in known:
            notebook.add(row.line, "an update that appears twice in its topic; the last row counts")
        known[update.id] = update
    for known in topics.values():
        for update in known.values():
            if update.duplicate is not None and update.duplicate not in known:
                notebook.add(None, "a duplicate of an update that is not in the pool; it stands for itself")
    return _filled(topics, "update", notebook.path)


def read_matches(
    notebook: Notebook, nuggets: Mapping[str, Mapping[str, Nugget]], pool: Mapping[str, Mapping[str, PooledUpdate]]
) -> dict[str, dict[str, tuple[NuggetMatch, ...]]]:
    """Read matches by topic and update, in the order of the file."""
    topics: dict[str, dict[str, tuple[NuggetMatch, ...]]] = {}
    for row in track_rows(notebook, _MATCHES):
        topic, update, nugget, *_ = row.cells
        match = NuggetMatch(update, nugget, row.whole(3, "the start"), row.whole(4, "the end"))
        known = topics.setdefault(topic, {})
        before = known.get(update, ())
        pooled = pool.get(topic, {})
        if nugget not in nuggets.get(topic, {}):
            notebook.add(row.line, Note.of("match-without-nugget"))
        if update not in pooled:
            nowhere = "a match of an update that is not in the updates file; it has no words to cover"
            notebook.add(row.line, nowhere)
        elif match.end > len(pooled[update].text):
            notebook.add(row.line, "a match that ends beyond its update's text; cut at the end")
        if any(match.nugget == nugget for match in before):
            notebook.add(row.line, "a match that appears twice; the first counts")
        known[update] = (*before, match)
    return _filled(topics, "match", notebook.path)


_COLUMNS = "topic team run document sentence time confidence"
_Updates = dict[tuple[str, str], dict[str, list[Update]]]  # by team and run, then by topic
_PREFIX = re.compile(r"(TS\d+\.)\d+")


@dataclass(frozen=True)
class Submissions:
    """Runs in alphabetical order of team and name, with what the reader forgave."""

    runs: tuple[UpdateRun, ...]
    notes: tuple[str, ...] = ()


def read_runs(paths: Iterable[TrackFile], topics: Iterable[str]) -> Submissions:
    """Read every run of the files; topic 11 is read as TS14.11 where the judgements say so."""
    prefix = _prefix(topics)
    updates: _Updates = {}
    notes: list[str] = []
    origin: dict[tuple[str, str], Path] = {}
    for path in map(Path, paths):
        updates_of_file: _Updates = {}
        notes += _collect(path, prefix, updates_of_file)
        for team, run in updates_of_file:  # in two files it would be scored as one that pushed everything of both
            if (before := origin.setdefault((team, run), path)) is not path:
                if before == path:
                    raise InputError("file-given-twice", path)
                raise InputError("run-in-earlier-file", path, team=team, run=run, before=before)
        updates |= updates_of_file
    runs = (
        UpdateRun(team, run, {topic: tuple(updates) for topic, updates in by_topic.items()})
        for (team, run), by_topic in sorted(updates.items())
    )
    return Submissions(tuple(runs), tuple(notes))


def _prefix(topics: Iterable[str]) -> str:
    """Return what the names of all topics share before their number, such as `TS14.`."""
    prefixes = {match[1] for topic in topics if (match := _PREFIX.fullmatch(topic))}
    return prefixes.pop() if len(prefixes) == 1 else ""


def _full_id(topic: str, prefix: str) -> str:
    number = whole_number(topic) if topic.isdecimal() else None
    return topic if number is None else f"{prefix}{number}"


def _collect(path: Path, prefix: str, updates: _Updates) -> tuple[str, ...]:
    """Add the updates of one file; returns the notes on it."""
    notebook = Notebook(path)
    seen: set[tuple[str, ...]] = set()
    for row in track_rows(notebook, _COLUMNS, tabs=False):
        topic, team, run, *_ = row.cells
        full = _full_id(topic, prefix)
        time, confidence = row.whole(5, "the time"), row.number(6, "the confidence", endless=True)
        update = Update(row.cells[3], row.cells[4], time, confidence)
        updates.setdefault((team, run), {}).setdefault(full, []).append(update)
        if (key := tuple(row.cells[:5])) in seen:
            notebook.add(row.line, "an update that its run pushed before; it is counted and earns nothing")
        seen.add(key)
    if not seen:
        raise FormatError("updates-missing", path)
    return notebook.notes
