"""Benchmarks and runs of timelines as folders: `GOLD/<topic>/<reference>.txt` and `RUN/<topic>.txt`.

A topic may also be one file with all its references, and a run one file with a timeline for each topic, or
one file a reference, `RUN/<topic>/<reference>.txt`; the topic is then `bpoil/bbc`. Where topics are folders,
files beside them are skipped with a note; a topic that was meant is then found missing when runs and references
are matched. Nothing is read from the parts of a file's name.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from cliometer.errors import InputError
from cliometer.grouping import by_key
from cliometer.io.input_form import InputForm, current_form, using
from cliometer.io.json_values import are_extracts, holds_bank
from cliometer.io.layouts import Tree, find_tree, lenient, output_topics
from cliometer.io.text_files import ABOUT, PICKLE, PICKLES, folder_entries, is_parquet, unpacked
from cliometer.io.timelines import Reading, format_for_suffix, formats, labels, read_file, the_only
from cliometer.model.notes import Note
from cliometer.model.timeline import Duplicates, ReferenceSet, Timeline
from cliometer.spelling import listed

Notes = tuple[str, ...]
RECORD = "record.json"  # what made a run, beside its timelines
_NEWSTLS = "timelines.jsonl"  # stands among articles and keywords in the data of news-tls
# reads one file of a run; an empty one is a system that said nothing: an answer, and whoever scores it says so
read_answer = partial(read_file, may_be_empty=True)


def read_references(
    path: str | PathLike[str], duplicates: Duplicates = "last"
) -> tuple[dict[str, ReferenceSet], Notes]:
    """Read topics and their references, from a folder or, for one topic, a file."""
    root = Path(path)
    if is_parquet(root):
        from cliometer.io.timeline_parquet import read_parquet_references

        return read_parquet_references(root, duplicates), ()
    if unpacked(root).suffix != ".txt" and holds_bank(root):
        from cliometer.io.nugget_banks import read_bank_references

        return read_bank_references(root)
    notes: list[Any] = []
    references: dict[str, list[Timeline]] = {}
    tree = find_tree(root) if root.is_dir() else None
    with lenient(notes) if tree else nullcontext():
        for topic, file in [(t, file) for t, files in timeline_files(root, tree, notes).items() for file in files]:
            reading = read_file(file, duplicates)
            notes += reading.notes
            several = len(reading.timelines) > 1  # they keep their own names, or are numbered
            stem = reference_name(file, topic)
            names = labels(reading.timelines, f"{stem}-") if several else (stem,)
            topics = [topic] * len(names)
            if reading.are_topics:  # `topic` or `topic/reference`
                names = tuple(timeline.name for timeline in reading.timelines)
                topics = [name.partition("/")[0] for name in names]
                expect_new(topics, references, file)
            for inner, name, timeline in zip(topics, names, reading.timelines, strict=True):
                references.setdefault(inner, []).append(timeline.named(name.removeprefix(f"{inner}/")))
    return {topic: ReferenceSet(timelines) for topic, timelines in references.items()}, tuple(notes)


def expect_new(topics: Iterable[str], read: Collection[str], file: Path) -> None:
    """Fail where a file has a topic that was read from another."""
    if twice := next((topic for topic in topics if topic in read), None):
        raise InputError("topic-in-two-files", file, topic=twice)


def reference_name(file: Path, topic: str) -> str:
    """Return the name of a reference: that of its file, or of a folder with a `timelines.jsonl` inside its topic."""
    is_folder = unpacked(file).name == _NEWSTLS and file.parent.parent.resolve().name == topic
    return file.parent.name if is_folder else unpacked(file).stem


def per_reference(references: Mapping[str, ReferenceSet]) -> dict[str, ReferenceSet]:
    """Return each reference as a task of its own: `bpoil` with bbc and ap becomes `bpoil/bbc` and `bpoil/ap`."""
    return {
        f"{topic}/{label}": ReferenceSet(timeline)
        for topic, timelines in references.items()
        for label, timeline in zip(labels(timelines), timelines, strict=True)
    }


def read_run(
    path: str | PathLike[str], duplicates: Duplicates = "last", gold: Mapping[str, ReferenceSet] | None = None
) -> tuple[dict[str, Timeline], Notes]:
    """Read topics (`bpoil`, or `bpoil/bbc` from a topic's own folder) and what the system said on each.

    With the `gold` that it answers, a run may be one file with a timeline for each of several topics.
    """
    root = Path(path)
    if is_parquet(root):
        from cliometer.io.timeline_parquet import read_parquet_run

        return read_parquet_run(root, duplicates), ()
    return read_files((duplicates, gold, current_form()), RunFiles.of(root))


def each_run(paths: Sequence[Path], tasks: Iterable[str]) -> tuple[list[Path], Notes]:
    """Return the runs that paths stand for, which answer tasks, and notes on how the paths were read.

    A folder of runs, or everything in it (RUNS/*), stands for each of its runs, once.
    """
    topics = {name for task in tasks for name in (task, task.partition("/")[0])}
    meant: list[Path] = []
    notes: list[str] = []
    for path in paths:
        runs = runs_in(path, topics) if path.is_dir() else []
        meant += runs or [path]
        if runs:
            others = [
                entry
                for entry in folder_entries(path)
                if entry not in runs and not (are_extracts(entry) and entry.with_suffix("") in runs)
            ]
            skipped = f"; skipped: {listed(entry.name for entry in others)}" if others else ""
            notes.append(Note.of("read-as-runs", path=path, run=listed(run.name for run in runs), skipped=skipped))
    twins = [path for path in meant if path.suffix and path.with_suffix("") in meant and are_extracts(path)]
    # of extracts beside the folder with their texts only the texts are read
    notes += [Note.of("twin-left-out", path=path, path2=path.with_suffix("")) for path in twins]
    return [path for path in meant if path not in twins], tuple(notes)


def runs_in(path: Path, topics: Collection[str]) -> list[Path]:
    """Return the runs in a folder: folders with a file named after a topic, and extracts that stand alone.

    None where something in the folder is itself named after a topic: then the folder is a run.
    """
    entries = folder_entries(path)
    if any((entry.name if entry.is_dir() else unpacked(entry).stem) in topics for entry in entries):
        return []
    folders = [
        entry
        for entry in entries
        if entry.is_dir() and any(file.is_file() and unpacked(file).stem in topics for file in folder_entries(entry))
    ]
    alone = [entry for entry in entries if are_extracts(entry) and entry.with_suffix("") not in folders]
    return folders + alone


@dataclass(frozen=True)
class RunFiles:
    """The files of a run by task, before they are read; `notes` say which files beside them are none of these.

    `oracle` is what made the run with the references in view; None for other runs. `in_tree` says whether the folder is
    in the layout of a data set.
    """

    path: Path
    is_folder: bool
    files: Mapping[str, Path]
    notes: Notes
    oracle: str | None
    in_tree: bool

    @classmethod
    def of(cls, path: Path) -> RunFiles:
        """Return the files of a run folder, or the one file that is a run."""
        notes: list[Note] = []
        tree = find_tree(path) if path.is_dir() else None
        files = {
            topic if path in (file, file.parent) else f"{topic}/{reference_name(file, topic)}": file
            for topic, files_of_topic in timeline_files(path, tree, notes).items()
            for file in files_of_topic
        }
        oracle = read_oracle(path) if path.is_dir() else None
        return cls(path, path.is_dir(), files, tuple(notes), oracle, tree is not None)


def read_files(
    how: tuple[Duplicates, Mapping[str, ReferenceSet] | None, InputForm], run: RunFiles
) -> tuple[dict[str, Timeline], Notes]:
    """Read what the system said on each topic, as `read_run` does, here or in a worker."""
    (duplicates, gold, form), notes = how, list(run.notes)
    answers: dict[str, Timeline] = {}
    with using(form), lenient(notes) if run.in_tree else nullcontext():
        for task, file in run.files.items():
            reading = read_answer(file, duplicates)
            if reading.are_topics:
                timelines = {timeline.name: timeline for timeline in reading.timelines}
                expect_new(timelines, answers, file)
                answers |= timelines
                notes += reading.notes
                continue
            if file == run.path and gold is not None and len(gold) > 1 < len(reading.timelines):
                return _one_for_each(reading, file, gold)
            answers[task] = the_only(reading, file).named(task)
            notes += reading.notes
    return answers, tuple(notes)


def _one_for_each(reading: Reading, path: Path, gold: Mapping[str, ReferenceSet]) -> tuple[dict[str, Timeline], Notes]:
    """Return the topics that several timelines of one file answer, by their names, which `news-tls` does not write.

    Without names they are taken in the order of the topics, which is that of news-tls, and only if there is
    one for each; a note says so.
    """
    timelines = reading.timelines
    names = [timeline.name for timeline in timelines]
    if all(names) and len(set(names)) == len(names):
        return dict(zip(names, timelines, strict=True)), reading.notes
    whole = dict.fromkeys(task.partition("/")[0] for task in gold)
    topics = list(whole if len(timelines) == len(whole) else gold)  # of a task topic/reference, or itself
    if len(timelines) != len(topics):
        count, references = len(timelines), sum(map(len, gold.values()))
        rule = "timelines-for-references" if count == references else "timelines-without-names"
        raise InputError(rule, path, count=count, topics=len(gold), references=references)
    run = {topic: timeline.named(topic) for topic, timeline in zip(topics, timelines, strict=True)}
    return run, (
        *reading.notes,
        f"{path}: its {len(run)} timelines have no names; in order they are {listed(topics, 3)}",
    )


def read_oracle(path: Path) -> str | None:
    """Return what made a run with the references in view, as the record beside it says; None for other runs."""
    try:
        record = json.loads((path / RECORD).read_text("utf-8"))
        return str(record["system"]) if record["reads_gold"] is True else None
    except (OSError, ValueError, LookupError, TypeError):
        return None  # no record, or one of something else


def timeline_files(path: Path, tree: Tree | None, notes: list[Note]) -> dict[str, list[Path]]:
    """Return topics and the files of their timelines, which may lie in the tree of a data set."""
    if not path.is_dir():
        return {unpacked(path).stem: [path]}
    if tree is not None and tree.layout.timelines:
        notes += tree.notes
        return tree.timelines(notes)
    inner = by_key((entry.is_dir(), entry) for entry in folder_entries(path) if entry.name != RECORD)
    folders: dict[str, list[Path]] = {}
    for folder in inner.get(True, ()):
        inside = folder_entries(folder)
        if named := [entry for entry in inside if unpacked(entry).name == _NEWSTLS]:
            notes += [_skipped(entry, f"the references here are {_NEWSTLS}") for entry in inside if entry not in named]
        folders[folder.name] = named or [file for file in inside if _is_timeline(file, file.is_dir(), notes)]
        if not folders[folder.name]:
            notes.append(_skipped(folder, "no timelines in this folder"))
    files = [file for file in inner.get(False, ()) if _is_timeline(file, False, notes)]
    chosen = [file for paths in folders.values() for file in paths] or files
    if not chosen:
        raise InputError("timelines-missing", path, endings=_endings())
    for (folder, name), times in Counter((file.parent, unpacked(file).stem) for file in chosen).items():
        if times > 1:
            raise InputError("topic-repeated", folder, topic=name, times=times)
    if chosen is files:
        outputs = output_topics(files, notes) or {unpacked(file).stem: file for file in files}
        return {topic: [file] for topic, file in outputs.items()}
    notes += [_skipped(file, "the topics here are folders") for file in files]  # Open-TLS has one of another kind
    return {topic: paths for topic, paths in folders.items() if paths}


def _is_timeline(file: Path, is_folder: bool, notes: list[Note]) -> bool:
    """Return whether a file has an ending of timelines; a note names any other, so that none goes missing unseen."""
    ending = unpacked(file).suffix.lower()
    if is_folder:
        reason = "a folder inside a topic's folder"
    elif file.stem.lower().startswith(ABOUT):
        reason = "it is about the data"
    elif ending in PICKLES:
        reason = PICKLE
    elif format_for_suffix(file) is None:
        reason = f"its ending is none of {_endings()}"
    else:
        return True
    notes.append(_skipped(file, reason))
    return False


def _skipped(file: Path, reason: str) -> Note:
    return Note.of("file-skipped", file=file, reason=reason)


def _endings() -> str:
    return listed((suffix for format in formats() for suffix in format.suffixes), last=" or ")
