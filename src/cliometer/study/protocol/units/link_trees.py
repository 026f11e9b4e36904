"""What one matcher linked to one unit: marks and groups of them, each with its contribution.

Every mark stands once in a unit, below the unit itself or in one group; a group that is left empty is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from cliometer.errors import InputError, Refused
from cliometer.model.groups import EventGroup, Member

TOP = ""  # where a member stands that is in no group


@dataclass(frozen=True, slots=True)
class Linked:
    """A mark or a group, how much it contributes (v), and the group that it is in."""

    id: str
    v: float = 1.0
    group: str = TOP
    is_group: bool = False


@dataclass(frozen=True)
class LinkTree:
    """The members in order, those of groups too; `looked`: marks that contribute nothing."""

    members: Mapping[str, Linked] = field(default_factory=dict)
    looked: tuple[str, ...] = ()

    @property
    def marks(self) -> tuple[Linked, ...]:
        """What is linked, without the groups."""
        return tuple(one for one in self.members.values() if not one.is_group)

    @property
    def groups(self) -> dict[str, Linked]:
        """The groups by id."""
        return {id: one for id, one in self.members.items() if one.is_group}

    def inside(self, group: str) -> tuple[Linked, ...]:
        """The members of a group; of TOP, those in none."""
        return tuple(one for one in self.members.values() if one.group == group)

    def event_group(self) -> EventGroup | None:
        """E of the paper; None where nothing is linked."""
        inside: dict[str, list[Linked]] = {}
        for one in self.members.values():
            inside.setdefault(one.group, []).append(one)
        return _made(TOP, inside) if inside else None

    def linked(self, mark: str, v: float | None, group: str | None) -> LinkTree:
        """With a mark; what is not said of one that is there stays as it is."""
        old = self.members.get(mark, Linked(mark))
        new = Linked(mark, old.v if v is None else contribution(v), old.group if group is None else group)
        looked = tuple(id for id in self.looked if id != mark)
        if mark in self.members and new.group == old.group:
            return replace(self, members=dict(self.members) | {mark: new}, looked=looked)
        return replace(self._tidy([*self._others((mark,)), new]), looked=looked)

    def unlinked(self, mark: str) -> LinkTree:
        """Without a mark, linked or looked at."""
        looked = tuple(id for id in self.looked if id != mark)
        return replace(self._tidy(self._others((mark,))), looked=looked)

    def weighed(self, id: str, v: float) -> LinkTree:
        """With another contribution of a member."""
        return replace(self, members=dict(self.members) | {id: replace(self.members[id], v=contribution(v))})

    def looked_at(self, mark: str) -> LinkTree:
        """With a mark that contributes nothing; it is linked no more."""
        free = self if mark in self.looked else self.unlinked(mark)
        return free if mark in self.looked else replace(free, looked=(*free.looked, mark))

    def grouped(self, ids: tuple[str, ...], v: float | None, id: str) -> LinkTree:
        """With a new group of members, in the place of the first of them; marks that are new are linked."""
        members = [self.members.get(one, Linked(one)) for one in dict.fromkeys(ids)]
        for member in members:
            around = next((one for one in self.above(member.id) if one in ids), None)
            if around:
                raise Refused(f"{around} holds {member.id} already; group one or the other")
        where = next((self.members[one].group for one in ids if one in self.members), TOP)
        made = Linked(id, 1.0 if v is None else contribution(v), where, is_group=True)
        moved = [replace(member, group=id) for member in members]
        looked = tuple(mark for mark in self.looked if mark not in ids)
        return replace(self._tidy([*self._others(ids), made, *moved]), looked=looked).checked()

    def ungrouped(self, id: str) -> LinkTree:
        """Without a group; its members stand in its place, and contribute what they did through it."""
        gone = self.members[id]
        kept = [
            replace(one, v=one.v * gone.v, group=gone.group) if one.group == id else one
            for one in self._others((id,))
        ]
        return self._tidy(kept)

    def same_group(self, ids: Iterable[str]) -> str | None:
        """The group of exactly these members."""
        wanted = set(ids)
        return next((g for g in self.groups if {one.id for one in self.inside(g)} == wanted), None)

    def above(self, id: str) -> Iterator[str]:
        """The groups that a member is in, the nearest first."""
        while id in self.members and self.members[id].group != TOP:
            id = self.members[id].group
            yield id

    def checked(self) -> LinkTree:
        """Itself, unless no event group can be so deep or so large."""
        try:
            self.event_group()
        except InputError as error:
            raise Refused(str(error)) from None
        return self

    def _others(self, ids: Iterable[str]) -> list[Linked]:
        without = set(ids)
        return [one for id, one in self.members.items() if id not in without]

    def _tidy(self, members: list[Linked]) -> LinkTree:
        """Without groups that have become empty, and those that become so by that."""
        while True:
            used = {one.group for one in members}
            kept = [one for one in members if not one.is_group or one.id in used]
            if len(kept) == len(members):
                return replace(self, members={one.id: one for one in kept})
            members = kept


def contribution(v: float) -> float:
    """A contribution from 0 to 1."""
    if not 0 <= v <= 1:
        raise Refused(f"a contribution is a number from 0 to 1, found {v:g}; 0.5 says half of the unit")
    return float(v)


def _made(id: str, inside: Mapping[str, list[Linked]]) -> EventGroup:
    members = [Member(_made(one.id, inside) if one.is_group else one.id, one.v) for one in inside[id]]
    return EventGroup(tuple(members), id)
