"""Steps 3 and 4 of a unit study: units are matched to documents, a sample of them twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from cliometer.errors import Refused
from cliometer.model.sources import Source
from cliometer.model.units import ContentUnit, UnitTopic
from cliometer.spelling import listed, quoted
from cliometer.study.topics import Topic
from cliometer_workbench.study.journal import verb
from cliometer_workbench.study.steps import without_key
from cliometer_workbench.study.suggestions import SuggestedLinks, SuggestedSheet, Suggestion
from cliometer_workbench.study.units.unit_links import Anchor, LinkMember, LinkTree, make_anchor, with_anchors
from cliometer_workbench.study.units.unit_timelines import lookup, new_id


@dataclass(frozen=True)
class MatchSheet(SuggestedSheet):
    """One matcher's links of each unit, anchors by id, and the units that are done."""

    step: ClassVar[str] = "match"
    suggested: ClassVar[frozenset[str]] = frozenset({"link"})
    topic: Topic
    units: Mapping[str, ContentUnit]  # that are to be matched
    trees: Mapping[str, LinkTree] = field(default_factory=dict)
    anchors: Mapping[str, Anchor] = field(default_factory=dict)
    finished: frozenset[str] = frozenset()
    hints: SuggestedLinks = field(default_factory=SuggestedLinks, compare=False, repr=False)  # held back ones too

    def tree_of(self, unit: str) -> LinkTree:
        """Return the links and groups of a unit."""
        lookup("unit", unit, self.units)
        return self.trees.get(unit, LinkTree())

    def links_of(self, unit: str) -> tuple[LinkMember, ...]:
        """Return the marks that are linked to a unit, with their contributions and groups."""
        return self.tree_of(unit).marks

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

    def name_of(self, unit: str) -> str:
        """Return its label, its action, or what its first writer wrote."""
        content = self.units[unit]
        return content.label or content.action or next((contributor.text for contributor in content.contributors), unit)

    def attainable(self, unit: str) -> float:
        """Return what a system earns of a unit that selects all that is linked to it."""
        return self.matched(unit).attainable

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
        return tuple(
            f"the unit {quoted(self.name_of(unit))} is not marked as done; look for all that says it"
            for unit in self.units
            if unit not in self.finished
        )

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
            raise Refused(f"{member} is not linked to {unit}; link it first")
        return self._with(unit, tree.weigh(member, v))

    @verb
    def group(self, unit: str, members: tuple[str, ...], v: float | None = None, id: str = "", seq: int = 0) -> Self:
        """Marks or groups become a group; any of them will do where all contribute 1."""
        tree = self.tree_of(unit)
        if not members:
            raise Refused("a group needs a member; choose one or more")
        self._expect_marks(mark for mark in members if mark not in tree.groups)
        same = tree.same_group(members)
        if same is not None:
            return self if v is None else self._with(unit, tree.weigh(same, v))
        if "/" in id:
            raise Refused(f"the id {id!r} of a group has a slash, as marks have; leave it out")
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
            raise Refused(f"{made.id} is the id of another mark; no anchor can be set there")
        return replace(self, anchors=dict(self.anchors) | {made.id: made})

    @verb
    def lift(self, mention: str) -> Self:
        """Take an anchor away that nothing is linked to."""
        if mention not in self.anchors:
            self._expect_marks((mention,))
            raise Refused(f"{mention} was there before; only anchors that were set here can be lifted")
        users = [unit for unit, tree in self.trees.items() if mention in tree.members or mention in tree.looked]
        if users:
            raise Refused(f"{mention} is linked to {listed(users)}; unlink it first")
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
