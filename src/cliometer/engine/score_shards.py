"""Scores in shards: a folder of Parquet files with a manifest, written piece by piece, so that work can be resumed.

A piece is a part of the systems' answers that a worker reads, scores and writes by itself: nobody holds all rows, and
the bytes do not depend on who computed which piece. The manifest names the signature, the digest of the inputs and
the digest of each shard; a shard counts only if it is as the manifest says.
"""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cliometer.engine.evaluation import Evaluation
from cliometer.engine.remarks import metric_remarks, remarks_on
from cliometer.engine.results import Mean, Results, ScoreRow, mean_of
from cliometer.engine.score_arrow import NAMES, NUMBERS, arrow_table, is_restored, score_rows
from cliometer.engine.score_grid import MissingScores, ScoreGrid, split_part, without_gaps
from cliometer.errors import FormatError, InputError, UsageError
from cliometer.io.frames import library
from cliometer.io.input_form import InputForm, current_form, using
from cliometer.io.text_files import PART, folder_entries, read_text, whole_file, write_whole
from cliometer.io.timeline_parquet import TableSlice, TimelineParquet, parquet_files, scattered
from cliometer.metrics.base import GOLD_KINDS
from cliometer.metrics.catalogue import lower_is_better, parse
from cliometer.model.backend import active_backend
from cliometer.model.display import Progress
from cliometer.model.records import decode
from cliometer.model.score import Signature, Undefined, value_digest
from cliometer.model.timeline import Duplicates
from cliometer.spelling import many, quoted
from cliometer.stats.samples import Floats
from cliometer.version import __version__

MANIFEST = "manifest.json"
_FORMAT = "cliometer shards/1"
_ROWS = 50_000  # rows of a piece, or a row group more
_SYSTEMS_AT_ONCE = 500  # answers of a piece, where they were read already
_DAYS_AT_ONCE = 100_000  # of timelines that a worker holds
_NOTES = 20  # notes of a piece that the manifest keeps; the rest is counted
_SHOWN = 20  # systems whose means are shown where there are more


@dataclass(frozen=True)
class TablePiece:
    """Slices of Parquet files; `topics` says which tasks the timelines of a topic answer."""

    number: int
    slices: tuple[TableSlice, ...]

    def blocks(self, job: ShardJob) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield topics, each with the timelines of some systems, a bounded number of days at a time."""
        found: dict[str, dict[str, Any]] = {}
        days = 0
        for piece in self.slices:
            for system, topic, timeline in piece.answers(job.duplicates):
                for task in job.tasks.get(topic, ()):
                    found.setdefault(task, {})[system] = timeline
                days += len(timeline)
                if days >= _DAYS_AT_ONCE:
                    yield from found.items()
                    found, days = {}, 0
        yield from found.items()


@dataclass(frozen=True)
class AnswerPiece:
    """What some systems answered on one topic."""

    number: int
    topic: str
    answers: Mapping[str, Any]

    def blocks(self, job: ShardJob) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield the topic with its answers."""
        yield self.topic, self.answers


Piece = TablePiece | AnswerPiece


@dataclass(frozen=True)
class ShardPlan:
    """What is to be scored in pieces: an evaluation without systems, the pieces, and the digest of all inputs."""

    evaluation: Evaluation
    pieces: Sequence[Piece]
    inputs: str
    tasks: Mapping[str, Sequence[str]] = field(default_factory=dict)  # of each topic of a table
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class ShardJob:
    """What all pieces of a plan share."""

    evaluation: Evaluation
    folder: Path
    tasks: Mapping[str, Sequence[str]]
    duplicates: Duplicates
    form: InputForm


@dataclass(frozen=True)
class Shard:
    """What the manifest says of a piece that is done."""

    number: int
    file: str
    bytes: int
    sha256: str
    pairs: int
    rows: int
    lost: int = 0  # texts of systems of which hardly a word counts
    notes: Sequence[str] = ()
    more_notes: int = 0

    def damage(self, folder: Path) -> str | None:
        """Say what is wrong with the file; None where it is as it was written."""
        path = folder / self.file
        if not path.is_file():
            return "is missing"
        size = path.stat().st_size
        if size != self.bytes:
            return f"is {'cut short' if size < self.bytes else 'too long'}: {size} bytes, not {self.bytes}"
        return "has other bytes than were written" if _digest(path) != self.sha256 else None


