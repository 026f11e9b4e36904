"""Step 2 of a unit study: content units are built on a board from the lines of all writers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar, Self

from cliometer.errors import Refused
from cliometer.grouping import by_key
from cliometer.model.notes import Note
from cliometer.model.units import ContentUnit, Contributor
from cliometer.model.when import When
from cliometer.study.topics import SuggestionRow, Topic
from cliometer.study.unit_agreement import PyramidShape, pyramid_shape
from cliometer.study.unit_drafts import DraftLine, DraftOptions, cosine_similarities, group_entries
from cliometer_workbench.study.journal import UnnumberedAction, verb
from cliometer_workbench.study.steps import without_key
from cliometer_workbench.study.suggestions import SIMILARITY, SuggestedSheet, Suggestion, suggestion_id
from cliometer_workbench.study.units.unit_timelines import (
    DateConflicts,
    DatedLine,
    lookup,
    new_id,
    one_line,
    parse_date,
)


@dataclass(frozen=True)
class LineGroup:
    """Lines that could be one unit, and how alike they are on average."""

    lines: tuple[str, ...]
    similarity: float | None
    source: str = SIMILARITY
    label: str = ""  # the fact that a model found in the lines

    @property
    def id(self) -> str:
        return suggestion_id(self.source, *self.lines, *([self.label] if self.label else []))


@dataclass(frozen=True)
class BoardMaterial:
    """The lines of all writers; what follows from them alone is found once for all actions."""

    lines: Mapping[str, DatedLine]
    rows: tuple[SuggestionRow, ...] = field(default=(), repr=False)  # that a file brought

    @cached_property
    def columns(self) -> dict[str, tuple[DatedLine, ...]]:
        """The lines of each writer, earliest first."""
        return {by: tuple(lines) for by, lines in by_key((line.writer, line) for line in self.lines.values()).items()}

    @cached_property
    def drafts(self) -> tuple[LineGroup, ...]:
        """Return the drafts of the file, then groups of similar lines; each has two lines or more, or a label."""
        ids = list(self.lines)
        entries = [DraftLine(line.writer, line.date, line.text) for line in self.lines.values()]
        cosines = cosine_similarities([entry.text for entry in entries])
        made = [
            LineGroup(
                tuple(ids[place] for place in group),
                sum(float(cosines[pair]) for pair in combinations(group, 2)) / (len(group) * (len(group) - 1) / 2),
            )
            for group in group_entries(entries, cosines, DraftOptions())
            if len(group) > 1
        ]
        drafted = list(self._drafted())
        known = [{*draft.lines} for draft in drafted]
        alike = sorted(made, key=lambda draft: (-(draft.similarity or 0), draft.lines))
        return (*drafted, *(draft for draft in alike if {*draft.lines} not in known))

    def _drafted(self) -> Iterator[LineGroup]:
        """Yield the drafts of a file all of whose lines are here, whoever wrote them."""
        known: dict[tuple[object, ...], str] = {(line.date, line.text): id for id, line in self.lines.items()}
        known |= {(line.writer, line.date, line.text): id for id, line in self.lines.items()}
        for row in (row for row in self.rows if row.step == UnitBoard.step):
            line_ids = []
            for writer, date, text in json.loads(row.details["lines"]):
                when = When.parse(date) if date else None
                line_ids.append(known.get((writer, when, text)) or known.get((when, text)))
            ids, label = tuple(dict.fromkeys(id for id in line_ids if id)), row.details.get("label", "")
            if ids and None not in line_ids and (len(ids) > 1 or (label and label != self.lines[ids[0]].text)):
                yield LineGroup(ids, row.score, row.source, label)


LinesById = Mapping[str, DatedLine]
TEXT_ROLES = ("label", "action", "agent", "patient", "location")
NOT_GIVEN = ""


@dataclass(frozen=True, slots=True)
class LinePart:
    """What of a line belongs to the unit; None is all of it."""

    text: str | None = None
    discarded: str = ""


@dataclass(frozen=True)
class BoardUnit:
    """A unit in the making; a time of None follows from the lines, NOT_GIVEN is said to be unknown."""

    id: str
    parts: Mapping[str, LinePart] = field(default_factory=dict)
    label: str = ""
    action: str = ""
    agent: str = ""
    patient: str = ""
    location: str = ""
    time: str | None = None
    roles: Mapping[str, str] = field(default_factory=dict)

    def put(self, lines: Mapping[str, LinePart]) -> BoardUnit:
        """Return the unit with more lines; those that are there stay as they are."""
        return replace(self, parts=dict(self.parts) | {id: lines[id] for id in lines if id not in self.parts})

    def without(self, line: str) -> BoardUnit:
        return replace(self, parts=without_key(self.parts, line))

    def join(self, other: BoardUnit) -> BoardUnit:
        """Return the unit with all of another one; where both say something, this one is kept."""
        texts = {name: getattr(self, name) or getattr(other, name) for name in TEXT_ROLES}
        time = other.time if self.time is None else self.time
        both = replace(self, time=time, roles={**other.roles, **self.roles}, **texts)
        return both.put(other.parts)

    def when(self, lines: LinesById) -> When | None:
        """Return the time as described, else the most exact date of the lines, unless these conflict."""
        if self.time is not None:
            return When.parse(self.time) if self.time else None
        dates = [lines[line].date for line in self.parts]
        return None if dates_exclude(dates) else min(dates, key=lambda date: (date.last - date.first, date))

    def content(self, lines: LinesById) -> ContentUnit:
        """Return the unit as a release has it, without links."""
        roles: dict[str, Any] = {name: getattr(self, name) or None for name in TEXT_ROLES[1:]}
        roles |= {"time": self.when(lines), "roles": tuple(self.roles.items())}
        contributors = [
            Contributor(line.writer, line.text if part.text is None else part.text, line.date, part.discarded)
            for line, part in ((lines[id], part) for id, part in self.parts.items())
        ]
        return ContentUnit(self.id, self.label, **roles, contributors=tuple(contributors))

    @property
    def description(self) -> tuple[object, ...]:
        """What is said of the unit beyond its lines; empty where nothing is."""
        content = (*(getattr(self, name) for name in TEXT_ROLES), self.time or "", *sorted(self.roles.items()))
        return content if any(content) else ()

    def name(self, lines: LinesById) -> str:
        return self.label or self.action or next((lines[line].text for line in self.parts), self.id)


def dates_exclude(dates: list[When]) -> bool:
    """Return whether two of the dates do not overlap: 1997 and 1997-06 do."""
    return bool(dates) and max(date.first for date in dates) > min(date.last for date in dates)


def unit_doubts(unit: ContentUnit) -> Iterator[str]:
    """Name what is worth another look in one unit."""
    yield from unit.notes(linked=False)
    for writer in unit.writers:
        if sum(contributor.writer == writer for contributor in unit.contributors) > 1:
            yield Note.of("writer-twice", unit=unit.id, writer=writer)
    for contributor in unit.contributors:
        if unit.time and contributor.date and unit.time.distance(contributor.date):
            about = {"unit": unit.id, "time": unit.time, "writer": contributor.writer}
            yield Note.of("unit-date-differs", **about, date=contributor.date)


@dataclass(frozen=True)
class UnitBoard(SuggestedSheet):
    """Units in their order. A line may be in several; a unit that has no line any more is gone."""

    step: ClassVar[str] = "build"
    suggested: ClassVar[frozenset[str]] = frozenset({"make", "put", "join", "describe"})
    topic: Topic
    material: BoardMaterial
    units: Mapping[str, BoardUnit] = field(default_factory=dict)
    omitted: Mapping[str, str] = field(default_factory=dict)
    conflicts: DateConflicts = "remark"

    @property
    def lines(self) -> Mapping[str, DatedLine]:
        """The lines of all writers by id, earliest first."""
        return self.material.lines

    @property
    def loose(self) -> tuple[DatedLine, ...]:
        """Lines that are in no unit and were not left out."""
        return tuple(line for id, line in self.lines.items() if id not in self.by_line and id not in self.omitted)

    @cached_property
    def by_line(self) -> dict[str, tuple[str, ...]]:
        """The units that each line is in."""
        units_by_line = by_key((line, unit.id) for unit in self.units.values() for line in unit.parts)
        return {line: tuple(units) for line, units in units_by_line.items()}

    def units_of(self, line: str) -> tuple[str, ...]:
        """Return the units that a line is in."""
        return self.by_line.get(line, ())

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """Lines that seem to say the same and are not all in one unit yet, the most alike first."""
        return tuple(
            Suggestion(draft.id, tuple(self._together(draft.lines, draft.label)), draft.lines, draft.similarity)
            for draft in self.material.drafts
            if draft.id not in self.declined
            and not any(line in self.omitted for line in draft.lines)
            and not any(
                not draft.label or self.units[unit].label == draft.label
                for unit in set.intersection(*(set(self.units_of(line)) for line in draft.lines))
            )
        )

    def _together(self, lines: tuple[str, ...], label: str) -> Iterator[UnnumberedAction]:
        """Yield the actions that put lines into one unit: a new one, or one that has some of them already.

        A line that makes up a unit of its own brings it along. A fact, whose label is given, has a unit of its own,
        and units with another label stay as they are.
        """
        alone = {
            line: units[0]
            for line in lines
            if len(units := self.units_of(line)) == 1
            and len(self.units[units[0]].parts) == 1
            and (not label or self.units[units[0]].label in ("", label))
        }
        held = (unit for line in lines if line not in alone for unit in self.units_of(line))
        shared = "" if label else next(held, "")
        target = shared or next(iter(alone.values()), "")
        if not target:
            yield "make", {"lines": list(lines), **({"label": label} if label else {})}
            return
        for line in lines:
            if line in alone and alone[line] != target:
                yield "join", {"unit": alone[line], "into": target}
            elif line not in self.units[target].parts:
                yield "put", {"line": line, "unit": target}
        if label:
            yield "describe", {"unit": target, "label": label}

    @cached_property
    def content(self) -> tuple[ContentUnit, ...]:
        """The units as a release has them, without links."""
        return tuple(unit.content(self.lines) for unit in self.units.values())

    @property
    def shape(self) -> PyramidShape:
        """How many units 1, 2, ... writers have, up to the number of writers."""
        return pyramid_shape([unit.weight for unit in self.content], len(self.material.columns))

    @cached_property
    def facts(self) -> frozenset[object]:
        """The words and lines of each unit, and of each line its units or why it is omitted."""
        units, names = self.units.values(), (*TEXT_ROLES, "time")
        roles = ((unit.id, *role) for unit in units for role in unit.roles.items())
        words = ((unit.id, name, getattr(unit, name)) for unit in units for name in names)
        parts = ((unit.id, *part) for unit in units for part in unit.parts.items())
        uses = ((line, frozenset(self.units_of(line))) for line in self.lines)
        return frozenset((*roles, *words, *parts, *uses, *self.omitted.items()))

    @property
    def unsettled(self) -> tuple[str, ...]:
        """Lines that nobody dealt with; no unit at all."""
        loose = (Note.of("line-loose", writer=line.writer, line=line.short) for line in self.loose)
        return (*loose, *self.doubles, *(() if self.units else ("there is no unit; make at least one",)))

    @cached_property
    def doubles(self) -> tuple[str, ...]:
        """Units with the same words of the same writers, where nothing that is said of them sets them apart."""
        said = {
            unit.id: frozenset((part.writer, str(part.date), part.text) for part in unit.contributors)
            for unit in self.content
        }
        return tuple(
            Note.of("units-same", first=first.id, second=other.id, text=first.name(self.lines))
            for group in by_key((said[unit.id], unit) for unit in self.units.values()).values()
            for first, other in combinations(group, 2)
            if not (first.description and other.description) or first.description == other.description
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """Dates that exclude each other, and writers who are twice in a unit."""
        return tuple(remark for unit in self.content for remark in unit_doubts(unit))

    @property
    def progress(self) -> tuple[int, int]:
        return (len(self.lines) - len(self.loose), len(self.lines))

    def _unit(self, id: str) -> BoardUnit:
        return lookup("unit", id, self.units)

    def _line(self, id: str) -> DatedLine:
        return lookup("line", id, self.lines)

    @verb
    def make(self, lines: tuple[str, ...], label: str = "", id: str = "", seq: int = 0) -> Self:
        """A new unit of some lines, in place of nothing: they stay in the units that they are in."""
        if not lines:
            raise Refused("unit-needs-line")
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
            raise Refused("unit-joined-with-itself", unit=unit)
        whole = kept.join(gone)
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
        given: dict[str, Any] = {name: text for name, text in texts.items() if text is not None}
        if time is not None:
            given["time"] = str(parse_date(time)) if time else NOT_GIVEN
        return self._with(replace(self._unit(unit), **given))

    @verb
    def role(self, unit: str, name: str, value: str) -> Self:
        """Another role of one's own naming; an empty value takes it away."""
        old = self._unit(unit)
        if not name or name in (*TEXT_ROLES, "time"):
            raise Refused("role-not-free", role=name or "a role without a name")
        roles = dict(old.roles) | {name: value}
        return self._with(replace(old, roles={role: text for role, text in roles.items() if text}))

    @verb
    def trim(self, line: str, unit: str, text: str, discarded: str = "") -> Self:
        """Keep the main event of a line in a unit, and note what was discarded."""
        self._line(line)
        if line not in self._unit(unit).parts:
            raise Refused("line-not-in-unit", line=line, unit=unit)
        kept = LinePart(one_line(text, "what is kept"), discarded)
        return self._with(replace(self._unit(unit), parts={**self._unit(unit).parts, line: kept}))

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
        return replace(self, omitted=without_key(self.omitted, line))

    @verb
    def move(self, unit: str, to: int) -> Self:
        """A unit gets another place in the list, counted from 0."""
        moved = self._unit(unit)
        others = [other for other in self.units.values() if other is not moved]
        place = min(max(to, 0), len(others))
        return replace(
            self, units={board_unit.id: board_unit for board_unit in (*others[:place], moved, *others[place:])}
        )

    def _put(self, unit: BoardUnit, lines: Iterable[str]) -> Self:
        for line in lines:
            self._line(line)
            if line in self.omitted:
                raise Refused("line-left-out", line=line, reason=self.omitted[line])
        whole = unit.put({line: LinePart() for line in lines})
        self._expect_one_time(whole)
        return self._with(whole)

    def _expect_one_time(self, unit: BoardUnit) -> None:
        dates = [self.lines[line].date for line in unit.parts]
        if self.conflicts == "refuse" and dates_exclude(dates):
            listed_dates = ", ".join(dict.fromkeys(str(date) for date in sorted(dates)))
            raise Refused("dates-exclusive", unit=unit.id, dates=listed_dates)

    def _with(self, *changed: BoardUnit) -> Self:
        units = dict(self.units) | {unit.id: unit for unit in changed}
        return replace(self, units={id: unit for id, unit in units.items() if unit.parts})
