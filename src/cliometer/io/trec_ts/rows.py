"""Rows of the track's tables: tab-separated, with or without a header, which may itself be cut by blanks."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.notes import Notebook, quoted
from cliometer.io.trec_ts.packed import read_packed

_WHOLE = re.compile("[+-]?[0-9]{1,15}")  # no time, place or length needs more digits
_LARGEST = 1e100  # sums of such numbers and their products stay finite
_HEADER = "query"  # how the first column is called: query_id, Query_ID, QueryID


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one line, with its place."""

    path: Path
    line: int
    cells: list[str]

    def whole(self, column: int, what: str, low: int | None = None) -> int:
        """A cell as a whole number, which may have a lower limit."""
        if not _WHOLE.fullmatch(self.cells[column].strip()):
            raise self._expected(f"{what} as a whole number", column)
        value = int(self.cells[column])
        if low is not None and value < low:
            raise self._expected(f"{what} of at least {low}", column)
        return value

    def number(self, column: int, what: str, endless: bool = False) -> float:
        """A cell as a number, which may be infinite only if it is `endless`."""
        try:
            value = float(self.cells[column])
        except ValueError:
            raise self._expected(f"{what} as a number", column) from None
        if not abs(value) <= _LARGEST and not (endless and value == math.inf):  # NaN is not, either
            raise self._expected(f"{what} as a finite number", column)
        return value

    def _expected(self, what: str, column: int) -> FormatError:
        found = quoted(self.cells[column])
        return FormatError(f"expected {what} in column {column + 1}, found {found}", self.path, self.line)


def table_rows(path: Path, columns: str, notebook: Notebook) -> Iterator[Row]:
    """The rows below the header; `columns` names those that every row must have, separated by blanks."""
    names = columns.split()
    for line, text in enumerate(read_packed(path).split("\n"), start=1):
        cells = text.rstrip("\r").split("\t")
        if not text.strip():
            continue
        if line == 1:
            if cells[0].lower().startswith(_HEADER):
                continue
            notebook.add(1, "no header: the first line was read as a row")
        yield Row(path, line, enough(cells, names, path, line))


def blank_rows(path: Path, columns: str) -> Iterator[Row]:
    """The rows of a file that is cut at blanks and has no header."""
    names = columns.split()
    for line, text in enumerate(read_packed(path).split("\n"), start=1):
        cells = text.split()
        if cells:
            yield Row(path, line, enough(cells, names, path, line))


def enough(cells: list[str], names: list[str], path: Path, line: int) -> list[str]:
    """The cells, where no column is missing."""
    if len(cells) < len(names):
        wanted = " ".join(names)
        raise FormatError(
            f"expected {len(names)} columns ({wanted}), found {len(cells)}: is this the right file?",
            path,
            line,
        )
    return cells
