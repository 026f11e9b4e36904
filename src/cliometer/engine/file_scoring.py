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
from cliometer.io.folders import read_answer
from cliometer.io.input_form import InputForm, current_form, using
from cliometer.io.text_files import packed_content
from cliometer.io.timelines import the_only
from cliometer.model.backend import active_backend, tracked
from cliometer.model.display import Progress
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
    """The scores of a piece, task by task in batches; notes on its files, and the options that these made use of."""

    scores: Sequence[tuple[str, Sequence[str], BlockScores]]
    notes: Mapping[Path, Sequence[str]]
    needed: set[str]


@dataclass(frozen=True)
class FileScoring:
    """What all pieces share: an evaluation without systems, and how files are written."""

    evaluation: Evaluation
    form: InputForm

    def __call__(self, piece: FilePiece) -> ScoredPiece:
        """Read the files of a piece, and score what they say."""
        form = replace(self.form, needed=set(), contents={**self.form.contents, **piece.contents})
        evaluation, notes = self.evaluation, dict[Path, Sequence[str]]()
        with using(form):
            read: Mapping[Path, Any]
            if evaluation.cache is not None:
                read = evaluation.cache.answers(piece.files, evaluation.duplicates or "last", notes)
            else:
                read = {file: self._timeline(file, notes) for file in piece.files}
            scores = []
            for task, files in piece.tasks.items():
                answers = {name: None if file is None else read[file] for name, file in files.items()}
                for names in evaluation.batches(task, answers):
                    block = (task, names, [answers[name] for name in names])
                    scores.append((task, names, scores_of_block(evaluation, block)))
        return ScoredPiece(scores, notes, form.needed)

    def _timeline(self, file: Path, notes: dict[Path, Sequence[str]]) -> Any:
        reading = read_answer(file, self.evaluation.duplicates or "last")
        if reading.notes:
            notes[file] = reading.notes
        return the_only(reading, file)


def score_files(evaluation: Evaluation, progress: Progress | None = None) -> tuple[Results, dict[Path, Sequence[str]]]:
    """Score an evaluation whose answers are files, and return the notes on each file as well."""
    form, backend = current_form(), active_backend()
    work, notes = evaluation.answers()
    pieces = list(file_pieces(evaluation, work, backend.jobs))
    shared = FileScoring(replace(evaluation, systems={}), replace(form, needed=set()))
    sent = pieces if backend.shares_files else map(_with_contents, pieces)
    found: list[ScoredPiece] = list(tracked(backend.map(shared, sent), len(pieces), progress))
    said: dict[Path, Sequence[str]] = {}
    for piece in found:
        form.needed.update(piece.needed)
        said |= piece.notes
    scored = (some for piece in found for some in piece.scores)
    return evaluation.collected(scored, notes, sum(map(len, work.values()))), said


def file_pieces(evaluation: Evaluation, work: Mapping[str, Mapping[str, Any]], jobs: int) -> Iterator[FilePiece]:
    """Yield pieces in the order of topics; the tasks of a topic are read together, because they may share files."""
    topics: dict[str, list[str]] = {}
    for task in work:
        topics.setdefault(task.partition("/")[0] if evaluation.per_reference else task, []).append(task)
    size = min(_MOST_SYSTEMS, part_size(len(evaluation.systems), len(topics), jobs))
    names = list(evaluation.systems)
    for tasks in topics.values():
        for first in range(0, len(names), size):
            some = names[first : first + size]
            own = {task: evaluation.sendable(work[task], filter(work[task].__contains__, some)) for task in tasks}
            if any(own.values()):
                yield FilePiece({task: files for task, files in own.items() if files})


def _with_contents(piece: FilePiece) -> FilePiece:
    return replace(piece, contents={file: packed_content(file) for file in piece.files})
