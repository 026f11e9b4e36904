"""Releases of studies, which an installed package reads and converts: the entry point group `cliometer.releases`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cliometer.entry_points import entry_points_of, load_point
from cliometer.errors import UsageError, unknown
from cliometer.io.timelines import readers

GROUP = "cliometer.releases"
REMEDY = "pip install cliometer-workbench"
FORMATS = ("label-studio", "brat", "xmi", "csv")  # in which other tools read judgements


def release_package(wanted_by: str) -> Any:
    """Return the module that reads releases; an error with a remedy where no installed package has one."""
    points = entry_points_of(GROUP)
    if not points:
        raise UsageError("releases-reader-missing", wanted_by=wanted_by, remedy=REMEDY)
    return load_point(next(iter(points.values())))


def read_release(path: Path) -> Any | None:
    """Return the release of a study with its results; None where a path is none: neither such a folder nor a .zip."""
    is_packed = path.is_file() and path.suffix.casefold() == ".zip"
    if not is_packed and not (path.is_dir() and entry_points_of(GROUP)):
        return None
    package = release_package(str(path))
    return package.read_release(path) if package.is_release(path) else None


def convert_release(path: Path, output: object, to: object, force: bool = False) -> tuple[str, ...] | None:
    """Write the judgements of a release for other tools, and return notes; None where something else is converted.

    It is one of judgements by its format, for CSV by its source: a folder or an archive.
    """
    is_packed = path.suffix.casefold() == ".zip"
    is_place = is_packed or path.is_dir()
    known = {*FORMATS, *readers.names, "parquet"}
    if is_place and isinstance(to, str) and to not in known:
        raise unknown("format", to, known)
    if not (to in FORMATS[:-1] or (is_place and to == "csv") or (is_packed and to is None)):
        return None
    notes: tuple[str, ...] = release_package(str(path)).convert_judgements(path, output, to, force)
    return notes
