"""Steps 3 and 4: units are matched to sentences and event mentions; a second person matches some again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from cliometer.errors import Refused
from cliometer.study.protocol.units.anchors import make_anchor
from cliometer.study.protocol.units.finding import found, new_id
from cliometer.study.protocol.units.link_trees import LinkTree
from cliometer.study.protocol.units.match_view import MatchView
from cliometer.study.protocol.work import verb


@dataclass(frozen=True)
class MatchSheet(MatchView):
    """What a matcher can do."""

    @verb
    def link(self, unit: str, mark: str, v: float | None = None, group: str | None = None) -> Self:
        """A sentence or mention says a unit, or v of it; in a group where one is named.

        A new link has v = 1 and is in no group. Of a mark that is linked, only what is given changes.
        """
        tree = self._tree(unit)
        self._expect_marks((mark,))
        if group:
            found(f"group of {unit}", group, tree.groups)
        return self._with(unit, tree.linked(mark, v, group))

    @verb
    def unlink(self, unit: str, mark: str) -> Self:
        """A mark says nothing of a unit, and was not looked at."""
        tree = self._tree(unit)
        self._expect_marks((mark,))
        return self._with(unit, tree.unlinked(mark))

    @verb
    def weigh(self, unit: str, member: str, v: float) -> Self:
        """How much a linked mark or a group contributes, from 0 to 1."""
        tree = self._tree(unit)
        if member not in tree.members:
            raise Refused(f"{member} is not linked to {unit}; link it first")
        return self._with(unit, tree.weighed(member, v))

    @verb
    def group(
        self, unit: str, members: tuple[str, ...], v: float | None = None, id: str = "", seq: int = 0
    ) -> Self:
        """Marks or groups become a group; any of them will do where all contribute 1."""
        tree = self._tree(unit)
        if not members:
            raise Refused("a group needs a member; choose one or more")
        self._expect_marks(one for one in members if one not in tree.groups)
        same = tree.same_group(members)
        if same is not None:
            return self if v is None else self._with(unit, tree.weighed(same, v))
        if "/" in id:
            raise Refused(f"the id {id!r} of a group has a slash, as marks have; leave it out")
        name = new_id(id, f"g{seq}", tree.members, "group")
        return self._with(unit, tree.grouped(members, v, name))

    @verb
    def ungroup(self, unit: str, group: str) -> Self:
        """A group is taken apart; what each member earned through it stays."""
        tree = self._tree(unit)
        found(f"group of {unit}", group, tree.groups)
        return self._with(unit, tree.ungrouped(group))

    @verb
    def look(self, unit: str, mark: str) -> Self:
        """A mark was examined and contributes nothing; a link of it is taken away."""
        tree = self._tree(unit)
        self._expect_marks((mark,))
        return self._with(unit, tree.looked_at(mark))

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
        users = [
            unit for unit, tree in self.trees.items() if mention in tree.members or mention in tree.looked
        ]
        if users:
            raise Refused(f"{mention} is linked to {', '.join(users)}; unlink it first")
        return replace(self, anchors={id: one for id, one in self.anchors.items() if id != mention})

    @verb
    def done(self, unit: str) -> Self:
        """Everything that says a unit has been found."""
        found("unit", unit, self.units)
        return replace(self, finished=self.finished | {unit})

    @verb
    def undone(self, unit: str) -> Self:
        """There is more to find."""
        found("unit", unit, self.units)
        return replace(self, finished=self.finished - {unit})

    def _tree(self, unit: str) -> LinkTree:
        return self.tree_of(unit)

    def _expect_marks(self, ids: Iterable[str]) -> None:
        for id in ids:
            if id not in self.anchors and id not in self.topic.marks.document_of:
                found("sentence or mention", id, self.topic.marks.document_of)

    def _with(self, unit: str, tree: LinkTree) -> Self:
        trees = dict(self.trees) | {unit: tree}
        return replace(self, trees={id: one for id, one in trees.items() if one.members or one.looked})


@dataclass(frozen=True)
class RematchSheet(MatchSheet):
    """The same, by a second person who does not see what the first did, for some of the units."""

    step: ClassVar[str] = "rematch"
