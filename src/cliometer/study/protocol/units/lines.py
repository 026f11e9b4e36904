"""The lines of writers' timelines: a date and what happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from cliometer.model.timeline import Timeline
from cliometer.model.when import When


@dataclass(frozen=True, slots=True)
class DatedLine:
    """One event with its date; `number` says in which order lines were written."""

    id: str
    date: When
    text: str
    number: int
    writer: str = ""

    def __str__(self) -> str:
        return f"{self.date} {self.text}"

    @property
    def short(self) -> str:
        """As a message quotes it."""
        said = str(self)
        return said if len(said) <= 60 else f"{said[:57].rstrip()}..."


def in_order(lines: Iterable[DatedLine]) -> tuple[DatedLine, ...]:
    """By date, then as they were written."""
    return tuple(sorted(lines, key=lambda line: (line.date, line.number)))


def of_writers(sheets: Mapping[str, Iterable[DatedLine]]) -> dict[str, DatedLine]:
    """All lines of all writers by an id that the whole topic knows, earliest first."""
    places = {writer: place for place, writer in enumerate(sheets)}
    named = [
        replace(line, id=f"{writer}/{line.id}", writer=writer)
        for writer, lines in sheets.items()
        for line in lines
    ]
    named.sort(key=lambda line: (line.date, places[line.writer], line.number))
    return {line.id: line for line in named}


def as_timeline(writer: str, lines: Iterable[DatedLine]) -> Timeline:
    """One writer's timeline, as a reference for systems' timelines."""
    return Timeline([(line.date, [line.text]) for line in in_order(lines)], writer)