def score_piece(job: ShardJob, piece: Piece) -> tuple[Shard, Any]:
    """Score one piece, write its shard, whole or not at all, and say how much of it a cache held."""
    parquet, evaluation = library("pyarrow.parquet"), job.evaluation
    if evaluation.cache:
        evaluation = replace(evaluation, cache=replace(evaluation.cache, tally=type(evaluation.cache.tally)()))
    rows: list[ScoreRow] = []
    notes: list[str] = []
    pairs = lost = 0
    with using(job.form):
        for topic, answers in piece.blocks(job):
            found, remarks = evaluation.score_answers(topic, answers)
            rows += found
            pairs += len(answers)
            lost += len(remarks.systems)
            notes += [*remarks.others, *remarks.systems, *remarks.references]
    others = [row for row in rows if not is_restored(row.score)]  # which only here can speak for themselves
    notes += metric_remarks(others, job.evaluation.metrics) if others else ()
    path = job.folder / f"scores-{piece.number:06}.parquet"
    with whole_file(path, force=True) as beside:
        parquet.write_table(arrow_table(rows, job.evaluation.undefined), beside, compression="zstd")
        size, digest = beside.stat().st_size, _digest(beside)
    notes = list(dict.fromkeys(notes))
    kept = notes[:_NOTES]
    shard = Shard(piece.number, path.name, size, digest, pairs, len(rows), lost, kept, len(notes) - len(kept))
    return shard, evaluation.cache and evaluation.cache.tally


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@dataclass(frozen=True)
class Manifest:
    """What a folder of shards holds, and how far the work on it is."""

    manifest: str
    cliometer: str
    signature: str
    inputs: str
    undefined: Undefined
    topics: Sequence[str]
    metrics: Sequence[str]
    oracles: Mapping[str, str]
    pieces: int
    notes: Sequence[str]
    shards: Sequence[Shard]

    @classmethod
    def of(cls, plan: ShardPlan) -> Manifest:
        """Return the manifest of a plan of which nothing is done."""
        evaluation = plan.evaluation
        names = list(evaluation.gold), list(map(str, evaluation.metrics)), dict(evaluation.oracles)
        settings = str(evaluation.signature()), plan.inputs, evaluation.undefined
        return cls(_FORMAT, __version__, *settings, *names, len(plan.pieces), list(plan.notes), ())

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Read the manifest of a folder."""
        path = folder / MANIFEST
        try:
            document = json.loads(read_text(path))
            found = decode(cls, document)
        except (ValueError, InputError) as error:
            raise FormatError(f"is no manifest of scores ({error}); name another folder", path) from None
        if found.manifest != _FORMAT:
            raise FormatError(f"expected {_FORMAT}, found {found.manifest}; name another folder", path)
        return found

    def write(self, folder: Path) -> None:
        """Write the manifest, whole or not at all."""
        document = {**vars(self), "shards": [vars(shard) for shard in self.shards]}
        write_whole(folder / MANIFEST, json.dumps(document, indent=1, ensure_ascii=False) + "\n", force=True)

    def expect(self, other: Manifest, folder: Path) -> None:
        """Refuse to go on where a folder holds the scores of other settings or of other inputs."""
        if self.signature != other.signature:
            fields = [dict(Signature.parse(one.signature).fields) for one in (self, other)]
            key = next(key for key in {**fields[0], **fields[1]} if fields[0].get(key) != fields[1].get(key))
            then, now = (quoted(one.get(key, "none")) for one in fields)
            raise UsageError(
                f"{folder} holds scores of other settings ({key} was {then} and is now {now}); name another folder, "
                "or start again with --force"
            )
        if (self.inputs, self.pieces) != (other.inputs, other.pieces):
            raise UsageError(
                f"{folder} holds scores of other systems, or of these before they were changed; name another folder, "
                "or start again with --force"
            )


def plan_answers(evaluation: Evaluation, notes: Sequence[str]) -> ShardPlan:
    """Plan to score answers that were read already, a topic with a block of systems at a time."""
    work, seen = evaluation.answers()
    pieces = [
        AnswerPiece(
            0, topic, _told({name: answers[name] for name in names[first : first + _SYSTEMS_AT_ONCE]}, evaluation)
        )
        for topic, answers in work.items()
        for names in [list(answers)]
        for first in range(0, len(names), _SYSTEMS_AT_ONCE)
    ]
    numbered = [replace(piece, number=number) for number, piece in enumerate(pieces)]
    notes = [*notes, *evaluation.remarks, *seen]
    return ShardPlan(replace(evaluation, systems={}), numbered, value_digest(work), notes=notes)


def _told(answers: Mapping[str, Any], evaluation: Evaluation) -> dict[str, Any]:
    """Return the same answers with None for those that are missing, which other processes know as such."""
    nothing = GOLD_KINDS[evaluation.evidence].nothing
    return {name: None if answer is nothing else answer for name, answer in answers.items()}


def plan_tables(paths: Sequence[Path], evaluation: Evaluation, notes: Sequence[str]) -> ShardPlan:
    """Plan to score timelines in Parquet files, of which only the names of systems and topics are read here."""
    files = [TimelineParquet(Path(file.path).absolute()) for path in paths for file in parquet_files(path)]
    answered: dict[str, bytearray] = {}  # the topics of each system, as a byte for each
    topics: dict[str, int] = {}
    slices: list[TableSlice] = []
    for file in files:
        starts = []
        for row, system, topic in file.pairs():
            place, own = topics.setdefault(topic, len(topics)), answered.setdefault(system, bytearray())
            own.extend(bytes(max(0, place + 1 - len(own))))
            if own[place]:
                raise scattered(file.path, system, topic)
            own[place] = 1
            starts.append(row)
        slices += file.slices(starts, _ROWS)
    tasks = _tasks(evaluation, list(topics))
    silent, seen = _uncovered(evaluation, answered, list(topics), tasks)
    parts: list[list[TableSlice]] = [[]]
    size = 0
    for one in slices:
        if size >= _ROWS:
            parts, size = [*parts, []], 0
        parts[-1].append(one)
        size += one.last - one.first
    pieces: list[Piece] = [TablePiece(number, tuple(part)) for number, part in enumerate(parts)]
    pieces += [AnswerPiece(len(pieces) + n, topic, answers) for n, (topic, answers) in enumerate(silent.items())]
    inputs = hashlib.sha256("".join(f"{file.path.stem}:{_digest(file.path)}\n" for file in files).encode()).hexdigest()
    return ShardPlan(evaluation, pieces, inputs, tasks, [*notes, *seen])


def _tasks(evaluation: Evaluation, topics: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the tasks that the timelines of a topic answer; those of the only topic answer the only topic of gold."""
    parents: dict[str, list[str]] = {}
    for task in evaluation.gold:
        parents.setdefault(task.partition("/")[0] if evaluation.per_reference else task, []).append(task)
    if len(parents) == 1 == len(topics):
        return {topics[0]: tuple(evaluation.gold)}
    own = {task: (task,) for task in evaluation.gold}
    return {topic: tuple(parents[topic]) if topic in parents else own.get(topic, ()) for topic in topics}


