"""How shards of scores are made: pieces of the systems' answers are planned, scored and written by workers.

A piece is a part of the answers that a worker reads, scores and writes by itself: nobody holds all rows, and the bytes
do not depend on who computed which piece.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cliometer.engine.evaluation import Evaluation
from cliometer.engine.results import ScoreRow, metric_remarks
from cliometer.engine.score_arrow import arrow_table, is_restored
from cliometer.engine.score_shards import FORMAT, MANIFEST, Manifest, ScoreShards, Shard, file_digest
from cliometer.errors import InputError, UsageError
from cliometer.grouping import by_key
from cliometer.io.frames import library
from cliometer.io.input_form import InputForm, current_form, using
from cliometer.io.text_files import PART, folder_entries, whole_file
from cliometer.io.timeline_parquet import TableSlice, TimelineParquet, parquet_files, scattered
from cliometer.model.backend import active_backend
from cliometer.model.display import Progress
from cliometer.model.notes import Note
from cliometer.model.score import value_digest
from cliometer.model.timeline import Duplicates
from cliometer.spelling import many
from cliometer.version import __version__

_ROWS = 50_000  # rows of a piece, or a row group more
_SYSTEMS_AT_ONCE = 500  # answers of a piece, where they were read already
_DAYS_AT_ONCE = 100_000  # of timelines that a worker holds
_SHARD = re.compile(r"scores-\d{6,}\.parquet")
_FILES = (".json", ".csv", ".tsv", ".html", ".txt", ".md", ".parquet", ".tex")  # endings of files, not of folders
_NOTES = 20  # notes of a piece that the manifest keeps; the rest is counted


@dataclass(frozen=True)
class TablePiece:
    """Slices of Parquet files; `topics` says which tasks the timelines of a topic answer."""

    number: int
    slices: tuple[TableSlice, ...]

    def blocks(self, job: ShardJob) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield topics, each with the timelines of some systems, a bounded number of days at a time."""
        answers: dict[str, dict[str, Any]] = {}
        days = 0
        for piece in self.slices:
            for system, topic, timeline in piece.answers(job.duplicates):
                for task in job.tasks.get(topic, ()):
                    answers.setdefault(task, {})[system] = timeline
                days += len(timeline)
                if days >= _DAYS_AT_ONCE:
                    yield from answers.items()
                    answers, days = {}, 0
        yield from answers.items()


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
            scores, remarks = evaluation.score_answers(topic, answers)
            rows += scores
            pairs += len(answers)
            lost += len(remarks.systems)
            notes += [*remarks.others, *remarks.systems, *remarks.references]
    others = [row for row in rows if not is_restored(row.score)]  # which only here can speak for themselves
    notes += metric_remarks(others, job.evaluation.metrics) if others else ()
    path = job.folder / f"scores-{piece.number:06}.parquet"
    with whole_file(path, force=True) as beside:
        parquet.write_table(arrow_table(rows, job.evaluation.undefined), beside, compression="zstd")
        size, digest = beside.stat().st_size, file_digest(beside)
    notes = list(dict.fromkeys(notes))
    kept = notes[:_NOTES]
    shard = Shard(piece.number, path.name, size, digest, pairs, len(rows), lost)
    shard = replace(shard, notes=kept, more_notes=len(notes) - len(kept))
    return shard, evaluation.cache and evaluation.cache.tally


def plan_answers(evaluation: Evaluation, notes: Sequence[str]) -> ShardPlan:
    """Plan to score answers that were read already, a topic with a block of systems at a time."""
    work, seen = evaluation.answers(nothing=None)
    pieces = [
        AnswerPiece(0, topic, {name: answers[name] for name in names[first : first + _SYSTEMS_AT_ONCE]})
        for topic, answers in work.items()
        for names in [list(answers)]
        for first in range(0, len(names), _SYSTEMS_AT_ONCE)
    ]
    numbered = [replace(piece, number=number) for number, piece in enumerate(pieces)]
    notes = [*notes, *evaluation.remarks, *seen]
    return ShardPlan(replace(evaluation, systems={}), numbered, value_digest(work), notes=notes)


def plan_tables(paths: Sequence[Path], evaluation: Evaluation, notes: Sequence[str]) -> ShardPlan:
    """Plan to score timelines in Parquet files, of which only the names of systems and topics are read here."""
    files = [TimelineParquet(Path(file.path).absolute()) for path in paths for file in parquet_files(path)]
    answered: dict[str, bytearray] = {}  # the topics of each system, as a byte for each
    topics: dict[str, int] = {}
    slices: list[TableSlice] = []
    for file in files:
        starts = []
        for row, system, topic in file.pairs():
            place, flags = topics.setdefault(topic, len(topics)), answered.setdefault(system, bytearray())
            flags.extend(bytes(max(0, place + 1 - len(flags))))
            if flags[place]:
                raise scattered(file.path, system, topic)
            flags[place] = 1
            starts.append(row)
        slices += file.slices(starts, _ROWS)
    tasks = _tasks(evaluation, list(topics))
    silent, seen = _uncovered(evaluation, answered, list(topics), tasks)
    parts: list[list[TableSlice]] = [[]]
    size = 0
    for piece in slices:
        if size >= _ROWS:
            parts, size = [*parts, []], 0
        parts[-1].append(piece)
        size += piece.last - piece.first
    pieces: list[Piece] = [TablePiece(number, tuple(part)) for number, part in enumerate(parts)]
    pieces += [AnswerPiece(len(pieces) + n, topic, answers) for n, (topic, answers) in enumerate(silent.items())]
    inputs = hashlib.sha256(
        "".join(f"{file.path.stem}:{file_digest(file.path)}\n" for file in files).encode()
    ).hexdigest()
    return ShardPlan(evaluation, pieces, inputs, tasks, [*notes, *seen])


