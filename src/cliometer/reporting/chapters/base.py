"""Builders: the section that shows a result of a kind, and what several of them use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import isclose
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from cliometer.io.frames import Records, TabularResult
from cliometer.model.records import JsonDocument, encode_members
from cliometer.reporting.document import Block, Code, Listing, Notes, Paragraph, Section
from cliometer.spelling import listed
from cliometer.stats.samples import ROUNDING
from cliometer.text.tables import Cell, Table, show, shown_number

Result = Mapping[str, Any]


@dataclass
class FigureNames:
    """The names of the figures of one document, which are unique: `means`, `means-2`, ..."""

    _taken: Counter[str] = field(default_factory=Counter)

    def of(self, *words: str) -> str:
        """Return a name made of words, which every file system takes and no other figure has.

        >>> FigureNames().of("means", "align+m1(rouge=1)")
        'means-align-m1-rouge-1'
        """
        name = re.sub(r"[^a-z0-9]+", "-", " ".join(words).lower()).strip("-")[:60].strip("-") or "figure"
        self._taken[name] += 1
        return name if self._taken[name] == 1 else f"{name}-{self._taken[name]}"


def numbered(labels: Iterable[str]) -> list[str]:
    """Return the labels with a number for each repetition: `a`, `a (2)`, ..."""
    seen = Counter[str]()
    every = []
    for label in labels:
        seen[label] += 1
        every.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return every


Builder = Callable[[Any, FigureNames], Section]
BUILDERS: dict[str, Builder] = {}  # by the kind of the result
_Builder = TypeVar("_Builder", bound=Callable[..., Section])  # one may take more than it must


def chapter(reads: type[JsonDocument]) -> Callable[[_Builder], _Builder]:
    """Register a function from a result of a class to a section, for results that the default section serves badly."""

    def register(function: _Builder) -> _Builder:
        BUILDERS[reads.kind] = function
        return function

    return register


def default_section(result: Any, _: FigureNames | None = None) -> Section:
    """Return the tables of a result, its single numbers and its notes."""
    frames = {name.replace("_", " "): records for name, records in result.frames().items() if records.rows}
    blocks: list[Block] = []
    for name, records in frames.items():
        table = records_table(records)
        heading = [column.replace("_", " ") for column in table.heading]
        blocks.append(Listing(name.capitalize(), Table(heading, filled(table.rows))))
    numbers = {name: value for name, value in encode_members(result).items() if isinstance(value, int | float)}
    figures = [f"{name.replace('_', ' ')} {value:.3g}" for name, value in numbers.items()]
    blocks += [Paragraph(f"With {', '.join(figures)}.")] if figures else []
    return Section(result.kind.replace("-", " ").capitalize(), [*blocks, *remark_notes(result.notes)])


@cache
def _templates() -> Mapping[str, str]:
    """Return the templates of sentences by their names."""
    lines = Path(__file__).parents[1].joinpath("sentences.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines)


def text_of(name: str, /, **values: object) -> str:
    """Return a sentence of a chapter, whose template stands in `sentences.txt`."""
    return _templates()[name].format_map(values)


class RemarkedResult(Protocol):
    """A result with notes on its numbers and the signature of all they depend on."""

    @property
    def notes(self) -> Sequence[str]: ...

    @property
    def signature(self) -> object: ...


def remarks(result: RemarkedResult) -> Iterator[Block]:
    """Yield the notes and the signature of a result, where it has them."""
    if result.notes:
        yield Notes(list(result.notes), remarks=True)
    if result.signature:
        yield Code(str(result.signature), "signature")


def remark_notes(lines: Sequence[str]) -> list[Block]:
    """Return the notes of a result, which a command prints on standard error, as a block; none for no notes."""
    return [Notes(list(lines), remarks=True)] if lines else []


def filled_sections(parts: Iterable[tuple[str, Iterable[Block]]]) -> list[Section]:
    """Return a section for each title whose blocks are any."""
    return [Section(title, contents) for title, blocks in parts if (contents := list(blocks))]


def cut_note(shown: int, total: int, what: str) -> Iterator[Block]:
    """Yield a note where a figure leaves some items out."""
    if shown < total:
        yield Notes([f"The figure shows {shown} of {total} {what}; its table has all."], remarks=True)


def in_table_alone(systems: Sequence[str]) -> Iterator[Notes]:
    """Yield a note on what a figure leaves to its table."""
    if systems:
        yield Notes([f"in the table alone: {', '.join(systems)}"])


def average(values: Iterable[float | None]) -> float | None:
    """Return the mean of the values that there are."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def direction_note(metrics: Iterable[str]) -> Iterator[Paragraph]:
    """Yield a line below a table that names the metrics by which lower is better; nothing for none."""
    names = ", ".join(dict.fromkeys(metrics))
    if names:
        yield Paragraph(f"lower is better: {names}")


