"""Folders of runs, as `cliometer summarise` writes them: RUNS/<system>/<topic>.txt and RUNS/<system>.json.

Whoever names such a folder, or all that stands in it (RUNS/*), means each of its runs, once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from cliometer.io.units.formats import are_extracts


def each_run(paths: Sequence[Path], topics: Collection[str]) -> tuple[list[Path], tuple[str, ...]]:
    """The runs that are meant, those of folders of runs one by one; and notes on what was made of them."""
    found: list[Path] = []
    notes: list[str] = []
    for path in paths:
        runs = runs_in(path, topics)
        found += runs or [path]
        notes += [_told(path, runs)] if runs else []
    twins = [path for path in found if _has_folder(path, found)]
    notes += [f"{path}: left out, its texts are read from {path.with_suffix('')}" for path in twins]
    return [path for path in found if path not in twins], tuple(notes)


def runs_in(path: Path, topics: Collection[str]) -> list[Path]:
    """The runs in a folder: folders with a file named after a topic, and extracts that stand alone.

    None where something in the folder is itself named after a topic: then the folder is a run.
    """
    if not path.is_dir():
        return []
    entries = _entries(path)
    if any(_name(entry) in topics for entry in entries):
        return []
    folders = [entry for entry in entries if entry.is_dir() and _is_run(entry, topics)]
    return folders + [
        entry for entry in entries if are_extracts(entry) and entry.with_suffix("") not in folders
    ]


def _told(path: Path, runs: Sequence[Path]) -> str:
    """What a folder was taken for, and what of it was not."""
    others = [entry.name for entry in _entries(path) if entry not in runs and not _has_folder(entry, runs)]
    skipped = f"; skipped: {', '.join(others)}" if others else ""
    return f"{path}: read as a folder of runs: {', '.join(run.name for run in runs)}{skipped}"


def _is_run(folder: Path, topics: Collection[str]) -> bool:
    return any(entry.is_file() and _name(entry) in topics for entry in _entries(folder))


def _has_folder(path: Path, others: Collection[Path]) -> bool:
    """Whether a file of extracts stands beside the folder with its texts, which is read too."""
    return are_extracts(path) and path.with_suffix("") in others


def _name(entry: Path) -> str:
    return entry.name if entry.is_dir() else entry.stem


def _entries(folder: Path) -> list[Path]:
    return sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
