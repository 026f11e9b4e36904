"""Which tables hold posts, by their headers alone."""

from __future__ import annotations

from pathlib import Path

from cliometer.io.posts.fields import best_keys

TABLES = (".csv", ".tsv")
_LONGEST_HEADER = 4096  # characters in which the header of a table must end


def columns(file: Path) -> set[str]:
    """What the header of a table names, whatever its delimiter."""
    with file.open(encoding="utf-8-sig", errors="replace") as stream:
        head = stream.read(_LONGEST_HEADER).partition("\n")[0]
    return {role for mark in ",\t;" for role in best_keys(head.split(mark))}


def has_texts(file: Path) -> bool:
    """A table whose header names a text, or a file of another kind; lists of ids have none."""
    return not file.name.endswith(TABLES) or "text" in columns(file)


def holds_posts(file: Path) -> bool:
    """A table of texts that have ids or authors; the days of a timeline have neither."""
    if not file.is_file() or not file.name.endswith(TABLES):
        return False
    named = columns(file)
    return "text" in named and bool(named & {"id", "user"})
