"""How the links of a release were come by."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from cliometer.errors import InputError
from cliometer.model.groups import EventGroup
from cliometer.model.units import ContentUnit, UnitTopic
from cliometer.study.protocol.units.anchors import without_anchors
from cliometer.study.protocol.units.reopened_words import Said


def match_actions(release: UnitTopic) -> tuple[Said, ...]:
    """Set the anchors, link what each unit has, and call it done."""
    said: list[Said] = [
        ("anchor", {"source": source.id, "start": anchor.start, "end": anchor.end})
        for source in release.sources
        for anchor in without_anchors(source)[1]
    ]
    for unit in release.units:
        said += _unit(unit)
    return tuple(said)


def _unit(unit: ContentUnit) -> Iterator[Said]:
    if unit.group:
        yield from _Groups(unit).inside(unit.group)
    for mark in unit.examined:
        if mark not in unit.leaves:
            yield "look", {"unit": unit.id, "mark": mark}
    yield "done", {"unit": unit.id}


class _Groups:
    """From the inside out: members first, then the group of them, each as the last of its siblings."""

    def __init__(self, unit: ContentUnit) -> None:
        self._unit = unit.id
        self._seen: set[str] = set()

    def inside(self, group: EventGroup) -> Iterator[Said]:
        for member in group.members:
            if isinstance(member.of, str):
                yield "link", {"unit": self._unit, "mark": self._once(member.of), "v": float(member.v)}
            else:
                yield from self._group(member.of, float(member.v))

    def _group(self, group: EventGroup, v: float) -> Iterator[Said]:
        ids = []
        for member in group.members:
            made = list(self.inside(EventGroup((member,))))
            yield from made
            ids.append(str(made[-1][1].get("id", made[-1][1].get("mark"))))
        yield "group", {"unit": self._unit, "members": ids, "v": v, "id": self._name(group.id)}

    def _name(self, given: str) -> str:
        """Its own id where it may keep it."""
        own = given if given and "/" not in given and given not in self._seen else ""
        id = own or next(name for n in count(1) if (name := f"group-{n}") not in self._seen)
        self._seen.add(id)
        return id

    def _once(self, mark: str) -> str:
        if mark in self._seen:
            raise InputError(
                f"unit {self._unit} links {mark} twice; the workbench has each mark once in a unit"
            )
        self._seen.add(mark)
        return mark
