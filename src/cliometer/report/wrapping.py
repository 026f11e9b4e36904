"""Tables that fit a terminal: the last column is wrapped, or columns are spread over several blocks."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from cliometer.report.tables import Cell, Table

WIDTH = 120
_LEAST = 30  # columns that the last one gets, however wide the others are
SENTENCE = 100


def last_wrapped(heading: Sequence[str], rows: Sequence[Sequence[Cell]], width: int = WIDTH) -> Table:
    """A table of words whose last column goes on below itself where the line would be too long."""
    others = Table(heading[:-1], [row[:-1] for row in rows]).text().splitlines()
    room = max(_LEAST, width - max(map(len, others)) - 2)
    return Table(heading, [line for row in rows for line in _lines(row, room)])


def _lines(row: Sequence[Cell], room: int) -> Iterator[list[Cell]]:
    first, *more = wrapped(str(row[-1]), room) or [""]
    yield [*row[:-1], first]
    for line in more:
        yield [*[""] * (len(row) - 1), line]


def blocks(table: Table, width: int = WIDTH) -> list[Table]:
    """The first column beside as many of the others as fit, then beside the next."""
    found, start = [], 1
    while start < len(table.heading):
        end = start + 1
        while end < len(table.heading) and _fits(_columns(table, start, end + 1), width):
            end += 1
        found.append(_columns(table, start, end))
        start = end
    return found


def _columns(table: Table, start: int, end: int) -> Table:
    return Table(
        [table.heading[0], *table.heading[start:end]], [[row[0], *row[start:end]] for row in table.rows]
    )


def _fits(table: Table, width: int) -> bool:
    return max(map(len, table.text().splitlines())) <= width


def sentence(text: str) -> str:
    """A long sentence over several lines, the others set in."""
    return "\n".join(wrapped(text, SENTENCE))


def wrapped(text: str, width: int, lead: str = "", inner: str = "  ") -> list[str]:
    """Lines of a text; a number stays with its % and with the = before it."""
    joined = text.replace(" %", "\N{NO-BREAK SPACE}%").replace(" = ", "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}")
    lines = textwrap.wrap(
        joined,
        width,
        initial_indent=lead,
        subsequent_indent=inner,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
