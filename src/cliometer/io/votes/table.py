"""Votes in a table of comma-, tab- or semicolon-separated values: a row a vote, or a matrix of wins."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.lines import first_line
from cliometer.io.notes import quoted
from cliometer.io.votes.columns import Layout
from cliometer.io.votes.rows import Row
from cliometer.model.judgements import Poll, Vote

_DELIMITERS = (",", "\t", ";")
_ON_THE_DIAGONAL = ("", "-", "–", "—", "0", "x")


def delimiter_of(text: str, layout: Layout) -> str | None:
    """The delimiter under which the header names what votes need."""
    return next((d for d in _DELIMITERS if layout.suffices(header(text, d))), None)


def header(text: str, delimiter: str | None = None) -> list[str]:
    """The cells of the first line, cut where most cells come out unless told."""
    cut = csv.reader([first_line(text)], delimiter=delimiter or widest_delimiter(text))
    return [cell.strip() for cell in next(cut, [])]


def widest_delimiter(text: str) -> str:
    """The one that cuts the first line into most cells."""
    return max(_DELIMITERS, key=lambda delimiter: len(header(text, delimiter)))


def table_rows(text: str, path: Path, delimiter: str) -> list[Row]:
    """The rows below the header, each with its line."""
    (_, names), *rows = _cells(text, path, delimiter)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise FormatError(f"two columns are called {quoted(twice)}; rename one", path, 1)
    for line, row in rows:
        if len(row) != len(names):
            raise FormatError(
                f"expected {len(names)} cells as in the header, found {len(row)}; "
                'a cell with a delimiter in it needs quotes: "..."',
                path,
                line,
            )
    return [Row(path, line, "", dict(zip(names, row, strict=True))) for line, row in rows]


def matrix_delimiter(text: str, path: Path) -> str | None:
    """The delimiter under which the rows are called as the columns are."""
    for delimiter in _DELIMITERS:
        names = header(text, delimiter)[1:]
        if len(names) > 1:
            (_, _), *rows = _cells(text, path, delimiter)
            if sorted(row[0] for _, row in rows) == sorted(names):
                return delimiter
    return None


def read_matrix(text: str, path: Path, delimiter: str) -> tuple[Poll, ...]:
    """The cell in row i and column j: how often i was preferred to j."""
    votes = []
    for row in table_rows(text, path, delimiter):
        first, *others = row.cells
        winner = row.text(first)
        votes += [_wins(row, winner, loser) for loser in others if not _is_nothing(row, winner, loser)]
    if not votes:
        raise FormatError("is a matrix without a vote; at least one is needed", path)
    return (Poll(path.stem, tuple(votes)),)


def _is_nothing(row: Row, winner: str, loser: str) -> bool:
    """An empty cell is no vote; a dash or a cross fills the diagonal only."""
    return row.text(loser) in (_ON_THE_DIAGONAL if winner == loser else ("", "0"))


def _wins(row: Row, winner: str, loser: str) -> Vote:
    if winner == loser:
        raise row.error(f"{quoted(winner)} cannot beat itself; the diagonal of the matrix must be empty or 0")
    return Vote(winner, loser, winner, count=row.count(loser), shown=False, place=row.place)


def _cells(text: str, path: Path, delimiter: str) -> list[tuple[int, list[str]]]:
    """Rows that are not blank, with the line on which they end."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    found: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                found.append((reader.line_num, [cell.strip() for cell in row]))
    except csv.Error as error:
        raise FormatError(f"not valid CSV: {error}", path, reader.line_num) from None
    return found
