"""Named, parameterised things that a user types: metrics, date kernels, content similarities.

Registration is a decorator, and every list (help, documentation, tests over all of them, "did you mean") is
read off the registry. What is registered is a frozen dataclass whose fields are its settings; its expression,
`name(setting=value, ...)`, is its spelling everywhere: repr, command line, table heading, key.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Generic, Protocol, TypeVar, cast

from cliometer.errors import UsageError, unknown
from cliometer.expressions.expression import split
from cliometer.expressions.settings import settings_of


class Named(Protocol):
    """Anything that can be registered: a frozen dataclass with a name."""

    name: ClassVar[str]


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
        self.meant: Callable[[str], str | None] = lambda _: None  # what a name of others stands for here

    def register(self, cls: Class) -> Class:
        """Class decorator; a name can be taken only once."""
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
        meant = None if text.partition("(")[0].strip() in self._classes else self.meant(text)
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
