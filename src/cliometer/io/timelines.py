"""Timelines in and out of files: the list of formats, their recognition, reading, writing, conversion."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import ClassVar, Protocol

from cliometer.errors import FormatError, InputError, ReadWarning, UsageError, expected, unknown, warn
from cliometer.expressions import Registry
from cliometer.io.input_form import STANDARD_INPUT, Columns, input_form
from cliometer.io.lines import first_line
from cliometer.io.text_files import encoded, is_parquet, read_text, refuse_existing, unpacked, write_whole
from cliometer.model.timeline import DUPLICATES, Days, Duplicates, Timeline, timelines_of
from cliometer.spelling import listed, quoted


@dataclass(frozen=True)
class Reading:
    """The timelines of a file, what was forgiven on the way (`path:line: ...`), and the format's name.

    Where they `are_topics`, each is of the topic that it is named after, `topic` or `topic/reference`.
    """

    timelines: tuple[Timeline, ...]
    notes: tuple[str, ...]
    format: str
    are_topics: bool = False


class Format(Protocol):
    """A way to write timelines down. What `write` cannot hold it refuses; all else reads back equal."""

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]  # the first one is what we write
    holds_several: ClassVar[bool]
    keeps_names: ClassVar[bool]

    def recognises(self, head: str) -> bool:
        """Return whether a file that starts like this is meant to be in this format."""

    def read(self, text: str, path: Path, duplicates: Duplicates = "append") -> Reading:
        """Read the timelines in a text; `path` is for messages."""

    def write(self, timelines: Sequence[Timeline]) -> str:
        """Return the text of a file, ending in a line break."""


class ReadOnlyFormat:
    """The base of a format that is read and not written; it has a `name`, `suffixes`, `recognises` and `read`."""

    name: ClassVar[str]
    holds_several: ClassVar[bool] = False
    keeps_names: ClassVar[bool] = False

    def write(self, timelines: Sequence[Timeline]) -> str:
        """Refuse to write."""
        raise UsageError("format-read-only", name=self.name)


PARQUET = "parquet"  # beside the formats below, which are texts
readers: Registry[Format] = Registry("format", Format, group="cliometer.readers", plain=True)
register = readers.register


def formats(installed: bool = True) -> tuple[Format, ...]:
    """Return every format in the order of registration, those of other packages only where `installed`."""
    return tuple(cls() for cls in (readers if installed else readers.loaded))


def format_named(name: str) -> Format:
    """Return the format of a name; an unknown name is an error with near misses."""
    if not isinstance(name, str):
        raise unknown("format", name, readers.names)
    return readers[name]()


def format_for_suffix(path: Path) -> Format | None:
    """Return the format that the ending of a file name stands for, if any; ours before those of other packages."""
    suffix = unpacked(path).suffix.lower()
    known = (format for group in (readers.loaded, readers) for format in group if suffix in format.suffixes)
    return next((format() for format in known), None)


def at_least_one(timelines: Sequence[Timeline]) -> Sequence[Timeline]:
    """Return the timelines; raise an error where there are none."""
    if not timelines:
        raise InputError("timeline-to-write-missing")
    return timelines


def only_one(timelines: Sequence[Timeline], format_name: str) -> Timeline:
    """Return the one timeline that a format without room for several can hold; it must have a day."""
    if len(at_least_one(timelines)) > 1:
        several = listed(sorted(format.name for format in formats() if format.holds_several), last=" or ")
        raise InputError("format-holds-one-timeline", format_name=format_name, count=len(timelines), several=several)
    if not timelines[0]:
        raise InputError("format-empty-timeline", format_name=format_name)
    return timelines[0]


_HEAD = 65_536  # enough to see how a file starts, whatever its size


def recognise(text: str, path: Path) -> Format:
    """Return the format whose mark the text bears, else that of the ending, whose reader then says what is wrong.

    No text bears two marks: `{`, `[`, a header, a heading or dated bullet, a date.
    """
    head = text.lstrip()[:_HEAD]
    if not head:
        raise FormatError("timeline-file-empty", path)
    ending = unpacked(path).suffix.lower()
    for known_formats in (readers.loaded, readers):  # ours before those of other packages
        for kind in sorted(known_formats, key=lambda kind: ending not in kind.suffixes):
            if (format := kind()).recognises(head):
                return format
    if (by_ending := format_for_suffix(path)) is not None:
        return by_ending
    known, first = listed(sorted(readers.names)), first_line(head)
    remedy = "; if this is a table, name its columns: --columns date=COLUMN,sentence=COLUMN"
    has_cells = any(mark in first for mark in ",\t;")
    raise FormatError("format-unknown", path, known=known, first=quoted(first), remedy=remedy if has_cells else "")


def labels(timelines: Sequence[Timeline], prefix: str = "") -> tuple[str, ...]:
    """Return the timelines' own names where all have one and no two are alike, else the prefix and a number from 1."""
    names = tuple(timeline.name.strip() for timeline in timelines)
    if all(names) and len(set(names)) == len(names):
        return names
    return tuple(f"{prefix}{number}" for number in range(1, len(timelines) + 1))


