"""Scores in CSV or TSV: long (system, topic, metric, value) or wide (system, topic, a column a metric).

`score --csv` is the long form with precision, recall and f in place of value. Where it is asked for,
a table of topics with a column for each system is read, too; its metric is named after the file.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.lines import first_line
from cliometer.io.notes import quoted
from cliometer.io.scores.cells import Place, ScoreCell, finite, row_cells
from cliometer.io.scores.columns import OURS, labels

_DELIMITERS = (",", "\t", ";")


def table_cells(text: str, path: Path, system_columns: bool = False) -> Iterator[ScoreCell]:
    """The scores of a table with a header."""
    delimiter = _delimiter(first_line(text), path, system_columns)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header: list[str] = []
    line = 1
    try:
        for row in rows:
            if any(cell.strip() for cell in row):
                if header:
                    yield from read_row(_labelled(row, header, path, line), Place(path, line))
                else:
                    header = _header(row, path, line)
            line = rows.line_num + 1
    except csv.Error as error:
        raise FormatError(f"not valid CSV: {error}", path, line) from None


def read_row(row: Mapping[str, object], place: Place) -> Iterator[ScoreCell]:
    """The scores of a row under its header, whichever form the table has."""
    return (row_cells if "system" in row else _system_cells)(row, place, place.path.stem)


def expect_header(
    names: Sequence[str], path: Path, line: int | None, system_columns: bool = False
) -> list[str]:
    """The columns of a table that is cut already, by our names."""
    found = set(labels(names))
    if "topic" not in found or not (system_columns or "system" in found):
        raise _no_header(", ".join(names), path, line, _is_wide(found) and not system_columns)
    return _header(names, path, line)


def _system_cells(row: Mapping[str, object], place: Place, metric: str) -> Iterator[ScoreCell]:
    """The scores of a row that has a column for each system."""
    topic = "" if row["topic"] is None else str(row["topic"])
    if not topic:
        raise place.error("expected the name of a topic, found nothing")
    for system, score in row.items():
        if system != "topic":
            yield ScoreCell(metric, system, topic, finite(score, system, place), place)


def _delimiter(first: str, path: Path, system_columns: bool) -> str:
    """The one under which the header has the columns that are needed."""
    cut = {delimiter: _cut(first, delimiter) for delimiter in _DELIMITERS}
    for needed in ({"system", "topic"}, *([{"topic"}] if system_columns else [])):
        for delimiter, names in cut.items():
            if needed <= set(names) and len(names) > 1:
                return delimiter
    wide = any(_is_wide(names) for names in cut.values())
    raise _no_header(first, path, 1, wide and not system_columns)


def _is_wide(names: Collection[str]) -> bool:
    return "topic" in names and "metric" not in names and len(names) > 2


def _no_header(found: str, path: Path, line: int | None, wide: bool) -> FormatError:
    remedy = "; if each column is a system, say so with --system-columns" if wide else ""
    return FormatError(
        f"expected a header with the columns system and topic, such as system,topic,metric,value, "
        f"found {quoted(found)}{remedy}",
        path,
        line,
    )


def _cut(first: str, delimiter: str) -> list[str]:
    return labels(next(csv.reader([first], delimiter=delimiter), []))


def _header(row: Sequence[str], path: Path, line: int | None) -> list[str]:
    header = labels(row)
    for number, name in enumerate(header, start=1):
        if not name:
            raise FormatError(f"column {number} of the header has no name", path, line)
        if header.index(name) != number - 1:
            raise FormatError(f"the column {quoted(name)} stands twice in the header", path, line)
    others = [name for name in header if name not in OURS]
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
        remedy = "; numbers need a decimal point, not a comma" if len(row) > len(header) else ""
        raise FormatError(
            f"expected {len(header)} cells as in the header, found {len(row)}{remedy}", path, line
        )
    return {name: cell.strip() for name, cell in zip(header, row, strict=True)}
