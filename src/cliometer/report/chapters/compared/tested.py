"""Which differences are real: p as a matrix, and every number of every pair in a table."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.report.chapters.base import Names
from cliometer.report.chapters.compared.found import Entry, Found, pair_of
from cliometer.report.chapters.crossed import COLUMNS
from cliometer.report.charts.grammar import Spec
from cliometer.report.charts.heat import cell, heat
from cliometer.report.document import Block, Figure, Listing, Notes
from cliometer.report.probabilities import shown_p
from cliometer.report.tables import Cell, Table

_LISTED = 500
_OPEN = 15  # rows that a reader meets without asking for them
_MATRIX = range(3, 41)  # systems
_FEW, _WIDE = 8, 80  # so many systems have room for their names
_HEADING = (
    *("systems", "difference", "low", "high", "p", "corrected p", "effect g"),
    *("won-tied-lost", "topics needed", "detectable"),
)
_LEGEND = (
    "Effect g: Hedges' g over topics. Topics needed: for an effect of this size to show in 4 of 5 tries. "
    "Detectable: the smallest difference that these topics show as often."
)


def tests(found: Found, names: Names) -> Iterator[Block]:
    """Nothing where nothing was tested."""
    if not found.differences:
        return
    if found.design.baseline is None and len(found.systems) in _MATRIX:
        yield _matrix(found, names)
    yield from _listing(found)


def _listing(found: Found) -> Iterator[Block]:
    caption = f"Differences by {found.label}; p: {_how(found)}. {_LEGEND}"
    listed = found.differences[:_LISTED]
    table = Table(_HEADING, [_row(one) for one in listed])
    yield Listing(caption, table, len(listed) > _OPEN)
    if len(listed) < len(found.differences):
        all_ = f"{len(found.differences):,}"
        yield Notes(
            [f"The table has the first {_LISTED} of {all_} pairs; cliometer compare --csv prints all."]
        )


def _matrix(found: Found, names: Names) -> Figure:
    caption = (
        f"p of each pair of systems, best first ({_how(found)}). Filled cells: the system of the row is "
        f"better than that of the column, p <= {found.design.significance:g}; the pairs of hollow "
        "ones cannot be told apart."
    )
    return Figure(names.of("p-values", found.metric), caption, _cells(found), _square(found))


def _cells(found: Found) -> Spec:
    cells = []
    wide = _WIDE if len(found.systems) <= _FEW else 0
    for one in found.differences:
        differs = found.differs(one)
        text = shown_p(one["corrected_p"])
        cells.append(cell(one["first"], one["second"], 0.8 if differs else None, text, found.p(one)))
    return heat(cells, "better", "worse", orders=(found.names[:-1], found.names[1:]), wide=wide)


def _square(found: Found) -> Table:
    if len(found.systems) > COLUMNS:
        lines = [[one["first"], one["second"], shown_p(one["corrected_p"])] for one in found.differences]
        return Table(["system", "beside", "corrected p"], lines)
    p = {(one["first"], one["second"]): shown_p(one["corrected_p"]) for one in found.differences}
    columns = found.names[1:]
    rows: list[list[Cell]] = [
        [row, *(p.get((row, column), "-") for column in columns)] for row in found.names[:-1]
    ]
    return Table(["system", *columns], rows)


def _how(found: Found) -> str:
    return str(found.entry["test"])


def _row(one: Entry) -> list[Cell]:
    numbers = (one["difference"], one["low"], one["high"], shown_p(one["p"]), shown_p(one["corrected_p"]))
    rest = ("-" if one[key] is None else one[key] for key in ("topics_needed", "detectable_difference"))
    effect = "-" if one["effect"] is None else one["effect"]
    return [pair_of(one), *numbers, effect, f"{one['won']}-{one['tied']}-{one['lost']}", *rest]