STORY_ENDINGS = (".json", ".jsonl", ".ndjson")  # of files that may hold stories of several topics
_BYTE_ORDER_MARK = "\ufeff"
_ENOUGH = 1 << 16  # characters to tell the line ends of a file by


def read_timelines(
    path: str | PathLike[str],
    duplicates: Duplicates = "last",
    format: str | None = None,
    *,
    columns: Columns = None,
    date_format: str | None = None,
    encoding: str | None = None,
) -> Reading:
    """Read every timeline of a file.

    Parameters
    ----------
    path
        The file.
    duplicates
        What to do if a file holds a date twice: `"last"` (default, as commands do), `"append"` or `"error"`.
    format
        The format of the file, where it is not to be recognised by its content.
    columns, date_format, encoding
        How the file is written, as for `input_form`.

    Returns
    -------
    Reading
        The timelines, their format, and notes on what was forgiven.

    Raises
    ------
    InputError
        Where the file holds no timeline.
    """
    file = _path(path)
    with input_form(columns, date_format, encoding):
        return read_file(file, duplicates, format)


def read_file(path: Path, duplicates: Duplicates, format: str | None = None, may_be_empty: bool = False) -> Reading:
    """Return the timelines of a file, which is a text in one of the formats, or Parquet.

    A text that `may_be_empty`, and is, holds a timeline without days.
    """
    if (isinstance(format, str) and format == PARQUET) or (format is None and not may_be_empty and is_parquet(path)):
        from cliometer.io.timeline_parquet import read_parquet

        return read_parquet(path, duplicates)
    if format is None and (path == STANDARD_INPUT or unpacked(path).suffix in STORY_ENDINGS):
        from cliometer.io.stories import StoryFile  # which few timelines need, and which returns readings

        if stories := StoryFile.of(path):
            return stories.reading(duplicates)
    text = read_text(path)
    if may_be_empty and not text.strip("\ufeff \t\r\n"):
        return Reading((Timeline(),), (), "empty")
    return parse_timelines(text, path, duplicates, format)


def parse_timelines(text: str, path: Path, duplicates: Duplicates = "append", format: str | None = None) -> Reading:
    """Return the timelines of a text as if it stood in the file `path`."""
    if not isinstance(duplicates, str) or duplicates not in DUPLICATES:
        raise unknown("rule for repeated dates", duplicates, DUPLICATES)
    bare = text.removeprefix(_BYTE_ORDER_MARK)
    chosen = recognise(bare, path) if format is None else format_named(format)
    reading = chosen.read(bare, path, duplicates)
    forgiven = []
    if text.startswith(_BYTE_ORDER_MARK):
        forgiven.append(f"{path}:1: a byte order mark was skipped")
    if "\r\n" in text[:_ENOUGH]:
        forgiven.append(f"{path}:1: lines end in CR LF; read as LF")
    return replace(reading, notes=(*forgiven, *reading.notes))


def read_timeline(
    path: str | PathLike[str],
    duplicates: Duplicates = "last",
    *,
    columns: Columns = None,
    date_format: str | None = None,
    encoding: str | None = None,
) -> Timeline:
    """Read the one timeline of a file; notes go out as `ReadWarning`.

    Parameters
    ----------
    path
        The file, in any format that is recognised by its content.
    duplicates
        What to do if a file holds a date twice: `"last"` (default, as commands do), `"append"` or `"error"`.
    columns, date_format, encoding
        How the file is written, as for `input_form`.

    Returns
    -------
    Timeline
        The timeline.

    Raises
    ------
    InputError
        Where the file is no timeline, or holds several.
    """
    reading = read_timelines(path, duplicates, columns=columns, date_format=date_format, encoding=encoding)
    for note in reading.notes:
        warn(note, ReadWarning)
    return the_only(reading, _path(path))


def the_only(reading: Reading, path: Path) -> Timeline:
    """Return the timeline of a file that must hold exactly one."""
    if len(reading.timelines) != 1:
        raise InputError("timelines-several", path, count=len(reading.timelines))
    return reading.timelines[0]