def _uncovered(
    evaluation: Evaluation,
    answered: Mapping[str, bytearray],
    topics: Sequence[str],
    tasks: Mapping[str, Sequence[str]],
) -> tuple[dict[str, dict[str, Any]], Sequence[str]]:
    """Return the empty answers that are scored by topic, and notes, on systems that lack topics or have others."""
    whole = bytes(bool(tasks[topic]) for topic in topics)
    is_covered = {task for own in tasks.values() for task in own} >= evaluation.gold.keys()
    partial = {
        system: {
            task: None for topic, has in zip(topics, own, strict=False) if has for task in tasks[topic] or (topic,)
        }
        for system, own in answered.items()
        if not is_covered or own.ljust(len(whole), b"\0") != whole
    }
    if not partial:
        return {}, ()
    work, notes = replace(evaluation, systems=partial).answers()
    kept = [*notes[:_NOTES], f"so it is with {many(len(notes) - _NOTES, 'more system')}"]
    silent = {
        topic: {system: None for system, answer in answers.items() if answer is not None}
        for topic, answers in work.items()
    }
    return {topic: own for topic, own in silent.items() if own}, notes if len(notes) <= _NOTES else kept


def write_shards(plan: ShardPlan, folder: Path, force: bool = False, progress: Progress | None = None) -> ScoreShards:
    """Score what a folder lacks of a plan, and return the scores; notes say how much was there already."""
    library("pyarrow.parquet")
    manifest, notes = _opened(plan, folder, force)
    done = {shard.number: shard for shard in manifest.shards}
    found = len(done)
    todo = [piece for piece in plan.pieces if piece.number not in done]
    duplicates = plan.evaluation.duplicates or "append"
    job = ShardJob(plan.evaluation, folder.absolute(), plan.tasks, duplicates, current_form())
    written, cost = time.monotonic(), 0.0

    def record() -> None:
        nonlocal written, cost
        started = time.monotonic()
        replace(manifest, shards=[done[number] for number in sorted(done)]).write(folder)
        written, cost = time.monotonic(), time.monotonic() - started

    try:
        for shard, tally in active_backend().map(score_piece, todo, job, lambda piece: f"piece {piece.number}"):
            if plan.evaluation.cache:
                plan.evaluation.cache.tally.add(tally)
            done[shard.number] = shard
            if progress:
                progress(len(done), len(plan.pieces))
            if time.monotonic() - written > 20 * cost:  # writing it after each of many pieces would take long
                record()
    finally:
        record()
    lost = [shard for shard in done.values() if shard.lost]
    if lost and sum(shard.lost for shard in lost) == sum(shard.pairs for shard in done.values()):
        raise InputError(
            next((note for note in lost[0].notes if "the text for" in note), "no text has a word that counts")
        )
    if found:
        rest = f"scored the other {len(todo)}" if todo else "scored nothing"
        notes.append(f"{folder}: found {found} of {many(len(plan.pieces), 'piece')} done, and {rest}")
    return ScoreShards(folder, Manifest.read(folder), tuple(notes))


