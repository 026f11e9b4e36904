"""Which files of a folder are meant: those of some endings, by name."""

from __future__ import annotations

from pathlib import Path


def files_ending(path: Path, *endings: str) -> list[Path]:
    """The files of a folder with one of the endings, in the order of their names; folders are none."""
    return sorted(entry for entry in path.iterdir() if entry.suffix in endings and entry.is_file())
