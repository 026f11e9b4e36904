"""Topics in our JSON of units: content units, and judged events."""

from __future__ import annotations

from cliometer.io.json_values import Object
from cliometer.io.units.groups import GroupReader, write_group
from cliometer.io.units.ids import known_mark, known_sentence
from cliometer.io.units.nodes import Node, ObjectNode
from cliometer.io.units.sources import read_source, write_source
from cliometer.model.judged_events import EventTopic, JudgedEvent
from cliometer.model.marks import Marks
from cliometer.model.units import ContentUnit, Contributor, UnitTopic

_ROLES = ("action", "agent", "patient", "location")
_UNIT = ("id", "label", *_ROLES, "time", "roles", "contributors", "group", "examined")
_TOPIC = ("id", "length", "sources", "groups", "units", "events")


def read_topic(node: Node) -> tuple[UnitTopic | None, EventTopic | None]:
    """A topic with units, with events, or with both."""
    found = node.as_object("a topic", _TOPIC)
    if not found.has("units") and not found.has("events"):
        raise node.fail('a topic needs "units" or "events"')
    sources = tuple(read_source(item) for item in found.items("sources"))
    marks = found.build(lambda: Marks(found.text("id"), sources))
    file, units, events = str(node.notebook.path), None, None
    own = _units(found, marks)
    if found.has("units"):
        length = found.whole("length") if found.has("length") else None
        units = found.build(lambda: UnitTopic(found.text("id"), sources, own, length, file))
    if found.has("events"):
        judged = tuple(_event(item, marks) for item in found.items("events"))
        events = found.build(lambda: EventTopic(found.text("id"), sources, judged, file))
    return units, events


def write_unit_topic(topic: UnitTopic) -> dict[str, object]:
    """A topic as JSON has it; what was not given is left out."""
    length = {} if topic.length is None else {"length": topic.length}
    sources = [write_source(source) for source in topic.sources]
    return {"id": topic.id} | length | {"sources": sources, "units": [_write_unit(u) for u in topic.units]}


def write_event_topic(topic: EventTopic) -> dict[str, object]:
    """A topic as JSON has it."""
    sources = [write_source(source) for source in topic.sources]
    return {"id": topic.id, "sources": sources, "events": [_write_event(event) for event in topic.events]}


def _units(topic: ObjectNode, marks: Marks) -> tuple[ContentUnit, ...]:
    groups = GroupReader(topic.items("groups"), marks)
    for node in topic.items("groups"):
        groups.check(node)
    units = tuple(_unit(item, groups, marks) for item in topic.items("units"))
    for node in topic.items("groups"):
        groups.note_unused(node)
    return units


def _unit(node: Node, groups: GroupReader, marks: Marks) -> ContentUnit:
    found = node.as_object("a unit", _UNIT)
    contributors = tuple(_contributor(item) for item in found.items("contributors"))
    group = groups.read(found.at("group")) if found.has("group") else None
    examined = tuple(known_mark(item, marks) for item in found.items("examined"))
    return found.build(
        lambda: ContentUnit(
            id=found.text("id"),
            label=found.maybe_text("label") or "",
            **{role: found.maybe_text(role) for role in _ROLES},
            time=found.when("time"),
            roles=_roles(found),
            contributors=contributors,
            group=group,
            examined=examined,
        )
    )


def _roles(unit: ObjectNode) -> tuple[tuple[str, str], ...]:
    if not unit.has("roles"):
        return ()
    node = unit.at("roles")
    found = node.as_object("roles", node.value if isinstance(node.value, Object) else ())
    return tuple((role, found.text(role)) for role in found.members)


def _contributor(node: Node) -> Contributor:
    found = node.as_object("a contributor", ("writer", "text", "date", "discarded"))
    texts = [found.maybe_text(key) or "" for key in ("text", "discarded")]
    return found.build(lambda: Contributor(found.text("writer"), texts[0], found.when("date"), texts[1]))


def _event(node: Node, marks: Marks) -> JudgedEvent:
    found = node.as_object("an event", ("id", "text", "links", "groups", "judges"))
    groups = tuple(
        tuple(known_sentence(sentence, marks) for sentence in group.as_items("sentence ids"))
        for group in found.items("groups")
    )
    text = found.maybe_text("text") or ""
    links = tuple(known_sentence(item, marks) for item in found.items("links"))
    judges = found.texts("judges")
    return found.build(lambda: JudgedEvent(found.text("id"), text, links, groups, judges))


def _write_unit(unit: ContentUnit) -> dict[str, object]:
    optional: dict[str, object] = {
        "label": unit.label or None,
        **{role: getattr(unit, role) for role in _ROLES},
        "time": None if unit.time is None else str(unit.time),
        "roles": dict(unit.roles) or None,
        "contributors": [_write_contributor(contributor) for contributor in unit.contributors] or None,
        "group": None if unit.group is None else write_group(unit.group),
        "examined": list(unit.examined) or None,
    }
    return {"id": unit.id} | {key: value for key, value in optional.items() if value is not None}


def _write_contributor(contributor: Contributor) -> dict[str, object]:
    optional: dict[str, object] = {
        "text": contributor.text,
        "date": contributor.date and str(contributor.date),
        "discarded": contributor.discarded,
    }
    return {"writer": contributor.writer, **{key: value for key, value in optional.items() if value}}


def _write_event(event: JudgedEvent) -> dict[str, object]:
    optional = {
        "text": event.text,
        "links": list(event.links),
        "groups": [list(group) for group in event.groups],
        "judges": list(event.judges),
    }
    return {"id": event.id} | {key: value for key, value in optional.items() if value}
