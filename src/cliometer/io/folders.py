"""Benchmarks and runs of timelines as folders: `GOLD/<topic>/<reference>.txt` and `RUN/<topic>.txt`.

A topic may also be one file with all its references, and a run one file with a timeline for each topic, or
one file a reference, `RUN/<topic>/<reference>.txt`; the topic is then `bpoil/bbc`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.text_files import PICKLE, PICKLES, missing, read_text
from cliometer.io.timelines import Reading, formats, labels, parse_timelines, read_timelines, the_only
from cliometer.model.timeline import Duplicates, ReferenceSet, Timeline

# A run that is one file of many timelines, an answer to each topic: `news-tls` writes such.
# Where the timelines have names, these are the topics. Else they are taken in the order of the topics,
# which is that of news-tls, and only if there is one for each; a note says so.

_SHOWN = 3


def spread(
    reading: Reading, path: Path, gold: Mapping[str, ReferenceSet]
) -> tuple[dict[str, Timeline], tuple[str, ...]]:
    """Which timeline answers which topic of the gold, and what was made of a file without names."""
    timelines = reading.timelines
    names = [timeline.name for timeline in timelines]
    if all(names) and len(set(names)) == len(names):
        return dict(zip(names, timelines, strict=True)), reading.notes
    whole = dict.fromkeys(task.partition("/")[0] for task in gold)
    topics = list(whole if len(timelines) == len(whole) else gold)  # of a task topic/reference, or itself
    if len(timelines) != len(topics):
        raise InputError(_mismatch(timelines, gold), path)
    run = {topic: timeline.named(topic) for topic, timeline in zip(topics, timelines, strict=True)}
    first = ", ".join(topics[:_SHOWN]) + (", ..." if len(topics) > _SHOWN else "")
    return run, (*reading.notes, f"{path}: its {len(run)} timelines have no names; in order they are {first}")


def _mismatch(timelines: Sequence[Timeline], gold: Mapping[str, ReferenceSet]) -> str:
    references = sum(map(len, gold.values()))
    found = f"holds {len(timelines)} timelines without names for {len(gold)} topics"
    if len(timelines) == references:
        return (
            f"{found} with {references} references, so there is one for each reference: add --per-reference"
        )
    remedy = "split it (cliometer convert FILE -o FOLDER --to json) and name the files after the topics"
    return f"{found}, so none can be told from another; {remedy}"


# Benchmarks and runs as folders: `GOLD/<topic>/<reference>.txt` and `RUN/<topic>.txt`.
# A topic may also be one file with all its references, and a run may have one file a reference,
# `RUN/<topic>/<reference>.txt`, where each reference is a task of its own; its topic is then `bpoil/bbc`.
# Where topics are folders, files beside them are skipped with a note: a topic that was meant is then found
# missing when runs and references are matched. Nothing is read from the parts of a file's name.

Notes = tuple[str, ...]
_NEWSTLS = "timelines.jsonl"  # stands among articles and keywords in the data of news-tls
_ABOUT = ("readme", "license", "licence", "notice", "copying")  # what stands beside data, in any format


@dataclass(frozen=True)
class _Topic:
    """A topic's files, which stand in a folder of its own or are one file beside the other topics."""

    name: str
    files: tuple[Path, ...]
    has_folder: bool = False

    def task(self, file: Path) -> str:
        return f"{self.name}/{file.stem}" if self.has_folder else self.name


def read_references(
    path: str | PathLike[str], duplicates: Duplicates = "append"
) -> tuple[dict[str, ReferenceSet], Notes]:
    """Topics and their references, from a folder or, for one topic, a file."""
    notes: list[str] = []
    references = {}
    for topic in _topics(Path(path), notes):
        timelines: list[Timeline] = []
        for file in topic.files:
            reading = read_timelines(file, duplicates)
            timelines += _named(reading, file.stem)
            notes += reading.notes
        references[topic.name] = ReferenceSet(timelines)
    return references, tuple(notes)


def read_run(
    path: str | PathLike[str],
    duplicates: Duplicates = "append",
    gold: Mapping[str, ReferenceSet] | None = None,
) -> tuple[dict[str, Timeline], Notes]:
    """Topics (`bpoil`, or `bpoil/bbc` from a topic's own folder) and what the system said on each.

    With the `gold` that it answers, a run may be one file with a timeline for each of several topics.
    """
    if gold is not None and len(gold) > 1 and Path(path).is_file():
        reading = _read_system(Path(path), duplicates)
        if len(reading.timelines) > 1:
            return spread(reading, Path(path), gold)
    notes: list[str] = []
    run = {}
    for topic in _topics(Path(path), notes):
        for file in topic.files:
            reading = _read_system(file, duplicates)
            run[topic.task(file)] = the_only(reading, file).named(topic.task(file))
            notes += reading.notes
    return run, tuple(notes)


