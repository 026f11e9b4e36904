"""Event groups in our JSON: nested, or named once and referred to by id; circles are found and refused.

`{"id": "g1", "members": [{"id": "apw-7/e17", "v": 1}, {"group": {...}, "v": 0.5}, {"group": "g2"}]}`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cliometer.io.json_values import Object
from cliometer.io.notes import quoted
from cliometer.io.units.ids import known_mark
from cliometer.io.units.nodes import Node, ObjectNode
from cliometer.model.groups import MOST_NESTED, EventGroup, Member
from cliometer.model.marks import Marks

Named = dict[str, list[Node]]


class GroupReader:
    """Groups of one topic: those of its list can be referred to everywhere, nested ones within their unit."""

    def __init__(self, shared: Iterable[Node], marks: Marks) -> None:
        self._shared: Named = {}
        self._marks = marks
        for node in shared:
            _collect(node, self._shared)
        self._known: dict[int, EventGroup] = {}
        self._used: set[str] = set()

    def read(self, node: Node) -> EventGroup:
        """A unit's group."""
        own: Named = {}
        _collect(node, own)
        return self._group(node, own, ())

    def check(self, node: Node) -> None:
        """A group of the list that perhaps nobody uses must be right all the same."""
        self._group(node, {}, ())

    def note_unused(self, node: Node) -> None:
        """A group of the list that no unit and no other group refers to is worth a look."""
        name = _name(node)
        if name not in self._used:
            node.notebook.add(node.line, f"{node.place}: nothing refers to the group {name}", "unused group")

    def _group(self, node: Node, own: Named, above: tuple[Node, ...]) -> EventGroup:
        if isinstance(node.value, str):
            node = self._named(node, own)
        if len(above) > MOST_NESTED:
            raise node.fail(f"groups are nested more than {MOST_NESTED} deep")
        key = id(node.value)
        if any(other.value is node.value for other in above):
            names = [_name(other) for other in (*above, node)]
            raise node.fail(f"groups refer to each other in a circle: {' > '.join(names)}; break it")
        if key not in self._known:
            self._known[key] = self._made(node, own, (*above, node))
        return self._known[key]

    def _made(self, node: Node, own: Named, above: tuple[Node, ...]) -> EventGroup:
        found = node.as_object("a group", ("id", "members"))
        members = tuple(self._member(item, own, above) for item in found.items("members"))
        return found.build(lambda: EventGroup(members, found.maybe_text("id") or ""))

    def _member(self, node: Node, own: Named, above: tuple[Node, ...]) -> Member:
        found = node.as_object("a member of a group", ("id", "group", "v"))
        if "v" in found.members and not found.has("v"):
            raise node.fail('"v" is null; give the contribution, from 0 to 1, or leave "v" out for 1')
        v = found.number("v") if found.has("v") else 1.0
        if found.has("id") == found.has("group"):
            raise node.fail(
                'expected a member with "id" (of a mention or sentence) or with "group", one of them'
            )
        of = self._id(found) if found.has("id") else self._group(found.at("group"), own, above)
        return found.build(lambda: Member(of, v))

    def _id(self, member: ObjectNode) -> str:
        return known_mark(member.at("id"), self._marks)

    def _named(self, node: Node, own: Named) -> Node:
        name = node.as_text("the id of a group")
        meant = own.get(name) or self._shared.get(name) or []
        if not meant:
            known = ", ".join(sorted({*own, *self._shared})) or "none"
            raise node.fail(f"unknown group {quoted(name)}; groups with an id: {known}")
        if name not in own:
            self._used.add(name)
        if any(other.value != meant[0].value for other in meant):
            raise node.fail(f"{len(meant)} groups have the id {quoted(name)}; give each its own")
        return meant[0]


def write_group(group: EventGroup) -> dict[str, object]:
    """Nested as it is."""
    members = [_written(member) for member in group.members]
    return ({"id": group.id} if group.id else {}) | {"members": members}


def _written(member: Member) -> dict[str, object]:
    of = member.of
    return ({"id": of} if isinstance(of, str) else {"group": write_group(of)}) | {"v": member.v}


def _collect(node: Node, found: Named) -> None:
    """All groups with an id in a group; what is malformed is refused when it is read."""
    waiting = [node]
    while waiting:
        at = waiting.pop()
        if not isinstance(at.value, Object):
            continue
        if isinstance(at.value.get("id"), str):
            found.setdefault(str(at.value["id"]), []).append(at)
        waiting.extend(_inner(at))


def _inner(node: Node) -> Iterator[Node]:
    members = node.value.get("members") if isinstance(node.value, Object) else None
    for number, member in enumerate(members if isinstance(members, list) else ()):
        if isinstance(member, Object) and isinstance(member.get("group"), Object):
            yield Node(member["group"], f"{node.place}.members[{number}].group", node.notebook, node.line)


def _name(node: Node) -> str:
    return (
        str(node.value.get("id")) if isinstance(node.value, Object) and node.value.get("id") else node.place
    )