def _opened(plan: ShardPlan, folder: Path, force: bool) -> tuple[Manifest, list[str]]:
    """Return the manifest of a folder with the shards that are whole, and notes on those that are not."""
    fresh, notes = Manifest.of(plan), list[str]()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"the folder cannot be made: {error.strerror or error}", folder) from None
    for rest in folder.glob(f".*{PART}"):  # of a run that was killed
        rest.unlink(missing_ok=True)
    if not (folder / MANIFEST).exists():
        if folder_entries(folder):
            raise UsageError(f"{folder} holds other files and no {MANIFEST}; name a new folder for the scores")
    else:
        known = Manifest.read(folder)
        if force:
            for shard in known.shards:
                (folder / shard.file).unlink(missing_ok=True)
        else:
            known.expect(fresh, folder)
            damage = [(shard, shard.damage(folder)) for shard in known.shards]
            notes += [f"{folder / shard.file}: {what}; made again" for shard, what in damage if what]
            fresh = replace(fresh, shards=[shard for shard, what in damage if not what])
    fresh.write(folder)
    return fresh, notes


@dataclass(frozen=True)
class ScoreShards:
    """The scores of a folder, which are read shard by shard."""

    folder: Path
    manifest: Manifest
    notes: tuple[str, ...] = ()  # on how they were made

    @classmethod
    def read(cls, folder: Path) -> ScoreShards:
        """Return the scores of a folder; refuse them where the work is not done, or a shard is not whole."""
        manifest = Manifest.read(folder)
        lacking = manifest.pieces - len(manifest.shards)
        if lacking:
            remedy = "run the cliometer score that wrote it again, which does the rest"
            raise InputError(f"holds {len(manifest.shards)} of {many(manifest.pieces, 'piece')}; {remedy}", folder)
        for shard in manifest.shards:
            if what := shard.damage(folder):
                raise InputError(
                    f"{what}; run the same cliometer score again, which makes it again", folder / shard.file
                )
        return cls(folder, manifest)

    @property
    def pairs(self) -> int:
        """How many answers were scored."""
        return sum(shard.pairs for shard in self.manifest.shards)

    def batches(self, *columns: str) -> Iterator[Any]:
        """Yield the rows of all shards, some of their columns only where these are named."""
        arrow, parquet = library("pyarrow"), library("pyarrow.parquet")
        for shard in self.manifest.shards:
            try:
                file = parquet.ParquetFile(self.folder / shard.file)
                yield from file.iter_batches(columns=list(columns) or None)
            except (arrow.ArrowException, OSError) as error:
                raise FormatError(f"cannot be read: {error}", self.folder / shard.file) from None

    @cached_property
    def _sums(self) -> tuple[list[str], ScoreSums]:
        """The systems in the order of the shards, and the sums of their scores by each metric."""
        systems: dict[str, int] = {}
        sums = ScoreSums(len(self.manifest.metrics))
        for batch in self.batches("system", "metric", *NUMBERS, "undefined", "beta"):
            codes = [_codes(batch.column("system"), systems), _codes(batch.column("metric"), self._metrics)]
            counted = batch.column("undefined").is_null().to_numpy(False)
            kept = counted | (self.manifest.undefined == "zero")
            sums.add(codes[0] * len(self._metrics) + codes[1], batch, counted, kept)
        return list(systems), sums

    @cached_property
    def _metrics(self) -> dict[str, int]:
        return {metric: place for place, metric in enumerate(self.manifest.metrics)}

    @cached_property
    def means(self) -> list[Mean]:
        """The mean of every system by every metric, of which only sums are held."""
        systems, sums = self._sums
        return [
            sums.mean(system, metric, place * len(self._metrics) + number)
            for place, system in enumerate(systems)
            for metric, number in self._metrics.items()
            if sums.topics[place * len(self._metrics) + number]
        ]

    def results(self, most: int = _SHOWN) -> Results:
        """Return the scores of the best systems by the first metric, `most` of them, with their means and notes."""
        first, systems = self.manifest.metrics[0], self._sums[0]
        sign = 1 if lower_is_better(first) else -1
        ranked = sorted(
            (mean for mean in self.means if mean.metric == first),
            key=lambda mean: sign * (mean.f_of_means or mean.value or 0.0),
        )
        chosen = set(systems if len(systems) <= most else [mean.system for mean in ranked[:most]])
        rows = self.rows(chosen)
        means = [mean for mean in self.means if mean.system in chosen]
        notes, signature = self._remarks(rows, chosen), Signature.parse(self.manifest.signature)
        oracles = {name: maker for name, maker in self.manifest.oracles.items() if name in chosen}
        return Results(rows, signature, self.manifest.undefined, notes, means, oracles=oracles)

    @cached_property
    def columns(self) -> list[str]:
        """The numbers of each metric as columns of a table: `date.f`, or the metric alone where it has one value."""
        single = {mean.metric for mean in self.means if mean.single}
        parts = {metric: [""] if metric in single else [".precision", ".recall", ".f"] for metric in self._metrics}
        return [f"{metric}{part}" for metric, own in parts.items() for part in own]

    def grid(self, columns: Sequence[str], missing: MissingScores = "error") -> ScoreGrid:
        """Return columns as tables of systems x topics, the only thing that is held; gaps are refused, or left out."""
        sides = {name: split_part(name) if name not in self._metrics else (name, "value") for name in columns}
        systems = {name: place for place, name in enumerate(self._sums[0])}
        topics = {name: place for place, name in enumerate(self.manifest.topics)}
        scores = {name: np.full((len(systems), len(topics)), np.nan) for name in columns}
        for batch in self.batches(*NAMES, *NUMBERS):
            names = (batch.column("system"), systems), (batch.column("topic"), topics)
            rows, lines = (_codes(column, known) for column, known in names)
            metrics = _codes(batch.column("metric"), self._metrics)
            for name, (metric, side) in sides.items():
                own = np.flatnonzero(metrics == self._metrics[metric])
                scores[name][rows[own], lines[own]] = batch.column(side).to_numpy(False).astype(float)[own]
        return without_gaps(ScoreGrid(list(systems), list(topics), scores), str(self.folder), missing)

    def rows(self, systems: Iterable[str]) -> list[ScoreRow]:
        """Return every score of some systems, in the order of systems, topics and metrics."""
        arrow, compute = library("pyarrow"), library("pyarrow.compute")
        places = {system: place for place, system in enumerate(self._sums[0])}
        topics = {topic: place for place, topic in enumerate(self.manifest.topics)}
        wanted = arrow.array(list(systems), arrow.string())
        rows: list[ScoreRow] = []
        for batch in self.batches():
            rows += score_rows(batch.filter(compute.is_in(batch.column("system"), wanted)))
        rows.sort(key=lambda row: (places[row.system], topics[row.topic], self._metrics[row.metric]))
        return rows

    def _remarks(self, rows: Sequence[ScoreRow], systems: Collection[str]) -> tuple[str, ...]:
        """Return what there is to say: all of it where all rows are here, else how much there is of each kind."""
        shards, every = self.manifest.shards, len(self._sums[0])
        notes = [*self.notes, *self.manifest.notes, *(note for shard in shards for note in shard.notes)]
        more = sum(shard.more_notes for shard in shards)
        notes += [f"{self.folder}: {many(more, 'more note')} on texts are not kept"] * bool(more)
        if len(systems) == every:
            metrics = list(map(parse, self.manifest.metrics))
            restored = [row for row in rows if is_restored(row.score)]
            notes += [*metric_remarks(restored, metrics), *remarks_on(rows, self.manifest.undefined)]
        else:
            notes += self._sums[1].remarks(self.manifest.metrics)
            shown = f"the {len(systems)} best of {every} systems by {self.manifest.metrics[0]} are shown"
            notes.append(f"{shown}; {self.folder} has all scores, which cliometer compare --scores reads")
        return tuple(dict.fromkeys(notes))


