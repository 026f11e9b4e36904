"""Benchmarks and runs of timelines as folders: `GOLD/<topic>/<reference>.txt` and `RUN/<topic>.txt`.

A topic may also be one file with all its references, and a run one file with a timeline for each topic, or
one file a reference, `RUN/<topic>/<reference>.txt`; the topic is then `bpoil/bbc`. Where topics are folders,
files beside them are skipped with a note; a topic that was meant is then found missing when runs and references
are matched. Nothing is read from the parts of a file's name.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.text_files import ABOUT, PICKLE, PICKLES, folder_entries, is_parquet, read_text, unpacked
from cliometer.io.timelines import Reading, format_for_suffix, formats, labels, parse_timelines, read_file, the_only
from cliometer.model.timeline import Duplicates, ReferenceSet, Timeline
from cliometer.spelling import listed

Notes = tuple[str, ...]
RECORD = "record.json"  # what made a run, beside its timelines
_NEWSTLS = "timelines.jsonl"  # stands among articles and keywords in the data of news-tls
_NOTHING_SAID = Reading((Timeline(),), (), "empty")


def read_references(
    path: str | PathLike[str], duplicates: Duplicates = "last"
) -> tuple[dict[str, ReferenceSet], Notes]:
    """Read topics and their references, from a folder or, for one topic, a file."""
    if is_parquet(Path(path)):
        from cliometer.io.timeline_parquet import read_parquet_references

        return read_parquet_references(Path(path), duplicates), ()
    notes: list[str] = []
    references = {}
    for topic, files in timeline_files(Path(path), notes).items():
        timelines: list[Timeline] = []
        for file in files:
            reading = read_file(file, duplicates)
            several = len(reading.timelines) > 1  # they keep their own names, or are numbered
            stem = unpacked(file).stem
            names = labels(reading.timelines, f"{stem}-") if several else (stem,)
            timelines += map(Timeline.named, reading.timelines, names)
            notes += reading.notes
        references[topic] = ReferenceSet(timelines)
    return references, tuple(notes)


def per_reference(references: Mapping[str, ReferenceSet]) -> dict[str, ReferenceSet]:
    """Return each reference as a task of its own: `bpoil` with bbc and ap becomes `bpoil/bbc` and `bpoil/ap`."""
    return {
        f"{topic}/{label}": ReferenceSet(timeline)
        for topic, timelines in references.items()
        for label, timeline in zip(labels(timelines), timelines, strict=True)
    }


def read_run(
    path: str | PathLike[str],
    duplicates: Duplicates = "last",
    gold: Mapping[str, ReferenceSet] | None = None,
) -> tuple[dict[str, Timeline], Notes]:
    """Read topics (`bpoil`, or `bpoil/bbc` from a topic's own folder) and what the system said on each.

    With the `gold` that it answers, a run may be one file with a timeline for each of several topics.
    """
    root = Path(path)
    if is_parquet(root):
        from cliometer.io.timeline_parquet import read_parquet_run

        return read_parquet_run(root, duplicates), ()
    return RunFiles.of(root).read(duplicates, gold)


@dataclass(frozen=True)
class RunFiles:
    """The files of a run by task, before they are read; `notes` say which files beside them are none of these."""

    path: Path
    is_folder: bool
    files: Mapping[str, Path]
    notes: Notes

    @classmethod
    def of(cls, path: Path) -> RunFiles:
        """Return the files of a run folder, or the one file that is a run."""
        notes: list[str] = []
        files = {
            topic if path in (file, file.parent) else f"{topic}/{unpacked(file).stem}": file
            for topic, own in timeline_files(path, notes).items()
            for file in own
        }
        return cls(path, path.is_dir(), files, tuple(notes))

    def read(
        self, duplicates: Duplicates, gold: Mapping[str, ReferenceSet] | None
    ) -> tuple[dict[str, Timeline], Notes]:
        """Read what the system said on each topic, as `read_run` does."""
        run, notes = {}, list(self.notes)
        for task, file in self.files.items():
            reading = read_answer(file, duplicates)
            if file == self.path and gold is not None and len(gold) > 1 < len(reading.timelines):
                return _one_for_each(reading, file, gold)
            run[task] = the_only(reading, file).named(task)
            notes += reading.notes
        return run, tuple(notes)


def read_answer(file: Path, duplicates: Duplicates) -> Reading:
    """Read one file of a run; an empty one is a system that said nothing: an answer, and whoever scores it says so."""
    text = read_text(file)
    return parse_timelines(text, file, duplicates) if text.strip("\ufeff \t\r\n") else _NOTHING_SAID


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
        raise InputError(_mismatch(timelines, gold), path)
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


def _mismatch(timelines: Sequence[Timeline], gold: Mapping[str, ReferenceSet]) -> str:
    references = sum(map(len, gold.values()))
    held = f"holds {len(timelines)} timelines without names for {len(gold)} topics"
    if len(timelines) == references:
        return f"{held} with {references} references, so there is one for each reference: add --per-reference"
    remedy = "split it (cliometer convert FILE -o FOLDER --to json) and name the files after the topics"
    return f"{held}, so none can be told from another; {remedy}"


def timeline_files(path: Path, notes: list[str]) -> dict[str, list[Path]]:
    """Return topics and the files of their timelines."""
    if not path.is_dir():
        return {unpacked(path).stem: [path]}
    inner: dict[bool, list[Path]] = {True: [], False: []}  # whether it is a folder, which costs a look at the disk
    for entry in folder_entries(path):
        if entry.name != RECORD:
            inner[entry.is_dir()].append(entry)
    folders: dict[str, list[Path]] = {}
    for folder in inner[True]:
        inside = folder_entries(folder)
        own = [entry for entry in inside if unpacked(entry).name == _NEWSTLS]
        if own:
            notes += [f"{entry}: skipped, the references here are {_NEWSTLS}" for entry in inside if entry not in own]
        folders[folder.name] = own or [file for file in inside if _is_timeline(file, file.is_dir(), notes)]
        if not folders[folder.name]:
            notes.append(f"{folder}: skipped, no timelines in this folder")
        _refuse_twins(folders[folder.name], folder)
    files = [file for file in inner[False] if _is_timeline(file, False, notes)]
    if any(folders.values()):  # Open-TLS has a file of another kind beside its topics
        notes += [f"{file}: skipped, the topics here are folders" for file in files]
        return {topic: own for topic, own in folders.items() if own}
    if not files:
        message = f"holds no timelines; expected <topic>/<reference>.txt or <topic>.txt ({_endings()})"
        raise InputError(message, path)
    return {unpacked(file).stem: [file] for file in _refuse_twins(files, path)}


def _is_timeline(file: Path, is_folder: bool, notes: list[str]) -> bool:
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
    notes.append(f"{file}: skipped, {reason}")
    return False


def _endings() -> str:
    return listed((suffix for format in formats() for suffix in format.suffixes), last=" or ")


def _refuse_twins(files: list[Path], folder: Path) -> list[Path]:
    for name, times in Counter(unpacked(file).stem for file in files).items():
        if times > 1:
            raise InputError(f"holds {name} {times} times, under different endings; keep one", folder)
    return files
