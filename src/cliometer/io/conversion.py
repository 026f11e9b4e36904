"""One file's timelines in another format: as a text, a file, or a folder with one file each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from cliometer.errors import InputError, UsageError
from cliometer.io.atomic import refuse_existing
from cliometer.io.base import Format, Reading, format_named, formats
from cliometer.io.files import format_to_write, read_timelines, write_timelines
from cliometer.io.names import labels
from cliometer.io.notes import quoted
from cliometer.model.timeline import Duplicates, Timeline


def convert(
    source: str | PathLike[str],
    target: str | PathLike[str] | None = None,
    to: str | None = None,
    source_format: str | None = None,
    duplicates: Duplicates = "append",
    force: bool = False,
) -> tuple[str, Reading]:
    """Read a file and write it to `target`; the text comes back where there is none, and what was read."""
    reading = read_timelines(source, duplicates, source_format)
    if str(target or "").endswith("/") and not Path(target or "").is_dir():
        raise InputError(f"the folder does not exist; make it first: mkdir {target}", target)
    if target is not None and Path(target).is_dir():
        write_each(Path(target), reading.timelines, to, Path(source).stem, force)
        return "", reading
    text = write_timelines(target, reading.timelines, to, force)
    lost = _lost_names(reading.timelines, format_to_write(target, to), Path(source))
    return (text if target is None else ""), replace(reading, notes=(*reading.notes, *lost))


def _lost_names(timelines: Sequence[Timeline], format: Format, source: Path) -> list[str]:
    names = [quoted(timeline.name) for timeline in timelines if timeline.name.strip()]
    if format.keeps_names or not names:
        return []
    keepers = ", ".join(sorted(other.name for other in formats() if other.keeps_names))
    what = f"the name {names[0]} is" if len(names) == 1 else f"the names {', '.join(names)} are"
    return [f"{source}: {what} not kept in this format, {format.name}; use one of {keepers} to keep names"]


def write_each(
    folder: Path, timelines: Sequence[Timeline], to: str | None, stem: str, force: bool = False
) -> tuple[Path, ...]:
    """One file a timeline, named after it, or after the source where it has no name of its own."""
    if to is None:
        raise UsageError(f"{folder} is a folder: name the format of the files in it (--to)")
    format = format_named(to)
    paths = tuple(folder / (name + format.suffixes[0]) for name in _file_names(timelines, stem))
    for path, timeline in zip(
        paths, timelines, strict=True
    ):  # all that can fail, before the first is written
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
        raise InputError(f"the names do not tell the files apart: {', '.join(names)}; rename the timelines")
    return names
