"""Scores in Parquet: what `score --parquet` writes, and tables of others, long or wide as in CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.frames import library
from cliometer.io.notes import quoted
from cliometer.io.scores.cells import PARTS, PLAIN, Place, ScoreCell
from cliometer.io.scores.columns import OURS
from cliometer.io.scores.rows import expect_header, read_row

_MARK = b"PAR1"
_REMARKS = ("undefined",)  # our own column of reasons


def is_parquet(path: Path) -> bool:
    """By the four bytes that such a file starts with."""
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.read(len(_MARK)) == _MARK


def parquet_cells(path: Path, system_columns: bool = False) -> Iterator[ScoreCell]:
    """The scores of a Parquet file; columns of a metric that hold nothing are not its own."""
    names, rows = _table(path)
    header = expect_header(names, path, None, system_columns)
    table = [dict(zip(header, row, strict=True)) for row in rows]
    own = _own_columns(table) if "metric" in header else {}
    for number, row in enumerate(table, start=1):
        place = Place(path, None, f"row {number}")
        if "metric" in row:
            row = {key: row[key] for key in row if key in own[row["metric"]]}
        yield from read_row(row, place)


def _table(path: Path) -> tuple[list[str], list[Sequence[object]]]:
    arrow, parquet = library("pyarrow"), library("pyarrow.parquet")
    try:
        table = parquet.read_table(path)
        table = table.select([at for at, name in enumerate(table.column_names) if name not in _REMARKS])
        columns = [column.to_pylist() for column in table.columns]
    except (arrow.ArrowException, OSError, ValueError) as error:
        what = str(error).partition("\n")[0]
        raise FormatError(f"not a whole Parquet file: {quoted(what)}; write it anew", path) from None
    return table.column_names, list(zip(*columns, strict=True))


def _own_columns(table: Sequence[Mapping[str, object]]) -> dict[object, set[str]]:
    """Which columns a metric has: those with a number somewhere; with none anywhere, those of an F."""
    found: dict[object, set[str]] = {}
    for row in table:
        numbers = {key for key in (*PARTS, PLAIN) if row.get(key) is not None}
        found.setdefault(row["metric"], set()).update(numbers)
    others = {key for key in OURS if key not in (*PARTS, PLAIN)}
    return {metric: others | (own or {*PARTS}) for metric, own in found.items()}
