"""An experiment as a small file: a TOML table becomes a plan with every setting, checked before any work.

A plan is a frozen dataclass whose fields all have defaults; the defaults say what kind of value is expected.
Paths in a file are taken from the folder of the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any

from cliometer.errors import CliometerError, InputError, shown, unknown

_NO_PATHS = ("", "wordfreq")  # nothing, and the background that is a package
_WORDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: 'a text in quotes, "..."',
    tuple: "a list, [...]",
}


def from_table(cls: type[Any], table: Mapping[str, Any], path: Path | None, where: str) -> Any:
    """A dataclass from a table; what the table does not name keeps its default."""
    known = {field.name: field for field in fields(cls)}
    for key in table:
        if key not in known:
            raise InputError(str(unknown(f"setting of {where}", key, known)), path)
    values = {
        key: _fitted(value, default_of(known[key]), path, f"{key} of {where}") for key, value in table.items()
    }
    try:
        return cls(**values)
    except InputError:
        raise
    except CliometerError as error:
        raise InputError(f"{where}: {error}", path) from None


def default_of(field: Field[Any]) -> Any:
    """What a field holds unless told."""
    return field.default_factory() if field.default_factory is not MISSING else field.default


def rebased(table: Mapping[str, Any], names: Iterable[str], base: Path) -> dict[str, Any]:
    """The table with its paths taken from a folder, lists of them too; an empty path stays empty."""
    return {**table, **{name: _rebased(table[name], base) for name in names if name in table}}


def _rebased(value: Any, base: Path) -> Any:
    if isinstance(value, list):
        return [_rebased(entry, base) for entry in value]
    is_path = isinstance(value, str) and value not in _NO_PATHS
    return str((base / value).resolve()) if is_path else value


def _fitted(value: Any, default: Any, path: Path | None, where: str) -> Any:
    if is_dataclass(default) and isinstance(value, dict):
        return from_table(type(default), value, path, where)
    if isinstance(default, tuple) and isinstance(value, list):
        return tuple(_member(entry, default, path, f"{where}, no. {i}") for i, entry in enumerate(value, 1))
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is type(default) and isinstance(value, bool | int | float | str):
        return value
    wanted = _WORDS.get(type(default), "a table of settings")
    raise InputError(f"{where}: expected {wanted}, found {shown(value)}", path)


def _member(value: Any, default: tuple[Any, ...], path: Path | None, where: str) -> Any:
    """A member of a list is like those of the default; of an empty default, a text."""
    return _fitted(value, default[0] if default else "", path, where)
