"""Timelines in and out of files, in whichever format."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from cliometer.errors import InputError, ReadWarning, UsageError, unknown
from cliometer.io.atomic import encoded, write_whole
from cliometer.io.base import Format, Reading, format_for_suffix, format_named, formats
from cliometer.io.recognise import recognise
from cliometer.io.text_file import read_text
from cliometer.model.timeline import DUPLICATES, Duplicates, Timeline

_BYTE_ORDER_MARK = "\ufeff"


def read_timelines(
    path: str | PathLike[str], duplicates: Duplicates = "append", format: str | None = None
) -> Reading:
    """Every timeline of a file, with what was forgiven; the format is recognised unless named."""
    return parse_timelines(read_text(Path(path)), Path(path), duplicates, format)


def parse_timelines(
    text: str, path: Path, duplicates: Duplicates = "append", format: str | None = None
) -> Reading:
    """The timelines of a text as if it stood in the file `path`."""
    if duplicates not in DUPLICATES:
        raise unknown("rule for repeated dates", duplicates, DUPLICATES)
    bare = text.removeprefix(_BYTE_ORDER_MARK)
    chosen = recognise(bare, path) if format is None else format_named(format)
    reading = chosen.read(bare, path, duplicates)
    if bare == text:
        return reading
    return replace(reading, notes=(f"{path}:1: a byte order mark was skipped", *reading.notes))


def read_timeline(path: str | PathLike[str], duplicates: Duplicates = "append") -> Timeline:
    """The one timeline of a file; notes go out as `ReadWarning`."""
    reading = read_timelines(path, duplicates)
    for note in reading.notes:
        warnings.warn(note, ReadWarning, stacklevel=2)
    return the_only(reading, Path(path))


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
    timelines: Sequence[Timeline],
    format: str | None = None,
    force: bool = False,
) -> str:
    """Write a file whole or not at all; returns its text, and only that where the path is None."""
    text = _format_to_write(path, format).write(timelines)
    if path is None:
        encoded(text)  # refuse here what standard output would choke on
    else:
        write_whole(Path(path), text, force)
    return text


def _format_to_write(path: str | PathLike[str] | None, format: str | None) -> Format:
    if format is not None:
        return format_named(format)
    found = None if path is None else format_for_suffix(Path(path))
    if found is None:
        known = ", ".join(f"{format.name} ({format.suffixes[0]})" for format in formats())
        raise UsageError(f"name the format to write, or a file with its ending: {known}")
    return found
