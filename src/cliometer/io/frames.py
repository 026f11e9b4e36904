"""Results as data frames and Parquet files, where pandas, polars or pyarrow are installed."""

from __future__ import annotations

import importlib
import io
import types
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, is_dataclass
from functools import reduce
from operator import or_
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, Literal, Union, cast, get_args, get_origin

from cliometer.errors import FormatError, UsageError, remedy, unknown
from cliometer.io.text_files import refuse_existing, write_bytes_whole
from cliometer.model.display import NotebookDisplay
from cliometer.model.records import JsonDocument, encode_members, is_text, named_members
from cliometer.spelling import quoted

Cell = str | int | float | bool | None
Columns = Mapping[str, type]
_FLAT = (str, int, float, bool)
_PANDAS = {str: "string", int: "Int64", float: "float64", bool: "boolean"}
_POLARS = {str: "String", int: "Int64", float: "Float64", bool: "Boolean"}
_ARROW = {str: "string", int: "int64", float: "float64", bool: "bool_"}


@dataclass(frozen=True)
class Records:
    """One table: its columns with the type of their values, and rows; other keys of a row are left out."""

    columns: Columns
    rows: Sequence[Mapping[str, Any]]

    def column(self, name: str) -> list[Cell]:
        """Return the values of a column; whole numbers in a column of floats become floats."""
        kind = self.columns[name]
        return [None if row.get(name) is None else kind(row[name]) for row in self.rows]


class TabularResult:
    """A result that is one table or several; the first of them with rows is meant where none is named."""

    def frames(self) -> Mapping[str, Records]:
        """Return the tables of a result by their names."""
        raise NotImplementedError

    def __getitem__(self, name: str) -> Any:
        """Return the rows of a table; results of several metrics have those of a metric instead."""
        return list(self.table(name).rows)

    def keys(self) -> Collection[str]:
        """Return the names by which the result can be subscripted, over which it also iterates."""
        return list(self.frames())

    def __iter__(self) -> Iterator[Any]:
        return iter(self.keys())

    def __contains__(self, name: Any) -> bool:
        try:
            self[name]
        except UsageError:
            return False
        return True

    def to_pandas(self, table: str | None = None) -> Any:
        """Return a pandas DataFrame; numbers without a value are NaN."""
        pandas, records = library("pandas"), self.table(table)
        kinds = records.columns.items()
        return pandas.DataFrame(
            {name: pandas.Series(records.column(name), dtype=_PANDAS[kind]) for name, kind in kinds}
        )

    def to_polars(self, table: str | None = None) -> Any:
        """Return a polars DataFrame; what has no value is null."""
        polars, records = library("polars"), self.table(table)
        schema = {name: getattr(polars, _POLARS[kind]) for name, kind in records.columns.items()}
        return polars.DataFrame({name: records.column(name) for name in schema}, schema=schema)

    def write_parquet(self, path: str | PathLike[str], table: str | None = None, *, force: bool = False) -> None:
        """Write a Parquet file, whole or not at all; one that exists is replaced with `force` only.

        The signature of the result goes into the file's own notes, under `cliometer.signature`.
        """
        arrow, parquet, records = library("pyarrow"), library("pyarrow.parquet"), self.table(table)
        signature = str(getattr(self, "signature", ""))
        schema = arrow.schema(
            [(name, getattr(arrow, _ARROW[kind])()) for name, kind in records.columns.items()],
            metadata={"cliometer.signature": signature} if signature else None,
        )
        columns = [arrow.array(records.column(field.name), field.type) for field in schema]
        target = io.BytesIO()
        parquet.write_table(arrow.Table.from_arrays(columns, schema=schema), target)
        write_bytes_whole(Path(path), target.getvalue(), force)

    def table(self, table: str | None = None) -> Records:
        """Return a table by its name, or the first with rows."""
        tables = self.frames()
        if table is None:
            return next((records for records in tables.values() if records.rows), next(iter(tables.values())))
        if table not in tables:
            raise unknown("table", table, tables)
        return tables[table]


class DocumentResult(JsonDocument, TabularResult, NotebookDisplay):
    """A result that is a dataclass: its JSON document and its tables follow from its fields.

    `tables` has the path of the records of each table in the document: `comparisons[metric].systems` are the systems of
    all comparisons, with the metric of the comparison in front.
    """

    tables: ClassVar[Mapping[str, str]] = {}

    def frames(self) -> Mapping[str, Records]:
        """Return the tables by their names, with a row for each record."""
        document = encode_members(self.recorded())
        return {name: _table(type(self), document, path) for name, path in self.tables.items()}


