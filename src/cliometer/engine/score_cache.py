"""Scores that were computed before, found again by what they depend on: the answer, the gold, the metric, our version.

The cache is one SQLite file, which several processes may use at once and which a kill leaves whole. An entry holds the
scores of one answer against the gold of one topic by several metrics; one that is damaged is computed again. A second
table knows what a file says by the digest of its bytes, and by what the file system says of it (device, inode, size,
times), so that files which did not change are not even opened. Only our own metrics and formats are kept: the code of
others may change without a new version.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cliometer.engine.evaluation import Evaluation
from cliometer.engine.remarks import TextRemarks
from cliometer.errors import InputError
from cliometer.expressions import Expression, settings_of
from cliometer.io.folders import read_answer
from cliometer.io.input_form import STANDARD_INPUT, InputForm, current_form, using
from cliometer.io.text_files import packed_content
from cliometer.io.timelines import format_named, the_only
from cliometer.metrics.base import GOLD_KINDS, Metric, measure_systems
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.score import MetricResult, Ratio, Score, SingleScore, Ties, value_digest
from cliometer.model.timeline import Duplicates, Timeline
from cliometer.spelling import many
from cliometer.version import __version__

_FILE = "scores.sqlite"
_TABLES = (
    "CREATE TABLE IF NOT EXISTS scores (key BLOB PRIMARY KEY, entry TEXT, digest BLOB) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS files (key BLOB PRIMARY KEY, entry TEXT, digest BLOB) WITHOUT ROWID",
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


@dataclass(frozen=True)
class CacheEntry:
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
                ):  # it cannot be opened or written, which no other name mends
                    raise InputError(f"the cache cannot be used: {error}; name another folder", folder) from None
                path.replace(path.with_suffix(".damaged"))
                cache.tally.damaged += 1
                cache._make_tables()
        except OSError as error:
            raise InputError(
                f"the cache cannot be used: {error.strerror or error}; name another folder", folder
            ) from None
        return cache

    def _make_tables(self) -> None:
        with self._connection() as connection:
            for table in _TABLES:
                connection.execute(table)
            connection.execute("SELECT key FROM scores LIMIT 1").fetchall()

    @property
    def note(self) -> str:
        """What the cache was good for."""
        damaged = f", {many(self.tally.damaged, 'damaged entry')} computed again" if self.tally.damaged else ""
        return f"{self.folder}: found the scores of {self.tally.found} of {self.tally.asked} texts{damaged}"

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.folder / _FILE, timeout=_PATIENCE)) as connection, connection:
            connection.execute("PRAGMA synchronous = OFF")  # a power cut costs the cache at most, a kill nothing
            yield connection

    def read(self, keys: Sequence[bytes]) -> tuple[dict[bytes, CacheEntry], int]:
        """Return the entries of some keys, and how many are damaged."""
        entries, damaged = self._read("scores", keys)
        return {key: CacheEntry(*entry) for key, entry in entries.items()}, damaged

    def _read(self, table: str, keys: Sequence[bytes]) -> tuple[dict[bytes, Any], int]:
        rows: list[tuple[bytes, str, bytes]] = []
        try:
            with self._connection() as connection:
                for first in range(0, len(keys), _AT_ONCE):
                    some = keys[first : first + _AT_ONCE]
                    marks = ",".join("?" * len(some))
                    rows += connection.execute(f"SELECT * FROM {table} WHERE key IN ({marks})", some)
        except sqlite3.DatabaseError:
            return {}, 1
        whole = {key: text for key, text, digest in rows if isinstance(text, str) and digest == _checked(key, text)}
        return dict(zip(whole, json.loads(f"[{','.join(whole.values())}]"), strict=True)), len(rows) - len(whole)

    def write(self, entries: Mapping[bytes, CacheEntry]) -> None:
        """Keep entries; where that fails, as on a full disk, an evaluation goes on without."""
        self._write("scores", {key: [entry.numbers, entry.remarkable] for key, entry in entries.items()})

    def _write(self, table: str, entries: Mapping[bytes, Any]) -> None:
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
    ) -> dict[Path, FileAnswer]:
        """Return what files say, which is read only where their bytes are new; `notes` gets those on each file."""
        form = current_form()
        how = json.dumps([__version__, duplicates, form.columns, str(form.date_format), form.encoding])
        states = {file: key for file in files if (key := _state_key(file, how, form))}
        known, _ = self._read("files", list(states.values()))
        keys = {
            file: key if (key := states.get(file)) in known else _file_key(file, packed_content(file), how)
            for file in files
        }
        known |= self._read("files", [key for key in keys.values() if key not in known])[0]
        found: dict[Path, FileAnswer] = {}
        fresh: dict[bytes, Any] = {}
        for file, key in keys.items():
            if key in known:
                digest, days, needed = known[key]
                form.needed.update(needed)
                found[file] = FileAnswer(file, duplicates, digest, days)
                if file in states and key != states[file]:
                    fresh[states[file]] = known[key]
                continue
            content = packed_content(file)  # what is kept must belong to the bytes that are read
            with using(replace(form, needed=set(), contents={file: content})) as own:
                reading = read_answer(file, duplicates)
            form.needed.update(own.needed)
            timeline = the_only(reading, file)
            found[file] = FileAnswer(file, duplicates, answer_digest(timeline), len(timeline), timeline)
            if reading.notes:
                notes[file] = reading.notes
            elif timeline and type(format_named(reading.format)).__module__.startswith("cliometer."):
                entry = [found[file].digest, len(timeline), sorted(own.needed)]
                own_keys = (_file_key(file, content, how), states.get(file))
                fresh |= {own_key: entry for own_key in own_keys if own_key}
        self._write("files", fresh)
        return found


def _file_key(file: Path, content: bytes, how: str) -> bytes:
    """Return the key of a file: its bytes, and what else decides how it is read, which includes its endings."""
    ending = file.name.partition(".")[2].encode("utf-8", "surrogatepass")
    return hashlib.sha256(b"|".join((how.encode(), ending, content))).digest()


def _state_key(file: Path, how: str, form: InputForm) -> bytes | None:
    """Return the key of a file by its state on disk; None where that may not tell it from another.

    A file that is changed twice in a moment may have the same times after both changes, so that one which has just been
    changed is known by its bytes only, as in git. The time of the last change of state (`st_ctime`) cannot be set back.
    """
    if file in form.contents or file == STANDARD_INPUT:
        return None
    try:
        state = os.stat(file)
    except (OSError, ValueError):
        return None  # whoever reads the file says what is wrong
    if max(state.st_mtime_ns, state.st_ctime_ns) > time.time_ns() - _SETTLED:
        return None
    known = (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
    return _file_key(file, repr(known).encode(), f"state|{how}")


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
                raise InputError("was changed while it was read; run the same command again", self._file)
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
    digest = evaluation.gold_key(topic)
    keys = [cache_key(evaluation.evidence, digest, None if answer is nothing else answer) for answer in answers]
    known, damaged = cache.read(keys)
    wanted = set(filter(None, labels))
    hits = [entry if (entry := known.get(key)) and wanted <= entry.numbers.keys() else None for key in keys]
    fresh = [place for place, entry in enumerate(hits) if entry is None]
    seen = [place for place, entry in enumerate(hits) if entry is None or entry.remarkable]

    def compared(places: Iterable[int]) -> TopicComparison:
        some = (nothing if answers[place] is None else answers[place] for place in places)
        return TopicComparison([own.timeline if isinstance(own, FileAnswer) else own for own in some], gold)

    comparison = compared(fresh)
    inspected = comparison if seen == fresh else compared(seen)
    remarks = evaluation.inspect([names[place] for place in seen], topic, inspected)
    scores: list[Sequence[Any]] = []
    whole = comparison if len(fresh) == len(answers) else None
    for metric, label in zip(evaluation.closed, labels, strict=True):
        if label is None:
            whole = whole or compared(range(len(answers)))
            scores.append(measure_systems(metric, whole))
        else:
            own = iter(measure_systems(metric, comparison) if fresh else ())
            scores.append([next(own) if entry is None else _score(entry.numbers[label]) for entry in hits])
    said = {remark.partition(": ")[0] for remark in (*remarks.others, *remarks.systems)}
    entries = {}
    for place in fresh:
        numbered = ((label, _numbers(own[place])) for label, own in zip(labels, scores, strict=True) if label)
        kept = {label: numbers for label, numbers in numbered if numbers}
        before = known[keys[place]].numbers if keys[place] in known else {}
        is_remarkable = bool(said) and (names[place] in said or ": " in names[place])
        entries[keys[place]] = CacheEntry({**before, **kept}, is_remarkable)
    cache.write(entries)
    return remarks, scores, CacheTally(len(names), len(names) - len(fresh), damaged)


def cache_key(evidence: str, gold: str, answer: Any) -> bytes:
    """Return the key of an answer to the gold of a digest; None stands for an answer that is missing."""
    told = answer.digest if isinstance(answer, FileAnswer) else answer_digest(answer)
    return hashlib.sha256(f"{__version__}|{evidence}|{gold}|{told}".encode()).digest()


def answer_digest(answer: Any) -> str:
    """Return what names an answer by its content."""
    if not isinstance(answer, Timeline):
        return "missing" if answer is None else value_digest(answer)
    shape = [(when.first, when.last, *map(len, said)) for when, said in answer.items()]
    told = f"{shape}|{''.join(sentence for said in answer.values() for sentence in said)}"
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def metric_label(metric: Metric, gold: Any) -> str | None:
    """Return what the scores of a metric depend on; None for a metric with code that is not ours."""
    if not _is_ours(metric):
        return None
    spelled = "|".join([repr(metric), *(f"{key}:{value}" for key, value in metric.dependencies(gold))])
    return hashlib.sha256(spelled.encode()).hexdigest()[:16]


def _is_ours(value: Any) -> bool:
    own = type(value).__module__.partition(".")[0] == "cliometer"
    return own and all(
        _is_ours(part)
        for setting in settings_of(value)
        for part in [getattr(value, setting.name)]
        if isinstance(part, Expression)
    )


def _checked(key: bytes, text: str) -> bytes:
    return hashlib.sha256(key + text.encode()).digest()[:8]


def _numbers(score: Any) -> list[Any] | None:
    """Return what a score is made of; None for one that would not read back as it was."""
    if type(score) is SingleScore:
        return [score.value.part, score.value.whole, score.reason]
    if type(score) is not Score:
        return None
    p, r, ties = score.precision, score.recall, score.ties
    numbers = [p.part, p.whole, r.part, r.whole, score.beta, score.root]
    return numbers if ties is None else [*numbers, ties.dates, *ties.precision, *ties.recall]


def _score(numbers: Sequence[Any]) -> MetricResult:
    if len(numbers) == 3:
        return SingleScore(Ratio(numbers[0], numbers[1]), numbers[2])
    part, whole, r_part, r_whole, beta, root, *tied = numbers
    ties = Ties(tied[0], (tied[1], tied[2]), (tied[3], tied[4])) if tied else None
    return Score(Ratio(part, whole), Ratio(r_part, r_whole), beta, root, ties)
