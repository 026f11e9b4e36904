"""The screens for writing timelines beside the documents, and for building units from their lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from cliometer.model.sources import Source, Span
from cliometer.model.units import ContentUnit
from cliometer.model.when import EXPECTED
from cliometer.study.units.unit_board import BoardUnit, UnitBoard, UnitSuggestion, unit_doubts
from cliometer.study.units.unit_timelines import DatedLine, WriterSheet
from cliometer.workbench.kinds.base import Bench

# Whoever selects words on the page selects letters of the document: nothing may be added or lost between
# them.


@dataclass(frozen=True)
class Piece:
    """Some letters, and the mark that they belong to; `dom` names the first piece of a mark in the page."""

    text: str
    mark: str = ""
    dom: str = ""


@dataclass(frozen=True)
class LetterRun:
    """A sentence, or what stands between two (then without id and number)."""

    pieces: tuple[Piece, ...]
    id: str = ""
    number: int = 0


@dataclass(frozen=True)
class Passage:
    """A document with its number in the topic."""

    number: int
    id: str
    title: str
    date: str
    runs: tuple[LetterRun, ...]


def passage(source: Source, number: int, marks: Mapping[str, Span]) -> Passage:
    """Return a document with some marks in it."""
    title = source.title or source.id.rpartition("/")[2]
    runs = tuple(_runs(source, _Cutting(source.text, number, marks)))
    return Passage(number, source.id, title, str(source.date or ""), runs)


def passages(sources: Sequence[Source], marks: Mapping[str, Mapping[str, Span]]) -> list[Passage]:
    """Return all documents; marks by the id of the document."""
    return [
        passage(source, number, marks.get(source.id, {})) for number, source in enumerate(sources, start=1)
    ]


def _runs(source: Source, cutting: _Cutting) -> Iterator[LetterRun]:
    at = 0
    for number, (id, sentence) in enumerate(source.sentences.items(), start=1):
        if at < sentence.start:
            yield LetterRun(tuple(cutting.pieces(at, sentence.start)))
        yield LetterRun(tuple(cutting.pieces(sentence.start, sentence.end)), id, number)
        at = sentence.end
    if at < len(source.text):
        yield LetterRun(tuple(cutting.pieces(at, len(source.text))))


class _Cutting:
    """Letters go to the shortest mark that covers them."""

    def __init__(self, text: str, number: int, marks: Mapping[str, Span]) -> None:
        # a page shows a carriage return as a line feed or not at all; a blank keeps all offsets
        self._text, self._number = text.replace("\r", " "), number
        self._marks = sorted(marks.items(), key=lambda mark: (mark[1].start, mark[1].end))
        self._next = 0  # runs are asked for in the order of reading
        self._open: list[tuple[str, Span]] = []
        self._drawn: set[str] = set()

    def pieces(self, start: int, end: int) -> Iterator[Piece]:
        inside = self._inside(start, end)
        cuts = sorted({start, end, *(place for place in _ends(inside) if start < place < end)})
        at, mark = start, self._shortest(inside, start)
        for cut in cuts[1:]:
            after = self._shortest(inside, cut) if cut < end else None
            if after == mark and cut < end:
                continue
            yield self._piece(at, cut, mark)
            at, mark = cut, after

    def _inside(self, start: int, end: int) -> list[tuple[str, Span]]:
        while self._next < len(self._marks) and self._marks[self._next][1].start < end:
            self._open.append(self._marks[self._next])
            self._next += 1
        self._open = [mark for mark in self._open if mark[1].end > start]
        return self._open

    def _shortest(self, inside: Iterable[tuple[str, Span]], at: int) -> tuple[str, Span] | None:
        covering = [mark for mark in inside if mark[1].start <= at < mark[1].end]
        return min(covering, key=lambda mark: mark[1].end - mark[1].start, default=None)

    def _piece(self, start: int, end: int, mark: tuple[str, Span] | None) -> Piece:
        text = self._text[start:end]
        if mark is None:
            return Piece(text)
        id, span = mark
        first = id not in self._drawn
        self._drawn.add(id)
        return Piece(text, id, f"k{self._number}-{span.start}-{span.end}" if first else "")


def _ends(marks: Iterable[tuple[str, Span]]) -> Iterator[int]:
    for _, span in marks:
        yield span.start
        yield span.end


@dataclass(frozen=True)
class TimelineRow:
    """A line, and why it may hold two events."""

    line: DatedLine
    doubt: str


def write_context(bench: Bench) -> dict[str, Any]:
    """Return all documents, and the lines."""
    work = cast("WriterSheet", bench.work)
    sources = work.topic.sources
    marks = {source.id: _dates(source) for source in sources}
    return {
        "documents": passages(sources, marks),
        "expected": f"{EXPECTED}; 44 BC will do as well",
        **_timeline_rows(work),
    }


def write_pieces(bench: Bench, verb: str, details: Mapping[str, object]) -> tuple[str, dict[str, Any]] | None:
    """Return the lines alone: documents never change."""
    return "workbench/units/write_pieces.html", _timeline_rows(cast("WriterSheet", bench.work))


def _timeline_rows(work: WriterSheet) -> dict[str, Any]:
    return {
        "lines": [TimelineRow(line, work.doubt_of(line.id)) for line in work.lines],
        "length": work.topic.length,
        "over": max(-(work.room or 0), 0),
    }


def _dates(source: Source) -> dict[str, Span]:
    """Return the time expressions whose value is a date, by that date and their place."""
    return {f"{time.value}@{time.start}": time for time in source.times if time.type == "DATE" and time.value}


REASONS = ("not an event", "opinion or background", "too small for any unit", "an error of the writer")
ROLES = ("label", "action", "agent", "patient", "time", "location")
_MOST_SUGGESTIONS = 60  # sent; the page shows a few of them at a time


@dataclass(frozen=True)
class BoardLine:
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
class UnitCard:
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


def build_context(bench: Bench) -> dict[str, Any]:
    """Return the columns, units and suggestions of the board."""
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


def _lines(work: UnitBoard) -> dict[str, BoardLine]:
    places = {id: number for number, id in enumerate(work.units, start=1)}
    return {
        id: BoardLine(
            number,
            line,
            tuple(places[unit] for unit in work.units_of(id)),
            work.omitted.get(id, ""),
            _alone(work, id),
        )
        for number, (id, line) in enumerate(work.lines.items(), start=1)
    }


def _alone(work: UnitBoard, line: str) -> str:
    """Return the unit that holds this line and no other, where it is in no other unit."""
    units = work.units_of(line)
    return units[0] if len(units) == 1 and len(work.units[units[0]].parts) == 1 else ""


def _unit(work: UnitBoard, unit: BoardUnit, number: int) -> UnitCard:
    content = unit.content(work.lines)
    parts = tuple(
        PartRow(work.lines[id], work.lines[id].text if part.text is None else part.text, part.discarded)
        for id, part in unit.parts.items()
    )
    return UnitCard(number, unit, content, unit.name(work.lines), parts, tuple(unit_doubts(content)))


def _told(work: UnitBoard, one: UnitSuggestion) -> tuple[str, list[DatedLine], float]:
    """Return the ids in one attribute (names of people have no blanks), the lines, and how alike they are."""
    return " ".join(one.lines), [work.lines[line] for line in one.lines], one.similarity