def _table(kind: Any, document: Any, path: str) -> Records:
    """Return the records at a path of a document as a table; those of a mapping have a column for its keys."""
    columns: dict[str, type] = {}
    entries: list[tuple[dict[str, Any], Any]] = [({}, document)]
    for step in path.split("."):
        name, _, outer = step.rstrip("]").partition("[")
        hint = next(member.hint for member in named_members(kind) if member.name == name)
        hint, key = _optional(hint) or hint, name.removesuffix("s")
        inner = [(row, value[name]) for row, value in entries if value.get(name) is not None]
        if get_origin(hint) in (Mapping, dict):
            kind, columns[key] = get_args(hint)[1], str
            entries = [(row | {key: word}, item) for row, items in inner for word, item in items.items()]
            key = "value"
        elif get_args(hint):
            kind, entries = get_args(hint)[0], [(row, item) for row, items in inner for item in items]
        else:
            kind, entries = hint, inner
        columns |= {column: columns_of(kind)[column] for column in outer.split()}
        entries = [(row | {column: item[column] for column in outer.split()}, item) for row, item in entries]
    if not is_dataclass(kind) and kind is not Any:
        return Records({**columns, key: _flat(kind) or str}, [row | {key: item} for row, item in entries])
    rows = [row | _flattened(item) for row, item in entries]
    return Records(columns | (_columns_found(rows) if kind is Any else columns_of(cast("type", kind))), rows)


def _columns_found(rows: Sequence[Mapping[str, Any]]) -> dict[str, type]:
    """Return the columns of rows whose class is not declared: of numbers where a cell is one; lists are left out."""
    kinds = {name: type(cell) for row in rows for name, cell in row.items() if cell is not None}
    return {name: str if kind is str else float for name, kind in kinds.items() if kind in _FLAT}


def _flattened(record: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return the cells of a record; those of a record in it start with its name, and its value has this name."""
    cells: dict[str, Any] = {}
    for name, value in record.items():
        full = _column(prefix, name)
        cells |= _flattened(value, full) if isinstance(value, dict) else {full: value}
    return cells


def _column(prefix: str, name: str) -> str:
    return f"{prefix}_{name}" if prefix and name != "value" else prefix or name


def library(name: str) -> Any:
    """Import a library that need not be installed; raise a UsageError with the remedy where it is not."""
    try:
        return importlib.import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise UsageError("package-missing", package=package, remedy=remedy("frames")) from None


@contextmanager
def reading_parquet(path: Path) -> Iterator[None]:
    """Refuse a Parquet file that is damaged, or none, while it is read."""
    arrow = library("pyarrow")
    try:
        yield
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise FormatError("parquet-invalid", path, what=quoted(str(error).partition("\n")[0])) from None


def expect_parquet(path: Path, force: bool = False) -> None:
    """Fail before the work, not after it, where a Parquet file could not be written."""
    refuse_existing(path, force)
    library("pyarrow")


def columns_of(kind: type, prefix: str = "") -> dict[str, type]:
    """Return the columns of records of a dataclass: its members, and those of records in it; lists are left out."""
    columns: dict[str, type] = {}
    for member in named_members(kind):
        name, hint = _column(prefix, member.name), _optional(member.hint) or member.hint
        if (flat := _flat(hint)) is not None:
            columns[name] = flat
        elif is_dataclass(hint) and hint is not kind:
            columns |= columns_of(cast("type", hint), name)
    return columns


def _optional(hint: Any) -> Any:
    """Return `float` for `float | None`, and None for a type without None."""
    kinds = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else ()
    rest = [kind for kind in kinds if kind is not type(None)]
    return reduce(or_, rest) if len(rest) < len(kinds) else None


def _flat(hint: Any) -> type | None:
    """Return `float` for `float | None`, `str` for `Literal["f", "recall"]`, and None for a type that is not flat."""
    if get_origin(hint) in (Union, types.UnionType):
        kinds = {_flat(kind) for kind in get_args(hint) if kind is not type(None)}
        return kinds.pop() if len(kinds) == 1 else float if kinds == {int, float} else None
    if get_origin(hint) is Literal or is_text(hint) or hint is Path:
        return str
    return hint if hint in _FLAT else None
