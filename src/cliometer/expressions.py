"""Expressions, `align+m1(rouge=2, kernel=within(days=3))`: values that a user types, by name and settings.

What is registered is a frozen dataclass whose fields are its settings. Law: `parse(str(m)) == m`.
"""

from __future__ import annotations

import dataclasses
import importlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MethodType
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from cliometer.errors import UsageError, unknown
from cliometer.spelling import listed, whole_number


def setting(default: Any, *, parse: Callable[[str], Any], doc: str, always: bool = False) -> Any:
    """Return a field of a registered dataclass: how to read it, what it means, whether it is always spelled out."""
    metadata = {"parse": parse, "doc": doc, "always": always}
    return dataclasses.field(default=default, metadata=metadata)


def whole(low: int, high: int | None = None, *, zero: bool = True) -> Callable[[str], int]:
    """Return a parser for a setting that is a whole number from `low` on, up to `high`, maybe other than 0."""
    wanted = f"a whole number of at least {low}" if zero else "a whole number other than 0"
    wanted += "" if high is None else f" and at most {high}"  # more of it would never end

    def parse(text: str) -> int:
        value = whole_number(text, low, high)
        if value is None or not (value or zero):
            raise UsageError(f"expected {wanted}, found {text if whole_number(text) is not None else repr(text)}")
        return value

    return parse


def choices_of(field: dataclasses.Field[Any]) -> list[str]:
    """Return the words that a setting may take, as its parser or the registry behind its parser knows them."""
    parse = field.metadata["parse"]
    if isinstance(parse, TruthParser | WordParser):
        return list(parse.words)
    is_registry = isinstance(parse, MethodType) and isinstance(parse.__self__, Registry)
    return parse.__self__.names if is_registry else []


_SETTINGS: dict[type, tuple[dataclasses.Field[Any], ...]] = {}  # asked for again for every metric and topic


def settings_of(thing: object) -> Sequence[dataclasses.Field[Any]]:
    """Return the settings of a registered class or of one of its values; a field that is fixed is none."""
    cls = thing if isinstance(thing, type) else type(thing)
    if cls not in _SETTINGS:
        _SETTINGS[cls] = tuple(field for field in dataclasses.fields(cast("Any", cls)) if field.init)
    return _SETTINGS[cls]


_SHAPE = re.compile(r"\s*([A-Za-z][\w.+*-]*)\s*(?:\((.*)\))?\s*", re.DOTALL)


def split(text: str, kind: str) -> tuple[str, dict[str, str]]:
    """Return the name and the spelled settings of an expression."""
    match = _SHAPE.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r} is not a {kind}; write name or name(setting=value, ...)")
    inside, cuts, depth = match[2] or "", [-1], 0
    for index, character in enumerate(inside):
        depth += (character == "(") - (character == ")")
        if depth < 0:
            break
        if character == "," and depth == 0:  # other commas stand in inner parentheses
            cuts.append(index)
    if depth != 0:
        raise UsageError(f"unbalanced parentheses in {text!r}")
    arguments: dict[str, str] = {}
    for part in (inside[start + 1 : end] for start, end in pairwise([*cuts, len(inside)]) if inside.strip()):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key or not value:
            raise UsageError(f"expected setting=value in {text!r}, found {part.strip()!r}")
        if key in arguments:
            raise UsageError(f"the setting {key!r} stands twice in {text!r}")
        arguments[key] = value
    return match[1], arguments


def spell(thing: Any) -> str:
    """Return the expression of a registered value: its name and the settings that are not the default."""
    shown = [
        f"{field.name}={spell_value(getattr(thing, field.name))}"
        for field in settings_of(thing)
        if field.metadata["always"] or getattr(thing, field.name) != field.default
    ]
    return f"{thing.name}({', '.join(shown)})" if shown else str(thing.name)


