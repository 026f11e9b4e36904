"""Content units: what several writers said alike, with the event groups in which the source says it."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import ClassVar

from cliometer.errors import InputError, expected
from cliometer.model.sources import SourcedTopic, refuse_repeats
from cliometer.model.when import When
from cliometer.spelling import is_whole

MOST_NESTED = 100
MOST_LEAVES = 100_000
LINKED_BY = "linked_by"  # a free role of a unit whose links a model made
_BARE_ACTION = 3  # words; a longer action names who acts


@dataclass(frozen=True, slots=True)
class GroupMember:
    """A mention, a sentence or a further group, and its contribution v to the group that it is in.

    v = 0 says that somebody looked at it and found that it contributes nothing.
    """

    of: str | EventGroup
    v: float = 1.0

    def __post_init__(self) -> None:
        if not isinstance(self.of, str | EventGroup) or not self.of:
            raise expected("the id of a mention such as apw-7/e17, or a group", self.of)
        if isinstance(self.v, bool) or not isinstance(self.v, int | float) or not 0 <= self.v <= 1:
            raise InputError("contribution-out-of-range", name=self.name, v=self.v)

    @property
    def name(self) -> str:
        """As a message quotes it."""
        return self.of if isinstance(self.of, str) else f"the group {self.of.name}"

    def earned(self, chosen: Container[str]) -> float:
        """Return S(i, Ej) of a group, s(i, e) of a single event."""
        return self.of.credit(chosen) if isinstance(self.of, EventGroup) else float(self.of in chosen)


@dataclass(frozen=True)
class EventGroup:
    """E = {E1, ..., e1, ...}: members add up (AND); where all of them count 1, any of them will do (OR).

    >>> start_of_war = EventGroup((GroupMember("a/e1"), GroupMember("a/e2")))
    >>> EventGroup((GroupMember(start_of_war, 0.5), GroupMember("a/e3", 0.5))).credit({"a/e1", "a/e2"})
    0.5
    """

    members: tuple[GroupMember, ...]
    id: str = ""
    depth: int = field(init=False, repr=False, compare=False)
    size: int = field(init=False, repr=False, compare=False)  # leaves, those of shared groups each time

    def __post_init__(self) -> None:
        object.__setattr__(self, "members", tuple(self.members))
        if not self.members:
            raise InputError("group-empty", name=self.name)
        inner = [member.of for member in self.members if isinstance(member.of, EventGroup)]
        object.__setattr__(self, "depth", 1 + max((group.depth for group in inner), default=0))
        singles = len(self.members) - len(inner)
        object.__setattr__(self, "size", singles + sum(group.size for group in inner))
        if self.depth > MOST_NESTED or self.size > MOST_LEAVES:
            raise InputError("group-too-large", name=self.name, most_nested=MOST_NESTED, most_leaves=MOST_LEAVES)
        seen: set[str | EventGroup] = set()
        for member in self.members:
            if member.of in seen:
                raise InputError("group-member-repeated", member=member.name, name=self.name)
            seen.add(member.of)

    @property
    def name(self) -> str:
        """As a message quotes it."""
        return self.id or "without id"

    @property
    def leaves(self) -> tuple[str, ...]:
        """The ids of all mentions and sentences in it, each once, in order."""
        return tuple(dict.fromkeys(self._walk()))

    def credit(self, chosen: Container[str]) -> float:
        """Return S(i, E) = min(1, sum over Ej of v_Ej S(i, Ej) + sum over ej of v_ej s(i, ej)).

        The sum is rounded once, so that ten tenths are 1 in any order.
        """
        return min(1.0, math.fsum(member.v * member.earned(chosen) for member in self.members))

    @property
    def attainable(self) -> float:
        """S(i, E) of a system that chose everything."""
        return self.credit(frozenset(self.leaves))

    def _walk(self) -> Iterator[str]:
        for member in self.members:
            if isinstance(member.of, str):
                yield member.of
            else:
                yield from member.of._walk()


# Content units: what several writers said alike, with where the source says it.
# Historical content units are those of Bauer & Teufel (2015), an action or a change of state with its
# participants, time and place; the summary content units (SCUs) of the pyramid method (Nenkova & Passonneau
# 2004) have a label in their place.


_WHOLE = 1 - 1e-9


@dataclass(frozen=True, slots=True)
class Contributor:
    """What one writer wrote of a unit; `discarded` is what else stood in the line."""

    writer: str
    text: str = ""
    date: When | None = None
    discarded: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.writer, str) or not self.writer:
            raise InputError("writer-expected", text=self.text, writer=self.writer)
        if self.date is not None:
            object.__setattr__(self, "date", When.of(self.date))


@dataclass(frozen=True)
class ContentUnit:
    """One event or fact; a role that is None was not given.

    `group` holds the mentions that say it; `examined` what else somebody looked at without linking it. A
    mention in the group with v = 0 was examined too.
    """

    id: str
    label: str = ""
    action: str | None = None
    agent: str | None = None
    patient: str | None = None
    time: When | None = None
    location: str | None = None
    roles: tuple[tuple[str, str], ...] = ()
    contributors: tuple[Contributor, ...] = ()
    group: EventGroup | None = None
    examined: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.id, str) or not self.id:
            raise InputError("unit-id-expected", id=self.id)
        if self.time is not None:
            object.__setattr__(self, "time", When.of(self.time))
        for name in ("roles", "contributors", "examined"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "roles", tuple((name, value) for name, value in self.roles))
        refuse_repeats([name for name, _ in self.roles], "roles", self.id)
        refuse_repeats(self.examined, "examined marks", f"unit {self.id}")

    @cached_property
    def writers(self) -> tuple[str, ...]:
        """Each once, in order."""
        return tuple(dict.fromkeys(contributor.writer for contributor in self.contributors))

    @property
    def weight(self) -> int:
        """How many writers have it; one who has it twice counts once."""
        return len(self.writers)

    @cached_property
    def wordings(self) -> tuple[str, ...]:
        """What the unit says, best first: its label, its action or a short one with its roles, sentences of writers."""
        action = self.action or ""
        whole = len(action.split()) > _BARE_ACTION
        roles = action if whole else " ".join(filter(None, (self.agent, action, self.patient, self.location)))
        texts = (contributor.text for contributor in self.contributors)
        return tuple(dict.fromkeys(filter(None, (self.label, roles, *texts))))

    @property
    def statement(self) -> str:
        """The unit in words, "" where it has none; a sentence of a writer may say more than the unit."""
        return next(iter(self.wordings), "")

    @cached_property
    def leaves(self) -> tuple[str, ...]:
        """What is linked to it, with whatever contribution."""
        return self.group.leaves if self.group else ()

    def credit(self, chosen: Iterable[str]) -> float:
        """Return S(i, E) for what a system chose; 0 where nothing is linked."""
        return self.group.credit(frozenset(chosen)) if self.group else 0.0

    @cached_property
    def attainable(self) -> float:
        """The credit of a system that chose everything."""
        return self.group.attainable if self.group else 0.0

    def looked_at(self, id: str) -> bool:
        """Return whether somebody decided on a mention: linked it, gave it 0, or left it out with open eyes."""
        return id in self.leaves or id in self.examined

    def notes(self, linked: bool = True) -> Iterator[str]:
        """Return notes for the builder of a corpus; `linked` says whether links are expected."""
        if not self.contributors:
            yield f"unit {self.id} has no contributor and so no weight"
        if linked and not self.leaves:
            yield f"unit {self.id} has no link: no system can earn it"
        elif self.leaves and self.attainable < _WHOLE:
            yield f"unit {self.id} can be earned to {self.attainable:.3g} only, with everything chosen"
        for first, other in combinations(self.contributors, 2):
            if first.date and other.date and first.date.distance(other.date):  # 1997 and 1997-06 overlap
                dates = f"{first.writer} says {first.date}, {other.writer} says {other.date}"
                yield f"unit {self.id} has conflicting dates: {dates}"


@dataclass(frozen=True)
class UnitTopic(SourcedTopic):
    """The units of one topic, the documents they are linked to, and the desired length of a timeline."""

    evidence: ClassVar[str] = "units"
    units: tuple[ContentUnit, ...]
    length: int | None = None
    file: str = field(default="", repr=False, compare=False)  # where it was read, for messages

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "units", tuple(self.units))
        if not self.units:
            raise InputError("topic-without-units", id=self.id)
        if self.length is not None and not is_whole(self.length, 1):
            raise InputError("topic-length-wrong", id=self.id, length=self.length)
        refuse_repeats([unit.id for unit in self.units], "units", f"topic {self.id}")
        for unit in self.units:
            self.marks.expect([*unit.leaves, *unit.examined], f"unit {unit.id}")

    @cached_property
    def by_id(self) -> dict[str, ContentUnit]:
        """The units by id."""
        return {unit.id: unit for unit in self.units}

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What is legal but worth a look."""
        remarks = [note for unit in self.units for note in unit.notes(bool(self.sources))]
        remarks += [
            f"document {source.id}: {len(source.outside)} mentions stand in no sentence, "
            f"the first {source.outside[0]}: whoever selects sentences cannot select them"
            for source in self.sources
            if source.sentences and source.outside
        ]
        return tuple(f"topic {self.id}: {note}" for note in remarks)
