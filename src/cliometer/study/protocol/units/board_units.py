"""A unit on the board: the lines that say it, what was kept of each, and its roles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cliometer.errors import Refused
from cliometer.model.units import ContentUnit, Contributor
from cliometer.model.when import When
from cliometer.study.protocol.units.finding import dated
from cliometer.study.protocol.units.lines import DatedLine

Lines = Mapping[str, DatedLine]
TEXTS = ("label", "action", "agent", "patient", "location")
NOT_GIVEN = ""


@dataclass(frozen=True, slots=True)
class Part:
    """What of a line belongs to the unit; None is all of it."""

    text: str | None = None
    discarded: str = ""


@dataclass(frozen=True)
class BoardUnit:
    """A unit in the making; a time of None follows from the lines, NOT_GIVEN is said to be unknown."""

    id: str
    parts: Mapping[str, Part] = field(default_factory=dict)
    label: str = ""
    action: str = ""
    agent: str = ""
    patient: str = ""
    location: str = ""
    time: str | None = None
    roles: Mapping[str, str] = field(default_factory=dict)

    def put(self, lines: Mapping[str, Part]) -> BoardUnit:
        """With more lines; those that are there stay as they are."""
        added = {line: part for line, part in lines.items() if line not in self.parts}
        return replace(self, parts=dict(self.parts) | added)

    def without(self, line: str) -> BoardUnit:
        """Without a line."""
        return replace(self, parts={id: part for id, part in self.parts.items() if id != line})

    def trimmed(self, line: str, text: str, discarded: str) -> BoardUnit:
        """With another wording of a line."""
        return replace(self, parts=dict(self.parts) | {line: Part(text, discarded)})

    def told(self, texts: Mapping[str, Any], time: str | None) -> BoardUnit:
        """With other roles; an empty text says that a role is not given."""
        spelled = self.time if time is None else str(dated(time)) if time else NOT_GIVEN
        return replace(self, time=spelled, **texts)

    def with_role(self, name: str, value: str) -> BoardUnit:
        """With a free role, or without it where it has no value."""
        if not name or name in (*TEXTS, "time"):
            raise Refused(f"{name or 'a role without a name'} is no free role; use describe, or name another")
        roles = dict(self.roles) | {name: value}
        return replace(self, roles={role: said for role, said in roles.items() if said})

    def joined(self, other: BoardUnit) -> BoardUnit:
        """With all of another unit; where both say something, this one is kept."""
        texts = {name: getattr(self, name) or getattr(other, name) for name in TEXTS}
        time = other.time if self.time is None else self.time
        both = replace(self, time=time, roles={**other.roles, **self.roles}, **texts)
        return both.put(other.parts)

    def when(self, lines: Lines) -> When | None:
        """Its time: as described, else the most exact date of its lines, unless these exclude each other."""
        if self.time is not None:
            return When.parse(self.time) if self.time else None
        dates = [lines[line].date for line in self.parts]
        return None if exclude(dates) else min(dates, key=lambda date: (date.last - date.first, date))

    def content(self, lines: Lines) -> ContentUnit:
        """As a release has it, without links."""
        roles: dict[str, Any] = {name: getattr(self, name) or None for name in TEXTS[1:]}
        return ContentUnit(
            self.id,
            self.label,
            **roles,
            time=self.when(lines),
            roles=tuple(self.roles.items()),
            contributors=tuple(self._contributors(lines)),
        )

    def writers(self, lines: Lines) -> tuple[str, ...]:
        """Who has it, each once."""
        return tuple(dict.fromkeys(lines[line].writer for line in self.parts))

    def name(self, lines: Lines) -> str:
        """As a list shows it."""
        return self.label or self.action or next((lines[line].text for line in self.parts), self.id)

    def _contributors(self, lines: Lines) -> Iterator[Contributor]:
        for id, part in self.parts.items():
            line = lines[id]
            text = line.text if part.text is None else part.text
            yield Contributor(line.writer, text, line.date, part.discarded)


def exclude(dates: list[When]) -> bool:
    """Whether two of the dates do not overlap: 1997 and 1997-06 do."""
    return bool(dates) and max(date.first for date in dates) > min(date.last for date in dates)
