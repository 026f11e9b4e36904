"""Steps 3 and 4 of a unit study: units are matched to marks of documents, a sample of them twice; the tree of links."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from cliometer.errors import InputError, Refused
from cliometer.model.notes import Note
from cliometer.model.sources import MANUAL, EventMention, Source
from cliometer.model.units import ContentUnit, EventGroup, GroupMember, UnitTopic
from cliometer.spelling import listed, quoted
from cliometer.study.topics import Topic
from cliometer.version import __version__
from cliometer_workbench.study.journal import verb
from cliometer_workbench.study.steps import without_key
from cliometer_workbench.study.suggestions import SuggestedLinks, SuggestedSheet, Suggestion, tagged
from cliometer_workbench.study.units.unit_timelines import lookup, new_id


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
    annotator = source.annotator or f"cliometer {__version__}"
    return source if whole == present else replace(source, annotation=whole, annotator=annotator)


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
        raise Refused("selection-outside", start=start, end=end, source=source, count=len(story.text))
    text = story.text[start:end]
    if text != text.strip():
        raise Refused("selection-blank", text=text)
    for id, mention in story.mentions.items():
        if (mention.start, mention.end) == (start, end):
            raise Refused("selection-marked", text=text, id=id)
    return Anchor(f"{source}/m{start}-{end}", source, start, end, text, _sentence(story, start, end))


def with_anchors(source: Source, anchors: Iterable[Anchor]) -> Source:
    """Return the document with anchors among its mentions."""
    mentions = [
        EventMention(anchor.start, anchor.end, anchor.text, id=anchor.id.removeprefix(f"{source.id}/"))
        for anchor in anchors
        if anchor.source == source.id
    ]
    if not mentions:
        return source
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
    within = (id for id, sentence in story.sentences.items() if sentence.start <= start and end <= sentence.end)
    id = next(within, "")
    if story.sentences and not id:
        raise Refused("selection-across-sentences", text=story.text[start:end])
    return id


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
        return self._event_group(TOP_GROUP) if self.members else None

    def _event_group(self, id: str) -> EventGroup:
        parts = self.inside(id)
        members = (GroupMember(self._event_group(part.id) if part.is_group else part.id, part.v) for part in parts)
        return EventGroup(tuple(members), id)

    def link(self, mark: str, v: float | None, group: str | None) -> LinkTree:
        """Return the tree with a mark; what is not given for a mark that is there stays."""
        old = self.members.get(mark, LinkMember(mark))
        weight = old.v if v is None else checked_contribution(v)
        new = LinkMember(mark, weight, old.group if group is None else group)
        if mark in self.members and new.group == old.group:
            return replace(self, members=dict(self.members) | {mark: new})
        return self._replaced((mark,), new)

    def unlink(self, mark: str) -> LinkTree:
        """Return the tree without a mark, linked or looked at."""
        return self._replaced((mark,))

    def weigh(self, id: str, v: float) -> LinkTree:
        """Return the tree with another contribution of a member."""
        new = replace(self.members[id], v=checked_contribution(v))
        return replace(self, members=dict(self.members) | {id: new})

    def look_at(self, mark: str) -> LinkTree:
        """Return the tree with a mark that contributes nothing and is linked no more."""
        if mark in self.looked:
            return self
        return replace(self.unlink(mark), looked=(*self.looked, mark))

    def group(self, ids: tuple[str, ...], v: float | None, id: str) -> LinkTree:
        """Return the tree with a new group of members, in the place of the first; new marks are linked."""
        members = [self.members.get(name, LinkMember(name)) for name in dict.fromkeys(ids)]
        for member in members:
            around = next((name for name in self.above(member.id) if name in ids), None)
            if around:
                raise Refused("group-overlaps", around=around, member=member.id)
        where = next((self.members[name].group for name in ids if name in self.members), TOP_GROUP)
        made = LinkMember(id, 1.0 if v is None else checked_contribution(v), where, is_group=True)
        moved = [replace(member, group=id) for member in members]
        tree = self._replaced(ids, made, *moved)
        try:
            tree.event_group()
        except InputError as error:  # no event group can be so deep or so large
            raise Refused.like(error) from None
        return tree

    def ungroup(self, id: str) -> LinkTree:
        """Return the tree without a group; its members take its place and contribute what they did."""
        gone = self.members[id]
        members = {
            member.id: replace(member, v=member.v * gone.v, group=gone.group) if member.group == id else member
            for member in self.members.values()
        }
        return replace(self, members=members)._replaced((id,))

    def above(self, id: str) -> Iterator[str]:
        """Return the groups that a member is in, the nearest first."""
        while id in self.members and self.members[id].group != TOP_GROUP:
            id = self.members[id].group
            yield id

    def _replaced(self, ids: Collection[str], *added: LinkMember) -> LinkTree:
        """Return the tree with members in place of these, linked or looked at; groups that become empty go, too."""
        members = [*(member for id, member in self.members.items() if id not in ids), *added]
        looked = tuple(mark for mark in self.looked if mark not in ids)
        while True:
            used = {member.group for member in members}
            kept = [member for member in members if not member.is_group or member.id in used]
            if len(kept) == len(members):
                return replace(self, members={member.id: member for member in kept}, looked=looked)
            members = kept


def checked_contribution(v: float) -> float:
    """Return a contribution from 0 to 1."""
    if not 0 <= v <= 1:
        raise Refused("contribution-expected", value=v)
    return float(v)


def unit_label(unit: ContentUnit) -> str:
    """Return what a unit is called: its label, else its action, else the words of its first line."""
    return unit.label or unit.action or next((contributor.text for contributor in unit.contributors), unit.id)


@dataclass(frozen=True)
class MatchMaterial:
    """The units to match and the documents with their marks; the same for all actions."""

    topic: Topic
    units: Mapping[str, ContentUnit]


@dataclass(frozen=True)
class MatchSheet(SuggestedSheet):
    """One matcher's links of each unit, anchors by id, and the units that are done."""

    step: ClassVar[str] = "match"
    suggested: ClassVar[frozenset[str]] = frozenset({"link"})
    material: MatchMaterial
    trees: Mapping[str, LinkTree] = field(default_factory=dict)
    anchors: Mapping[str, Anchor] = field(default_factory=dict)
    finished: frozenset[str] = frozenset()
    hints: SuggestedLinks = field(default_factory=SuggestedLinks, compare=False, repr=False)  # held back ones too

    @property
    def topic(self) -> Topic:
        return self.material.topic

    @property
    def units(self) -> Mapping[str, ContentUnit]:
        """The units that are to be matched, by id."""
        return self.material.units

    def tree_of(self, unit: str) -> LinkTree:
        """Return the links and groups of a unit."""
        lookup("unit", unit, self.units)
        return self.trees.get(unit, LinkTree())

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        return tuple(suggestion for unit in self.units for suggestion in self.suggestions_of(unit))

    def suggestions_of(self, unit: str) -> tuple[Suggestion, ...]:
        """Return the suggested sentences that were not declined or looked at and of which nothing is linked yet."""
        tree, mentions = self.tree_of(unit), self.topic.marks.mentions_of
        linked = {*tree.members, *(self.anchors[id].sentence for id in tree.members if id in self.anchors)}
        return tuple(
            suggestion
            for suggestion in self.hints.by_target.get(unit, ())
            if suggestion.id not in self.declined and suggestion.about[0] not in tree.looked
            if linked.isdisjoint((suggestion.about[0], *mentions[suggestion.about[0]]))
        )

    def text_of(self, mark: str) -> str:
        """Return the words of a sentence, a mention or an anchor."""
        if mark in self.anchors:
            return self.anchors[mark].text
        marks = self.topic.marks
        if mark in marks.sentences:
            return marks.sentences[mark].text
        return lookup("mark", mark, marks.mentions).text

    def matched(self, unit: str) -> ContentUnit:
        """Return a unit with its links, as a release has it."""
        tree = self.tree_of(unit)
        return replace(self.units[unit], group=tree.event_group(), examined=tree.looked)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The documents with the anchors among their mentions."""
        return tuple(with_anchors(source, self.anchors.values()) for source in self.topic.sources)

    def release(self, topic_id: str, only: frozenset[str] | None = None) -> UnitTopic:
        """Return all units with their links, or some."""
        units = tuple(self.matched(unit) for unit in self.units if only is None or unit in only)
        return UnitTopic(topic_id, self.sources, units, self.topic.length)

    @property
    def unsettled(self) -> tuple[str, ...]:
        left = (unit for id, unit in self.units.items() if id not in self.finished)
        return tuple(Note.of("unit-open", unit=quoted(unit_label(unit))) for unit in left)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Units that were called done but cannot be earned, or not fully."""
        done = [unit for unit in self.units if unit in self.finished]
        return tuple(note for unit in done for note in self.matched(unit).notes())

    @property
    def progress(self) -> tuple[int, int]:
        return (len(self.finished), len(self.units))

    @verb
    def link(self, unit: str, mark: str, v: float | None = None, group: str | None = None) -> Self:
        """A sentence or mention says a unit, or v of it; in a group where one is named.

        A new link has v = 1 and is in no group. Of a mark that is linked, only what is given changes.
        """
        tree = self.tree_of(unit)
        self._expect_marks((mark,))
        if group:
            lookup(f"group of {unit}", group, tree.groups)
        return self._with(unit, tree.link(mark, v, group))

    @verb
    def unlink(self, unit: str, mark: str) -> Self:
        """A mark says nothing of a unit, and was not looked at."""
        tree = self.tree_of(unit)
        self._expect_marks((mark,))
        return self._with(unit, tree.unlink(mark))

    @verb
    def weigh(self, unit: str, member: str, v: float) -> Self:
        """How much a linked mark or a group contributes, from 0 to 1."""
        tree = self.tree_of(unit)
        if member not in tree.members:
            raise Refused("mark-not-linked", member=member, unit=unit)
        return self._with(unit, tree.weigh(member, v))

    @verb
    def group(self, unit: str, members: tuple[str, ...], v: float | None = None, id: str = "", seq: int = 0) -> Self:
        """Marks or groups become a group; any of them will do where all contribute 1."""
        tree = self.tree_of(unit)
        if not members:
            raise Refused("group-needs-member")
        self._expect_marks(mark for mark in members if mark not in tree.groups)
        same = next((id for id in tree.groups if {member.id for member in tree.inside(id)} == {*members}), None)
        if same is not None:
            return self if v is None else self._with(unit, tree.weigh(same, v))
        if "/" in id:
            raise Refused("group-id-slash", id=id)
        name = new_id(id, f"g{seq}", tree.members, "group")
        return self._with(unit, tree.group(members, v, name))

    @verb
    def ungroup(self, unit: str, group: str) -> Self:
        """A group is taken apart; what each member earned through it stays."""
        tree = self.tree_of(unit)
        lookup(f"group of {unit}", group, tree.groups)
        return self._with(unit, tree.ungroup(group))

    @verb
    def look(self, unit: str, mark: str) -> Self:
        """A mark was examined and contributes nothing; a link of it is taken away."""
        tree = self.tree_of(unit)
        self._expect_marks((mark,))
        return self._with(unit, tree.look_at(mark))

    @verb
    def anchor(self, source: str, start: int, end: int) -> Self:
        """Mark words as a mention where no extractor saw one."""
        made = make_anchor(self.topic, source, start, end)
        if made.id in self.topic.marks.document_of:
            raise Refused("anchor-id-taken", id=made.id)
        return replace(self, anchors=dict(self.anchors) | {made.id: made})

    @verb
    def lift(self, mention: str) -> Self:
        """Take an anchor away that nothing is linked to."""
        if mention not in self.anchors:
            self._expect_marks((mention,))
            raise Refused("anchor-not-ours", mention=mention)
        users = [unit for unit, tree in self.trees.items() if mention in tree.members or mention in tree.looked]
        if users:
            raise Refused("anchor-in-use", mention=mention, users=listed(users))
        return replace(self, anchors=without_key(self.anchors, mention))

    @verb
    def done(self, unit: str) -> Self:
        """Everything that says a unit has been found."""
        lookup("unit", unit, self.units)
        return replace(self, finished=self.finished | {unit})

    @verb
    def undone(self, unit: str) -> Self:
        """There is more to find."""
        lookup("unit", unit, self.units)
        return replace(self, finished=self.finished - {unit})

    def _expect_marks(self, ids: Iterable[str]) -> None:
        for id in ids:
            if id not in self.anchors:
                lookup("sentence or mention", id, self.topic.marks.document_of)

    def _with(self, unit: str, tree: LinkTree) -> Self:
        trees = dict(self.trees) | {unit: tree}
        return replace(self, trees={id: links for id, links in trees.items() if links.members or links.looked})


@dataclass(frozen=True)
class RematchSheet(MatchSheet):
    """The same, by a second person who does not see what the first did, for some of the units."""

    step: ClassVar[str] = "rematch"