def _read_system(file: Path, duplicates: Duplicates) -> Reading:
    """An empty file of a run is a system that said nothing: an answer. A reference may not be empty."""
    text = read_text(file)
    if not text.strip("\ufeff \t\r\n"):
        return Reading((Timeline(),), (), "empty")  # whoever scores it says so
    return parse_timelines(text, file, duplicates)


def per_reference(references: Mapping[str, ReferenceSet]) -> dict[str, ReferenceSet]:
    """Each reference as a task of its own: `bpoil` with bbc and ap becomes `bpoil/bbc` and `bpoil/ap`."""
    return {
        f"{topic}/{label}": ReferenceSet(timeline)
        for topic, timelines in references.items()
        for label, timeline in zip(labels(timelines), timelines, strict=True)
    }


def _named(reading: Reading, stem: str) -> list[Timeline]:
    """A single timeline takes the file's name; several keep their own, or are numbered."""
    names = labels(reading.timelines, f"{stem}-") if len(reading.timelines) > 1 else (stem,)
    return [timeline.named(name) for timeline, name in zip(reading.timelines, names, strict=True)]


def _topics(path: Path, notes: list[str]) -> list[_Topic]:
    if not path.exists():
        raise missing(path)
    if not path.is_dir():
        return [_Topic(path.stem, (path,))]
    entries = _entries(path)
    folders = [_folder_topic(entry, notes) for entry in entries if entry.is_dir()]
    files = [entry for entry in entries if not entry.is_dir() and _is_timeline(entry, notes)]
    topics = [topic for topic in folders if topic.files]
    if topics:  # Open-TLS has a file of another kind beside its topics
        notes += [f"{file}: skipped, the topics here are folders" for file in files]
        return topics
    if not files:
        message = f"holds no timelines; expected <topic>/<reference>.txt or <topic>.txt ({_endings()})"
        raise InputError(message, path)
    _refuse_twins(files, path)
    return [_Topic(file.stem, (file,)) for file in files]


def _folder_topic(folder: Path, notes: list[str]) -> _Topic:
    entries = _entries(folder)
    own = [entry for entry in entries if entry.name == _NEWSTLS]
    notes += [
        f"{entry}: skipped, the references here are {_NEWSTLS}" for entry in entries if own != [entry] and own
    ]
    files = own or [file for file in entries if _is_timeline(file, notes)]
    if not files:
        notes.append(f"{folder}: skipped, no timelines in this folder")
    _refuse_twins(files, folder)
    return _Topic(folder.name, tuple(files), has_folder=True)


def _entries(folder: Path) -> list[Path]:
    """What stands in a folder, sorted by name; hidden files are nobody's data."""
    try:
        return sorted((entry for entry in folder.iterdir() if not entry.name.startswith(".")), key=str)
    except OSError as error:
        raise InputError(f"the folder cannot be listed: {error.strerror or error}", folder) from None


def _is_timeline(file: Path, notes: list[str]) -> bool:
    """By the ending; whatever else stands there is named, so that no reference goes missing unseen."""
    if file.is_dir():
        notes.append(f"{file}: skipped, a folder inside a topic's folder")
    elif file.stem.lower().startswith(_ABOUT):
        notes.append(f"{file}: skipped, it is about the data")
    elif file.suffix.lower() in PICKLES:
        notes.append(f"{file}: skipped, {PICKLE}")
    elif not any(file.suffix.lower() in format.suffixes for format in formats()):
        notes.append(f"{file}: skipped, its ending is none of {_endings()}")
    else:
        return True
    return False


def _endings() -> str:
    return ", ".join(suffix for format in formats() for suffix in format.suffixes)


def _refuse_twins(files: list[Path], folder: Path) -> None:
    for name, times in Counter(file.stem for file in files).items():
        if times > 1:
            raise InputError(f"holds {name} {times} times, under different endings; keep one", folder)


def files_ending(path: Path, *endings: str) -> list[Path]:
    """The files of a folder with one of the endings, in the order of their names; folders are none."""
    return sorted(entry for entry in path.iterdir() if entry.suffix in endings and entry.is_file())
