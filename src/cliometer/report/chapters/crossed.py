"""Tables with a column for each system, in a shape that can still be printed where systems are many."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.tables import Cell, Table, show

COLUMNS = 9  # systems side by side on a page
Row = tuple[Sequence[Cell], Sequence[Cell]]  # what the row is, and a cell for each system


def crossed(heading: Sequence[str], systems: Sequence[str], rows: Sequence[Row], value: str) -> Table:
    """A column a system; where they are many, a line for each cell, with what the `value` is.

    >>> crossed(["topic"], ["a", "b"], [(["t"], [0.5, 0.25])], "F").heading
    ['topic', 'a', 'b']
    """
    if len(systems) <= COLUMNS:
        return Table([*heading, *systems], [[*first, *cells] for first, cells in rows])
    lines = [
        [*first, system, cell] for first, cells in rows for system, cell in zip(systems, cells, strict=True)
    ]
    return Table([*heading, "system", value], lines)


def gathered(
    heading: Sequence[str], systems: Sequence[str], rows: Sequence[Row], by: str, nothing: Cell = "-"
) -> Table:
    """A column a system; where they are many, one with all that have something, for rows with long texts.

    >>> names = list("abcdefghij")
    >>> gathered(["event"], names, [(["e"], [3, *8 * "-", 0.5]), (["f"], 10 * "-")], "found by").rows
    [['e', 'a 3, j 0.500'], ['f', '-']]
    """
    if len(systems) <= COLUMNS:
        return crossed(heading, systems, rows, by)
    own = [
        [f"{system} {show(cell)}" for system, cell in zip(systems, cells, strict=True) if cell != nothing]
        for _, cells in rows
    ]
    lines = [[*first, ", ".join(words) or "-"] for (first, _), words in zip(rows, own, strict=True)]
    return Table([*heading, by], lines)
