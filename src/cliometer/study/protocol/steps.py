"""The steps of a kind of study: who works on what, what is hidden from whom, and what opens when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from cliometer.errors import unknown
from cliometer.study.protocol.topics import Topic
from cliometer.study.protocol.work import Work

Role = Literal["owner", "judge", "verifier", "reader"]
ROLES: tuple[Role, ...] = ("owner", "judge", "verifier", "reader")
Scope = Literal["each", "shared"]
"""Each judge has a sheet of her own, or all work on one."""
Crew = Literal["all", "one", "none"]
"""How many of those who may get a sheet of their own, unless the owner says otherwise."""
SHARED = ""  # the judge of a sheet that belongs to all

Earlier = Mapping[str, Mapping[str, Work]]
"""The work of earlier steps: step, then judge (SHARED where all worked on one sheet)."""


@dataclass(frozen=True)
class Desk:
    """What lies before a judge when a step opens."""

    topics: tuple[Topic, ...]  # one; all of the study where the step spans it
    judge: str = SHARED
    number: int = 0  # of the judge in the study, from 0: rotates what is shown
    settings: Mapping[str, object] = field(default_factory=dict)
    earlier: Earlier = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One step; `start` lays out the empty sheet."""

    name: str
    title: str
    scope: Scope
    roles: tuple[Role, ...]
    start: Callable[[Desk], Work]
    blind: bool = False
    spans: bool = False  # one sheet for all topics of the study
    optional: bool = False  # nobody need be assigned
    crew: Crew = "all"
    hides: tuple[str, ...] = ()  # earlier steps whose work must not be seen by whoever has this one to do


@dataclass(frozen=True)
class Protocol:
    """A kind of study: its steps in order, after which it can be frozen."""

    kind: str
    title: str
    steps: tuple[Step, ...]

    def step(self, name: str) -> Step:
        """The step of a name."""
        for step in self.steps:
            if step.name == name:
                return step
        raise unknown(f"step of {self.kind}", name, [step.name for step in self.steps])

    def later(self, name: str) -> tuple[Step, ...]:
        """The steps after one."""
        place = self.steps.index(self.step(name))
        return self.steps[place + 1 :]

    def earlier(self, name: str) -> tuple[Step, ...]:
        """The steps before one."""
        return self.steps[: self.steps.index(self.step(name))]


@dataclass(frozen=True)
class SheetState:
    """As much of a sheet as gates need."""

    step: str
    judge: str = SHARED
    submitted: bool = False


def open_step(protocol: Protocol, sheets: Iterable[SheetState]) -> Step | None:
    """The first step that somebody has not handed in; None where all is done and the topic can be frozen.

    A step that nobody is assigned to holds the others up, unless it is optional.
    """
    by_step: dict[str, list[SheetState]] = {}
    for sheet in sheets:
        by_step.setdefault(sheet.step, []).append(sheet)
    for step in protocol.steps:
        mine = by_step.get(step.name, [])
        if not mine and step.optional:
            continue
        if not mine or not all(sheet.submitted for sheet in mine):
            return step
    return None


def is_open(protocol: Protocol, step: str, sheets: Sequence[SheetState]) -> bool:
    """Whether a step can be worked on: everything before it was handed in."""
    current = open_step(protocol, sheets)
    return current is not None and current.name == step


def may_read(
    protocol: Protocol, sheet: SheetState, sheets: Sequence[SheetState], reader: str, roles: Iterable[Role]
) -> bool:
    """Whether somebody may see a sheet: never another's blind work before all have handed theirs in.

    An owner sees all, but for a blind step in which she judges herself and is not done. A verifier sees a
    step once it is complete, judges see others' blind work only through the steps that build on it.
    """
    step, held = protocol.step(sheet.step), frozenset(roles)
    if reader == sheet.judge or (sheet.judge == SHARED and held & {*step.roles, "owner"}):
        return True
    complete = all(other.submitted for other in sheets if other.step == sheet.step)
    judging = any(
        other.judge == reader and not other.submitted
        for other in sheets
        if other.step == sheet.step or sheet.step in protocol.step(other.step).hides
    )
    if "owner" in held:
        return not (step.blind and judging)
    if "verifier" in held:
        return complete and not (step.blind and judging)
    frozen = open_step(protocol, sheets) is None
    return frozen and bool(held)
