"""Files and folders of content units and judged events, read as one gold standard."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.listing import files_ending
from cliometer.io.text_file import missing
from cliometer.io.units.files import UnitFile, read_units


def read_unit_gold(paths: Iterable[Path]) -> UnitFile:
    """All topics of all files, each in one file only; a folder stands for the .json files in it."""
    whole, seen = UnitFile(), dict[tuple[str, str], Path]()
    for path in paths:
        for file in unit_files(path):
            found = read_units(file)
            _refuse_twice(found, file, seen)
            whole = UnitFile(
                whole.units + found.units, whole.events + found.events, whole.notes + found.notes
            )
    return whole


def unit_files(path: Path) -> list[Path]:
    """The file itself, or the .json files of a folder by name."""
    if not path.exists():
        raise missing(path)
    if not path.is_dir():
        return [path]
    files = files_ending(path, ".json")
    if not files:
        raise InputError("holds no .json files of content units or judged events", path)
    return files


def _refuse_twice(found: UnitFile, file: Path, seen: dict[tuple[str, str], Path]) -> None:
    named = [("units", topic.id) for topic in found.units] + [("events", topic.id) for topic in found.events]
    for kind, topic in named:
        if (kind, topic) in seen:
            raise InputError(f"topic {topic} has {kind} in {seen[kind, topic]} already; keep one", file)
        seen[kind, topic] = file
