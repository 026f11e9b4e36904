"""Results as data frames and Parquet files, where pandas, polars or pyarrow are installed."""

from __future__ import annotations

import importlib
import io
import types
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, Union, get_args, get_origin, get_type_hints

from cliometer.errors import UsageError, remedy, unknown
from cliometer.io.text_files import refuse_existing, write_bytes_whole
from cliometer.model.display import NotebookDisplay
from cliometer.model.records import decode, head

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
    """A result that is one table or several; the first of them is meant where none is named."""

    def frames(self) -> Mapping[str, Records]:
        """Return the tables of a result by their names."""
        raise NotImplementedError

    def __getitem__(self, name: str) -> Any:
        """Return the rows of a table; results of several metrics have those of a metric instead."""
        return list(self._records(name).rows)

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
        pandas, records = library("pandas"), self._records(table)
        kinds = records.columns.items()
        return pandas.DataFrame(
            {name: pandas.Series(records.column(name), dtype=_PANDAS[kind]) for name, kind in kinds}
        )

    def to_polars(self, table: str | None = None) -> Any:
        """Return a polars DataFrame; what has no value is null."""
        polars, records = library("polars"), self._records(table)
        schema = {name: getattr(polars, _POLARS[kind]) for name, kind in records.columns.items()}
        return polars.DataFrame({name: records.column(name) for name in schema}, schema=schema)

    def write_parquet(self, path: str | PathLike[str], table: str | None = None, *, force: bool = False) -> None:
        """Write a Parquet file, whole or not at all; one that exists is replaced with `force` only.

        The signature of the result goes into the file's own notes, under `cliometer.signature`.
        """
        arrow, parquet, records = library("pyarrow"), library("pyarrow.parquet"), self._records(table)
        signature = str(getattr(self, "signature", ""))
        schema = arrow.schema(
            [(name, getattr(arrow, _ARROW[kind])()) for name, kind in records.columns.items()],
            metadata={"cliometer.signature": signature} if signature else None,
        )
        columns = [arrow.array(records.column(field.name), field.type) for field in schema]
        target = io.BytesIO()
        parquet.write_table(arrow.Table.from_arrays(columns, schema=schema), target)
        write_bytes_whole(Path(path), target.getvalue(), force)

    def _records(self, table: str | None) -> Records:
        tables = self.frames()
        name = next(iter(tables)) if table is None else table
        if name not in tables:
            raise unknown("table", name, tables)
        return tables[name]


class DocumentResult(TabularResult, NotebookDisplay):
    """A result that is a dataclass: its fields are the members of a JSON document of a kind.

    `tables` names the fields that are lists of records, each of which is a table.
    """

    kind: ClassVar[str]
    tables: ClassVar[tuple[str, ...]]

    def to_dict(self) -> dict[str, Any]:
        """Return the document that the command prints with `--json`."""
        return {**head(self.kind), **asdict(self)}  # type: ignore[call-overload]  # every subclass is a dataclass

    @classmethod
    def from_dict(cls, document: Mapping[str, object]) -> Self:
        """Read such a document back."""
        return decode(cls, document)

    def frames(self) -> Mapping[str, Records]:
        """Return the tables by their names, with a row for each record."""
        hints = get_type_hints(type(self))
        return {
            name: Records(columns_of(get_args(hints[name])[0]), list(map(vars, getattr(self, name))))
            for name in self.tables
        }


def library(name: str) -> Any:
    """Import a library that need not be installed; raise a UsageError with the remedy where it is not."""
    try:
        return importlib.import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise UsageError(f"this needs {package}; {remedy('frames')}") from None


def expect_parquet(path: Path, force: bool = False) -> None:
    """Fail before the work, not after it, where a Parquet file could not be written."""
    refuse_existing(path, force)
    library("pyarrow")


def columns_of(kind: type, *without: str) -> dict[str, type]:
    """Return the fields of a dataclass that a table can hold, `without` some; lists and the like are left out."""
    hints = get_type_hints(kind)
    found = {field.name: _flat(hints[field.name]) for field in fields(kind) if field.name not in without}
    return {name: type_ for name, type_ in found.items() if type_ is not None}


def _flat(hint: Any) -> type | None:
    """Return `float` for `float | None`, `str` for `Literal["f", "recall"]`, and None for a type that is not flat."""
    if get_origin(hint) in (Union, types.UnionType):
        kinds = {_flat(one) for one in get_args(hint) if one is not type(None)}
        return kinds.pop() if len(kinds) == 1 else None
    if get_origin(hint) is Literal:
        return str
    return hint if hint in _FLAT else None
