"""The names of our JSON formats, as the files say them."""

from __future__ import annotations

from pathlib import Path

UNITS = "cliometer-units"
EXTRACTS = "cliometer-extracts"
_HEAD = 400  # characters in which the name of a format must stand


def are_extracts(path: Path) -> bool:
    """Whether a file says that it holds extracts, what systems selected."""
    return path.suffix.lower() == ".json" and path.is_file() and f'"{EXTRACTS}"' in head_of(path)


def head_of(path: Path) -> str:
    """The start of a file, in which our formats name themselves."""
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(_HEAD)