def frame_table(result: TabularResult) -> Table:
    """Return the first table of a result with all digits, for CSV."""
    return records_table(result.table())


def filled(rows: Iterable[Sequence[Cell]], gap: Cell = "-") -> list[list[Cell]]:
    """Return rows with a word in place of what is None."""
    return [[gap if cell is None else cell for cell in row] for row in rows]


def attribute_table(items: Iterable[object], columns: Mapping[str, str]) -> Table:
    """Return a row for each item, of the attributes that the headings of the columns stand for."""
    return Table(list(columns), filled([getattr(item, key) for key in columns.values()] for item in items))


def records_table(records: Records) -> Table:
    """Return records as a table."""
    columns = [records.column(column) for column in records.columns]
    return Table(list(records.columns), list(zip(*columns, strict=True)))


class Leaders(NamedTuple):
    """The names that share the best value, in their order, and the words for them."""

    names: Sequence[str]
    value: float
    among: int  # the number of all names
    alone: bool  # nobody to be better than
    shared: bool  # several are in the lead
    alike: bool  # several are, and nobody is behind
    each: str  # what follows a number that several have: ` each`, else nothing
    score: str  # the value as a sentence has it: `0.512`, or `0.512 each` for several

    def said(self, single: str, several: str, alike: str, opens: bool = False) -> str:
        """Return a clause on who leads, with the verb for one or for several, or on what all do alike.

        >>> verbs = ("is best", "are best", "systems score the same")
        >>> leaders({"a": 0.5, "b": 0.2, "c": 0.5}).said(*verbs)
        'a and c are best'
        >>> leaders({"a": 0.5, "b": 0.5}).said(*verbs)
        'both systems score the same'
        """
        if self.alike:
            everybody = f"{'both' if self.among == 2 else f'all {self.among}'} {alike}"
            return everybody[0].upper() + everybody[1:] if opens else everybody
        return f"{listed(self.names)} {several if self.shared else single}"


def leaders(values: Mapping[str, float], least: bool = False) -> Leaders:
    """Return the names with the highest value, or with the lowest; differences by rounding do not count.

    >>> leaders({"a": 0.3, "b": 0.1 + 0.2, "c": 0.1}).names
    ['a', 'b']
    """
    best = (min if least else max)(values.values())
    names = [name for name, value in values.items() if isclose(value, best, rel_tol=ROUNDING, abs_tol=ROUNDING)]
    among, shared = len(values), len(names) > 1
    each = " each" if shared else ""
    score = f"{shown_number(best)}{each}"
    return Leaders(names, best, among, among == 1, shared, shared and len(names) == among, each, score)


COLUMNS = 9  # systems side by side on a page
Row = tuple[Sequence[Cell], Sequence[Cell]]  # what the row is, and a cell for each system


def crossed(heading: Sequence[str], systems: Sequence[str], rows: Sequence[Row], value: str) -> Table:
    """Return a table with a column for each system or, for many systems, with a row for each cell under `value`.

    >>> crossed(["topic"], ["a", "b"], [(["t"], [0.5, 0.25])], "F").heading
    ['topic', 'a', 'b']
    """
    if len(systems) <= COLUMNS:
        return Table([*heading, *systems], [[*first, *cells] for first, cells in rows])
    lines = [[*first, system, cell] for first, cells in rows for system, cell in zip(systems, cells, strict=True)]
    return Table([*heading, "system", value], lines)


def gathered(
    heading: Sequence[str], systems: Sequence[str], rows: Sequence[Row], by: str, nothing: Cell = "-"
) -> Table:
    """Return a table with a column for each system or, for many systems, one column that lists those with a cell.

    >>> names = list("abcdefghij")
    >>> gathered(["event"], names, [(["e"], [3, *8 * "-", 0.5]), (["f"], 10 * "-")], "found by").rows
    [['e', 'a 3, j 0.500'], ['f', '-']]
    """
    if len(systems) <= COLUMNS:
        return crossed(heading, systems, rows, by)
    words_by_row = [
        [f"{system} {show(cell)}" for system, cell in zip(systems, cells, strict=True) if cell != nothing]
        for _, cells in rows
    ]
    lines = [[*first, ", ".join(words) or "-"] for (first, _), words in zip(rows, words_by_row, strict=True)]
    return Table([*heading, by], lines)
