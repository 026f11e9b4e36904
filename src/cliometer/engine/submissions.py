"""Submissions to a shared task: how they are read, what is wrong with each of them, and how valid ones are compared."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os.path import abspath
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from cliometer.engine.compare.figures import Design
from cliometer.engine.compare.human_level import WRITERS
from cliometer.engine.compare.system_comparison import compare_in
from cliometer.engine.evaluation import Allowance, Evaluation
from cliometer.engine.file_evaluation import FileEvaluation, kind_of_gold
from cliometer.engine.leaderboard import Leaderboard, Severity, SubmissionCheck, SubmissionFault
from cliometer.errors import InputError, UsageError, expected
from cliometer.io.folders import read_oracle, read_run, timeline_files
from cliometer.io.input_form import InputForm, current_form, using
from cliometer.io.layouts import find_tree
from cliometer.io.text_files import ABOUT, existing, folder_entries, read_content, read_text, unpacked
from cliometer.io.timelines import parse_timelines, the_only
from cliometer.metrics.base import Metric
from cliometer.metrics.catalogue import Preset
from cliometer.model.backend import Serial, active_backend
from cliometer.model.display import Progress
from cliometer.model.notes import Note
from cliometer.model.timeline import Duplicates, ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.spelling import did_you_mean, is_whole, listed, many

if TYPE_CHECKING:
    from cliometer.engine.score_cache import ScoreCache

REMEDIES = {  # of each rule, what a participant can do where the message itself does not say
    "unreadable": "send the file again",
    "encoding": "write the file in UTF-8",
    "format": "write one timeline a file, in a format of docs/formats.md",
    "date": "write dates such as 2010-05-27",
    "topic-missing": "add a file for each of these topics, named after it",
    "topic-unknown": "name the file after a topic of the task, or leave it out",
    "date-range": "leave these dates out",
    "dates": "keep the most important dates",
    "sentences": "shorten these days",
    "empty": "write at least one day with a sentence",
    "duplicate": "send each run once",
    "name": "rename one of the two",
    "file": "leave the file out if it is no timeline",
}


_RUN_LAYOUT = "a folder RUN/<topic>.txt, with a timeline for each topic"
_UNREAD = ("unreadable", "encoding", "format", "date", "empty")  # of a file that breaks these, less is known


@dataclass(frozen=True)
class SubmissionLimits:
    """The range of dates and the lengths that a task allows; None for no limit.

    With `gold` what is None is taken from the references of each topic: the first and the last date, the dates and
    the sentences a date of the longest reference.
    """

    first: When | None = None
    last: When | None = None
    dates: int | None = None
    sentences: int | None = None
    gold: bool = False

    def __post_init__(self) -> None:
        for name in ("dates", "sentences"):
            value = getattr(self, name)
            if value is not None and not is_whole(value, low=1):
                raise expected(f"the largest number of {name}, 1 or more", value)
        if self.first is not None and self.last is not None and self.first > self.last:
            raise UsageError("task-ends-early", last=self.last, first=self.first)

    def of_topic(self, references: ReferenceSet) -> SubmissionLimits:
        """Return the limits of one topic."""
        if not self.gold:
            return self
        days = [len(sentences) for timeline in references for sentences in timeline.values()]
        return SubmissionLimits(
            self.first or min(references.dates),
            self.last or max(references.dates),
            self.dates or max(map(len, references)),
            self.sentences or max(days),
        )


@dataclass(frozen=True)
class SubmissionReading:
    """What was read of one submission, and what is wrong with it."""

    name: str
    path: Path
    run: Mapping[str, Timeline] = field(default_factory=dict)
    faults: Sequence[SubmissionFault] = ()
    notes: tuple[str, ...] = ()
    digest: str = ""  # of all that it says; empty where it could not be read whole

    @property
    def is_valid(self) -> bool:
        """Whether nothing forbids to score it."""
        return not any(fault.severity == "error" for fault in self.faults)

    def with_fault(
        self, rule: str, problem: str, file: Path | None = None, line: int | None = None, remedy: str = "",
        severity: Severity = "error",
    ) -> SubmissionReading:  # fmt: skip
        """Return the same submission with one more fault."""
        where = (file or self.path).relative_to(self.path.parent)  # a page that is published names no folder of ours
        remedy = remedy or REMEDIES[rule]
        fault = SubmissionFault(self.name, str(where), line, None, rule, severity, problem=problem, remedy=remedy)
        return replace(self, faults=(*self.faults, fault))


@dataclass(frozen=True)
class SubmissionTask:
    """What submissions answer: topics and references, limits, and how files are read."""

    gold: Mapping[str, ReferenceSet]
    limits: SubmissionLimits = SubmissionLimits()
    duplicates: Duplicates = "last"
    missing: Literal["error", "zero"] = "error"
    per_reference: bool = False

    def read(self, path: Path) -> SubmissionReading:
        """Read a submission and check it; what is wrong with it is part of the result, and nothing is raised."""
        reading = SubmissionReading(Path(abspath(path)).name if path.is_dir() else unpacked(path).stem, path)
        reading = self._read_folder(reading) if path.is_dir() else self._read_file(reading)
        if reading.name == WRITERS:
            reading = reading.with_fault("name", f"a run must not be called {WRITERS}, as the human level is")
        if reading.faults and not path.is_dir() and not reading.run:
            return reading  # of its topics nothing is known
        answered = {topic: reading.run[topic] for topic in reading.run if topic in self.gold}
        return self._covered(replace(reading, run=answered), [topic for topic in reading.run if topic not in self.gold])

    def _read_folder(self, reading: SubmissionReading) -> SubmissionReading:
        """Read the files of a folder one by one, so that a fault of one does not hide those of the others."""
        seen: list[Note] = []
        try:
            files = timeline_files(reading.path, find_tree(reading.path), seen)
        except InputError as error:
            rule = "format" if error.rule == "topic-repeated" else "empty"
            remedy = f"send {_RUN_LAYOUT}" if rule == "empty" else error.remedy
            reading, files = reading.with_fault(rule, error.sentence, remedy=remedy), {}
        for note in seen:
            reading = reading.with_fault(
                "file", f"skipped, {note.values['reason']}", Path(str(note.values["file"])), severity="warning"
            )
        run: dict[str, Timeline] = {}
        for topic, files_of_topic in files.items():
            for file in files_of_topic:
                task = topic if file.parent == reading.path else f"{topic}/{unpacked(file).stem}"
                reading, timeline = self._timeline(reading, file, topic)
                if timeline is not None:
                    run[task] = timeline.named(task)
                elif task in self.gold or topic in self.gold:
                    run[task] = Timeline(name=task)  # it is there, though not as it should be
        if self.per_reference:
            shared = {task: run[task.partition("/")[0]] for task in self.gold if task.partition("/")[0] in run}
            topics = {task.partition("/")[0] for task in self.gold}
            run = {**{task: timeline for task, timeline in run.items() if task not in topics}, **shared}
        return replace(reading, run=run)

    def _read_file(self, reading: SubmissionReading) -> SubmissionReading:
        """Read one file that answers the only topic, or that holds a timeline for each of several."""
        try:
            run, notes = read_run(reading.path, self.duplicates, self.gold)
        except InputError as error:
            return self._refused(reading, error, reading.path)
        if len(self.gold) == 1 == len(run):
            run = {topic: timeline.named(topic) for topic in self.gold for timeline in run.values()}
        reading = replace(reading, run=run, notes=notes)
        for topic, timeline in run.items():
            if topic in self.gold:
                reading = self._measured(reading, timeline, reading.path, topic)
        return reading

    def _timeline(self, run: SubmissionReading, file: Path, topic: str) -> tuple[SubmissionReading, Timeline | None]:
        try:
            text = read_text(file)
            if not text.strip("\ufeff \t\r\n"):
                return self._silent(run, topic, file), None
            reading = parse_timelines(text, file, self.duplicates)
            timeline = the_only(reading, file)
        except InputError as error:
            return self._refused(run, error, file), None
        run = replace(run, notes=(*run.notes, *reading.notes))
        task = topic if topic in self.gold else f"{topic}/{unpacked(file).stem}"
        return (self._measured(run, timeline, file, task) if task in self.gold else run), timeline

    def _silent(self, reading: SubmissionReading, topic: str, file: Path) -> SubmissionReading:
        """Return the submission with a fault for an empty file, which counts as a missing one."""
        severity: Severity = "warning" if self.missing == "zero" else "error"
        scored = ", which is scored as empty" * (severity == "warning")
        return reading.with_fault("empty", f"the timeline of {topic} is empty{scored}", file, severity=severity)

    def _refused(self, reading: SubmissionReading, error: InputError, file: Path) -> SubmissionReading:
        """Return the submission with a fault for an error of its reader."""
        rule = "date" if error.rule in ("date-expected", "date-beyond-calendar") else "format"
        try:
            content = read_content(file)
            try:
                read_text(file)
            except InputError:
                rule = "encoding"
            if not content.strip():
                rule = "empty"
        except InputError:
            rule = "unreadable"
        problem = f"{error.part}: {error.sentence}" if error.part else error.sentence
        return reading.with_fault(rule, problem, file, error.line, error.remedy)

    def _measured(self, reading: SubmissionReading, timeline: Timeline, file: Path, topic: str) -> SubmissionReading:
        """Check the dates and the lengths of one timeline."""
        limits, span = self.limits.of_topic(self.gold[topic]), self.gold[topic].dates
        if not any(timeline.values()):
            return self._silent(reading, topic, file)

        def outside(when: When, first: When | None, last: When | None) -> bool:
            before, after = first is not None and when.last < first.first, last is not None and when.first > last.last
            return before or after

        stray = [when for when in timeline if outside(when, limits.first, limits.last)]
        if stray:
            bounds = f"{limits.first or 'the beginning'} to {limits.last or 'the end'}"
            problem = f"{many(len(stray), 'date')} outside the task, {bounds}, such as {stray[0]}"
            reading = reading.with_fault("date-range", problem, file, _line_of(file, stray[0]))
        elif all(outside(when, min(span), max(span)) for when in timeline):
            problem = f"no date of {topic} lies between the first and the last date of its references"
            remedy = "check the topic and the order of day and month"
            reading = reading.with_fault("date-range", problem, file, None, remedy, "warning")
        if limits.dates and len(timeline) > limits.dates:
            problem = f"{many(len(timeline), 'date')} on {topic}, where the task allows {limits.dates}"
            reading = reading.with_fault("dates", problem, file)
        long = [when for when, sentences in timeline.items() if limits.sentences and len(sentences) > limits.sentences]
        if long:
            most = max(len(timeline[when]) for when in long)
            problem = f"up to {many(most, 'sentence')} on {many(len(long), 'date')}, such as {long[0]}"
            problem += f", where the task allows {limits.sentences}"
            reading = reading.with_fault("sentences", problem, file, _line_of(file, long[0]))
        if any("\ufffd" in sentence for sentences in timeline.values() for sentence in sentences):
            problem = "holds the sign U+FFFD, which stands for letters that were lost"
            reading = reading.with_fault("encoding", problem, file, None, "", "warning")
        return reading

    def _covered(self, reading: SubmissionReading, strange: Sequence[str]) -> SubmissionReading:
        """Check which topics are answered, and take the digest of all that is said."""
        lacking = [topic for topic in self.gold if topic not in reading.run]
        if reading.is_valid and not any(any(timeline.values()) for timeline in reading.run.values()):
            reading = reading.with_fault("empty", "no topic has any text")
        if lacking and (reading.run or not any(fault.rule == "empty" for fault in reading.faults)):
            severity: Severity = "warning" if self.missing == "zero" else "error"
            problem = f"no timeline for topic{'s' * (len(lacking) > 1)} {listed(lacking, 20)}"
            problem += ", scored as empty" * (severity == "warning")
            reading = reading.with_fault("topic-missing", problem, None, None, "", severity)
        for topic in strange:
            near = did_you_mean(topic, lacking or self.gold)
            problem = f"{topic} is no topic of the task" + f" ({near})" * bool(near)
            reading = reading.with_fault("topic-unknown", problem)
        content = "\n".join(
            "\n".join(
                [f"\0{topic}", *(f"{when}\t{sentence}" for when, day in reading.run[topic].items() for sentence in day)]
            )
            for topic in sorted(reading.run)
        )
        is_whole_run = any(any(timeline.values()) for timeline in reading.run.values()) and not any(
            fault.rule in _UNREAD and fault.severity == "error" for fault in reading.faults
        )
        return replace(
            reading, digest="" if not is_whole_run else hashlib.sha256(content.encode("utf-8", "replace")).hexdigest()
        )


def _line_of(file: Path, when: When) -> int | None:
    """Return the first line of a file that spells a date; it is looked for only where something is wrong."""
    lines = read_text(file).splitlines()
    return next((number for number, line in enumerate(lines, start=1) if str(when) in line), None)


def submission_paths(paths: Sequence[Path], topics: Iterable[str]) -> list[Path]:
    """Return the submissions that paths stand for: everything in one folder that is no run itself, or the paths."""
    if len(paths) != 1 or not existing(paths[0]).is_dir():
        return list(map(existing, paths))
    entries, known = folder_entries(paths[0]), set(topics)
    if any((entry.name if entry.is_dir() else unpacked(entry).stem) in known for entry in entries):
        return list(paths)
    submissions = [entry for entry in entries if entry.is_dir() or not entry.stem.lower().startswith(ABOUT)]
    if not submissions:
        raise InputError("submissions-missing", paths[0])
    return submissions


class SubmissionTrack(Protocol):
    """What reads and checks one submission, here or in another process."""

    def read(self, path: Path) -> SubmissionReading: ...


def _read(shared: tuple[SubmissionTrack, InputForm], path: Path) -> SubmissionReading:
    track, form = shared
    with using(form):
        return track.read(path)


def read_submissions(
    track: SubmissionTrack, paths: Sequence[Path], progress: Progress | None = None
) -> list[SubmissionReading]:
    """Read and check every submission; those with the name or the content of an earlier one are faulty, too."""
    every: list[SubmissionReading] = []
    names: dict[str, SubmissionReading] = {}
    contents: dict[str, SubmissionReading] = {}
    reader = backend if (backend := active_backend()).shares_files else Serial()
    for done, reading in enumerate(reader.map(_read, paths, (track, current_form()))):
        if progress:
            progress(done, len(paths))
        if twin := names.get(reading.name):
            name = reading.path.name if reading.path.name not in names else str(reading.path)
            reading = replace(reading, name=name, faults=[replace(fault, submission=name) for fault in reading.faults])
            reading = reading.with_fault("name", f"{twin.path.name} has the same name")
        if twin := contents.get(reading.digest):
            reading = reading.with_fault("duplicate", f"says exactly what {twin.name} says")
        names.setdefault(reading.name, reading)
        if reading.digest:
            contents.setdefault(reading.digest, reading)
        every.append(reading)
    return every


def check_of(read: Sequence[SubmissionReading], track: str = "timelines") -> SubmissionCheck:
    """Return what is wrong with submissions that were read."""
    names, valid = [run.name for run in read], [run.name for run in read if run.is_valid]
    faults, notes = ([item for run in read for item in getattr(run, which)] for which in ("faults", "notes"))
    return SubmissionCheck(track, names, valid, faults, notes)


@dataclass(frozen=True)
class SubmissionEvaluation:
    """Submissions to a shared task and the references they answer, as files, and what the task allows."""

    submissions: Sequence[Path]
    references: Sequence[Path]
    metrics: Sequence[str | Metric] | None = None
    preset: str | Preset | None = None
    limits: SubmissionLimits = SubmissionLimits()
    missing: Literal["error", "zero"] = "error"
    per_reference: bool = False
    duplicates: Duplicates | None = None
    cache: ScoreCache | None = None  # where scores are found that were computed before

    def check(self, progress: Progress | None = None) -> SubmissionCheck:
        """Return what is wrong with which submission; nothing is scored."""
        return check_of(self._read(progress)[1])

    def run(self, design: Design, progress: Progress | None = None) -> Leaderboard:
        """Check all submissions, and score and compare the valid ones."""
        evaluation, read = self._read(progress)
        check, valid = check_of(read), [run for run in read if run.is_valid]
        oracles = {run.name: maker for run in valid if (maker := read_oracle(run.path))}
        if len(oracles) == len(valid):
            return Leaderboard(check)
        evaluation = replace(evaluation, systems={run.name: run.run for run in valid}, oracles=oracles)
        comparison = compare_in(evaluation, design, progress=progress)
        return Leaderboard(check, comparison)

    def _read(self, progress: Progress | None) -> tuple[Evaluation, list[SubmissionReading]]:
        kind = kind_of_gold(self.references, self.metrics)
        if kind != "references":
            raise UsageError("submissions-need-timelines", references=self.references[0], kind=kind)
        files = FileEvaluation([], self.references, self.metrics, self.preset, self.per_reference, self.duplicates)
        evaluation, _ = replace(files, allow=Allowance(self.missing)).gold_evaluation()
        gold, duplicates = evaluation.gold, evaluation.duplicates or "last"
        task = SubmissionTask(gold, self.limits, duplicates, self.missing, self.per_reference)
        topics = {part for name in gold for part in (name, name.partition("/")[0])}
        read = read_submissions(task, submission_paths(self.submissions, topics), progress)
        return replace(evaluation, cache=self.cache), read
