"""Scores in CSV or TSV: long (system, topic, metric, value) or wide (system, topic, a column a metric).

`score --csv` is the long form with precision, recall and f in place of value. A column `judge` may stand for
`metric`, and `text` for `topic`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.lines import first_line
from cliometer.io.notes import quoted
from cliometer.io.scores.cells import PARTS, PLAIN, Place, ScoreCell, row_cells

_DELIMITERS = (",", "\t", ";")
_SYNONYMS = {"judge": "metric", "text": "topic"}
_OURS = ("system", "topic", "metric", PLAIN, *PARTS)


def table_cells(text: str, path: Path) -> Iterator[ScoreCell]:
    """The scores of a table with a header."""
    delimiter = _delimiter(first_line(text), path)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header: list[str] = []
    line = 1
    try:
        for row in rows:
            if any(cell.strip() for cell in row):
                if header:
                    yield from row_cells(_labelled(row, header, path, line), Place(path, line), path.stem)
                else:
                    header = _header(row, path, line)
            line = rows.line_num + 1
    except csv.Error as error:
        raise FormatError(f"not valid CSV: {error}", path, line) from None


def _delimiter(first: str, path: Path) -> str:
    for delimiter in _DELIMITERS:
        if {"system", "topic"} <= set(_labels(next(csv.reader([first], delimiter=delimiter), []))):
            return delimiter
    raise FormatError(
        f"expected a header with the columns system and topic, such as system,topic,metric,value, "
        f"found {quoted(first)}",
        path,
        1,
    )


def _labels(row: Sequence[str]) -> list[str]:
    """Column names; ours in whatever case, those of metrics as they are."""
    names = [cell.strip() for cell in row]
    lowered = [_SYNONYMS.get(name.lower(), name.lower()) for name in names]
    return [low if low in _OURS else name for low, name in zip(lowered, names, strict=True)]


def _header(row: Sequence[str], path: Path, line: int) -> list[str]:
    header = _labels(row)
    for number, name in enumerate(header, start=1):
        if not name:
            raise FormatError(f"column {number} of the header has no name", path, line)
        if header.index(name) != number - 1:
            raise FormatError(f"the column {quoted(name)} stands twice in the header", path, line)
    others = [name for name in header if name not in _OURS]
    if "metric" in header and others:
        raise FormatError(
            f"the column {quoted(others[0])} stands beside a column metric, where only value, or precision, "
            "recall and f, can stand; take one of the two out",
            path,
            line,
        )
    return header


def _labelled(row: Sequence[str], header: Sequence[str], path: Path, line: int) -> dict[str, str]:
    if len(row) != len(header):
        raise FormatError(f"expected {len(header)} cells as in the header, found {len(row)}", path, line)
    return {name: cell.strip() for name, cell in zip(header, row, strict=True)}
