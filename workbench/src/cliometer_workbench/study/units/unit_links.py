"""Links of content units to documents: annotation, anchors set by hand, and the tree of a unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from cliometer.errors import InputError, Refused
from cliometer.model.sources import MANUAL, EventMention, Source
from cliometer.model.units import EventGroup, GroupMember
from cliometer.study.topics import Topic
from cliometer.version import __version__
from cliometer_workbench.study.suggestions import tagged
from cliometer_workbench.study.units.unit_timelines import lookup


def annotate_topic(topic: Topic) -> Topic:
    """Return the topic with marks in every document; what is marked already stays, and so does its id."""
    sources = tuple(_pinned(_annotated(source)) for source in topic.sources)
    if all(annotated is other for annotated, other in zip(sources, topic.sources, strict=True)):
        return topic
    return replace(topic, sources=sources)


def _annotated(source: Source) -> Source:
    present = source.annotation
    if present.events and present.sentences:
        return source
    computed = tagged(source.text, str(source.date) if source.date else None)
    names = ("sentences", "times", "events")
    whole = replace(present, **{name: getattr(present, name) or getattr(computed, name) for name in names})
    if whole == present:
        return source
    return replace(source, annotation=whole, annotator=source.annotator or f"cliometer {__version__}")


def _pinned(source: Source) -> Source:
    """Give mentions that are numbered by place that number for good: an anchor must not shift it."""
    events = source.annotation.events
    if all(event.id for event in events):
        return source
    names = [id.removeprefix(f"{source.id}/") for id in source.mentions]
    pinned = tuple(replace(event, id=name) for event, name in zip(events, names, strict=True))
    return replace(source, annotation=replace(source.annotation, events=pinned))


# A matcher sets an anchor where no extractor saw an event (Bauer & Teufel 2015). Its id follows from its
# place, so two matchers who mark the same words give them the same name.


@dataclass(frozen=True, slots=True)
class Anchor:
    """The marked words, and the sentence that they start in (none where the document has no sentences)."""

    id: str
    source: str
    start: int
    end: int
    text: str
    sentence: str = ""


def make_anchor(topic: Topic, source: str, start: int, end: int) -> Anchor:
    """Mark some words of a document."""
    story = lookup("document", source, {candidate.id: candidate for candidate in topic.sources})
    if not 0 <= start < end <= len(story.text):
        raise Refused(f"{start}-{end} is no stretch of {source}, which has {len(story.text)} characters; select words")
    text = story.text[start:end]
    if text != text.strip():
        raise Refused(f"the selection {text!r} begins or ends with a blank; select words only")
    for id, mention in story.mentions.items():
        if (mention.start, mention.end) == (start, end):
            raise Refused(f"{text!r} is marked already, as {id}; link that")
    return Anchor(f"{source}/m{start}-{end}", source, start, end, text, _sentence(story, start, end))


def with_anchors(source: Source, anchors: Iterable[Anchor]) -> Source:
    """Return the document with anchors among its mentions."""
    marks = [anchor for anchor in anchors if anchor.source == source.id]
    if not marks:
        return source
    mentions = [
        EventMention(anchor.start, anchor.end, anchor.text, id=anchor.id.removeprefix(f"{source.id}/"))
        for anchor in marks
    ]
    events = (*source.annotation.events, *mentions)
    origins = {**source.origins, **{mention.id: MANUAL for mention in mentions}}
    return replace(source, annotation=replace(source.annotation, events=events), origins=origins)


def without_anchors(source: Source) -> tuple[Source, tuple[EventMention, ...]]:
    """Return the document as it was before anyone set anchors here, and the anchors."""
    anchors = tuple(
        mention
        for mention in source.annotation.events
        if mention.id == f"m{mention.start}-{mention.end}" and source.origins.get(mention.id) == MANUAL
    )
    if not anchors:
        return source, ()
    names = {mention.id for mention in anchors}
    events = tuple(mention for mention in source.annotation.events if mention.id not in names)
    origins = {id: origin for id, origin in source.origins.items() if id not in names}
    return replace(source, annotation=replace(source.annotation, events=events), origins=origins), anchors


def _sentence(story: Source, start: int, end: int) -> str:
    if not story.sentences:
        return ""
    for id, sentence in story.sentences.items():
        if sentence.start <= start and end <= sentence.end:
            return id
    raise Refused(f"{story.text[start:end]!r} is not within one sentence; select words of one")


# Every mark stands once in a unit, directly or in one group; a group that is left empty is gone.

TOP_GROUP = ""  # where a member stands that is in no group


@dataclass(frozen=True, slots=True)
class LinkMember:
    """A mark or a group, how much it contributes (v), and the group that it is in."""

    id: str
    v: float = 1.0
    group: str = TOP_GROUP
    is_group: bool = False


@dataclass(frozen=True)
class LinkTree:
    """The members in order, those of groups too; `looked`: marks that contribute nothing."""

    members: Mapping[str, LinkMember] = field(default_factory=dict)
    looked: tuple[str, ...] = ()

    @property
    def marks(self) -> tuple[LinkMember, ...]:
        """What is linked, without the groups."""
        return tuple(member for member in self.members.values() if not member.is_group)

    @property
    def groups(self) -> dict[str, LinkMember]:
        return {id: member for id, member in self.members.items() if member.is_group}

    def inside(self, group: str) -> tuple[LinkMember, ...]:
        """Return the members of a group; of TOP, those in none."""
        return tuple(member for member in self.members.values() if member.group == group)

    def event_group(self) -> EventGroup | None:
        """Return the event group of the unit (E in the paper); None where nothing is linked."""
        inside: dict[str, list[LinkMember]] = {}
        for member in self.members.values():
            inside.setdefault(member.group, []).append(member)
        return _event_group(TOP_GROUP, inside) if inside else None

    def link(self, mark: str, v: float | None, group: str | None) -> LinkTree:
        """Return the tree with a mark; what is not given for a mark that is there stays."""
        old = self.members.get(mark, LinkMember(mark))
        weight = old.v if v is None else checked_contribution(v)
        new = LinkMember(mark, weight, old.group if group is None else group)
        looked = tuple(id for id in self.looked if id != mark)
        if mark in self.members and new.group == old.group:
            return replace(self, members=dict(self.members) | {mark: new}, looked=looked)
        return replace(self._tidy([*self._others((mark,)), new]), looked=looked)

    def unlink(self, mark: str) -> LinkTree:
        """Return the tree without a mark, linked or looked at."""
        looked = tuple(id for id in self.looked if id != mark)
        return replace(self._tidy(self._others((mark,))), looked=looked)

    def weigh(self, id: str, v: float) -> LinkTree:
        """Return the tree with another contribution of a member."""
        new = replace(self.members[id], v=checked_contribution(v))
        return replace(self, members=dict(self.members) | {id: new})

    def look_at(self, mark: str) -> LinkTree:
        """Return the tree with a mark that contributes nothing and is linked no more."""
        if mark in self.looked:
            return self
        free = self.unlink(mark)
        return replace(free, looked=(*free.looked, mark))

    def group(self, ids: tuple[str, ...], v: float | None, id: str) -> LinkTree:
        """Return the tree with a new group of members, in the place of the first; new marks are linked."""
        members = [self.members.get(name, LinkMember(name)) for name in dict.fromkeys(ids)]
        for member in members:
            around = next((name for name in self.above(member.id) if name in ids), None)
            if around:
                raise Refused(f"{around} holds {member.id} already; group one or the other")
        where = next((self.members[name].group for name in ids if name in self.members), TOP_GROUP)
        made = LinkMember(id, 1.0 if v is None else checked_contribution(v), where, is_group=True)
        moved = [replace(member, group=id) for member in members]
        looked = tuple(mark for mark in self.looked if mark not in ids)
        tree = replace(self._tidy([*self._others(ids), made, *moved]), looked=looked)
        try:
            tree.event_group()
        except InputError as error:  # no event group can be so deep or so large
            raise Refused(str(error)) from None
        return tree

    def ungroup(self, id: str) -> LinkTree:
        """Return the tree without a group; its members take its place and contribute what they did."""
        gone, kept = self.members[id], []
        for member in self._others((id,)):
            inside = member.group == id
            kept.append(replace(member, v=member.v * gone.v, group=gone.group) if inside else member)
        return self._tidy(kept)

    def same_group(self, ids: Iterable[str]) -> str | None:
        """Return the group of exactly these members."""
        wanted = set(ids)
        return next((g for g in self.groups if {member.id for member in self.inside(g)} == wanted), None)

    def above(self, id: str) -> Iterator[str]:
        """Return the groups that a member is in, the nearest first."""
        while id in self.members and self.members[id].group != TOP_GROUP:
            id = self.members[id].group
            yield id

    def _others(self, ids: Iterable[str]) -> list[LinkMember]:
        without = set(ids)
        return [member for id, member in self.members.items() if id not in without]

    def _tidy(self, members: list[LinkMember]) -> LinkTree:
        """Drop groups that have become empty, and those that become so by that."""
        while True:
            used = {member.group for member in members}
            kept = [member for member in members if not member.is_group or member.id in used]
            if len(kept) == len(members):
                return replace(self, members={member.id: member for member in kept})
            members = kept


def checked_contribution(v: float) -> float:
    """Return a contribution from 0 to 1."""
    if not 0 <= v <= 1:
        raise Refused(f"a contribution is a number from 0 to 1, found {v:g}; 0.5 says half of the unit")
    return float(v)


def _event_group(id: str, inside: Mapping[str, list[LinkMember]]) -> EventGroup:
    members = [GroupMember(_event_group(part.id, inside) if part.is_group else part.id, part.v) for part in inside[id]]
    return EventGroup(tuple(members), id)
