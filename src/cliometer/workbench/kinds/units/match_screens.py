"""The screen for matching units with documents, and the links of a unit as a tree with its formula."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from cliometer.model.sources import Span
from cliometer.model.units import ContentUnit
from cliometer.study.units.unit_links import TOP_GROUP, LinkMember, LinkTree
from cliometer.study.units.unit_matching import MatchSheet
from cliometer.workbench.kinds.base import Bench, shown_action, texts
from cliometer.workbench.kinds.units.timeline_screens import Passage, passage

_SHORTEST = 40  # letters of a mark in a formula


@dataclass(frozen=True)
class LinkNode:
    """A mark or a group in the tree; `name` is what formulas call it."""

    id: str
    v: str
    name: str
    text: str
    is_group: bool
    depth: int
    either: bool = False  # a group in which any member will do


@dataclass(frozen=True)
class Formula:
    """S = min(1, ...) of a unit, or of a group in it."""

    name: str
    terms: str
    either: bool


def formulas(work: MatchSheet, tree: LinkTree, names: Mapping[str, str]) -> list[Formula]:
    """Return the unit's own formula, then those of its groups."""
    return [
        Formula(name, " + ".join(_term(work, names, one) for one in tree.inside(place)), _either(tree, place))
        for place, name in [(TOP_GROUP, "S"), *names.items()]
        if tree.inside(place)
    ]


def contribution_text(v: float) -> str:
    """Return a contribution without zeros that say nothing."""
    return f"{v:.4g}"


def _nodes(
    work: MatchSheet, tree: LinkTree, names: Mapping[str, str], group: str, depth: int
) -> Iterator[LinkNode]:
    for one in tree.inside(group):
        if one.is_group:
            yield LinkNode(
                one.id,
                contribution_text(one.v),
                names[one.id],
                "",
                True,
                min(depth, 5),
                _either(tree, one.id),
            )
            yield from _nodes(work, tree, names, one.id, depth + 1)
        else:
            yield LinkNode(
                one.id, contribution_text(one.v), "", _short(work.text_of(one.id), 90), False, min(depth, 5)
            )


def _groups(tree: LinkTree, group: str) -> Iterator[str]:
    for one in tree.inside(group):
        if one.is_group:
            yield one.id
            yield from _groups(tree, one.id)


def _term(work: MatchSheet, names: Mapping[str, str], one: LinkMember) -> str:
    name = names[one.id] if one.is_group else f"“{_short(work.text_of(one.id), _SHORTEST)}”"
    return f"{contribution_text(one.v)} × {name}"


def _either(tree: LinkTree, group: str) -> bool:
    inside = tree.inside(group)
    return len(inside) > 1 and all(one.v == 1 for one in inside)


def _short(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


_WHOLE = 1 - 1e-9


@dataclass(frozen=True)
class MatchUnit:
    """A unit with its links."""

    number: int
    unit: ContentUnit
    name: str
    done: bool
    nodes: tuple[LinkNode, ...]
    looked: tuple[tuple[str, str], ...]  # marks and their words
    formulas: tuple[Formula, ...]
    attainable: float

    @property
    def links(self) -> int:
        return sum(not node.is_group for node in self.nodes)

    @property
    def roles(self) -> list[tuple[str, str]]:
        """What is said of it, by the names of the roles."""
        own = [(name, getattr(self.unit, name)) for name in ("action", "agent", "patient", "location")]
        return [(name, value) for name, value in (*own, *self.unit.roles) if value]

    @property
    def credit(self) -> str:
        return contribution_text(self.attainable)

    @property
    def whole(self) -> bool:
        """Whether a system can earn all of it."""
        return self.attainable >= _WHOLE


def match_context(bench: Bench) -> dict[str, Any]:
    """Return all documents with their marks, and all units with their links."""
    work = cast("MatchSheet", bench.work)
    numbers = range(1, len(work.topic.sources) + 1)
    return {
        "documents": [document(work, number) for number in numbers],
        "units": [unit_row(work, id, number) for number, id in enumerate(work.units, start=1)],
        "tenths": range(10),
    }


def match_pieces(bench: Bench, verb: str, details: Mapping[str, object]) -> tuple[str, dict[str, Any]] | None:
    """Return the unit that was linked, or the document that got an anchor."""
    action = shown_action(bench, verb, details)
    if action is None:
        return None
    work = cast("MatchSheet", bench.work)
    places = {id: number for number, id in enumerate(work.units, start=1)}
    units = [unit_row(work, id, places[id]) for id in texts(action.details, "unit") if id in places]
    sources = [source.id for source in work.topic.sources]
    mentioned = [mention.rpartition("/")[0] for mention in texts(action.details, "mention")]
    touched = [*texts(action.details, "source"), *mentioned]
    documents = [document(work, sources.index(id) + 1) for id in touched if id in sources]
    if not units and not documents:
        return None
    return "workbench/units/match_pieces.html", {"units": units, "documents": documents}


def document(work: MatchSheet, number: int) -> Passage:
    """Return a document with its mentions and anchors."""
    source = work.topic.sources[number - 1]
    anchors: dict[str, Any] = {id: one for id, one in work.anchors.items() if one.source == source.id}
    marks: dict[str, Span] = {**source.mentions, **anchors}
    return passage(source, number, marks)


def unit_row(work: MatchSheet, id: str, number: int) -> MatchUnit:
    """Return a unit as it is linked now."""
    unit, tree = work.units[id], work.tree_of(id)
    names = {group: f"G{place}" for place, group in enumerate(_groups(tree, TOP_GROUP), start=1)}
    return MatchUnit(
        number,
        unit,
        work.name_of(id),
        id in work.finished,
        tuple(_nodes(work, tree, names, TOP_GROUP, 0)),
        tuple((mark, work.text_of(mark)) for mark in tree.looked),
        tuple(formulas(work, tree, names)),
        work.attainable(id),
    )
