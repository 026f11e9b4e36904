"""Trees of data as they are distributed: which folders are topics, and where their timelines and articles are.

A layout is a table of `layouts.toml`. It is recognised by what the folders of topics hold, and may be read from above:
`Timeline17`, `Timeline17/Data` and `Timeline17/Data/bpoil_bbc` are read alike. In such trees lines that are not UTF-8
are read as cp1252, with a note.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from cliometer.errors import InputError
from cliometer.io.input_form import current_form, using
from cliometer.io.stories import StoryFile, story_files
from cliometer.io.text_files import ABOUT, files_ending, folder_entries, unpacked
from cliometer.model.notes import Note
from cliometer.spelling import many, quoted

_FILE = Path(__file__).with_suffix(".toml")
_DEPTH = 3  # folders in folders in which topics are looked for
_DAY = re.compile(r"\d{4}-?\d\d-?\d\d", re.ASCII)  # folders with articles, of which there may be thousands
_ENCODING = "cp1252"
_OUTPUT = re.compile(r"(?P<run>.+)-(?P<rounds>\d+(?:-rewrite)?)\.json")  # of CHRONOS: <set>-<model>-<topic>-<rounds>
_AVERAGE = re.compile(r"(?P<prefix>.+-)\d+(?:-rewrite)?-avg_score\.json")


@dataclass(frozen=True)
class Layout:
    """A tree as distributed: what marks the folder of a topic, and the patterns of its files."""

    name: str
    marks: Sequence[str]
    timelines: str = ""
    articles: str = ""
    titles: str = ""
    least_depth: int = 0
    remark: str = ""

    def is_topic(self, folder: Path) -> bool:
        """Return whether a folder holds what marks a topic."""
        return all(any(folder.glob(mark)) if "[" in mark else (folder / mark).exists() for mark in self.marks)


@dataclass(frozen=True)
class Tree:
    """A folder of a layout, and the folders of its topics by their names."""

    layout: Layout
    root: Path
    folders: Mapping[str, Path]
    others: tuple[Path, ...]

    @property
    def notes(self) -> list[Note]:
        """By which layout the folder is read, what is to be known of it, and what was skipped."""
        remark = f"; {self.layout.remark}" if self.layout.remark else ""
        topics = many(len(self.folders), "topic")
        read = Note.of("layout-read", root=self.root, name=self.layout.name, topics=topics, remark=remark)
        return [read, *(Note.of("file-skipped", file=entry, reason="it is not a topic") for entry in self.others)]

    @property
    def has_neighbours(self) -> bool:
        """Whether there are folders beside that of the topics, such as those of other data."""
        homes = {folder.parent for folder in self.folders.values()}
        return any(entry.is_dir() and entry.parent not in homes for entry in self.others)

    def home(self, topic: str) -> Path:
        """Return the folder of the articles of a topic."""
        return self.folders[topic] / self.layout.articles.partition("*")[0]

    def files(self, topic: str, pattern: str) -> list[Path]:
        """Return the files of a topic whose paths fit a pattern."""
        files = (file for file in self.folders[topic].glob(pattern) if file.is_file())
        return sorted(file for file in files if not file.name.lower().startswith((".", *ABOUT)))

    def timelines(self, notes: list[Note]) -> dict[str, list[Path]]:
        """Return the files of the timelines of each topic; one that is blank is no task."""
        topics: dict[str, list[Path]] = {}
        for topic in self.folders:
            files = self.files(topic, self.layout.timelines)
            blank = [file for file in files if file.stat().st_size < 64 and not file.read_bytes().strip(b"[] \r\n")]
            notes += [Note.of("file-skipped", file=file, reason="it is empty, so that it is no task") for file in blank]
            topics[topic] = [file for file in files if file not in blank]
        return {topic: files for topic, files in topics.items() if files}


@cache
def _layouts() -> tuple[Layout, ...]:
    return tuple(Layout(name, **table) for name, table in tomllib.loads(_FILE.read_text("utf-8")).items())


def find_tree(root: Path) -> Tree | None:
    """Return the layout of a folder, None where it is in no layout; the topics are those nearest to the root."""
    folders, visited = [root] if root.is_dir() else [], list[Path]()
    for depth in range(_DEPTH + 1):
        for layout in _layouts():
            if topics := [each for each in folders if depth >= layout.least_depth and layout.is_topic(each)]:
                named = {folder.resolve().name: folder for folder in topics}
                if twins := [folder.name for folder in topics if folder not in named.values()]:
                    raise InputError("topic-held-twice", root, name=twins[0])
                inner = {home for topic in topics for home in (topic, *topic.parents)}
                return Tree(layout, root, named, tuple(entry for entry in visited if entry not in inner))
        entries = [entry for folder in folders for entry in folder_entries(folder)]
        visited += entries
        folders = [entry for entry in entries if entry.is_dir() and not _DAY.fullmatch(entry.name)]
    return None


@contextmanager
def lenient(notes: list[Any]) -> Iterator[None]:
    """Read lines of a tree that are not UTF-8 as cp1252, and note it; an encoding that the user gives comes first."""
    if current_form().encoding:
        yield
        return
    with using(replace(current_form(), encoding=_ENCODING, strays={})) as form:
        yield
    notes += [Note.of("lines-not-utf8", file=file, encoding=_ENCODING) for file in form.strays]


def output_topics(files: Sequence[Path], notes: list[Any]) -> dict[str, Path]:
    """Return the outputs of CHRONOS by their topics; none where a file is named otherwise, or is no output."""
    averages = [match for file in files if (match := _AVERAGE.fullmatch(unpacked(file).name))]
    outputs = {file: match for file in files if (match := _OUTPUT.fullmatch(unpacked(file).name))}
    stories = [StoryFile.of(file) for file in outputs]
    are_outputs = all(each and not each.shape.topics for each in stories)
    if not stories or not are_outputs or len(stories) + len(averages) < len(files):
        return {}
    runs = [match["run"] for match in outputs.values()]
    prefix = max((match["prefix"] for match in averages), key=len, default=_shared(runs))
    notes += [Note.of("file-skipped", file=file, reason="it holds averages") for file in files if file not in outputs]
    topics: dict[str, Path] = {}
    for file, match in outputs.items():
        topic = match["run"].removeprefix(prefix)
        if topic in topics:
            names = {"first": topics[topic].name, "second": file.name}
            raise InputError("outputs-of-several-runs", file.parent, topic=quoted(topic), **names)
        topics[topic] = file
    notes.append(Note.of("topics-of-names", folder=file.parent, prefix=prefix, first=next(iter(topics))))
    return topics


def layout_name(folder: Path) -> str | None:
    """Return the name of the layout that a folder, or its files, is in; None for layouts of our own."""
    if tree := find_tree(folder):
        return tree.layout.name
    if stories := story_files(folder):
        return stories[0].shape.name
    return "chronos" if output_topics(files_ending(folder, ".json"), []) else None


def _shared(runs: list[str]) -> str:
    """Return what names share up to a dash; of one name, all before the last part that starts with a capital."""
    if len(set(runs)) > 1:
        parts = zip(*(run.split("-") for run in runs), strict=False)
        return "".join(f"{part[0]}-" for part in takewhile(lambda part: len(set(part)) == 1, parts))
    return re.sub(r"(?<=-)[^-]*_.*$", "", runs[0])