def _codes(names: Any, known: dict[str, int]) -> NDArray[np.int64]:
    """Return the number of each name; names that were not known get the next ones."""
    encoded = names.dictionary_encode()
    numbers = [known.setdefault(name, len(known)) for name in encoded.dictionary.to_pylist()]
    codes: NDArray[np.int64] = np.array(numbers, np.int64)[encoded.indices.to_numpy(False)]
    return codes


class ScoreSums:
    """Sums of scores by system and metric, as exact as `math.fsum`, in memory that grows with systems alone."""

    def __init__(self, metrics: int) -> None:
        self._metrics = metrics
        self.topics, self.undefined = np.zeros(0, np.int64), np.zeros(0, np.int64)
        self._counts, self._high, self._low = (np.zeros((len(NUMBERS), 0)) for _ in range(3))
        self._beta = np.zeros(0)

    def add(self, keys: NDArray[np.int64], batch: Any, defined: NDArray[np.bool_], kept: NDArray[np.bool_]) -> None:
        """Add the rows of a batch, each to the sums of its key."""
        self._grow(int(keys.max(initial=-1)) + 1)
        np.add.at(self.topics, keys, 1)
        np.add.at(self.undefined, keys, ~defined)
        self._beta[keys] = batch.column("beta").to_numpy(False)
        for place, name in enumerate(NUMBERS):
            values = batch.column(name).to_numpy(False).astype(float)
            rest = np.flatnonzero(kept & ~np.isnan(values))
            np.add.at(self._counts[place], keys[rest], 1)
            while len(rest):  # a key that stands here twice is added in a second round
                _, first = np.unique(keys[rest], return_index=True)
                self._add(place, keys[rest[first]], values[rest[first]])
                rest = np.delete(rest, first)

    def _add(self, place: int, keys: NDArray[np.int64], values: Floats) -> None:
        """Add with the error of each sum kept beside it (Knuth's two-sum)."""
        high = self._high[place, keys]
        total = high + values
        rounded = total - high
        self._low[place, keys] += (high - (total - rounded)) + (values - rounded)
        self._high[place, keys] = total

    def _grow(self, size: int) -> None:
        if size > len(self.topics):
            more = max(size, 2 * len(self.topics)) - len(self.topics)
            for name in ("topics", "undefined", "_counts", "_high", "_low", "_beta"):
                own = getattr(self, name)
                setattr(self, name, np.concatenate([own, np.zeros((*own.shape[:-1], more), own.dtype)], axis=-1))

    def mean(self, system: str, metric: str, key: int) -> Mean:
        """Return the mean of a system by a metric."""
        counts, sums = self._counts[:, key], self._high[:, key] + self._low[:, key]
        numbers = {
            name: total / n if n else None
            for name, n, total in zip(NUMBERS, counts.tolist(), sums.tolist(), strict=True)
        }
        beta = float(self._beta[key])
        empty = Mean(system, metric, int(self.topics[key]), int(self.undefined[key]), single=math.isnan(beta))
        return mean_of(empty, [numbers], beta)

    def remarks(self, metrics: Sequence[str]) -> Iterator[str]:
        """Say how many scores of each metric are undefined."""
        for place, metric in enumerate(metrics):
            lacking, every = (int(own[place :: self._metrics].sum()) for own in (self.undefined, self.topics))
            if lacking:
                yield f"{metric}: {lacking} of {every} scores undefined"


def is_shards(path: Path) -> bool:
    """Return whether a path is a folder of scores."""
    return (path / MANIFEST).is_file()


def read_shards(paths: Sequence[Path]) -> ScoreShards | None:
    """Return the scores of the one folder of shards that is named; None where no path is one."""
    folders = list(filter(is_shards, paths))
    if folders and len(paths) > 1:
        raise UsageError(f"{folders[0]} holds scores in shards, which are read alone; name no other table")
    return ScoreShards.read(folders[0]) if folders else None
