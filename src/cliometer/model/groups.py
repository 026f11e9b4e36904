"""Event groups (Bauer & Teufel 2015): which mentions say what a content unit says, and how much each does."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator
from dataclasses import dataclass, field

from cliometer.errors import InputError, expected

MOST_NESTED = 100
MOST_LEAVES = 100_000


@dataclass(frozen=True, slots=True)
class Member:
    """A mention, a sentence or a further group, and its contribution v to the group that it is in.

    v = 0 says that somebody looked at it and found that it contributes nothing.
    """

    of: str | EventGroup
    v: float = 1.0

    def __post_init__(self) -> None:
        if not isinstance(self.of, str | EventGroup) or not self.of:
            raise expected("the id of a mention such as apw-7/e17, or a group", self.of)
        if isinstance(self.v, bool) or not isinstance(self.v, int | float) or not 0 <= self.v <= 1:
            raise InputError(f"{self.name}: the contribution v must be from 0 to 1, found {self.v!r}")

    @property
    def name(self) -> str:
        """As a message quotes it."""
        return self.of if isinstance(self.of, str) else f"the group {self.of.name}"

    def earned(self, chosen: Container[str]) -> float:
        """S(i, Ej) of a group, s(i, e) of a single event."""
        return self.of.credit(chosen) if isinstance(self.of, EventGroup) else float(self.of in chosen)


@dataclass(frozen=True)
class EventGroup:
    """E = {E1, ..., e1, ...}: members add up (AND); where all of them count 1, any of them will do (OR).

    >>> start_of_war = EventGroup((Member("a/e1"), Member("a/e2")))
    >>> EventGroup((Member(start_of_war, 0.5), Member("a/e3", 0.5))).credit({"a/e1", "a/e2"})
    0.5
    """

    members: tuple[Member, ...]
    id: str = ""
    depth: int = field(init=False, repr=False, compare=False)
    size: int = field(init=False, repr=False, compare=False)  # leaves, those of shared groups each time

    def __post_init__(self) -> None:
        object.__setattr__(self, "members", tuple(self.members))
        if not self.members:
            raise InputError(f"the group {self.name} is empty; leave it out where nothing is linked")
        inner = [member.of for member in self.members if isinstance(member.of, EventGroup)]
        object.__setattr__(self, "depth", 1 + max((group.depth for group in inner), default=0))
        singles = len(self.members) - len(inner)
        object.__setattr__(self, "size", singles + sum(group.size for group in inner))
        if self.depth > MOST_NESTED or self.size > MOST_LEAVES:
            most = f"{MOST_NESTED} groups deep and {MOST_LEAVES:,} members wide"
            raise InputError(f"the group {self.name} is larger than can be meant: at most {most}")
        self._refuse_repeats()

    @property
    def name(self) -> str:
        """As a message quotes it."""
        return self.id or "without id"

    @property
    def alternatives(self) -> bool:
        """Whether it is an OR: one member is as good as all."""
        return all(member.v == 1 for member in self.members)

    @property
    def leaves(self) -> tuple[str, ...]:
        """The ids of all mentions and sentences in it, each once, in order."""
        return tuple(dict.fromkeys(self._walk()))

    def credit(self, chosen: Container[str]) -> float:
        """S(i, E) = min(1, sum over Ej of v_Ej S(i, Ej) + sum over ej of v_ej s(i, ej)).

        The sum is rounded once, so that ten tenths are 1 in any order.
        """
        return min(1.0, math.fsum(member.v * member.earned(chosen) for member in self.members))

    @property
    def attainable(self) -> float:
        """S(i, E) of a system that chose everything."""
        return self.credit(frozenset(self.leaves))

    def _refuse_repeats(self) -> None:
        seen: set[str | EventGroup] = set()
        for member in self.members:
            if member.of in seen:
                raise InputError(f"{member.name} stands twice in the group {self.name}; a group is a set")
            seen.add(member.of)

    def _walk(self) -> Iterator[str]:
        for member in self.members:
            if isinstance(member.of, str):
                yield member.of
            else:
                yield from member.of._walk()
