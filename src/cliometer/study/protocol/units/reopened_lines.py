"""Which lines the writers of a release wrote: those of their timelines, else what units have of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cliometer.errors import InputError
from cliometer.model.timeline import Timeline
from cliometer.model.units import ContentUnit, Contributor
from cliometer.model.when import When
from cliometer.study.protocol.units.board_units import Part
from cliometer.study.protocol.units.lines import DatedLine
from cliometer.study.protocol.units.reopened_words import Said


class Manuscripts:
    """The lines of each writer, found or made up one after the other, and what each unit has of which."""

    def __init__(self, units: Iterable[ContentUnit], timelines: Iterable[Timeline]) -> None:
        self.lines: dict[str, DatedLine] = {}
        self.by_writer: dict[str, list[DatedLine]] = {}
        self._known: set[str] = set()
        for timeline in timelines:
            self._known.add(timeline.name)
            for date, sentences in timeline.items():
                for sentence in sentences:
                    self._add(timeline.name, date, sentence)
        self.parts = {unit.id: self._parts(unit) for unit in units}

    def _parts(self, unit: ContentUnit) -> dict[str, Part]:
        """A line that is in the unit already is not meant again."""
        found: dict[str, Part] = {}
        for contributor in unit.contributors:
            line = self._line(contributor, unit.id, found)
            found[line.id] = Part(contributor.text, contributor.discarded)
        return found

    def _line(self, part: Contributor, unit: str, taken: dict[str, Part]) -> DatedLine:
        """The line that a part comes from; where timelines are not known, one that is made up of it."""
        if part.date is None or not part.text:
            lacks = "date" if part.date is None else "text"
            raise InputError(
                f"unit {unit}: what {part.writer} wrote has no {lacks}, so no timeline can hold it; add one"
            )
        dated = [line for line in self.by_writer.get(part.writer, ()) if line.date == part.date]
        free = [line for line in dated if line.id not in taken]
        if part.writer not in self._known:
            free = [line for line in free if _holds(line, part)]
        if free:
            return max(free, key=lambda line: _likeness(line, part))
        return self._add(part.writer, part.date, f"{part.text} {part.discarded}".strip())

    def _add(self, writer: str, date: When, text: str) -> DatedLine:
        own = self.by_writer.setdefault(writer, [])
        line = DatedLine(f"{writer}/l{len(own) + 1}", date, text, len(own) + 1, writer)
        own.append(line)
        self.lines[line.id] = line
        return line


def line_actions(lines: Sequence[DatedLine]) -> tuple[Said, ...]:
    """Write each line; the number of the action is that of the line."""
    return tuple(("add", {"date": str(line.date), "text": line.text}) for line in lines)


def _holds(line: DatedLine, part: Contributor) -> bool:
    """Whether the line is the part, or has what was kept of it and what was discarded."""
    both = part.text in line.text and part.discarded in line.text
    return line.text == part.text or (bool(part.discarded) and both)


def _likeness(line: DatedLine, part: Contributor) -> tuple[bool, bool, int]:
    """The same words first, then what holds the part, then the most words in common."""
    words = set(f"{part.text} {part.discarded}".casefold().split())
    common = len(words & set(line.text.casefold().split()))
    return line.text == part.text, _holds(line, part), common
