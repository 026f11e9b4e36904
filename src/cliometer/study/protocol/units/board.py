"""Step 2: content units are built from the lines of all writers; nobody's line is lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from cliometer.errors import Refused
from cliometer.study.protocol.units.board_units import BoardUnit, Part, exclude
from cliometer.study.protocol.units.board_view import BoardView
from cliometer.study.protocol.units.finding import new_id, one_line
from cliometer.study.protocol.work import verb


@dataclass(frozen=True)
class UnitBoard(BoardView):
    """What can be done on the board."""

    @verb
    def make(self, lines: tuple[str, ...], label: str = "", id: str = "", seq: int = 0) -> Self:
        """A new unit of some lines, in place of nothing: they stay in the units that they are in."""
        if not lines:
            raise Refused("a unit needs a line; choose one or more")
        name = new_id(id, f"u{seq}", self.units, "unit")
        return self._put(BoardUnit(name, label=label), lines)

    @verb
    def put(self, line: str, unit: str) -> Self:
        """A line joins a unit; it stays in others."""
        return self._put(self._unit(unit), (line,))

    @verb
    def take(self, line: str, unit: str) -> Self:
        """A line leaves a unit."""
        self._line(line)
        return self._with(self._unit(unit).without(line))

    @verb
    def join(self, unit: str, into: str) -> Self:
        """A unit becomes part of another, which keeps its id and what it says."""
        gone, kept = self._unit(unit), self._unit(into)
        if unit == into:
            raise Refused(f"{unit} cannot join itself; choose another unit")
        whole = kept.joined(gone)
        self._expect_one_time(whole)
        return self._with(replace(gone, parts={}), whole)

    @verb
    def describe(
        self,
        unit: str,
        action: str | None = None,
        agent: str | None = None,
        patient: str | None = None,
        time: str | None = None,
        location: str | None = None,
        label: str | None = None,
    ) -> Self:
        """Say what a unit is; what is left out stays, what is empty is not given."""
        texts = {"action": action, "agent": agent, "patient": patient, "location": location, "label": label}
        given = {name: text for name, text in texts.items() if text is not None}
        return self._with(self._unit(unit).told(given, time))

    @verb
    def role(self, unit: str, name: str, value: str) -> Self:
        """Another role of one's own naming; an empty value takes it away."""
        return self._with(self._unit(unit).with_role(name, value))

    @verb
    def trim(self, line: str, unit: str, text: str, discarded: str = "") -> Self:
        """Keep the main event of a line in a unit, and note what was discarded."""
        self._line(line)
        if line not in self._unit(unit).parts:
            raise Refused(f"{line} is not in {unit}; put it there first")
        return self._with(self._unit(unit).trimmed(line, one_line(text, "what is kept"), discarded))

    @verb
    def omit(self, line: str, why: str) -> Self:
        """Leave a line out of all units, for a reason."""
        self._line(line)
        reason = one_line(why, "the reason")
        held = [self.units[unit].without(line) for unit in self.units_of(line)]
        return replace(self._with(*held), omitted=dict(self.omitted) | {line: reason})

    @verb
    def restore(self, line: str) -> Self:
        """A line that was left out is to be dealt with again."""
        self._line(line)
        return replace(self, omitted={id: why for id, why in self.omitted.items() if id != line})

    @verb
    def move(self, unit: str, to: int) -> Self:
        """A unit gets another place in the list, counted from 0."""
        moved = self._unit(unit)
        others = [one for one in self.units.values() if one is not moved]
        place = min(max(to, 0), len(others))
        return replace(self, units={one.id: one for one in (*others[:place], moved, *others[place:])})

    def _put(self, unit: BoardUnit, lines: Iterable[str]) -> Self:
        for line in lines:
            self._line(line)
            if line in self.omitted:
                raise Refused(f"{line} was left out ({self.omitted[line]}); restore it first")
        whole = unit.put({line: Part() for line in lines})
        self._expect_one_time(whole)
        return self._with(whole)

    def _expect_one_time(self, unit: BoardUnit) -> None:
        dates = [self.lines[line].date for line in unit.parts]
        if self.conflicts == "refuse" and exclude(dates):
            said = ", ".join(dict.fromkeys(str(date) for date in sorted(dates)))
            raise Refused(f"{unit.id} would have dates that exclude each other ({said}); keep them apart")

    def _with(self, *changed: BoardUnit) -> Self:
        units = dict(self.units) | {unit.id: unit for unit in changed}
        return replace(self, units={id: unit for id, unit in units.items() if unit.parts})
