"""Settings, each declared once: its type, default, range, meaning and option.

A group of settings is a `TypedDict` whose members are annotated with a `Setting`. The keyword arguments of a public
function, its documented parameters, the options of its command with their help, and the check of a value follow from
it.

>>> from typing import Annotated, TypedDict
>>> @group("statistics")
... class Drawing(TypedDict, total=False):
...     seed: Annotated[int, Setting(0, "the seed of the resamples", low=0)]
>>> [setting] = declared(Drawing).values()
>>> setting.option, setting.help, setting.heading
('--seed N', 'the seed of the resamples (default: 0)', 'statistics')
>>> setting.check(-1)
Traceback (most recent call last):
cliometer.errors.UsageError: seed must be a whole number of at least 0, found -1
"""

import math
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from numbers import Real
from os import PathLike
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from cliometer.errors import UsageError, shown, unknown
from cliometer.spelling import is_whole, listed

Location = str | PathLike[str]  # of a file or a folder
Group = TypeVar("Group", bound=type)
_HEADINGS: dict[int, str] = {}  # of each `Setting`: that of the group that declares it


@dataclass(frozen=True)
class Setting:
    """What a setting means and how it is typed; `option=None` keeps it out of the command line."""

    default: Any  # `...` where a value must be given
    meaning: str  # a phrase; help and documentation add the default
    option: str | None = ""  # such as "-m --metric EXPR"; by default made from the name and the type
    low: float | None = None
    high: float | None = None
    open: bool = False  # whether the bounds are excluded
    read: Callable[[str], Any] | None = None  # how the command reads its text, where the type does not tell
    usual: str = ""  # the default in words, where the value does not tell
    heading: str = ""  # by default that of the group


@dataclass(frozen=True)
class Declared:
    """A setting with its name, its type and the heading of its option, and what follows from them."""

    name: str
    kind: Any
    setting: Setting
    heading: str
    default: Any  # the value where none is given
    parts: tuple[Any, ...]  # of the type, where it is a union
    members: tuple[Any, ...]  # the parts, but what a list may hold in place of the list
    words: tuple[str, ...]  # that it may be; none where it is no word
    repeats: bool  # whether its option may be given several times
    option: str | None  # its spelling, with a placeholder for the value

    def is_default(self, value: Any) -> bool:
        """Return whether a value is the default; frames, which have no truth value, are compared with nothing."""
        return value is self.default or (isinstance(value, type(self.default)) and bool(value == self.default))

    @property
    def help(self) -> str:
        """What help says of it: the meaning, whether it repeats, and the default."""
        is_plain = self.default is not False and self.default not in (None, ..., (), "")
        usual = self.setting.usual or (spell_default(self.default) if is_plain else "")
        default = f" (default: {usual})" if usual else ""
        return f"{self.setting.meaning}{'; repeatable' if self.repeats else ''}{default}"

    @property
    def documented(self) -> str:
        """Its entry in the docstring of a public function."""
        meaning, usual = self.setting.meaning, self.setting.usual
        default = f", default {self.default!r}" if self.default not in (None, ...) and not usual else ""
        sentence = f"{meaning[0].upper()}{meaning[1:]}{f'; by default {usual}' if usual else ''}."
        filled = textwrap.indent(textwrap.fill(sentence, 108, break_on_hyphens=False), "    ")
        return f"{self.name} : {spell_kind(self.kind)}{default}\n{filled}\n"

    @property
    def bounds(self) -> str:
        """Its range in words, with a blank before it; empty where every number is allowed."""
        low, high = self.setting.low, self.setting.high
        if self.setting.open:
            return f" between {low:g} and {high:g}"
        return "" if low is None else f" of at least {low:,}" if high is None else f" from {low:,} to {high:,}"

    def check(self, value: Any, place: str = "") -> None:
        """Raise a UsageError where a value is of another type, no word of it, or out of range."""
        low, high = self.setting.low, self.setting.high
        if not any(fits(part, value) for part in self.parts):
            raise self._wrong(value, place)
        if (low is not None or high is not None) and fits(float, value):
            least, most = -math.inf if low is None else low, math.inf if high is None else high
            if not (least < value < most if self.setting.open else least <= value <= most):
                raise self._wrong(value, place)

    def _wrong(self, value: Any, place: str) -> UsageError:
        members = (value,) if not self.repeats else value if isinstance(value, list | tuple) else ()
        is_alone = len(self.parts) == 1
        strange = [each for each in members if (each not in self.words if isinstance(each, str) else is_alone)]
        if self.words and strange:
            return unknown(f"value of {self.name}", strange[0], self.words)
        bounds = dict.fromkeys((int, float), self.bounds)
        expected = listed([f"{described(part)}{bounds.get(part, '')}" for part in self.parts], 9, " or ")
        is_lone = isinstance(value, str) or hasattr(value, "name")
        hint = f"; write [{value!r}]" if is_lone and "a list" in expected else ""
        where = f"{place}: {self.name}" if place else self.name
        return UsageError("setting-unfit", where=where, expected=expected, found=shown(value), hint=hint)


