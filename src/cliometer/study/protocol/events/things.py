"""What the steps have in common: ids that are never used twice, places in a list, the works before."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import count
from typing import TypeVar

from cliometer.errors import Missing, Refused, UsageError, unknown
from cliometer.study.protocol.steps import SHARED, Earlier
from cliometer.study.protocol.work import Work

T = TypeVar("T")
W = TypeVar("W", bound=Work)


def fresh(name: str, taken: Container[str]) -> str:
    """The name, or the first of name.2, name.3, ... that nobody has or had."""
    if name not in taken:
        return name
    return next(other for number in count(2) if (other := f"{name}.{number}") not in taken)


def moved(things: Sequence[T], place: int, to: int) -> tuple[T, ...]:
    """The thing at a place put where `to` says, counted from 1; beyond an end means that end."""
    rest = [*things[:place], *things[place + 1 :]]
    at = max(to, 1) - 1
    return (*rest[:at], things[place], *rest[at:])


def needed(text: str, what: str) -> str:
    """The text, which must not be empty."""
    if not text:
        raise Refused(f"{what} needs a text; write what happened, in a few words")
    return text


def expect(kind: str, id: str, known: Iterable[str]) -> None:
    """Refuse what is not among the known."""
    names = list(known)
    if id not in names:
        raise Missing(str(unknown(kind, id, names)))


def without(mapping: Mapping[str, T], key: str) -> dict[str, T]:
    """The mapping without one key, which need not be there."""
    return {other: value for other, value in mapping.items() if other != key}


def shared_work(works: Earlier, step: str, kind: type[W]) -> W:
    """The one work of a step on which all worked together."""
    found = works.get(step, {}).get(SHARED)
    if not isinstance(found, kind):
        raise UsageError(f"the step {step} is not there yet; it comes first")
    return found


def each_work(works: Earlier, step: str, kind: type[W]) -> dict[str, W]:
    """The work of each judge in a step, by the judges' names in order."""
    found = works.get(step, {})
    return {judge: work for judge, work in sorted(found.items()) if isinstance(work, kind)}
