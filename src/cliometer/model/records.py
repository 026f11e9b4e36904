"""JSON documents of dataclasses: what they start with, how values become JSON, and how they are read back."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import MISSING
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple, Self, TypeVar, Union, get_args, get_origin

from cliometer.errors import InputError
from cliometer.spelling import listed, quoted
from cliometer.version import __version__

# The fields of a dataclass are the members of its JSON object. A field says otherwise in its metadata: OMITTED fields
# are in no document, `renamed` ones have another name there, and the members of `inline` ones stand in the object
# itself. A method or property marked with `member` is a member that follows from the fields, and is not read back. A
# member whose default is None or an empty dictionary is left out where it is that. Classes with a method `parse`, such
# as dates, are texts.

T = TypeVar("T")
FORMAT = 2  # of every kind: a member that is renamed, removed or of another type makes a new one
KINDS: dict[str, type[JsonDocument]] = {}  # of the classes that have been imported
OMITTED: Mapping[str, Any] = {"json": None}
_SEQUENCES = (list, tuple, Sequence)


def head(kind: str) -> dict[str, Any]:
    """Return the first members of every JSON document that a command prints."""
    return {"cliometer": __version__, "kind": kind, "format": FORMAT}


def renamed(name: str) -> Mapping[str, Any]:
    """Return the metadata of a field that has another name in documents."""
    return {"json": name}


def inline(kind: type | types.UnionType | Sequence[str] = "") -> Mapping[str, Any]:
    """Return the metadata of a field whose members stand in the object of its owner: a dataclass, or keys of a mapping.

    A field of a wider type is read back as `kind`.
    """
    return {"json": kind}


def member(function: T) -> T:
    """Mark a method, or the getter of a property, as a member of documents that follows from the fields."""
    function.__dict__["is_member"] = True
    return function


class Member(NamedTuple):
    """A member of the JSON object of a dataclass; an inline dataclass has no name."""

    name: str
    attribute: str
    hint: Any
    field: dataclasses.Field[Any] | None  # None where it follows from the fields
    optional: bool = False  # whether a document need not have it
    inline: bool = False


@cache
def members_of(kind: type) -> tuple[Member, ...]:
    """Return the members of the JSON object of a dataclass, in their order."""
    hints, members = typing.get_type_hints(kind), []
    for field in dataclasses.fields(kind):
        name, hint = field.metadata.get("json", field.name), hints[field.name]
        if isinstance(name, str):
            optional = field.default is not MISSING or field.default_factory is not MISSING
            members.append(Member(name, field.name, hint, field, optional, inline=not name))
        elif isinstance(name, type | types.UnionType):
            members.append(Member("", field.name, name, field, inline=True))
        elif name is not None:
            members += [Member(key, field.name, get_args(hint)[1], field, True, True) for key in name]
    return (*members, *_derived(kind))


def named_members(kind: type) -> Iterator[Member]:
    """Yield the members of a dataclass with those that stand in its object; of several classes each has its own."""
    for member in members_of(kind):
        classes = () if member.name else get_args(member.hint) or (member.hint,)
        for inner in (inside for each in classes for inside in named_members(each)):
            yield inner._replace(optional=inner.optional or len(classes) > 1)
        if member.name:
            yield member


def _derived(kind: type) -> Iterator[Member]:
    names = dict.fromkeys(name for owner in reversed(kind.__mro__) for name in vars(owner))
    for name in names:
        value = getattr(kind, name, None)
        function = value.fget if isinstance(value, property) else value
        if getattr(function, "is_member", False):
            yield Member(name, name, typing.get_type_hints(function).get("return", Any), None)


def is_text(kind: Any) -> bool:
    """Return whether documents hold the values of a class as texts, which its `parse` reads."""
    return isinstance(kind, type) and hasattr(kind, "parse")


def encode(value: Any) -> Any:
    """Return a value as JSON has it: numbers, texts, lists, and objects with the members of dataclasses."""
    if value is None or type(value) in (str, int, float, bool):
        return value
    if isinstance(value, JsonDocument):
        return value.to_dict()
    if is_text(type(value)):
        return str(value)
    if dataclasses.is_dataclass(value):
        return encode_members(value)
    if isinstance(value, Mapping):
        return {str(key): encode(item) for key, item in value.items()}
    if isinstance(value, Collection) and not isinstance(value, str):
        return [encode(item) for item in value]
    return value.item() if hasattr(value, "item") else str(value)


def encode_members(record: Any) -> dict[str, Any]:
    """Return the JSON object of a dataclass."""
    document: dict[str, Any] = {}
    kind: type = type(record)
    for name, attribute, _, field, _, is_inline in members_of(kind):
        value = getattr(record, attribute)
        if is_inline and name:
            document |= {name: encode(value[name])} if name in value else {}
        elif is_inline:
            document |= encode(value)
        elif field is None:
            document[name] = encode(value() if callable(value) else value)
        elif value or not (field.default is None if value is None else field.default_factory is dict):
            document[name] = encode(value)
    return document


class JsonDocument:
    """A dataclass with a JSON document of its own, whose `kind` names its schema in docs/schema."""

    kind: ClassVar[str]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "kind" in vars(cls):
            KINDS[cls.kind] = cls

    def to_dict(self) -> dict[str, Any]:
        """Return the document that the command prints with `--json`, single values and notes first."""
        members = encode_members(self.recorded()).items()
        ordered = sorted(members, key=lambda item: (isinstance(item[1], list | dict), item[0] != "notes"))
        return {**head(self.kind), **dict(ordered)}

    def recorded(self) -> Self:
        """Return the same with what documents hold in place of what they cannot hold."""
        return self

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Self:
        """Read such a document back.

        Raises
        ------
        InputError
            If a member is absent or of another type, or the document is of another format.
        """
        expect_format(document)
        return decode(cls, document)


def expect_format(document: Mapping[str, Any], path: Any = None) -> None:
    """Raise an InputError where a document is not in the format of this release."""
    if document.get("format") != FORMAT:
        named = f"{quoted(document.get('kind'))} in format {quoted(document.get('format'))}"
        raise InputError("document-format-other", path, document=named, format=FORMAT)


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
    if is_text(kind):
        return _parse(kind, value, place)
    if dataclasses.is_dataclass(kind):
        return _record(kind, value, place)
    return _plain(kind, value, place)


def _record(kind: Any, value: Any, place: str) -> Any:
    if not isinstance(value, Mapping):
        return _refuse("an object", value, place)
    given: dict[str, Any] = {}
    for name, attribute, hint, field, optional, is_inline in members_of(kind):
        if is_inline and not name:
            given[attribute] = _decode(hint, value, place)
        elif is_inline:
            inner = given.setdefault(attribute, {})
            inner |= {name: _decode(hint, value[name], member_place(place, name))} if name in value else {}
        elif field is not None and name in value:
            given[attribute] = _decode(hint, value[name], member_place(place, name))
        elif field is not None and not optional:
            raise InputError("member-missing", name=name).inside(place)
    return kind(**given)


def _parse(kind: Any, value: Any, place: str) -> Any:
    try:
        return kind.parse(_plain(str, value, place))
    except InputError as error:
        raise InputError(f"{place}: {error}".removeprefix("$: ")) from None


def _union(kinds: Sequence[Any], value: Any, place: str) -> Any:
    if value is None and type(None) in kinds:
        return None
    rest = [kind for kind in kinds if kind is not type(None)]
    named = value.get("kind") if isinstance(value, Mapping) else None
    for kind in rest:
        if isinstance(kind, type) and issubclass(kind, JsonDocument) and kind.kind == named:
            return _decode(kind, value, place)
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
    raise InputError("unexpected-value", what=wanted, value=quoted(value)).inside(place)
