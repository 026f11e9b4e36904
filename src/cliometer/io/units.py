"""Content units and judged events in our own JSON, `{"format": "cliometer-units", "version": 1, "topics": [...]}`.

A topic needs an `id` and `units` or `events`; it may have `sources` (documents with `id` and `text`, and perhaps
`date`, `title`, `sections`, `sentences`, `times`, `events`), a `length` and shared `groups`. A unit needs an `id`; its
`label`, `action`, `agent`, `patient`, `location`, `time`, further `roles`, `contributors`, `group` and `examined` may
be missing. An event needs an `id`; `text`, `links`, `groups` and `judges` may be missing. Event groups are nested, or
named once and referred to by id; without a `v` a member contributes 1:
`{"id": "g1", "members": [{"id": "apw-7/e17", "v": 1}, {"group": {...}, "v": 0.5}, {"group": "g2"}]}`.
The schema is docs/schema/units-1.json.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from cliometer.io.json_values import UNITS, JsonNode, JsonObject, JsonObjectNode, document, filled
from cliometer.io.text_files import Location, write_whole
from cliometer.model.notes import as_note
from cliometer.model.nuggets import EventTopic, JudgedEvent
from cliometer.model.records import encode
from cliometer.model.sources import (
    Annotation,
    EventMention,
    Marks,
    Sentence,
    Source,
    SourceSection,
    TimeExpression,
    refuse_repeats,
)
from cliometer.model.units import MOST_NESTED, ContentUnit, Contributor, EventGroup, GroupMember, UnitTopic
from cliometer.spelling import listed, quoted

# Source documents: texts with their marks, as the lines of `annotate` hold them, too.

SourceMark = TypeVar("SourceMark", Sentence, TimeExpression, EventMention)
_SOURCE = (
    "id", "date", "title", "text", "written", "annotator", "sections", "sentences", "times", "events"
)  # fmt: skip
_ORIGIN = "source"


def read_source(node: JsonNode) -> Source:
    """Read one document."""
    members = node.as_object("a document", _SOURCE)
    text = members.text("text")
    times = tuple(_mark(TimeExpression, item, text)[0] for item in members.items("times"))
    sentences = tuple(_mark(Sentence, item, text)[0] for item in members.items("sentences"))
    events = [_mark(EventMention, item, text, _ORIGIN) for item in members.items("events")]
    in_order = sorted(events, key=lambda pair: (pair[0].start, pair[0].end))  # as mentions are numbered
    origins = [(event.id or f"e{number}", origin) for number, (event, origin) in enumerate(in_order, start=1)]
    written = members.maybe_text("written") or ""
    annotation = members.build(
        lambda: Annotation(text, sentences, times, tuple(mention for mention, _ in events), written)
    )
    return members.build(
        lambda: Source(
            members.text("id"),
            annotation,
            members.when("date"),
            members.maybe_text("title") or "",
            tuple(_section(item) for item in members.items("sections")),
            members.maybe_text("annotator") or "",
            {id: origin for id, origin in origins if origin is not None},
        )
    )


def write_source(source: Source) -> dict[str, object]:
    """Return the document as JSON has it; what is empty is left out."""
    annotation = source.annotation
    events = [_written(mention) for mention in annotation.events]
    for id, event in zip(source.mentions, events, strict=True):
        if (origin := source.origins.get(id.removeprefix(f"{source.id}/"))) is not None:
            event[_ORIGIN] = origin
    optional = {
        "date": encode(source.date),
        "title": source.title,
        "written": annotation.date,
        "annotator": source.annotator,
        "sections": encode(source.sections),
        "sentences": [_written(sentence) for sentence in annotation.sentences],
        "times": [_written(time) for time in annotation.times],
        "events": events,
    }
    return {"id": source.id, "text": source.text} | filled(optional)


def _mark(kind: type[SourceMark], node: JsonNode, text: str, origin: str = "") -> tuple[SourceMark, str | None]:
    """Return a span with its words, and who set it; words that are quoted must be those of the text."""
    fields: tuple[dataclasses.Field[Any], ...] = dataclasses.fields(kind)
    members = node.as_object("a mark", (*(field.name for field in fields), origin))
    start, end = members.whole("start"), members.whole("end")
    if start > end:
        raise node.fail("span-reversed", start=start, end=end)
    if not 0 <= start <= end <= len(text):
        raise node.fail("span-outside-text", start=start, end=end, count=len(text))
    values: dict[str, Any] = {"start": start, "end": end, "text": text[start:end], "id": ""}
    for field in fields:
        if members.has(field.name) and field.name not in ("start", "end"):
            values[field.name] = members.text(field.name)
        elif field.name not in values and field.default is dataclasses.MISSING:
            members.at(field.name)
    return members.build(lambda: kind(**values)), members.maybe_text(origin)


def _written(mark: Sentence | TimeExpression | EventMention) -> dict[str, object]:
    """Return a mark as JSON has it, without its words, which stand in the text, and without default values."""
    usual = {field.name: field.default for field in dataclasses.fields(mark)} | {"id": ""}
    fields = {key: value for key, value in dataclasses.asdict(mark).items() if value != usual[key]}
    del fields["text"]
    return {key: fields.pop(key) for key in ("id", "start", "end") if key in fields} | fields


def _section(node: JsonNode) -> SourceSection:
    members = node.as_object("a section", [field.name for field in dataclasses.fields(SourceSection)])
    depth = members.whole("depth") if members.has("depth") else 1
    return SourceSection(members.maybe_text("title") or "", members.whole("start"), members.whole("end"), depth)


def known_id(node: JsonNode, marks: Marks, sentences: bool = False) -> str:
    """Return the id of a sentence or, unless only `sentences` will do, of a mention of the topic."""
    id = node.read(str)
    node.build(lambda: marks.expect([id], "", sentences))
    return id


Named = dict[str, list[JsonNode]]


class GroupReader:
    """Groups of one topic: those of its list can be referred to everywhere, nested ones within their unit."""

    def __init__(self, shared: Iterable[JsonNode], marks: Marks) -> None:
        self._shared: Named = {}
        self._marks = marks
        for node in shared:
            _collect(node, self._shared)
        self._known: dict[int, EventGroup] = {}
        self.used: set[str] = set()

    def read(self, node: JsonNode) -> EventGroup:
        """Read the group of a unit."""
        named: Named = {}
        _collect(node, named)
        return self.group(node, named, ())

    def group(self, node: JsonNode, named: Named, above: tuple[JsonNode, ...]) -> EventGroup:
        """Read a group that stands in those `above`; the `named` ones can be referred to."""
        if isinstance(node.value, str):
            node = self._named(node, named)
        if len(above) > MOST_NESTED:
            raise node.fail("groups-too-deep", most_nested=MOST_NESTED)
        key = id(node.value)
        if any(other.value is node.value for other in above):
            names = [_name(other) for other in (*above, node)]
            raise node.fail("groups-in-cycle", names=" > ".join(names))
        if key not in self._known:
            group = node.as_object("a group", ("id", "members"))
            members = tuple(self._member(item, named, (*above, node)) for item in group.items("members"))
            self._known[key] = group.build(lambda: EventGroup(members, group.maybe_text("id") or ""))
        return self._known[key]

    def _member(self, node: JsonNode, named: Named, above: tuple[JsonNode, ...]) -> GroupMember:
        members = node.as_object("a member of a group", ("id", "group", "v"))
        if "v" in members.members and not members.has("v"):
            raise node.fail("contribution-null")
        v = members.number("v") if members.has("v") else 1.0
        if members.has("id") == members.has("group"):
            raise node.fail("group-member-expected")
        if members.has("id"):
            of: str | EventGroup = known_id(members.at("id"), self._marks)
        else:
            of = self.group(members.at("group"), named, above)
        return members.build(lambda: GroupMember(of, v))

    def _named(self, node: JsonNode, named: Named) -> JsonNode:
        name = node.read(str)
        meant = named.get(name) or self._shared.get(name) or []
        if not meant:
            known = listed(map(quoted, sorted({*named, *self._shared})))
            raise node.fail("group-unknown", name=quoted(name), known=known)
        if name not in named:
            self.used.add(name)
        if any(other.value != meant[0].value for other in meant):
            raise node.fail("group-id-repeated", count=len(meant), name=quoted(name))
        return meant[0]


def write_group(group: EventGroup) -> dict[str, object]:
    """Return a group as JSON has it, nested as it is."""
    members = [
        ({"id": of} if isinstance(of := member.of, str) else {"group": write_group(of)}) | {"v": member.v}
        for member in group.members
    ]
    return ({"id": group.id} if group.id else {}) | {"members": members}


def _collect(node: JsonNode, named: Named) -> None:
    """Add all groups with an id in a group to `named`; what is malformed is refused when it is read."""
    waiting = [node]
    while waiting:
        at = waiting.pop()
        if not isinstance(at.value, JsonObject):
            continue
        if isinstance(at.value.get("id"), str):
            named.setdefault(str(at.value["id"]), []).append(at)
        members = at.value.get("members")
        for number, member in enumerate(members if isinstance(members, list) else ()):
            if isinstance(member, JsonObject) and isinstance(member.get("group"), JsonObject):
                place = f"{at.place}.members[{number}].group"
                waiting.append(JsonNode(member["group"], place, at.notebook, at.line))


def _name(node: JsonNode) -> str:
    id = node.value.get("id") if isinstance(node.value, JsonObject) else None
    return str(id) if id else node.place


_ROLES = ("action", "agent", "patient", "location")
_UNIT = ("id", "label", *_ROLES, "time", "roles", "contributors", "group", "examined")
_TOPIC = ("id", "length", "sources", "groups", "units", "events")


def read_unit_topic(node: JsonNode) -> tuple[UnitTopic | None, EventTopic | None]:
    """Read a topic with units, with events, or with both."""
    members = node.as_object("a topic", _TOPIC)
    if not members.has("units") and not members.has("events"):
        raise node.fail("topic-needs-units")
    sources = tuple(read_source(item) for item in members.items("sources"))
    marks = members.build(lambda: Marks(members.text("id"), sources))
    file, units, events = str(node.notebook.path), None, None
    read = _units(members, marks)
    if members.has("units"):
        length = members.whole("length") if members.has("length") else None
        units = members.build(lambda: UnitTopic(members.text("id"), sources, read, length, file))
    if members.has("events"):
        judged = tuple(_event(item, marks) for item in members.items("events"))
        events = members.build(lambda: EventTopic(members.text("id"), sources, judged, file))
    return units, events


def write_unit_topic(topic: UnitTopic) -> dict[str, object]:
    """Return a topic as JSON has it; what was not given is left out."""
    length = {} if topic.length is None else {"length": topic.length}
    sources = [write_source(source) for source in topic.sources]
    return {"id": topic.id} | length | {"sources": sources, "units": [_write_unit(u) for u in topic.units]}


def write_event_topic(topic: EventTopic) -> dict[str, object]:
    """Return a topic as JSON has it."""
    sources = [write_source(source) for source in topic.sources]
    return {"id": topic.id, "sources": sources, "events": [filled(encode(event)) for event in topic.events]}


def _units(topic: JsonObjectNode, marks: Marks) -> tuple[ContentUnit, ...]:
    groups = GroupReader(topic.items("groups"), marks)
    for node in topic.items("groups"):  # which must be right even if nobody uses them
        groups.group(node, {}, ())
    units = tuple(_unit(item, groups, marks) for item in topic.items("units"))
    for node in topic.items("groups"):
        if (name := _name(node)) not in groups.used:
            node.notebook.add(node.line, f"{node.place}: nothing refers to the group {name}", "unused group")
    return units


def _unit(node: JsonNode, groups: GroupReader, marks: Marks) -> ContentUnit:
    members = node.as_object("a unit", _UNIT)
    contributors = []
    for item in members.items("contributors"):
        part = item.as_object("a contributor", ("writer", "text", "date", "discarded"))
        text, discarded = (part.maybe_text(key) or "" for key in ("text", "discarded"))
        date = part.when("date")
        contributors.append(part.build(partial(Contributor, part.text("writer"), text, date, discarded)))
    group = groups.read(members.at("group")) if members.has("group") else None
    examined = tuple(known_id(item, marks) for item in members.items("examined"))
    roles = members.at("roles").as_object("roles") if members.has("roles") else None
    return members.build(
        lambda: ContentUnit(
            id=members.text("id"),
            label=members.maybe_text("label") or "",
            **{role: members.maybe_text(role) for role in _ROLES},
            time=members.when("time"),
            roles=tuple((role, roles.text(role)) for role in roles.members) if roles else (),
            contributors=tuple(contributors),
            group=group,
            examined=examined,
        )
    )


def _event(node: JsonNode, marks: Marks) -> JudgedEvent:
    members = node.as_object("an event", ("id", "text", "links", "groups", "judges"))
    groups = tuple(
        tuple(known_id(sentence, marks, sentences=True) for sentence in group.as_items("sentence ids"))
        for group in members.items("groups")
    )
    text = members.maybe_text("text") or ""
    links = tuple(known_id(item, marks, sentences=True) for item in members.items("links"))
    judges = members.texts("judges")
    return members.build(lambda: JudgedEvent(members.text("id"), text, links, groups, judges))


def _write_unit(unit: ContentUnit) -> dict[str, object]:
    given = {role: value for role in _ROLES if (value := getattr(unit, role)) is not None}
    optional: dict[str, object] = {
        "time": encode(unit.time),
        "roles": dict(unit.roles),
        "contributors": [filled(encode(part)) for part in unit.contributors],
        "group": None if unit.group is None else write_group(unit.group),
        "examined": list(unit.examined),
    }
    return {"id": unit.id} | filled({"label": unit.label}) | given | filled(optional)


@dataclass(frozen=True)
class UnitFile:
    """What a file holds: topics with units, topics with events, and what is worth a look."""

    units: tuple[UnitTopic, ...] = ()
    events: tuple[EventTopic, ...] = ()
    notes: tuple[str, ...] = ()


def merged_units(files: Iterable[UnitFile]) -> UnitFile:
    """Return the topics of several files as one; no two topics of a kind may have one id."""
    given = list(files)
    units = tuple(topic for file in given for topic in file.units)
    events = tuple(topic for file in given for topic in file.events)
    refuse_repeats([topic.id for topic in units], "topics with units", "topics")
    refuse_repeats([topic.id for topic in events], "topics with events", "topics")
    return UnitFile(units, events, tuple(note for file in given for note in file.notes))


def read_units(path: Location) -> UnitFile:
    """Read content units and judged events from our JSON."""
    gold = document(Path(path), UNITS, ("format", "version", "topics"))
    topics = [read_unit_topic(node) for node in gold.items("topics")]
    if not topics:
        raise gold.fail("topics-empty")
    units = tuple(topic for topic, _ in topics if topic)
    events = tuple(topic for _, topic in topics if topic)
    gold.build(lambda: refuse_repeats([topic.id for topic in units], "topics with units", "topics"))
    gold.build(lambda: refuse_repeats([topic.id for topic in events], "topics with events", "topics"))
    odd = [*(note for topic in units for note in topic.notes), *(n for topic in events for n in topic.notes)]
    return UnitFile(units, events, (*gold.notebook.notes, *(as_note(note).framed(f"{path}: ") for note in odd)))


def units_document(units: Sequence[UnitTopic] = (), events: Sequence[EventTopic] = ()) -> str:
    """Return topics in our JSON; the same topics give the same text."""
    topics = [*map(write_unit_topic, units), *map(write_event_topic, events)]
    written = {"format": UNITS, "version": 1, "topics": topics}
    return json.dumps(written, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def write_units(
    path: str | Path, units: Sequence[UnitTopic] = (), events: Sequence[EventTopic] = (), force: bool = False
) -> None:
    """Write our JSON, whole or not at all."""
    write_whole(Path(path), units_document(units, events), force)
