"""Documents as screens show them: the very letters, cut where sentences and marks begin and end.

Whoever selects words on the page selects letters of the document: nothing may be added or lost between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cliometer.model.annotation import Span
from cliometer.model.sources import Source


@dataclass(frozen=True)
class Piece:
    """Some letters, and the mark that they belong to; `dom` names the first piece of a mark in the page."""

    text: str
    mark: str = ""
    dom: str = ""


@dataclass(frozen=True)
class Run:
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
    runs: tuple[Run, ...]


def passage(source: Source, number: int, marks: Mapping[str, Span]) -> Passage:
    """A document with some marks in it."""
    title = source.title or source.id.rpartition("/")[2]
    runs = tuple(_runs(source, _Cutting(source.text, number, marks)))
    return Passage(number, source.id, title, str(source.date or ""), runs)


def passages(sources: Sequence[Source], marks: Mapping[str, Mapping[str, Span]]) -> list[Passage]:
    """All documents; marks by the id of the document."""
    return [
        passage(source, number, marks.get(source.id, {})) for number, source in enumerate(sources, start=1)
    ]


def _runs(source: Source, cutting: _Cutting) -> Iterator[Run]:
    at = 0
    for number, (id, sentence) in enumerate(source.sentences.items(), start=1):
        if at < sentence.start:
            yield Run(tuple(cutting.pieces(at, sentence.start)))
        yield Run(tuple(cutting.pieces(sentence.start, sentence.end)), id, number)
        at = sentence.end
    if at < len(source.text):
        yield Run(tuple(cutting.pieces(at, len(source.text))))


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