def spell_value(value: object) -> str:
    """Return a setting's value as it is typed: true, 7, 0.5, whitespace, exponential(tau=7)."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}" if float(f"{value:g}") == value else repr(value)
    return str(value)


class TruthParser:
    """Parser for true and false."""

    words = ("true", "false")

    def __call__(self, text: str) -> bool:
        if text.lower() not in self.words:
            raise UsageError(f"expected {listed(self.words, last=' or ')}, found {text!r}")
        return text.lower() == "true"


truth = TruthParser()


def number(low: float, high: float = float("inf")) -> Callable[[str], float]:
    """Return a parser for a finite number from `low` to `high`."""

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise UsageError(f"expected a number, found {text!r}") from None
        if not low <= value <= high or value == float("inf"):
            bound = f"at least {low:g}" if high == float("inf") else f"from {low:g} to {high:g}"
            raise UsageError(f"expected a finite number {bound}, found {text}")
        return value

    return parse


@dataclass(frozen=True)
class WordParser:
    """Parser for one word of a list, which help can show."""

    kind: str
    words: tuple[str, ...]

    def __call__(self, text: str) -> str:
        if text not in self.words:
            raise unknown(self.kind, text, self.words)
        return text


def word(kind: str, allowed: Iterable[str]) -> WordParser:
    """Return a parser for one word of a list."""
    return WordParser(kind, tuple(allowed))


class Named(Protocol):
    """Anything that can be registered: a frozen dataclass with a name and the works that it comes from."""

    name: ClassVar[str]
    citation: ClassVar[str]


class Expression:
    """The base of all registered classes: a value prints as the expression that it is parsed from."""

    __slots__ = ()
    citation: ClassVar[str] = ""
    __str__ = __repr__ = spell


class SettingError(UsageError):
    """A value that a setting cannot have; knows the setting, so that an outer expression can take it over."""

    def __init__(self, expression: str, setting: str, complaint: str) -> None:
        super().__init__(f"{expression}: {setting}: {complaint}")
        self.setting, self.complaint = setting, complaint


T = TypeVar("T", bound=Named)
Class = TypeVar("Class", bound=type[Named])


class Registry(Generic[T]):
    """The classes of one kind, by name.

    `homes` says which names which module registers: such a module is imported when one of its names is asked
    for. The names are known, and in their order, before that.
    """

    def __init__(self, kind: str, homes: Mapping[str, str] | None = None) -> None:
        self.kind = kind
        self._homes = {name: home for home, names in (homes or {}).items() for name in names.split()}
        self._classes: dict[str, type[T] | None] = dict.fromkeys(self._homes)
        self.translate: Callable[[str], str | None] = lambda _: None  # what a name of others stands for here

    def register(self, cls: Class) -> Class:
        """Register a class under its name, which can be taken only once; a decorator."""
        if not issubclass(cls, Expression):
            raise UsageError(f"the {self.kind} {cls.__name__} must derive from cliometer.expressions.Expression")
        if self._classes.get(cls.name) or self._homes.get(cls.name, cls.__module__) != cls.__module__:
            raise UsageError(f"there is a {self.kind} named {cls.name!r} already; choose another name")
        self._classes[cls.name] = cast("type[T]", cls)
        return cls

    def __getitem__(self, name: str) -> type[T]:
        if name not in self._classes:
            raise unknown(self.kind, name, self._classes)
        if self._classes[name] is None:
            importlib.import_module(self._homes[name])
        return cast("type[T]", self._classes[name])

    def __iter__(self) -> Iterator[type[T]]:
        return (self[name] for name in self.names)

    def __contains__(self, name: object) -> bool:
        return name in self._classes

    @property
    def names(self) -> list[str]:
        """All names, in order of registration."""
        return list(self._classes)

    def parse(self, text: str) -> T:
        """Read an expression, `name` or `name(setting=value, ...)`."""
        self.refuse_others(text)
        name, arguments = split(text, self.kind)
        return self.build(name, arguments)

    def refuse_others(self, text: str) -> None:
        """Fail where a name is known, but not as one of ours, with the expression that it stands for."""
        meant = None if text.partition("(")[0].strip() in self._classes else self.translate(text)
        if meant is not None:
            raise UsageError(f"unknown {self.kind} {text!r}; did you mean {meant}?")

    def build(self, name: str, arguments: dict[str, str]) -> T:
        """Make the value that an expression describes."""
        cls = self[name]
        fields = {field.name: field for field in settings_of(cls)}
        values = {}
        for key, spelled in arguments.items():
            if key not in fields:
                raise unknown(f"setting of {name}", key, fields)
            expression = f"{name}({key}={spelled})"
            try:
                values[key] = fields[key].metadata["parse"](spelled)
            except SettingError as inner:
                raise SettingError(expression, inner.setting, inner.complaint) from None
            except UsageError as error:
                raise SettingError(expression, key, str(error)) from None
        return cls(**values)
