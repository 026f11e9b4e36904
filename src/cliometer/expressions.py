"""Expressions, `align+m1(rouge=2, kernel=within(days=3))`: values that a user types, by name and settings.

What is registered is a frozen dataclass whose fields are its settings. Law: `parse(str(m)) == m`.
"""

from __future__ import annotations

import dataclasses
import importlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MethodType, NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Literal,
    Protocol,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from cliometer.entry_points import entry_points_of, load_class, place_of
from cliometer.errors import UsageError, shown, unknown
from cliometer.spelling import listed, whole_number

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def setting(default: Any, *, parse: Callable[[str], Any], doc: str, always: bool = False) -> Any:
    """Return a field of a registered dataclass: how to read it, what it means, whether it is always spelled out."""
    metadata = {"parse": parse, "doc": doc, "always": always}
    return dataclasses.field(default=default, metadata=metadata)


def choice(what: str, *words: str, doc: str, always: bool = False) -> Any:
    """Return a setting that is one of some words, the first unless another is given."""
    return setting(words[0], parse=word(what, words), doc=doc, always=always)


def whole(low: int | None = None, high: int | None = None, *, zero: bool = True) -> Callable[[str], int]:
    """Return a parser for a setting that is a whole number from `low` on, up to `high`, maybe other than 0."""
    wanted = "a whole number" if zero else "a whole number other than 0"
    wanted += "" if low is None or not zero else f" of at least {low}"
    wanted += "" if high is None else f" and at most {high}"  # more of it would never end

    def parse(text: str) -> int:
        value = whole_number(text, low, high)
        if value is None or not (value or zero):
            raise UsageError(
                "unexpected-value", what=wanted, value=text if whole_number(text) is not None else repr(text)
            )
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
        fields = (field for field in dataclasses.fields(cast("Any", cls)) if field.init)
        _SETTINGS[cls] = tuple(field if "parse" in field.metadata else _plain_setting(cls, field) for field in fields)
    return _SETTINGS[cls]


def _plain_setting(cls: type, field: dataclasses.Field[Any]) -> dataclasses.Field[Any]:
    """Return a plain field of a dataclass, such as `most: int = 3`, as the setting that its type makes of it."""
    where = f"the setting {field.name} of {cls.__name__}"
    if field.default is dataclasses.MISSING:
        raise UsageError("setting-without-default", where=where, field=field.name)
    try:
        parse, doc = _parser_of(get_type_hints(cls)[field.name])
    except (NameError, AttributeError, TypeError, SyntaxError):
        raise UsageError("setting-type-unreadable", where=where, type=field.type) from None
    metadata = {"parse": parse, "doc": doc, "always": False, **field.metadata}
    made: dataclasses.Field[Any] = dataclasses.field(default=field.default, metadata=metadata)
    made.name, made.type = field.name, field.type
    return made


def _parser_of(kind: Any) -> tuple[Callable[[str], Any], str]:
    """Return the parser of a plain type, and what it reads in words; TypeError for a type that it cannot read."""
    if get_origin(kind) is Literal and all(isinstance(part, str) for part in get_args(kind)):
        return word("word", get_args(kind)), "a word"
    if get_origin(kind) in (Union, UnionType) and len(get_args(kind)) == 2 and NoneType in get_args(kind):
        (inner,) = (part for part in get_args(kind) if part is not NoneType)
        parse, doc = _parser_of(inner)
        return (lambda text: None if text == "None" else parse(text)), f"{doc}, or None"
    plain: dict[Any, tuple[Callable[[str], Any], str]] = {
        bool: (truth, "a switch"),
        int: (whole(), "a whole number"),
        float: (number(), "a number"),
        str: (str, "a text"),
    }
    if kind not in plain:
        raise TypeError(kind)
    return plain[kind]


_SHAPE = re.compile(r"\s*([A-Za-z][\w.+*-]*)\s*(?:\((.*)\))?\s*", re.DOTALL)


