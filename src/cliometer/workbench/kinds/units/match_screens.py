"""The screen for matching units with documents, and the links of a unit as a tree with its formula."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from cliometer.model.sources import Span
from cliometer.study.units.unit_links import TOP_GROUP, LinkMember, LinkTree
from cliometer.study.units.unit_matching import MatchSheet
from cliometer.workbench.kinds.base import Bench, shown_action, texts
from cliometer.workbench.kinds.units.timeline_screens import Passage, passage

_SHORTEST = 40  # letters of a mark in a formula


def formulas(work: MatchSheet, tree: LinkTree, names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield S = min(1, ...) of the unit, then the formulas of its groups."""
    for place, name in [(TOP_GROUP, "S"), *names.items()]:
        terms = [
            f"{one.v:.4g} × {names[one.id] if one.is_group else _quoted(work, one)}"
            for one in tree.inside(place)
        ]
        if terms:
            yield {"name": name, "terms": " + ".join(terms), "either": _either(tree, place)}


def _quoted(work: MatchSheet, one: LinkMember) -> str:
    return f"“{_short(work.text_of(one.id), _SHORTEST)}”"


def _nodes(
    work: MatchSheet, tree: LinkTree, names: Mapping[str, str], group: str = TOP_GROUP, depth: int = 0
) -> Iterator[dict[str, Any]]:
    """Yield the marks and groups of the tree; `name` is what formulas call a group."""
    for one in tree.inside(group):
        node = {"id": one.id, "v": f"{one.v:.4g}", "is_group": one.is_group, "depth": min(depth, 5)}
        if one.is_group:
            yield node | {"name": names[one.id], "either": _either(tree, one.id)}
            yield from _nodes(work, tree, names, one.id, depth + 1)
        else:
            yield node | {"text": _short(work.text_of(one.id), 90)}


def _groups(tree: LinkTree, group: str) -> Iterator[str]:
    for one in tree.inside(group):
        if one.is_group:
            yield one.id
            yield from _groups(tree, one.id)


def _either(tree: LinkTree, group: str) -> bool:
    """Return whether any member of a group will do."""
    inside = tree.inside(group)
    return len(inside) > 1 and all(one.v == 1 for one in inside)


def _short(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


_WHOLE = 1 - 1e-9


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


def unit_row(work: MatchSheet, id: str, number: int) -> dict[str, Any]:
    """Return a unit as it is linked now, its roles, and how much of it a system can earn."""
    unit, tree, attainable = work.units[id], work.tree_of(id), work.attainable(id)
    names = {group: f"G{place}" for place, group in enumerate(_groups(tree, TOP_GROUP), start=1)}
    own = [(name, getattr(unit, name)) for name in ("action", "agent", "patient", "location")]
    return {
        "number": number,
        "unit": unit,
        "name": work.name_of(id),
        "roles": [(name, value) for name, value in (*own, *unit.roles) if value],
        "done": id in work.finished,
        "nodes": list(_nodes(work, tree, names)),
        "links": len(tree.marks),
        "looked": [(mark, work.text_of(mark)) for mark in tree.looked],
        "formulas": list(formulas(work, tree, names)),
        "credit": f"{attainable:.4g}",
        "whole": attainable >= _WHOLE,
    }
