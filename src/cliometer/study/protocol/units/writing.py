"""Step 1: a writer's timeline, one event and one date a line, of the length asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

from cliometer.model.timeline import Timeline
from cliometer.study.protocol.topics import Topic
from cliometer.study.protocol.units.doubles import doubt
from cliometer.study.protocol.units.finding import dated, found, one_line
from cliometer.study.protocol.units.lines import DatedLine, as_timeline, in_order
from cliometer.study.protocol.work import Work, verb


@dataclass(frozen=True)
class WriterSheet(Work):
    """The lines so far, by date and then as they were written."""

    step: ClassVar[str] = "write"
    topic: Topic
    writer: str = ""
    lines: tuple[DatedLine, ...] = ()

    @verb
    def add(self, date: str, text: str, seq: int = 0) -> Self:
        """Write a line."""
        line = DatedLine(f"l{seq}", dated(date), one_line(text, "the line"), seq, self.writer)
        return self._with(*self.lines, line)

    @verb
    def edit(self, line: str, date: str | None = None, text: str | None = None) -> Self:
        """Change the date of a line, its text, or both."""
        old = found("line", line, self.by_id)
        new = replace(
            old,
            date=old.date if date is None else dated(date),
            text=old.text if text is None else one_line(text, "the line"),
        )
        return self._with(*(new if one is old else one for one in self.lines))

    @verb
    def remove(self, line: str) -> Self:
        """Take a line out."""
        gone = found("line", line, self.by_id)
        return self._with(*(one for one in self.lines if one is not gone))

    @cached_property
    def by_id(self) -> dict[str, DatedLine]:
        """The lines by id."""
        return {line.id: line for line in self.lines}

    @property
    def room(self) -> int | None:
        """How many more lines there may be, negative where there are too many; None without a limit."""
        return None if self.topic.length is None else self.topic.length - len(self.lines)

    @property
    def timeline(self) -> Timeline:
        """The lines as a reference timeline."""
        return as_timeline(self.writer, self.lines)

    def doubt_of(self, line: str) -> str:
        """Why a line may hold two events; empty where nothing says so."""
        return doubt(found("line", line, self.by_id).text)

    @property
    def unsettled(self) -> tuple[str, ...]:
        """No line, or too many."""
        if not self.lines:
            return ("the timeline has no line; write at least one",)
        if self.room is not None and self.room < 0:
            return (
                f"the timeline has {len(self.lines)} lines, at most {self.topic.length} are wanted; "
                f"remove {-self.room}",
            )
        return ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """Lines that look like two events."""
        return tuple(self._remarks())

    @property
    def progress(self) -> tuple[int, int]:
        """Lines, of those wanted."""
        return (len(self.lines), self.topic.length or len(self.lines))

    def _remarks(self) -> Iterator[str]:
        for line in self.lines:
            why = doubt(line.text)
            if why:
                yield f'"{line.short}" looks like two events ({why}); keep to one a line'

    def _with(self, *lines: DatedLine) -> Self:
        return replace(self, lines=in_order(lines))
