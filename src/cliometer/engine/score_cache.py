"""Scores that were computed before, found again by what they depend on: the answer, the gold, the metric, our version.

The cache is one SQLite file, which several processes may use at once and which a kill leaves whole. An entry holds the
scores of one answer against the gold of one topic by several metrics; one that is damaged is computed again. A second
table knows what a file says by the digest of its bytes, so that files which did not change are not even read as
timelines. Only our own metrics and formats are kept: the code of others may change without a new version.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from cliometer.engine.evaluation import Evaluation
from cliometer.engine.remarks import TextRemarks
from cliometer.errors import InputError
from cliometer.expressions import Expression, settings_of
from cliometer.io.folders import read_answer
from cliometer.io.input_form import current_form, using
from cliometer.io.text_files import packed_content, unpacked
from cliometer.io.timelines import format_named, the_only
from cliometer.metrics.base import GOLD_KINDS, Metric, measure_systems
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.score import MetricResult, Ratio, Score, SingleScore, Ties, value_digest
from cliometer.model.timeline import Duplicates, Timeline
from cliometer.spelling import many
from cliometer.version import __version__

T = TypeVar("T")
_FILE = "scores.sqlite"
_TABLES = (
    "CREATE TABLE IF NOT EXISTS scores (key BLOB PRIMARY KEY, entry TEXT, digest BLOB) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS files (key BLOB PRIMARY KEY, entry TEXT, digest BLOB) WITHOUT ROWID",
)
_AT_ONCE = 500  # keys that are looked up in one query
_PATIENCE = 120  # seconds that one process waits for another to write


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
    """The scores of an answer by the label of each metric; `remarkable` where there is something to say of its text."""

    scores: Mapping[str, MetricResult]
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
        return self._read("scores", keys, _entry)

    def _read(self, table: str, keys: Sequence[bytes], decode: Callable[[Any], T]) -> tuple[dict[bytes, T], int]:
        rows: list[tuple[bytes, str, bytes]] = []
        try:
            with self._connection() as connection:
                for first in range(0, len(keys), _AT_ONCE):
                    some = keys[first : first + _AT_ONCE]
                    marks = ",".join("?" * len(some))
                    rows += connection.execute(f"SELECT * FROM {table} WHERE key IN ({marks})", some)
        except sqlite3.DatabaseError:
            return {}, 1
        entries: dict[bytes, T] = {}
        for key, text, digest in rows:
            try:
                if digest == _checked(key, text):
                    entries[key] = decode(json.loads(text))
            except (TypeError, ValueError, LookupError, AttributeError):
                continue
        return entries, len(rows) - len(entries)

    def write(self, entries: Mapping[bytes, CacheEntry]) -> None:
        """Keep entries; where that fails, as on a full disk, an evaluation goes on without."""
        self._write("scores", {key: _text(entry) for key, entry in entries.items()})

    def _write(self, table: str, entries: Mapping[bytes, str]) -> None:
        rows = [(key, text, _checked(key, text)) for key, text in entries.items()]
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
        keys = [_file_key(file, packed_content(file), duplicates) for file in files]
        known, _ = self._read("files", keys, tuple)
        found: dict[Path, FileAnswer] = {}
        fresh: dict[bytes, str] = {}
        for file, key in zip(files, keys, strict=True):
            if key in known:
                digest, days, needed = known[key]
                form.needed.update(needed)
                found[file] = FileAnswer(file, duplicates, digest, days)
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
                fresh[_file_key(file, content, duplicates)] = json.dumps(
                    [found[file].digest, len(timeline), sorted(own.needed)]
                )
        self._write("files", fresh)
        return found


def _file_key(file: Path, content: bytes, duplicates: Duplicates) -> bytes:
    """Return the key of a file: its bytes, and what else decides how it is read."""
    form = current_form()
    settings = [__version__, duplicates, form.columns, str(form.date_format), form.encoding, unpacked(file).suffix]
    return hashlib.sha256(json.dumps(settings).encode() + content).digest()


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
    hits = [entry if (entry := known.get(key)) and wanted <= entry.scores.keys() else None for key in keys]
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
            scores.append([next(own) if entry is None else entry.scores[label] for entry in hits])
    said = {remark.partition(": ")[0] for remark in (*remarks.others, *remarks.systems)}
    entries = {}
    for place in fresh:
        kept = {label: own[place] for label, own in zip(labels, scores, strict=True) if label and is_kept(own[place])}
        before = known[keys[place]].scores if keys[place] in known else {}
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
    return "|".join([repr(metric), *(f"{key}:{value}" for key, value in metric.dependencies(gold))])


def _is_ours(value: Any) -> bool:
    own = type(value).__module__.partition(".")[0] == "cliometer"
    return own and all(
        _is_ours(part)
        for setting in settings_of(value)
        for part in [getattr(value, setting.name)]
        if isinstance(part, Expression)
    )


def is_kept(score: MetricResult) -> bool:
    """Return whether a score reads back as it was."""
    return type(score) in (Score, SingleScore)


def _checked(key: bytes, text: str) -> bytes:
    return hashlib.sha256(key + text.encode()).digest()[:8]


def _text(entry: CacheEntry) -> str:
    scores = {label: _numbers(score) for label, score in entry.scores.items()}
    return json.dumps([scores, entry.remarkable], separators=(",", ":"), default=float)


def _numbers(score: Any) -> list[Any]:
    if type(score) is SingleScore:
        return [score.value.part, score.value.whole, score.reason]
    p, r, ties = score.precision, score.recall, score.ties
    numbers = [p.part, p.whole, r.part, r.whole, score.beta, score.root]
    return numbers if ties is None else [*numbers, ties.dates, *ties.precision, *ties.recall]


def _entry(document: Any) -> CacheEntry:
    scores, remarkable = document
    return CacheEntry({label: _score(*numbers) for label, numbers in scores.items()}, remarkable)


def _score(part: float, whole: float, third: Any, *rest: Any) -> MetricResult:
    if isinstance(third, str):
        return SingleScore(Ratio(part, whole), third)
    r_whole, beta, root, *tied = rest
    ties = Ties(tied[0], (tied[1], tied[2]), (tied[3], tied[4])) if tied else None
    return Score(Ratio(part, whole), Ratio(third, r_whole), beta, root, ties)