def write_timelines(
    path: str | PathLike[str] | None, timelines: Iterable[Days] | Days, format: str | None = None, force: bool = False
) -> str:
    """Write one timeline or several into a file, whole or not at all.

    Parameters
    ----------
    path
        The file to write; None writes none.
    timelines
        One timeline or several, dictionaries as well.
    format
        `"tilse"`, `"newstls"`, `"json"`, `"csv"`, `"tsv"`, `"markdown"` or `"parquet"`; by default the ending of the
        path says it.
    force
        Whether a file that exists is replaced.

    Returns
    -------
    str
        The text, empty where the format is Parquet.

    Raises
    ------
    CliometerError
        Where the format is unknown, or the file exists already.
    """
    if not isinstance(force, bool):
        raise expected("force to be True or False", force)
    if is_for_parquet(path, format):
        from cliometer.io.timeline_parquet import write_parquet

        write_parquet(_path(path or ""), timelines_of(timelines), force)
        return ""
    text = format_to_write(path, format).write(timelines_of(timelines))
    if path is None:
        encoded(text)  # refuse here what standard output would choke on
    else:
        write_whole(_path(path), text, force)
    return text


def _path(path: str | PathLike[str]) -> Path:
    try:
        return Path(path)
    except TypeError:
        raise expected('the path of a file, such as "bp.txt"', path) from None


def is_for_parquet(path: str | PathLike[str] | None, format: str | None) -> bool:
    """Return whether timelines are to be written as Parquet, which is no text and needs a file."""
    if format is not None and not isinstance(format, str):
        return False  # whoever looks the format up says what is wrong
    named = format == PARQUET or (format is None and path is not None and _path(path).suffix == f".{PARQUET}")
    if named and (path is None or _path(path).is_dir()):
        raise UsageError("parquet-needs-file")
    return named


def format_to_write(path: str | PathLike[str] | None, format: str | None) -> Format:
    """Return the format that is named, else that of the ending."""
    if format is not None:
        return format_named(format)
    writer = None if path is None else format_for_suffix(_path(path))
    if writer is None:
        known = listed((f"{format.name} ({format.suffixes[0]})" for format in formats()), last=" or ")
        raise UsageError("output-format-needed", known=known)
    return writer


def convert(
    source: str | PathLike[str],
    target: str | PathLike[str] | None = None,
    to: str | None = None,
    source_format: str | None = None,
    duplicates: Duplicates = "append",
    force: bool = False,
) -> tuple[str, Reading]:
    """Read a file and write it to `target`; the text comes back where there is none, and what was read."""
    for_parquet = is_for_parquet(target, to)
    if Path(source).is_dir() and for_parquet:
        from cliometer.io.timeline_parquet import write_run_folders

        return "", Reading((), write_run_folders(Path(source), _path(target or ""), duplicates, force), PARQUET)
    reading = read_timelines(source, duplicates, source_format)
    if str(target or "").endswith("/") and not Path(target or "").is_dir():
        raise InputError("output-folder-missing", target, target=target)
    if target is not None and Path(target).is_dir() and not for_parquet:
        write_each(Path(target), reading.timelines, to, unpacked(Path(source)).stem, force)
        return "", reading
    text = write_timelines(target, reading.timelines, to, force)
    lost = [] if for_parquet else _lost_names(reading.timelines, format_to_write(target, to), Path(source))
    return (text if target is None else ""), replace(reading, notes=(*reading.notes, *lost))


def _lost_names(timelines: Sequence[Timeline], format: Format, source: Path) -> list[str]:
    names = [quoted(timeline.name) for timeline in timelines if timeline.name.strip()]
    if format.keeps_names or not names:
        return []
    keepers = listed(sorted(other.name for other in formats() if other.keeps_names))
    what = f"the name {names[0]} is" if len(names) == 1 else f"the names {listed(names)} are"
    return [f"{source}: {what} not kept in this format, {format.name}; use one of {keepers} to keep names"]


def write_each(
    folder: Path, timelines: Sequence[Timeline], to: str | None, stem: str, force: bool = False
) -> tuple[Path, ...]:
    """Write one file for each timeline, named after it, or after the source where it has no name of its own."""
    if to is None:
        raise UsageError("folder-format-needed", folder=folder)
    format = format_named(to)
    paths = tuple(folder / (name + format.suffixes[0]) for name in _file_names(timelines, stem))
    for path, timeline in zip(paths, timelines, strict=True):  # all that can fail, before any is written
        refuse_existing(path, force)
        format.write([timeline])
    for path, timeline in zip(paths, timelines, strict=True):
        write_timelines(path, [timeline], to, force)
    return paths


def _file_names(timelines: Sequence[Timeline], stem: str) -> tuple[str, ...]:
    if len(timelines) == 1 and not timelines[0].name.strip():
        return (stem,)
    names = tuple(re.sub(r"[^\w.-]+", "_", label).lstrip(".") for label in labels(timelines, f"{stem}-"))
    if not all(names) or len({name.lower() for name in names}) < len(names):
        raise InputError("file-names-equal", names=listed(names))
    return names
