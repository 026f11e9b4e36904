"""The screen for matching: units, the documents with their marks, and the links of the unit at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from cliometer.model.annotation import Span
from cliometer.model.units import ContentUnit
from cliometer.study.protocol.units.matching import MatchSheet
from cliometer.workbench.bench import Bench
from cliometer.workbench.kinds.events.touched import shown_action, texts
from cliometer.workbench.kinds.units.passages import Passage, passage
from cliometer.workbench.kinds.units.trees import Formula, Node, formulas, nodes, spelled

_WHOLE = 1 - 1e-9


@dataclass(frozen=True)
class UnitRow:
    """A unit with its links."""

    number: int
    unit: ContentUnit
    name: str
    done: bool
    nodes: tuple[Node, ...]
    looked: tuple[tuple[str, str], ...]  # marks and their words
    formulas: tuple[Formula, ...]
    attainable: float

    @property
    def links(self) -> int:
        """How many marks are linked."""
        return sum(not node.is_group for node in self.nodes)

    @property
    def roles(self) -> list[tuple[str, str]]:
        """What is said of it, by the names of the roles."""
        own = [(name, getattr(self.unit, name)) for name in ("action", "agent", "patient", "location")]
        return [(name, value) for name, value in (*own, *self.unit.roles) if value]

    @property
    def credit(self) -> str:
        """The attainable credit in figures."""
        return spelled(self.attainable)

    @property
    def whole(self) -> bool:
        """Whether a system can earn all of it."""
        return self.attainable >= _WHOLE


def context(bench: Bench) -> dict[str, Any]:
    """Everything."""
    work = cast("MatchSheet", bench.work)
    numbers = range(1, len(work.topic.sources) + 1)
    return {
        "documents": [document(work, number) for number in numbers],
        "units": [unit_row(work, id, number) for number, id in enumerate(work.units, start=1)],
        "tenths": range(10),
    }


def pieces(bench: Bench, verb: str, details: Mapping[str, object]) -> tuple[str, dict[str, Any]] | None:
    """The unit that was linked, or the document that got an anchor."""
    action = shown_action(bench, verb, details)
    if action is None:
        return None
    work = cast("MatchSheet", bench.work)
    units = _changed_units(work, texts(action.details, "unit"))
    sources = [source.id for source in work.topic.sources]
    touched = [*texts(action.details, "source"), *_sources_of(sources, texts(action.details, "mention"))]
    documents = [document(work, sources.index(id) + 1) for id in touched if id in sources]
    if not units and not documents:
        return None
    return "workbench/units/match_pieces.html", {"units": units, "documents": documents}


def document(work: MatchSheet, number: int) -> Passage:
    """A document with its mentions and anchors."""
    source = work.topic.sources[number - 1]
    anchors: dict[str, Any] = {id: one for id, one in work.anchors.items() if one.source == source.id}
    marks: dict[str, Span] = {**source.mentions, **anchors}
    return passage(source, number, marks)


def unit_row(work: MatchSheet, id: str, number: int) -> UnitRow:
    """A unit as it is linked now."""
    unit, tree = work.units[id], work.tree_of(id)
    return UnitRow(
        number,
        unit,
        work.name_of(id),
        id in work.finished,
        tuple(nodes(work, tree)),
        tuple((mark, work.text_of(mark)) for mark in tree.looked),
        tuple(formulas(work, tree)),
        work.attainable(id),
    )


def _changed_units(work: MatchSheet, ids: Iterable[str]) -> list[UnitRow]:
    places = {id: number for number, id in enumerate(work.units, start=1)}
    return [unit_row(work, id, places[id]) for id in ids if id in places]


def _sources_of(sources: Iterable[str], mentions: Iterable[str]) -> list[str]:
    return [source for source in sources for mention in mentions if mention.rpartition("/")[0] == source]