def _tasks(evaluation: Evaluation, topics: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the tasks that the timelines of a topic answer; those of the only topic answer the only topic of gold."""
    parents = by_key((task.partition("/")[0] if evaluation.per_reference else task, task) for task in evaluation.gold)
    if len(parents) == 1 == len(topics):
        return {topics[0]: tuple(evaluation.gold)}
    tasks_by_name = {task: (task,) for task in evaluation.gold}
    return {topic: tuple(parents[topic]) if topic in parents else tasks_by_name.get(topic, ()) for topic in topics}


def _uncovered(
    evaluation: Evaluation, answered: Mapping[str, bytearray], topics: Sequence[str], tasks: Mapping[str, Sequence[str]]
) -> tuple[dict[str, dict[str, Any]], Sequence[str]]:
    """Return the empty answers that are scored by topic, and notes, on systems that lack topics or have others."""
    whole = bytes(bool(tasks[topic]) for topic in topics)
    is_covered = {task for names in tasks.values() for task in names} >= evaluation.gold.keys()
    partial = {
        system: {
            task: True for topic, has in zip(topics, flags, strict=False) if has for task in tasks[topic] or (topic,)
        }
        for system, flags in answered.items()
        if not is_covered or flags.ljust(len(whole), b"\0") != whole
    }
    if not partial:
        return {}, ()
    work, notes = replace(evaluation, systems=partial).answers(nothing=None)
    kept = [*notes[:_NOTES], f"so it is with {many(len(notes) - _NOTES, 'more system')}"]
    silent = {
        topic: {system: None for system, answer in answers.items() if answer is None} for topic, answers in work.items()
    }
    return {topic: answers for topic, answers in silent.items() if answers}, notes if len(notes) <= _NOTES else kept


def write_shards(plan: ShardPlan, folder: Path, force: bool = False, progress: Progress | None = None) -> ScoreShards:
    """Score what a folder lacks of a plan, and return the scores; notes say how much was there already."""
    library("pyarrow.parquet")
    manifest, notes = _opened(plan, folder, force)
    done = {shard.number: shard for shard in manifest.shards}
    done_before = len(done)
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
    _remove_parts(folder)
    lost = [shard for shard in done.values() if shard.lost]
    if lost and sum(shard.lost for shard in lost) == sum(shard.pairs for shard in done.values()):
        lines = (note for note in lost[0].notes if isinstance(note, Note) and note.rule == "text-uncountable")
        raise InputError("text-not-counted", note=next(lines, "no text has a word that counts"))
    if done_before:
        rest = f"scored the other {len(todo)}" if todo else "scored nothing"
        notes.append(
            Note.of(
                "pieces-resumed", folder=folder, found=done_before, pieces=many(len(plan.pieces), "piece"), rest=rest
            )
        )
    return ScoreShards(folder, Manifest.read(folder), tuple(notes))


def _opened(plan: ShardPlan, folder: Path, force: bool) -> tuple[Manifest, list[str]]:
    """Return the manifest of a folder with the shards that are whole, and notes on those that are not."""
    fresh, notes = _manifest(plan), list[str]()
    if folder.suffix.lower() in _FILES and not folder.is_dir():
        raise UsageError("shard-folder-named-like-file", folder=folder, file=folder.with_suffix(".json"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("folder-not-made", folder, reason=str(error.strerror or error)) from None
    _remove_parts(folder)
    if not (folder / MANIFEST).exists():
        if folder_entries(folder):
            raise UsageError("folder-holds-other-files", folder=folder, manifest=MANIFEST)
    elif force:
        _clear(folder)
    else:
        known = Manifest.read(folder)
        known.expect(fresh, folder)
        damage = [(shard, shard.damage(folder)) for shard in known.shards]
        notes += [Note.of("shard-made-again", folder=folder / shard.file, what=what) for shard, what in damage if what]
        fresh = replace(fresh, shards=[shard for shard, what in damage if not what])
    fresh.write(folder)
    return fresh, notes


def _remove_parts(folder: Path) -> None:
    """Remove the half-written shards of a run, or of a worker, that was killed."""
    for path in folder.glob(f".*{PART}"):
        path.unlink(missing_ok=True)


def _clear(folder: Path) -> None:
    """Remove the shards, whatever the manifest says; a folder that holds anything else is left as it is."""
    files = [path for path in folder_entries(folder) if path.name != MANIFEST]
    if other := [path.name for path in files if not _SHARD.fullmatch(path.name)]:
        raise UsageError("folder-holds-strange-shard", folder=folder, other=other[0])
    for path in files:
        path.unlink(missing_ok=True)


def _manifest(plan: ShardPlan) -> Manifest:
    """Return the manifest of a plan of which nothing is done."""
    evaluation = plan.evaluation
    return Manifest(
        FORMAT,
        __version__,
        str(evaluation.signature()),
        plan.inputs,
        evaluation.undefined,
        topics=list(evaluation.gold),
        metrics=list(map(str, evaluation.metrics)),
        oracles=dict(evaluation.oracles),
        pieces=len(plan.pieces),
        notes=list(plan.notes),
        shards=(),
    )
