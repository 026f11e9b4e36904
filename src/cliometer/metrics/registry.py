"""Named, parameterised things that a user types: metrics, date kernels, content similarities.

Registration is a decorator, and every list (help, documentation, tests over all of them, "did you mean") is
read off the registry. What is registered is a frozen dataclass whose fields are its settings; its expression,
`name(setting=value, ...)`, is its spelling everywhere: repr, command line, table heading, key.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Generic, Protocol, TypeVar, cast

from cliometer.errors import UsageError, unknown
from cliometer.metrics.expression import split
from cliometer.metrics.settings import settings_of


class Named(Protocol):
    """Anything that can be registered: a frozen dataclass with a name."""

    name: ClassVar[str]


T = TypeVar("T", bound=Named)
Class = TypeVar("Class", bound=type[Named])


class Registry(Generic[T]):
    """The classes of one kind, by name."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._classes: dict[str, type[T]] = {}

    def register(self, cls: Class) -> Class:
        """Class decorator; a name can be taken only once."""
        if cls.name in self._classes:
            raise UsageError(f"there is a {self.kind} named {cls.name!r} already")
        self._classes[cls.name] = cast("type[T]", cls)
        return cls

    def __getitem__(self, name: str) -> type[T]:
        if name not in self._classes:
            raise unknown(self.kind, name, self._classes)
        return self._classes[name]

    def __iter__(self) -> Iterator[type[T]]:
        return iter(self._classes.values())

    def __contains__(self, name: object) -> bool:
        return name in self._classes

    @property
    def names(self) -> list[str]:
        """All names, in order of registration."""
        return list(self._classes)

    def parse(self, text: str) -> T:
        """Read an expression, `name` or `name(setting=value, ...)`."""
        name, arguments = split(text, self.kind)
        return self.build(name, arguments)

    def build(self, name: str, arguments: dict[str, str]) -> T:
        """Make the value that an expression describes."""
        cls = self[name]
        fields = {field.name: field for field in settings_of(cls)}
        values = {}
        for key, spelled in arguments.items():
            if key not in fields:
                raise unknown(f"setting of {name}", key, fields)
            values[key] = fields[key].metadata["parse"](spelled)
        return cls(**values)
