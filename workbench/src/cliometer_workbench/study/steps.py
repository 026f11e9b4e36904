"""Topics and steps of a study: who works on what, what is hidden from whom, and what opens when."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, Literal, TypeVar

from cliometer.errors import Missing, Refused, UsageError, unknown
from cliometer.io.sheets import TopicFacts
from cliometer.study.topics import Topic
from cliometer_workbench.study.journal import Action, UnnumberedAction, Worksheet, number_actions, replay

Role = Literal["owner", "judge", "verifier", "reader"]
ROLES: tuple[Role, ...] = ("owner", "judge", "verifier", "reader")
Scope = Literal["each", "shared"]
"""Each judge has a sheet of her own, or all work on one."""
Crew = Literal["all", "one", "none"]
"""How many of those who may get a sheet of their own, unless the owner says otherwise."""
SHARED = ""  # the judge of a sheet that belongs to all

EarlierWork = Mapping[str, Mapping[str, Worksheet]]
"""The work of earlier steps: step, then judge (SHARED where all worked on one sheet)."""


@dataclass(frozen=True)
class Desk:
    """What a sheet is laid out from when a step opens: topics, settings and the work of earlier steps."""

    topics: tuple[Topic, ...]  # one; all of the study where the step spans it
    judge: str = SHARED
    number: int = 0  # of the judge in the study, from 0: rotates what is shown
    settings: Mapping[str, object] = field(default_factory=dict)
    earlier: EarlierWork = field(default_factory=dict)


@dataclass(frozen=True)
class StudyStep:
    """A step of a kind of study; `start` lays out its empty sheet."""

    name: str
    title: str
    scope: Scope
    roles: tuple[Role, ...]
    start: Callable[[Desk], Worksheet]
    blind: bool = False
    spans: bool = False  # one sheet for all topics of the study
    optional: bool = False  # nobody need be assigned
    crew: Crew = "all"
    in_figures: bool = False  # its work shows in the figures of a study before it is handed in
    hides: tuple[str, ...] = ()  # earlier steps whose work must not be seen by whoever has this one to do


@dataclass(frozen=True)
class StudyProtocol:
    """A kind of study: its steps in order, after which it can be frozen."""

    kind: str
    title: str
    steps: tuple[StudyStep, ...]

    def step(self, name: str) -> StudyStep:
        by_name = {step.name: step for step in self.steps}
        if name not in by_name:
            raise unknown(f"step of {self.kind}", name, by_name)
        return by_name[name]

    def later(self, name: str) -> tuple[StudyStep, ...]:
        return self.steps[self.steps.index(self.step(name)) + 1 :]

    def earlier(self, name: str) -> tuple[StudyStep, ...]:
        return self.steps[: self.steps.index(self.step(name))]


def described_protocol(kind: str, **starts: Callable[[Desk], Worksheet]) -> StudyProtocol:
    """Return a kind of study as protocols.toml describes it; functions lay out the sheets of its steps."""
    table = tomllib.loads(Path(__file__).with_name("protocols.toml").read_text("utf-8"))[kind]
    steps = []
    for name, described in table["steps"].items():
        about: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in described.items()}
        steps.append(StudyStep(name, start=starts[name], **about))
    return StudyProtocol(kind, table["title"], tuple(steps))


@dataclass(frozen=True)
class SheetState:
    """The step and the judge of a sheet, and whether it is handed in: what decides which step is open."""

    step: str
    judge: str = SHARED
    submitted: bool = False


def open_step(protocol: StudyProtocol, sheets: Iterable[SheetState]) -> StudyStep | None:
    """Return the first step that is not handed in; None where the topic can be frozen.

    A step that nobody is assigned to holds the others up, unless it is optional.
    """
    done: dict[str, bool] = {}
    for sheet in sheets:
        done[sheet.step] = done.get(sheet.step, True) and sheet.submitted
    return next((step for step in protocol.steps if not done.get(step.name, step.optional)), None)


def is_open(protocol: StudyProtocol, step: str, sheets: Sequence[SheetState]) -> bool:
    """Return whether a step can be worked on: everything before it was handed in."""
    current = open_step(protocol, sheets)
    return current is not None and current.name == step


def may_read(
    protocol: StudyProtocol, sheet: SheetState, sheets: Sequence[SheetState], reader: str, roles: Iterable[Role]
) -> bool:
    """Return whether somebody may see a sheet: never another's blind work before all have handed theirs in.

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
    return bool(held) and open_step(protocol, sheets) is None


