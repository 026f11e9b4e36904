"""Timelines that are scored where they are read: the names of files go out to workers, and scores come back.

A piece of work is a topic with the files of some systems, so that no timeline travels between processes; workers that
do not see our files get their bytes. With a cache, a file that did not change since it was read is not read again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cliometer.engine.evaluation import BlockScores, Evaluation, part_size, scores_of_block
from cliometer.engine.results import Results
from cliometer.errors import CliometerError, CoverageError
from cliometer.grouping import by_key
from cliometer.io.folders import read_answer
from cliometer.io.input_form import InputForm, current_form, using
from cliometer.io.text_files import packed_content
from cliometer.io.timelines import the_only
from cliometer.model.backend import active_backend, tracked
from cliometer.model.display import Progress
from cliometer.model.timeline import Timeline
from cliometer.spelling import many

_MOST_SYSTEMS = 1000  # of a piece, whose timelines a worker holds at a time


@dataclass(frozen=True)
class FilePiece:
    """The files of some systems on the tasks of a topic, None for one that is missing.

    The bytes of the files are part of it where workers do not see them.
    """

    tasks: Mapping[str, Mapping[str, Path | None]]
    contents: Mapping[Path, bytes] = field(default_factory=dict)

    @property
    def files(self) -> list[Path]:
        """Each file once; tasks may share them."""
        return list(dict.fromkeys(file for files in self.tasks.values() for file in files.values() if file))

    def __str__(self) -> str:
        task, files = next(iter(self.tasks.items()))
        return f"the topic {task} with {many(len(files), 'system')}, {next(iter(files))} to {list(files)[-1]}"


@dataclass(frozen=True)
class ScoredPiece:
    """The scores of a piece, task by task in batches, and notes on its files.

    There are no scores where files cannot be read (`faults`), or what they say cannot be scored (`failure`).
    """

    scores: Sequence[tuple[str, Sequence[str], BlockScores]]
    notes: Mapping[Path, Sequence[str]]
    faults: Mapping[Path, CliometerError]
    failure: CliometerError | None = None


@dataclass(frozen=True)
class FileScoring:
    """What all pieces share: an evaluation without systems, and how files are written."""

    evaluation: Evaluation
    form: InputForm

    def __call__(self, piece: FilePiece) -> ScoredPiece:
        """Read the files of a piece, and score what they say."""
        form = replace(self.form, contents={**self.form.contents, **piece.contents})
        evaluation, notes = self.evaluation, dict[Path, Sequence[str]]()
        with using(form):
            read: Mapping[Path, Any]
            if evaluation.cache is not None:
                read = evaluation.cache.answers(piece.files, evaluation.duplicates or "last", notes)
            else:
                read = {file: self._timeline(file, notes) for file in piece.files}
            faults = {file: answer for file, answer in read.items() if isinstance(answer, CliometerError)}
            scores: list[tuple[str, Sequence[str], BlockScores]] = []
            try:
                for task, files in piece.tasks.items() if not faults else ():
                    answers = {name: None if file is None else read[file] for name, file in files.items()}
                    for names in evaluation.batches(task, answers):
                        block = (task, names, [answers[name] for name in names])
                        scores.append((task, names, scores_of_block(evaluation, block)))
            except CliometerError as failure:
                return ScoredPiece((), notes, faults, failure)
        return ScoredPiece(scores, notes, faults)

    def _timeline(self, file: Path, notes: dict[Path, Sequence[str]]) -> Timeline | CliometerError:
        try:
            reading = read_answer(file, self.evaluation.duplicates or "last")
            if reading.notes:
                notes[file] = reading.notes
            return the_only(reading, file)
        except CliometerError as fault:
            return fault


def score_files(
    evaluation: Evaluation, files: Sequence[Path], progress: Progress | None = None
) -> tuple[Results, dict[Path, Sequence[str]]]:
    """Score an evaluation whose answers are files, and return the notes on each file as well.

    The first of the `files` that cannot be read is an error, then a topic that is missing, then what cannot be scored.
    """
    backend = active_backend()
    try:
        work, notes = evaluation.answers(nothing=None)
    except CoverageError:
        for file in files:
            the_only(read_answer(file, evaluation.duplicates or "last"), file)
        raise
    pieces = list(file_pieces(evaluation, work, backend.jobs))
    shared = FileScoring(replace(evaluation, systems={}), current_form())
    sent = pieces if backend.shares_files else map(_with_contents, pieces)
    scored_pieces: list[ScoredPiece] = list(tracked(backend.map(shared, sent), len(pieces), progress))
    notes_by_file: dict[Path, Sequence[str]] = {}
    faults: dict[Path, CliometerError] = {}
    for piece in scored_pieces:
        notes_by_file |= piece.notes
        faults |= piece.faults
    failures = (piece.failure for piece in scored_pieces if piece.failure)
    for error in (*(faults[file] for file in files if file in faults), *failures):
        raise error
    scored = (some for piece in scored_pieces for some in piece.scores)
    return evaluation.collected(scored, notes, sum(map(len, work.values()))), notes_by_file


def file_pieces(evaluation: Evaluation, work: Mapping[str, Mapping[str, Any]], jobs: int) -> Iterator[FilePiece]:
    """Yield pieces in the order of topics; the tasks of a topic are read together, because they may share files."""
    topics = by_key((task.partition("/")[0] if evaluation.per_reference else task, task) for task in work)
    size = min(_MOST_SYSTEMS, part_size(len(evaluation.systems), len(topics), jobs))
    names = list(evaluation.systems)
    for tasks in topics.values():
        for first in range(0, len(names), size):
            some = names[first : first + size]
            by_task = {task: {name: work[task][name] for name in some if name in work[task]} for task in tasks}
            if any(by_task.values()):
                yield FilePiece({task: files for task, files in by_task.items() if files})


def _with_contents(piece: FilePiece) -> FilePiece:
    return replace(piece, contents={file: packed_content(file) for file in piece.files})
