"""The board as pages show it: units in order, lines that nobody dealt with, what to look at again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from cliometer.model.units import ContentUnit
from cliometer.model.when import When
from cliometer.study.agreement.pyramids import Shape, shape_of
from cliometer.study.protocol.topics import Topic
from cliometer.study.protocol.units.board_units import BoardUnit
from cliometer.study.protocol.units.finding import found
from cliometer.study.protocol.units.lines import DatedLine
from cliometer.study.protocol.units.settings import Conflicts
from cliometer.study.protocol.units.suggestions import BoardMaterial, Suggestion
from cliometer.study.protocol.work import Work


@dataclass(frozen=True)
class BoardView(Work):
    """Units in their order. A line may be in several; a unit that has no line any more is gone."""

    step: ClassVar[str] = "build"
    topic: Topic
    material: BoardMaterial
    units: Mapping[str, BoardUnit] = field(default_factory=dict)
    omitted: Mapping[str, str] = field(default_factory=dict)
    conflicts: Conflicts = "remark"

    @property
    def lines(self) -> Mapping[str, DatedLine]:
        """The lines of all writers by id, earliest first."""
        return self.material.lines

    @property
    def columns(self) -> dict[str, tuple[DatedLine, ...]]:
        """The lines of each writer, earliest first."""
        return self.material.columns

    @property
    def loose(self) -> tuple[DatedLine, ...]:
        """Lines that are in no unit and were not left out."""
        return tuple(
            line for id, line in self.lines.items() if id not in self.by_line and id not in self.omitted
        )

    @cached_property
    def by_line(self) -> dict[str, tuple[str, ...]]:
        """The units that each line is in."""
        found: dict[str, list[str]] = {}
        for unit in self.units.values():
            for line in unit.parts:
                found.setdefault(line, []).append(unit.id)
        return {line: tuple(units) for line, units in found.items()}

    def units_of(self, line: str) -> tuple[str, ...]:
        """The units that a line is in."""
        return self.by_line.get(line, ())

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """Lines that seem to say the same and are not all in one unit yet, the most alike first."""
        return tuple(one for one in self.material.suggestions if self._is_open(one))

    def name_of(self, unit: str) -> str:
        """A unit's label, its action, or its first line."""
        return self._unit(unit).name(self.lines)

    def weight_of(self, unit: str) -> int:
        """How many writers have it."""
        return len(self._unit(unit).writers(self.lines))

    def time_of(self, unit: str) -> When | None:
        """As described, else the most exact date of its lines."""
        return self._unit(unit).when(self.lines)

    @property
    def by_time(self) -> tuple[BoardUnit, ...]:
        """The units, earliest line first."""
        return tuple(
            sorted(self.units.values(), key=lambda unit: min(self.lines[line].date for line in unit.parts))
        )

    @cached_property
    def content(self) -> tuple[ContentUnit, ...]:
        """The units as a release has them, without links."""
        return tuple(unit.content(self.lines) for unit in self.units.values())

    @property
    def shape(self) -> Shape:
        """How many units 1, 2, ... writers have, up to the number of writers."""
        return shape_of([unit.weight for unit in self.content], len(self.columns))

    @property
    def unsettled(self) -> tuple[str, ...]:
        """Lines that nobody dealt with; no unit at all."""
        loose = tuple(
            f'{line.writer}\'s "{line.short}" is in no unit; put it in one, or omit it' for line in self.loose
        )
        return loose if self.units else (*loose, "there is no unit; make at least one")

    @property
    def remarks(self) -> tuple[str, ...]:
        """Dates that exclude each other, and writers who are twice in a unit."""
        return tuple(remark for unit in self.content for remark in doubts_of(unit))

    @property
    def progress(self) -> tuple[int, int]:
        """Lines dealt with, of all."""
        return (len(self.lines) - len(self.loose), len(self.lines))

    def _unit(self, id: str) -> BoardUnit:
        return found("unit", id, self.units)

    def _line(self, id: str) -> DatedLine:
        return found("line", id, self.lines)

    def _is_open(self, suggestion: Suggestion) -> bool:
        if any(line in self.omitted for line in suggestion.lines):
            return False
        return not set.intersection(*(set(self.units_of(line)) for line in suggestion.lines))


def doubts_of(unit: ContentUnit) -> Iterator[str]:
    """What is worth another look in one unit."""
    yield from unit.notes(linked=False)
    for writer in unit.writers:
        if sum(one.writer == writer for one in unit.contributors) > 1:
            yield f"unit {unit.id} has several lines of {writer}, who counts once"
    for one in unit.contributors:
        if unit.time and one.date and unit.time.distance(one.date):
            yield f"unit {unit.id} is set to {unit.time}, but {one.writer} says {one.date}"