def split(text: str, kind: str) -> tuple[str, dict[str, str]]:
    """Return the name and the spelled settings of an expression."""
    match = _SHAPE.fullmatch(text)
    if match is None:
        raise UsageError("expression-malformed", text=text, kind=kind)
    inside, cuts, depth = match[2] or "", [-1], 0
    for index, character in enumerate(inside):
        depth += (character == "(") - (character == ")")
        if depth < 0:
            break
        if character == "," and depth == 0:  # other commas stand in inner parentheses
            cuts.append(index)
    if depth != 0:
        raise UsageError("parentheses-unbalanced", text=text)
    arguments: dict[str, str] = {}
    for part in (inside[start + 1 : end] for start, end in pairwise([*cuts, len(inside)]) if inside.strip()):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key or not value:
            raise UsageError("setting-assignment-expected", text=text, part=part.strip())
        if key in arguments:
            raise UsageError("setting-repeated", key=key, text=text)
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
            raise UsageError("date-malformed", expected=listed(self.words, last=" or "), whole=text)
        return text.lower() == "true"


truth = TruthParser()


def number(low: float = float("-inf"), high: float = float("inf")) -> Callable[[str], float]:
    """Return a parser for a finite number from `low` to `high`."""

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise UsageError("number-expected", text=text) from None
        if not low <= value <= high or abs(value) == float("inf"):
            bound = f" from {low:g} to {high:g}" if high < float("inf") else f" at least {low:g}"
            bound = "" if low == float("-inf") else bound
            raise UsageError("bounded-number-expected", bound=bound, text=text)
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
    """Anything that can be registered: it has a name."""

    name: ClassVar[str]


class Expression:
    """The base of all registered classes: a value prints as the expression that it is parsed from."""

    __slots__ = ()
    name: ClassVar[str]
    citation: ClassVar[str] = ""
    __str__ = __repr__ = spell


class SettingError(UsageError):
    """A value that a setting cannot have; knows the setting, so that an outer expression can take it over."""

    def __init__(self, expression: str, setting: str, complaint: str) -> None:
        super().__init__(f"{expression}: {setting}: {complaint}")
        self.setting, self.complaint = setting, complaint


T = TypeVar("T", bound=Named)
Class = TypeVar("Class", bound=type[Any])
_NAME = re.compile(r"[A-Za-z][\w.+*-]*")