SheetJournals = Mapping[tuple[str, str], Sequence[Action]]
"""The actions on each sheet, by step and judge."""


@dataclass(frozen=True)
class ReopenedTopic:
    """A released topic as a study holds it: the journals of its sheets and the work that they lead to."""

    topic: Topic
    journals: SheetJournals
    works: EarlierWork = field(repr=False)
    settings: Mapping[str, object] = field(default_factory=dict)
    facts: TopicFacts = field(default_factory=lambda: TopicFacts(""))


def reopen_topic(
    protocol: StudyProtocol,
    topic: Topic,
    actions: Mapping[tuple[str, str], Sequence[UnnumberedAction]],
    settings: Mapping[str, object] | None = None,
    by: str = SHARED,
) -> ReopenedTopic:
    """Replay actions step by step, those on shared sheets in the name of `by`; such a sheet needs no actions."""
    journals = {(step, judge): number_actions(judge or by, rows) for (step, judge), rows in actions.items()}
    works: dict[str, dict[str, Worksheet]] = {}
    for step in protocol.steps:
        judges = [judge for name, judge in journals if name == step.name]
        works[step.name] = {
            judge: replay(
                step.start(Desk((topic,), judge, number, settings or {}, works)), journals.get((step.name, judge), ())
            )
            for number, judge in enumerate([SHARED] if step.scope == "shared" else judges)
        }
    return ReopenedTopic(topic, journals, works, settings or {}, TopicFacts(topic.id))


K = TypeVar("K")
T = TypeVar("T")
W = TypeVar("W", bound=Worksheet)


def unused_id(name: str, taken: Container[str]) -> str:
    """Return the name, or the first of name.2, name.3, ... that nobody has or had."""
    if name not in taken:
        return name
    return next(other for number in count(2) if (other := f"{name}.{number}") not in taken)


def move_item(things: Sequence[T], place: int, to: int) -> tuple[T, ...]:
    """Move the item at a place to where `to` says, counted from 1; beyond an end means that end."""
    rest = [*things[:place], *things[place + 1 :]]
    at = max(to, 1) - 1
    return (*rest[:at], things[place], *rest[at:])


def changed_item(things: Sequence[T], place: int, **changes: Any) -> tuple[T, ...]:
    """Return the items with changes of the one at a place."""
    item: Any = things[place]
    return (*things[:place], replace(item, **changes), *things[place + 1 :])


def require_text(text: str, what: str) -> str:
    """Return the text, which must not be empty."""
    if not text:
        raise Refused("text-needed", what=what)
    return text


def expect_known(kind: str, id: str, known: Iterable[str]) -> int:
    """Return the place of an id among those that are known, or refuse it."""
    names = list(known)
    if id not in names:
        raise Missing.like(unknown(kind, id, names))
    return names.index(id)


def without_key(mapping: Mapping[K, T], key: K) -> dict[K, T]:
    """Return the mapping without one key, which need not be there."""
    return {other: value for other, value in mapping.items() if other != key}


def begun_work(works: EarlierWork, step: str, kind: type[W]) -> W | None:
    """Return the one work of a step on which all work together; None before the step has begun."""
    work = works.get(step, {}).get(SHARED)
    return work if isinstance(work, kind) else None


def shared_work(works: EarlierWork, step: str, kind: type[W]) -> W:
    """Return the one work of a step on which all worked together, which must be there."""
    work = begun_work(works, step, kind)
    if work is None:
        raise UsageError("step-missing", step=step)
    return work


def each_work(works: EarlierWork, step: str, kind: type[W]) -> dict[str, W]:
    """Return the work of each judge in a step, by the judges' names in order."""
    work_by_judge = works.get(step, {})
    return {judge: work for judge, work in sorted(work_by_judge.items()) if isinstance(work, kind)}
