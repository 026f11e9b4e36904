"""What JSON documents start with, and dataclasses read back from them by their annotations."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from cliometer.errors import InputError
from cliometer.spelling import listed, quoted
from cliometer.version import __version__

T = TypeVar("T")
FORMAT = 1  # of every kind so far: a member that is renamed, removed or of another type makes a new one
_SEQUENCES = (list, tuple, Sequence)


def head(kind: str) -> dict[str, Any]:
    """Return the first members of every JSON document that a command prints; docs/schema has a schema of each kind."""
    return {"cliometer": __version__, "kind": kind, "format": FORMAT}


def decode(kind: type[T], value: object, place: str = "$") -> T:
    """Return a JSON value as an instance of a dataclass, or of the type of a field; unknown members are passed over.

    Parameters
    ----------
    kind : type
        A dataclass whose fields are numbers, texts, other dataclasses, or lists and tables of those; or the type
        of such a field.
    value : object
        A value that `json.loads` returned.
    place : str
        The place of the value in its document, which messages name.

    Raises
    ------
    InputError
        If a member is absent or of another type; the message names its place.
    """
    decoded: T = _decode(kind, value, place)
    return decoded


def _decode(kind: Any, value: Any, place: str) -> Any:
    if kind is Any or kind is object:
        return value
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _union(get_args(kind), value, place)
    if origin is Literal:
        if value in get_args(kind):
            return value
        return _refuse(listed(map(str, get_args(kind)), last=" or "), value, place)
    if origin in _SEQUENCES or kind in _SEQUENCES:
        return _sequence(origin or kind, get_args(kind), value, place)
    if origin in (dict, Mapping) or kind in (dict, Mapping):
        if not isinstance(value, Mapping):
            return _refuse("an object", value, place)
        inner = get_args(kind)[1] if get_args(kind) else Any
        return {key: _decode(inner, item, member_place(place, key)) for key, item in value.items()}
    if dataclasses.is_dataclass(kind):
        return _record(kind, value, place)
    return _plain(kind, value, place)


def _record(kind: Any, value: Any, place: str) -> Any:
    if not isinstance(value, Mapping):
        return _refuse("an object", value, place)
    hints = typing.get_type_hints(kind)
    given = {}
    for field in dataclasses.fields(kind):
        if field.name in value:
            given[field.name] = _decode(hints[field.name], value[field.name], member_place(place, field.name))
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise InputError(f"{place}: expected a member {field.name!r}, found none".removeprefix(": "))
    return kind(**given)


def _union(kinds: Sequence[Any], value: Any, place: str) -> Any:
    if value is None and type(None) in kinds:
        return None
    rest = [kind for kind in kinds if kind is not type(None)]
    for kind in rest[:-1]:
        try:
            return _decode(kind, value, place)
        except InputError:
            continue
    return _decode(rest[-1], value, place)


def _sequence(origin: Any, kinds: Sequence[Any], value: Any, place: str) -> Any:
    if not isinstance(value, list | tuple):
        return _refuse("a list", value, place)
    if origin is tuple and kinds and kinds[-1] is not Ellipsis:
        if len(value) != len(kinds):
            return _refuse(f"{len(kinds)} values", value, place)
        return tuple(
            _decode(kind, item, f"{place}[{i}]") for i, (kind, item) in enumerate(zip(kinds, value, strict=True))
        )
    kind = kinds[0] if kinds else Any
    items = [_decode(kind, item, f"{place}[{i}]") for i, item in enumerate(value)]
    return tuple(items) if origin is tuple else items


def _plain(kind: Any, value: Any, place: str) -> Any:
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            return _refuse("a smaller number", value, place)
    if (kind is int and isinstance(value, bool)) or not isinstance(value, kind):
        words = {str: "a text in quotes", int: "a whole number", float: "a number", bool: "true or false"}
        return _refuse(words.get(kind, str(kind)), value, place)
    return value


def member_place(place: str, key: str) -> str:
    """Return the place of the member of an object, as messages name it.

    >>> member_place("topics[0]", "id"), member_place("", "id")
    ('topics[0].id', 'id')
    """
    name = key if key.isprintable() else quoted(key)
    return f"{place}.{name}" if place else name


def _refuse(wanted: str, value: object, place: str) -> Any:
    raise InputError(f"{place}: expected {wanted}, found {quoted(value)}".removeprefix(": "))