class Registry(Generic[T]):
    """The classes of one kind, by name.

    `homes` says which names which module registers: such a module is imported when one of its names is asked
    for. The names are known, and in their order, before that. `group` are the entry points by which installed
    packages add classes; they are looked up where a name is unknown, or where all names are asked for.
    A class must have the members of `protocol`, and its fields are settings unless `plain` says otherwise.
    """

    def __init__(
        self,
        kind: str,
        protocol: type = Named,
        homes: Mapping[str, str] | None = None,
        group: str = "",
        plain: bool = False,
    ) -> None:
        self.kind, self.group, self.plain = kind, group, plain
        members = {*vars(protocol), *vars(protocol).get("__annotations__", ())}
        self._members = sorted(name for name in members if not name.startswith("_"))
        self._homes = {name: home for home, names in (homes or {}).items() for name in names.split()}
        self._classes: dict[str, type[T] | None] = dict.fromkeys(self._homes)
        self.aliases: Mapping[str, tuple[str, Mapping[str, str]]] = {}  # other names: ours, and the settings they imply
        self.translate: Callable[[str], str | None] = lambda _: None  # what a name of others stands for here

    def register(self, cls: Class) -> Class:
        """Register a class under its name, which can be taken only once; a decorator."""
        if fault := self._fault(cls):
            raise UsageError("class-unfit", kind=self.kind, name=getattr(cls, "__name__", shown(cls)), fault=fault)
        other = self._classes.get(cls.name)
        again = other is not None and other.__module__ == cls.__module__ == "__main__"  # a cell that is run again
        if (other and not again) or self._homes.get(cls.name, cls.__module__) != cls.__module__:
            raise UsageError("name-taken", kind=self.kind, name=cls.name)
        self._classes[cls.name] = cast("type[T]", cls)
        return cls

    def _fault(self, cls: Any) -> str | None:
        """Return what keeps a class from being registered, with the remedy; None where nothing does."""
        if not isinstance(cls, type):
            return "is no class; put the decorator over a class"
        if not self.plain and not issubclass(cls, Expression):
            return "must derive from cliometer.expressions.Expression"
        if not _NAME.fullmatch(str(getattr(cls, "name", ""))):
            return 'needs a name that can be typed, such as name: ClassVar[str] = "mine"'
        if not self.plain:
            params = vars(cls).get("__dataclass_params__")
            if params is None or not params.frozen:
                return "must be a dataclass: put @dataclass(frozen=True) under the line that registers it"
            for field in settings_of(cls):
                if field.name in self._members:
                    return f"has a field {field.name}, which is no setting; write {field.name}: ClassVar[...]"
        gaps = [name for name in self._members if not hasattr(cls, name)]
        gaps += [name for name in dir(cls) if getattr(getattr(cls, name, None), "__isabstractmethod__", False)]
        return f"lacks {listed(gaps)}; see docs/howto/invent-a-metric.md" if gaps else None

    def __getitem__(self, name: str) -> type[T]:
        if name not in self._classes:
            if name not in self._installed():
                hint = "if it is your own, add --import FILE (in Python, import its module first)" if self.group else ""
                raise unknown(self.kind, name, self.names, hint)
            self._add_installed(self._installed()[name])
        elif self._classes[name] is None:
            importlib.import_module(self._homes[name])
        return cast("type[T]", self._classes[name])

    def __iter__(self) -> Iterator[type[T]]:
        return (self[name] for name in self.names)

    def __contains__(self, name: object) -> bool:
        return name in self._classes or name in self._installed()

    @property
    def names(self) -> list[str]:
        """All names: ours and those registered in their order, then those of installed packages."""
        return list(dict.fromkeys([*self._classes, *self._installed()]))

    @property
    def loaded(self) -> list[type[T]]:
        """The classes that have been imported so far."""
        return [cls for cls in self._classes.values() if cls is not None]

    def _installed(self) -> Mapping[str, EntryPoint]:
        """Return the entry points by name; one that has the name of another class is an error."""
        points = entry_points_of(self.group) if self.group else {}
        for name in points.keys() & self._classes.keys():
            module = sys.modules.get(points[name].module)
            if self._classes[name] is not getattr(module, points[name].attr, ""):
                raise UsageError("entry-point-name-taken", place=place_of(points[name]), kind=self.kind, name=name)
        return points

    def _add_installed(self, point: EntryPoint) -> None:
        cls = load_class(point)
        try:
            if cls not in self.loaded:  # a decorator has registered it
                self.register(cls)
        except UsageError as error:
            raise UsageError("extract-refused", extract=place_of(point), abridged=error) from None
        if cls.name != point.name:
            raise UsageError("entry-point-name-differs", place=place_of(point), name=cls.name, point=point.value)

    def parse_each(self, expressions: Iterable[str]) -> dict[str, T]:
        """Return what expressions name, by the full spelling; UsageError where one appears twice."""
        values: dict[str, T] = {}
        for value in map(self.parse, expressions):
            if str(value) in values:
                raise UsageError("value-asked-twice", kind=self.kind, value=value)
            values[str(value)] = value
        return values

    def parse(self, text: str) -> T:
        """Read an expression, `name` or `name(setting=value, ...)`."""
        if text.partition("(")[0].strip() not in self._classes:
            self.refuse_others(text)
        typed, arguments = split(text, self.kind)
        other = None if typed in self._classes else self.aliases.get(typed.upper())
        name, implied = other or (typed, {})
        if implied.keys() & arguments:
            raise UsageError("name-fixes-settings", typed=typed, implied=listed(implied), name=name)
        cls = self[name]
        fields = {field.name: field for field in settings_of(cls)}
        values = {}
        for key, spelled in {**implied, **arguments}.items():
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

    def refuse_others(self, text: str) -> None:
        """Fail where a name is known, but not as one of ours, with the expression that it stands for."""
        name = text.partition("(")[0].strip()
        meant = None if name.upper() in self.aliases or name in self else self.translate(text)
        if meant is not None:
            raise UsageError("name-unknown-meant", kind=self.kind, text=text, meant=meant)


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def registered(registry: Registry[Any], **declared: object) -> Callable[[Class], Class]:
    """Make a class a frozen dataclass, whose fields are its settings, and register it under its name; a decorator.

    What is `declared`, such as `name="lead"`, becomes an attribute of the class.
    """

    def register(cls: Class) -> Class:
        for name, value in declared.items():
            setattr(cls, name, value)
        return registry.register(cast("Class", dataclasses.dataclass(frozen=True, repr=False)(cls)))

    return register
