"""The links of a unit as the page shows them: a tree, and what a system earns by it, spelled out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cliometer.study.protocol.units.link_trees import TOP, Linked, LinkTree
from cliometer.study.protocol.units.match_view import MatchView

_SHORTEST = 40  # letters of a mark in a formula


@dataclass(frozen=True)
class Node:
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


def nodes(work: MatchView, tree: LinkTree) -> list[Node]:
    """All members, groups before what is in them."""
    return list(_nodes(work, tree, _names(tree), TOP, 0))


def formulas(work: MatchView, tree: LinkTree) -> list[Formula]:
    """The unit's own, then those of its groups."""
    names = _names(tree)
    places = [(TOP, "S"), *names.items()]
    return [_formula(work, tree, names, place, name) for place, name in places if tree.inside(place)]


def spelled(v: float) -> str:
    """A contribution without zeros that say nothing."""
    return f"{v:.4g}"


def _nodes(
    work: MatchView, tree: LinkTree, names: Mapping[str, str], group: str, depth: int
) -> Iterator[Node]:
    for one in tree.inside(group):
        if one.is_group:
            yield Node(one.id, spelled(one.v), names[one.id], "", True, min(depth, 5), _either(tree, one.id))
            yield from _nodes(work, tree, names, one.id, depth + 1)
        else:
            yield Node(one.id, spelled(one.v), "", _short(work.text_of(one.id), 90), False, min(depth, 5))


def _names(tree: LinkTree) -> dict[str, str]:
    return {id: f"G{number}" for number, id in enumerate(_groups(tree, TOP), start=1)}


def _groups(tree: LinkTree, group: str) -> Iterator[str]:
    for one in tree.inside(group):
        if one.is_group:
            yield one.id
            yield from _groups(tree, one.id)


def _formula(work: MatchView, tree: LinkTree, names: Mapping[str, str], place: str, name: str) -> Formula:
    terms = [f"{spelled(one.v)} × {_term(work, names, one)}" for one in tree.inside(place)]
    return Formula(name, " + ".join(terms), _either(tree, place))


def _term(work: MatchView, names: Mapping[str, str], one: Linked) -> str:
    return names[one.id] if one.is_group else f"“{_short(work.text_of(one.id), _SHORTEST)}”"


def _either(tree: LinkTree, group: str) -> bool:
    inside = tree.inside(group)
    return len(inside) > 1 and all(one.v == 1 for one in inside)


def _short(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"
