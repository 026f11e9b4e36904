"""The first line of a judges' sheet: what separates its cells, and which columns it has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.lines import first_line
from cliometer.io.notes import quoted
from cliometer.io.votes.table import header

_DELIMITERS = (",", "\t", ";")
LINK_COLUMNS = ("sentence", "event", "judge")
ENTRY_COLUMNS = ("unit", "writer", "entry", "date", "discarded")
TOPIC_COLUMNS = ("topic", "part", "hours")


def delimiter_of(text: str, needed: Iterable[str]) -> str | None:
    """What separates the needed columns; None where they are not there."""
    wanted = set(needed)
    return next((mark for mark in _DELIMITERS if wanted <= set(header(text, mark))), None)


def expect_columns(text: str, path: Path, columns: Sequence[str], needed: Sequence[str], such: str) -> str:
    """The delimiter of a sheet that has the needed columns and none that is unknown; else an error."""
    delimiter = delimiter_of(text, needed)
    if delimiter is None:
        raise FormatError(f"expected a header such as {such}, found {quoted(first_line(text))}", path, 1)
    others = [quoted(name) for name in header(text, delimiter) if name not in columns]
    if others:
        raise FormatError(f"unknown columns: {', '.join(others)}; known: {', '.join(columns)}", path, 1)
    return delimiter
