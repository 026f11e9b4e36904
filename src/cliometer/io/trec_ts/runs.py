"""Runs: `topic team run document sentence time confidence` a line, cut at blanks, several runs to a file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import FormatError, InputError
from cliometer.io.notes import Notebook
from cliometer.io.trec_ts.gold import File
from cliometer.io.trec_ts.rows import Row, blank_rows
from cliometer.model.nuggets import Update, UpdateRun

_COLUMNS = "topic team run document sentence time confidence"
_Updates = dict[tuple[str, str], dict[str, list[Update]]]  # by team and run, then by topic
_PREFIX = re.compile(r"(TS\d+\.)\d+")


@dataclass(frozen=True)
class Submissions:
    """Runs in alphabetical order of team and name, with what the reader forgave."""

    runs: tuple[UpdateRun, ...]
    notes: tuple[str, ...] = ()


def read_runs(paths: Iterable[File], topics: Iterable[str]) -> Submissions:
    """Every run of the files; topic 11 is read as TS14.11 where the judgements say so."""
    prefix = _prefix(topics)
    found: _Updates = {}
    notes: list[str] = []
    origin: dict[tuple[str, str], Path] = {}
    for path in map(Path, paths):
        own: _Updates = {}
        notes += _collect(path, prefix, own)
        _refuse_again(own, path, origin)
        found |= own
    runs = (
        UpdateRun(team, run, {topic: tuple(updates) for topic, updates in by_topic.items()})
        for (team, run), by_topic in sorted(found.items())
    )
    return Submissions(tuple(runs), tuple(notes))


def _collect(path: Path, prefix: str, found: _Updates) -> tuple[str, ...]:
    """Add the updates of one file; returns the notes on it."""
    notebook = Notebook(path)
    seen: set[tuple[str, ...]] = set()
    for row in blank_rows(path, _COLUMNS):
        topic, team, run, *_ = row.cells
        full = f"{prefix}{int(topic)}" if topic.isdecimal() else topic
        found.setdefault((team, run), {}).setdefault(full, []).append(_update(row))
        _note_repeat(tuple(row.cells[:5]), seen, row, notebook)
    if not seen:
        raise FormatError("holds no update; is this the right file?", path)
    return notebook.notes


def _refuse_again(own: _Updates, path: Path, origin: dict[tuple[str, str], Path]) -> None:
    """A run that stands in two files would be scored as one that pushed everything of both."""
    for team, run in own:
        if (team, run) in origin:
            before = origin[team, run]
            again = f"the run {team} {run} stands in {before} already; rename one, or join the files"
            raise InputError("was given twice; name it once" if before == path else again, path)
        origin[team, run] = path


def _prefix(topics: Iterable[str]) -> str:
    """What stands before the number in the judgements' topics, where all agree."""
    found = {match[1] for topic in topics if (match := _PREFIX.fullmatch(topic))}
    return found.pop() if len(found) == 1 else ""


def _update(row: Row) -> Update:
    _, _, _, document, sentence, *_ = row.cells
    return Update(document, sentence, row.whole(5, "the time"), row.number(6, "the confidence", endless=True))


def _note_repeat(key: tuple[str, ...], seen: set[tuple[str, ...]], row: Row, notebook: Notebook) -> None:
    if key in seen:
        notebook.add(row.line, "an update that its run pushed before; it is counted and earns nothing")
    seen.add(key)
