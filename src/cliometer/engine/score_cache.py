"""Scores that were computed before, found again by what they depend on: the answer, the gold, the metric, our version.

The cache is one SQLite file, which several processes may use at once and which a kill leaves whole. An entry holds the
scores of one answer against the gold of one topic by several metrics; one that is damaged is computed again. A second
table knows what the file of a path says: while the file system says of it what it said before (device, inode, size,
times) it is not read, and while its bytes are the same it is not parsed. Only our own metrics and formats are kept: the
code of others may change without a new version.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import stat
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from cliometer.engine.evaluation import Evaluation
from cliometer.engine.results import TextRemarks, text_remarks
from cliometer.errors import CliometerError, InputError
from cliometer.expressions import Expression, settings_of
from cliometer.io.folders import read_answer
from cliometer.io.input_form import current_form, using
from cliometer.io.text_files import MOST_BYTES, open_packed
from cliometer.io.timelines import format_named, the_only
from cliometer.metrics.base import GOLD_KINDS, Metric, measure_systems
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.notes import Note
from cliometer.model.score import Score, SingleScore, score_of, statistics_of, value_digest
from cliometer.model.timeline import Duplicates, Timeline
from cliometer.spelling import many
from cliometer.version import __version__

_FILE = "scores.sqlite"
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS scores (key BLOB PRIMARY KEY, entry TEXT, digest BLOB) WITHOUT ROWID",
    "DROP TABLE IF EXISTS files",  # what an earlier form of the cache knew of files, without their paths
    "CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, entry TEXT, digest BLOB) WITHOUT ROWID",
)
_AT_ONCE = 500  # keys that are looked up in one query
_PATIENCE = 120  # seconds that one process waits for another to write
_SETTLED = 2 * 10**9  # nanoseconds after which a change shows in the times of a file, whatever its file system


@dataclass
class CacheTally:
    """How many answers were asked for, how many of them were found, and how many entries were damaged."""

    asked: int = 0
    found: int = 0
    damaged: int = 0

    def add(self, other: CacheTally) -> None:
        """Count what another process did."""
        self.asked, self.found = self.asked + other.asked, self.found + other.found
        self.damaged += other.damaged


class CacheEntry(NamedTuple):
    """The numbers of an answer by the label of each metric; `remarkable` where its text deserves a remark."""

    numbers: Mapping[str, Sequence[Any]]
    remarkable: bool


@dataclass(frozen=True)
class ScoreCache:
    """A folder with the scores of earlier evaluations; `tally` counts what was found there."""

    folder: Path
    tally: CacheTally = field(default_factory=CacheTally)

    @classmethod
    def open(cls, folder: Path) -> ScoreCache:
        """Return the cache of a folder, which is made where there is none; a damaged file is put aside."""
        path = folder / _FILE
        cache = cls(folder.absolute())
        try:
            folder.mkdir(parents=True, exist_ok=True)
            try:
                cache._make_tables()
            except sqlite3.DatabaseError as error:
                if isinstance(
                    error, sqlite3.OperationalError
                ):  # it cannot be opened or written, which no other name fixes
                    raise InputError("score-cache-unusable", folder, reason=str(error)) from None
                path.replace(path.with_suffix(".damaged"))
                cache.tally.damaged += 1
                cache._make_tables()
        except OSError as error:
            raise InputError("score-cache-unusable", folder, reason=str(error.strerror or error)) from None
        return cache

    def _make_tables(self) -> None:
        with self._connection() as connection:
            for statement in _SCHEMA:
                connection.execute(statement)
            connection.execute("SELECT key FROM scores LIMIT 1").fetchall()

    @property
    def note(self) -> str:
        """What the cache was good for."""
        damaged = f", {many(self.tally.damaged, 'damaged entry')} computed again" if self.tally.damaged else ""
        return Note.of(
            "scores-cached", folder=self.folder, found=self.tally.found, asked=self.tally.asked, damaged=damaged
        )

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.folder / _FILE, timeout=_PATIENCE)) as connection, connection:
            connection.execute("PRAGMA synchronous = OFF")  # a power cut costs the cache at most, a kill nothing
            yield connection

    def read(self, table: str, keys: Sequence[bytes]) -> tuple[dict[bytes, Any], int]:
        """Return the entries of some keys, and how many are damaged."""
        kind, rows = CacheEntry if table == "scores" else FileEntry, list[tuple[bytes, str, bytes]]()
        try:
            with self._connection() as connection:
                for first in range(0, len(keys), _AT_ONCE):
                    some = keys[first : first + _AT_ONCE]
                    marks = ",".join("?" * len(some))
                    rows += connection.execute(f"SELECT * FROM {table} WHERE key IN ({marks})", some)
        except sqlite3.DatabaseError:
            return {}, 1
        whole = {key: text for key, text, digest in rows if isinstance(text, str) and digest == _checked(key, text)}
        entries = json.loads(f"[{','.join(whole.values())}]")
        return {key: kind(*entry) for key, entry in zip(whole, entries, strict=True)}, len(rows) - len(whole)

    def write(self, table: str, entries: Mapping[bytes, CacheEntry | FileEntry]) -> None:
        """Keep entries; where that fails, as on a full disk, an evaluation goes on without."""
        if not entries:
            return
        texts = {key: json.dumps(entry, separators=(",", ":"), default=float) for key, entry in entries.items()}
        rows = [(key, text, _checked(key, text)) for key, text in texts.items()]
        try:
            with self._connection() as connection:
                connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?)", rows)
        except sqlite3.DatabaseError:
            pass

    def answers(
        self, files: Sequence[Path], duplicates: Duplicates, notes: dict[Path, Sequence[str]]
    ) -> dict[Path, FileAnswer | CliometerError]:
        """Return what files say, or what is wrong with them.

        Only those that are new or changed are parsed, and `notes` gets the notes on these.
        """
        form = current_form()
        how = json.dumps([duplicates, __version__, form.columns, str(form.date_format), form.encoding])
        names = {file: f"{how}|{file.absolute()}" for file in files}  # whose endings also decide how it is read
        keys = {file: hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest() for file, name in names.items()}
        known = self.read("answers", list(keys.values()))[0]
        answers: dict[Path, FileAnswer | CliometerError] = {}
        fresh: dict[bytes, FileEntry] = {}
        for file, key in keys.items():
            entry = known.get(key)
            try:
                state, content = _state_and_content(file, entry)
                if entry and (content is None or entry.content == hashlib.sha256(content).hexdigest()):
                    answers[file] = FileAnswer(file, duplicates, entry.answer, entry.days)
                    new_entry = entry._replace(state=state) if state and state != entry.state else None
                else:
                    answers[file], new_entry = _parsed_answer(file, state, content or b"", duplicates, notes)
            except CliometerError as fault:
                answers[file], new_entry = fault, None
            if new_entry:
                fresh[key] = new_entry
        self.write("answers", fresh)
        return answers


class FileEntry(NamedTuple):
    """What is known of a file: its state on disk, if that tells, the digests of its bytes and of what it says."""

    state: Sequence[int] | None
    content: str
    answer: str
    days: int


def _state_and_content(file: Path, entry: FileEntry | None) -> tuple[Sequence[int] | None, bytes | None]:
    """Return the state of a file on disk and its bytes, which are None where the state is that of its entry.

    Both are those of one open stream, because the name may come to stand for another file at any moment, and because a
    network file system asks its server for the state of a file when that is opened.
    """
    with open_packed(file) as stream:
        state = None if file in current_form().contents else _settled_state(os.fstat(stream.fileno()))
        is_known = state is not None and entry is not None and state == entry.state
        return state, None if is_known else stream.read(MOST_BYTES + 1)


def _settled_state(state: os.stat_result) -> Sequence[int] | None:
    """Return what tells a file from what it was before; None where that may not tell.

    A file that is changed twice in a moment may have the same times after both changes, so that one which has just been
    changed is known by its bytes only, as in git. No program can set `st_ctime` back, the time of the last change of
    state; on Windows it is the time at which the file was made, so that there only size and `st_mtime` show a change.
    """
    if not stat.S_ISREG(state.st_mode) or max(state.st_mtime_ns, state.st_ctime_ns) > time.time_ns() - _SETTLED:
        return None
    return [state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns]


def _parsed_answer(
    file: Path, state: Sequence[int] | None, content: bytes, duplicates: Duplicates, notes: dict[Path, Sequence[str]]
) -> tuple[FileAnswer, FileEntry | None]:
    """Return what the bytes of a file say, and its entry; None if there are notes on it, or its format is not ours."""
    with using(replace(current_form(), contents={file: content})):
        reading = read_answer(file, duplicates)
    timeline = the_only(reading, file)
    answer = FileAnswer(file, duplicates, answer_digest(timeline), len(timeline), timeline)
    if reading.notes:
        notes[file] = reading.notes
    elif timeline and type(format_named(reading.format)).__module__.startswith("cliometer."):
        digest = hashlib.sha256(content).hexdigest()
        return answer, FileEntry(state, digest, answer.digest, len(timeline))
    return answer, None


class FileAnswer:
    """A timeline in a file, of which the digest is known; the file is read again when the timeline is asked for."""

    def __init__(
        self, file: Path, duplicates: Duplicates, digest: str, days: int, timeline: Timeline | None = None
    ) -> None:
        self.digest = digest
        self._file, self._duplicates, self._days, self._timeline = file, duplicates, days, timeline

    def __len__(self) -> int:
        return self._days

    @property
    def timeline(self) -> Timeline:
        """What the file says."""
        if self._timeline is None:
            self._timeline = the_only(read_answer(self._file, self._duplicates), self._file)
            if answer_digest(self._timeline) != self.digest:
                raise InputError("file-changed-while-read", self._file)
        return self._timeline


def cached_scores(
    evaluation: Evaluation, topic: str, names: Sequence[str], answers: Sequence[Any]
) -> tuple[TextRemarks, list[Sequence[Any]], CacheTally]:
    """Return remarks on answers and their scores by each metric, computing only what the cache lacks.

    An answer is a value, a `FileAnswer` of one, or None for one that is missing.
    """
    cache, gold, nothing = evaluation.cache, evaluation.gold[topic], GOLD_KINDS[evaluation.evidence].nothing
    assert cache is not None
    labels = [metric_label(metric, gold) for metric in evaluation.closed]
    same = f"{__version__}|{evaluation.evidence}|{evaluation.gold_key(topic)}"
    digests = (answer.digest if isinstance(answer, FileAnswer) else answer_digest(answer) for answer in answers)
    keys = [hashlib.sha256(f"{same}|{digest}".encode()).digest() for digest in digests]
    known, damaged = cache.read("scores", keys)
    wanted = set(filter(None, labels))
    hits = [entry if (entry := known.get(key)) and wanted <= entry.numbers.keys() else None for key in keys]
    fresh = [place for place, entry in enumerate(hits) if entry is None]
    seen = [place for place, entry in enumerate(hits) if entry is None or entry.remarkable]

    def compared(places: Iterable[int]) -> TopicComparison:
        some = (nothing if answers[place] is None else answers[place] for place in places)
        return TopicComparison([answer.timeline if isinstance(answer, FileAnswer) else answer for answer in some], gold)

    comparison = compared(fresh)
    inspected = comparison if seen == fresh else compared(seen)
    remarks = text_remarks(evaluation, [names[place] for place in seen], topic, inspected)
    scores: list[Sequence[Any]] = []
    whole = comparison if len(fresh) == len(answers) else None
    for metric, label in zip(evaluation.closed, labels, strict=True):
        if label is None:
            whole = whole or compared(range(len(answers)))
            scores.append(measure_systems(metric, whole))
        else:
            measured = iter(measure_systems(metric, comparison) if fresh else ())
            scores.append([next(measured) if entry is None else score_of(entry.numbers[label]) for entry in hits])
    entries = {}
    for place in fresh:
        labelled = ((label, row[place]) for label, row in zip(labels, scores, strict=True) if label)
        kept = {label: statistics_of(score) for label, score in labelled if type(score) in (Score, SingleScore)}
        before = known[keys[place]].numbers if keys[place] in known else {}
        entries[keys[place]] = CacheEntry({**before, **kept}, names[place] in remarks.named)
    cache.write("scores", entries)
    return remarks, scores, CacheTally(len(names), len(names) - len(fresh), damaged)


def answer_digest(answer: Any) -> str:
    """Return what names an answer by its content; None stands for an answer that is missing."""
    if not isinstance(answer, Timeline):
        return "missing" if answer is None else value_digest(answer)
    shape = [(when.first, when.last, *map(len, sentences)) for when, sentences in answer.items()]
    content = f"{shape}|{''.join(sentence for sentences in answer.values() for sentence in sentences)}"
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def metric_label(metric: Metric, gold: Any) -> str | None:
    """Return what the scores of a metric depend on; None for a metric with code that is not ours."""
    if not _is_ours(metric):
        return None
    spelled = "|".join([repr(metric), *(f"{key}:{value}" for key, value in metric.dependencies(gold))])
    return hashlib.sha256(spelled.encode()).hexdigest()[:16]


def _is_ours(value: Any) -> bool:
    is_ours = type(value).__module__.partition(".")[0] == "cliometer"
    return is_ours and all(
        _is_ours(part)
        for setting in settings_of(value)
        for part in [getattr(value, setting.name)]
        if isinstance(part, Expression)
    )


def _checked(key: bytes, text: str) -> bytes:
    return hashlib.sha256(key + text.encode()).digest()[:8]