def group(heading: str) -> Callable[[Group], Group]:
    """Give the options of a group their heading; those of the groups that it extends keep theirs."""

    def register(cls: Group) -> Group:
        for annotation in cls.__annotations__.values():
            _HEADINGS.setdefault(id(annotation.__metadata__[0]), heading)
        return cls

    return register


@cache
def declared(settings: type) -> Mapping[str, Declared]:
    """Return the settings of a group and of the groups that it extends, in their order."""
    return {name: declare(name, annotation) for name, annotation in settings.__annotations__.items()}


def declare(name: str, annotation: Any) -> Declared:
    """Return the setting that an annotation declares."""
    setting, kind, default = annotation.__metadata__[0], annotation.__origin__, annotation.__metadata__[0].default
    parts = parts_of(kind)
    lists = [part for part in parts if get_origin(part) is Sequence]
    members = tuple(kind for part in parts for kind in (parts_of(get_args(part)[0]) if part in lists else (part,)))
    words = tuple(word for kind in members if get_origin(kind) is Literal for word in get_args(kind))
    option = setting.option
    if option == "":
        places = {bool: " yes|no" if default else "", int: " N", float: " X", str: " TEXT"}
        place = f" {'|'.join(words)}" if words else next((places[part] for part in parts if part in places), " FILE")
        option = f"--{name.replace('_', '-')}{place}"
    heading = setting.heading or _HEADINGS.get(id(setting), "options")
    repeats = bool(lists) and setting.read is None
    return Declared(name, kind, setting, heading, default, parts, members, words, repeats, option)


def completed(group: type, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return every setting of a group: those given, checked, and the defaults of the others."""
    settings = declared(group)
    for name, value in given.items():
        if name not in settings:
            raise unknown("setting", name, settings)
        settings[name].check(value)
    return {name: given.get(name, setting.default) for name, setting in settings.items()}


def fields_from(kind: type, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that a dataclass has fields for, of the same names."""
    return {field.name: settings[field.name] for field in fields(kind) if field.name in settings}


def parts_of(kind: Any) -> tuple[Any, ...]:
    """Return the parts of a union, or a type alone."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


_PLAIN: dict[Any, tuple[str, Callable[[Any], bool]]] = {
    NoneType: ("None", lambda value: value is None),
    bool: ("True or False", lambda value: type(value).__name__ in ("bool", "bool_")),  # numpy's, too
    int: ("a whole number", is_whole),
    float: ("a number", lambda value: isinstance(value, Real) and not isinstance(value, bool)),
    str: ("a text", lambda value: isinstance(value, str)),
    PathLike[str]: ("a path", lambda value: isinstance(value, PathLike)),
}


def fits(part: Any, value: Any) -> bool:
    """Return whether a value is of a type, as far as can be told here: `Any` and classes are left to the function."""
    origin, inner = get_origin(part), get_args(part)
    if part in _PLAIN:
        return _PLAIN[part][1](value)
    if origin is Literal:
        return isinstance(value, str) and value in inner
    if origin in (Mapping, Callable):
        return isinstance(value, origin)
    if origin not in (Sequence, tuple):
        return True
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        return False
    if origin is tuple:
        return len(value) == len(inner) and all(map(fits, inner, value))
    return all(any(fits(kind, member) for kind in parts_of(inner[0])) for member in value)


def described(part: Any) -> str:
    """Return a type as messages name it."""
    if part in _PLAIN:
        return _PLAIN[part][0]
    if get_origin(part) is Literal:
        return listed(map(repr, get_args(part)), 99, " or ")
    if get_origin(part) is tuple:
        return "a pair of texts"
    if get_origin(part) is Callable:
        return "a function of two numbers, progress(done, of)"
    if get_origin(part) is Mapping:
        return "a dictionary"
    members = {(str,): "of texts", parts_of(Location): "of paths"}
    return f"a list {members[inner]}" if (inner := parts_of(get_args(part)[0])) in members else "a list"


def spell_kind(kind: Any) -> str:
    """Return a type as the docstring of a function names it."""
    names = []
    for part in parts_of(kind):
        if get_origin(part) is Literal:
            names.append(f"{{{', '.join(map(repr, get_args(part)))}}}")
        elif get_origin(part) is Sequence:
            names.append(f"list of {spell_kind(get_args(part)[0])}")
        elif get_origin(part) in (Mapping, Callable):
            names.append("dict" if get_origin(part) is Mapping else "function")
        elif part is not NoneType:
            names.append(getattr(part, "__forward_arg__", getattr(part, "__name__", str(part))))
    spelled = " or ".join(names).removesuffix(" | None").replace(" | ", " or ")
    return spelled.replace("str or PathLike", "path").replace("Location", "path")


def spell_default(value: Any) -> str:
    """Return a default as help shows it."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else f"{value:g}" if isinstance(value, float) else str(value)
