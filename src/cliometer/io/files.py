"""Timelines in and out of files, in whichever format."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import replace
from os import PathLike
from pathlib import Path

from cliometer.errors import InputError, ReadWarning, UsageError, expected, unknown
from cliometer.io.atomic import encoded, write_whole
from cliometer.io.base import Format, Reading, format_for_suffix, format_named, formats
from cliometer.io.recognise import recognise
from cliometer.io.text_file import read_text
from cliometer.model.timeline import DUPLICATES, Days, Duplicates, Timeline, timelines_of

_BYTE_ORDER_MARK = "\ufeff"
_ENOUGH = 1 << 16  # characters to tell the line ends of a file by


def read_timelines(
    path: str | PathLike[str], duplicates: Duplicates = "append", format: str | None = None
) -> Reading:
    """Every timeline of a file, with what was forgiven; the format is recognised unless named."""
    file = _path(path)
    return parse_timelines(read_text(file), file, duplicates, format)


def parse_timelines(
    text: str, path: Path, duplicates: Duplicates = "append", format: str | None = None
) -> Reading:
    """The timelines of a text as if it stood in the file `path`."""
    if duplicates not in DUPLICATES:
        raise unknown("rule for repeated dates", duplicates, DUPLICATES)
    bare = text.removeprefix(_BYTE_ORDER_MARK)
    chosen = recognise(bare, path) if format is None else _named(format)
    reading = chosen.read(bare, path, duplicates)
    return replace(reading, notes=(*_forgiven(text, path), *reading.notes))


def _forgiven(text: str, path: Path) -> Iterable[str]:
    """What every format forgives."""
    if text.startswith(_BYTE_ORDER_MARK):
        yield f"{path}:1: a byte order mark was skipped"
    if "\r\n" in text[:_ENOUGH]:
        yield f"{path}:1: lines end in CR LF; read as LF"


def read_timeline(path: str | PathLike[str], duplicates: Duplicates = "append") -> Timeline:
    """The one timeline of a file; notes go out as `ReadWarning`."""
    reading = read_timelines(path, duplicates)
    for note in reading.notes:
        warnings.warn(note, ReadWarning, stacklevel=2)
    return the_only(reading, _path(path))


def the_only(reading: Reading, path: Path) -> Timeline:
    """The timeline of a file that must hold exactly one."""
    if len(reading.timelines) != 1:
        raise InputError(
            f"holds {len(reading.timelines)} timelines where one is wanted; "
            "split it (cliometer convert FILE -o FOLDER --to json), or read it as references",
            path,
        )
    return reading.timelines[0]


def write_timelines(
    path: str | PathLike[str] | None,
    timelines: Iterable[Days] | Days,
    format: str | None = None,
    force: bool = False,
) -> str:
    """Write one timeline or several into a file, whole or not at all.

    Returns the text, and only that where the path is None.
    """
    if not isinstance(force, bool):
        raise expected("force to be True or False", force)
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


def _named(format: str) -> Format:
    if not isinstance(format, str):
        raise unknown("format", format, (known.name for known in formats()))
    return format_named(format)


def format_to_write(path: str | PathLike[str] | None, format: str | None) -> Format:
    """The format that is named, else that of the ending."""
    if format is not None:
        return _named(format)
    found = None if path is None else format_for_suffix(_path(path))
    if found is None:
        known = ", ".join(f"{format.name} ({format.suffixes[0]})" for format in formats())
        raise UsageError(f"name the format to write (--to), or a file with its ending: {known}")
    return found
