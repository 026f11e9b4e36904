"""The board: a column for each writer's lines, and the units made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from cliometer.model.units import ContentUnit
from cliometer.study.protocol.units.board import UnitBoard
from cliometer.study.protocol.units.board_units import BoardUnit
from cliometer.study.protocol.units.board_view import doubts_of
from cliometer.study.protocol.units.lines import DatedLine
from cliometer.study.protocol.units.suggestions import Suggestion
from cliometer.workbench.bench import Bench

REASONS = ("not an event", "opinion or background", "too small for any unit", "an error of the writer")
ROLES = ("label", "action", "agent", "patient", "time", "location")
_MOST_SUGGESTIONS = 60  # sent; the page shows a few of them at a time


@dataclass(frozen=True)
class LineRow:
    """A line: the numbers of its units, why it is left out, and the unit that it makes up all alone."""

    number: int
    line: DatedLine
    units: tuple[int, ...]
    why: str
    alone: str


@dataclass(frozen=True)
class PartRow:
    """What a unit has of a line."""

    line: DatedLine
    kept: str
    discarded: str

    @property
    def trimmed(self) -> bool:
        """Whether it has other words than the line."""
        return self.kept != self.line.text or bool(self.discarded)


@dataclass(frozen=True)
class UnitRow:
    """A unit with its weight, and what is worth another look."""

    number: int
    unit: BoardUnit
    content: ContentUnit
    name: str
    parts: tuple[PartRow, ...]
    remarks: tuple[str, ...]

    @property
    def roles(self) -> list[tuple[str, str]]:
        """What is said of it, by the names of the roles."""
        said = {name: getattr(self.unit, name) for name in ROLES if name not in ("label", "time")}
        return [(name, value) for name, value in (*said.items(), *self.unit.roles.items()) if value]


def context(bench: Bench) -> dict[str, Any]:
    """Columns, units, suggestions."""
    work = cast("UnitBoard", bench.work)
    lines = _lines(work)
    return {
        "columns": {by: [lines[line.id] for line in own] for by, own in sorted(work.columns.items())},
        "units": [_unit(work, unit, number) for number, unit in enumerate(work.units.values(), start=1)],
        "suggestions": [_told(work, one) for one in work.suggestions[:_MOST_SUGGESTIONS]],
        "loose": len(work.loose),
        "levels": list(enumerate(work.shape.levels, start=1)),
        "reasons": REASONS,
        "role_names": ROLES,
    }


def _lines(work: UnitBoard) -> dict[str, LineRow]:
    places = {id: number for number, id in enumerate(work.units, start=1)}
    return {
        id: LineRow(
            number,
            line,
            tuple(places[unit] for unit in work.units_of(id)),
            work.omitted.get(id, ""),
            _alone(work, id),
        )
        for number, (id, line) in enumerate(work.lines.items(), start=1)
    }


def _alone(work: UnitBoard, line: str) -> str:
    """The unit that holds this line and no other, where it is in no other unit."""
    units = work.units_of(line)
    return units[0] if len(units) == 1 and len(work.units[units[0]].parts) == 1 else ""


def _unit(work: UnitBoard, unit: BoardUnit, number: int) -> UnitRow:
    content = unit.content(work.lines)
    parts = tuple(
        PartRow(work.lines[id], work.lines[id].text if part.text is None else part.text, part.discarded)
        for id, part in unit.parts.items()
    )
    return UnitRow(number, unit, content, unit.name(work.lines), parts, tuple(doubts_of(content)))


def _told(work: UnitBoard, one: Suggestion) -> tuple[str, list[DatedLine], float]:
    """The ids in one attribute (names of people have no blanks), the lines, and how alike they are."""
    return " ".join(one.lines), [work.lines[line] for line in one.lines], one.similarity
