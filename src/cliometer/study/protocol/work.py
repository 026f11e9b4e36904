"""The work on one sheet: a value that each action of a judge turns into the next.

A verb is a method marked with `@verb`; its parameters are the details that an action must bring. So the
journal, the pages and the API speak the same words, and nobody keeps a second list of them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Self, TypeVar, get_type_hints

from cliometer.errors import Refused, unknown
from cliometer.study.protocol.details import Kind, kind_of, read

Method = TypeVar("Method", bound=Callable[..., Any])
FILLED = ("by", "seq", "at")  # what every action knows, for the verbs that ask


@dataclass(frozen=True)
class Action:
    """What one judge did on a sheet: one row of its journal.

    `op` is the client's own id of it: the same one is never done twice. `at` is the moment, in ISO 8601.
    """

    seq: int
    by: str
    verb: str
    details: Mapping[str, object] = field(default_factory=dict)
    op: str = ""
    at: str = ""


@dataclass(frozen=True)
class Detail:
    """One thing that a verb must, or may, be told."""

    name: str
    kind: Kind
    needed: bool


def verb(method: Method) -> Method:
    """Mark a method as something that a judge can do; it returns the next work or raises Refused."""
    method.__dict__["is_verb"] = True
    return method


@dataclass(frozen=True)
class Work:
    """What a sheet holds so far. Subclasses are frozen dataclasses with verbs."""

    step: ClassVar[str] = ""
    final: ClassVar[frozenset[str]] = frozenset()  # verbs that cannot be taken back

    def do(self, action: Action) -> Self:
        """The work after one more action."""
        kind: type[Work] = type(self)
        known = verbs(kind)
        if action.verb not in known:
            raise Refused(str(unknown(f"action of the step {self.step}", action.verb, known)))
        method = getattr(kind, action.verb)
        next_work: Self = method(self, **_arguments(action, known[action.verb]), **_fill(action, method))
        return next_work

    @property
    def unsettled(self) -> tuple[str, ...]:
        """What must be settled before the sheet can be handed in."""
        return ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is worth another look, though it may stay."""
        return ()

    @property
    def progress(self) -> tuple[int, int]:
        """How much is done, of how much."""
        return (0, 0)


_KNOWN: dict[type[Work], dict[str, tuple[Detail, ...]]] = {}  # reading signatures takes long


def verbs(kind: type[Work]) -> dict[str, tuple[Detail, ...]]:
    """Every verb of a step with its details, in the order of writing."""
    if kind not in _KNOWN:
        _KNOWN[kind] = dict(_verbs(kind))
    return _KNOWN[kind]


def _verbs(kind: type[Work]) -> Iterator[tuple[str, tuple[Detail, ...]]]:
    for name in dict.fromkeys(name for cls in reversed(kind.__mro__) for name in vars(cls)):
        method = getattr(kind, name)
        if getattr(method, "is_verb", False):
            yield name, _details(method)


@cache
def _filled(method: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(name for name in FILLED if name in inspect.signature(method).parameters)


def _details(method: Callable[..., Any]) -> tuple[Detail, ...]:
    hints = get_type_hints(method)
    given = [p for name, p in inspect.signature(method).parameters.items() if name not in ("self", *FILLED)]
    return tuple(Detail(p.name, kind_of(hints[p.name]), p.default is p.empty) for p in given)


def _arguments(action: Action, details: tuple[Detail, ...]) -> dict[str, object]:
    """The details of an action as the arguments of its verb; what is unknown or missing is refused."""
    strange = [name for name in action.details if name not in {detail.name for detail in details}]
    if strange:
        raise Refused(f"{action.verb}: {unknown('detail', strange[0], [d.name for d in details])}")
    found: dict[str, object] = {}
    for detail in details:
        value = action.details.get(detail.name)
        if value is not None:
            found[detail.name] = read(value, detail.kind, f"{action.verb}: {detail.name}")
        elif detail.needed:
            raise Refused(f"{action.verb} needs {detail.name}")
    return found


def _fill(action: Action, method: Callable[..., Any]) -> dict[str, object]:
    return {name: getattr(action, name) for name in _filled(method)}
