"""Votes in tables: a row a vote, a matrix of wins, or ballots over several columns.

Ballots have columns `rank1,rank2,rank3` that hold systems, or a column for each system that holds its rank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.csv_tables import DELIMITERS, TableRow, csv_rows, header, table_rows
from cliometer.io.lines import quoted
from cliometer.io.vote_rows import Layout
from cliometer.model.judgements import Poll, Vote
from cliometer.spelling import whole_number

_ON_THE_DIAGONAL = ("", "-", "–", "—", "0", "x")


def delimiter_of(text: str, layout: Layout) -> str | None:
    """The delimiter under which the header names what votes need."""
    return next((d for d in DELIMITERS if layout.suffices(header(text, d))), None)


def matrix_delimiter(text: str, path: Path) -> str | None:
    """The delimiter under which the rows are called as the columns are."""
    for delimiter in DELIMITERS:
        names = header(text, delimiter)[1:]
        if len(names) > 1:
            _, *rows = csv_rows(text, path, delimiter)
            if sorted(row[0].strip() for _, row in rows) == sorted(names):
                return delimiter
    return None


def read_matrix(text: str, path: Path, delimiter: str) -> tuple[Poll, ...]:
    """The cell in row i and column j: how often i was preferred to j."""
    votes = []
    for row in table_rows(text, path, delimiter):
        first, *others = row.cells
        winner = row.text(first)
        votes += [_wins(row, winner, loser) for loser in others if not _is_nothing(row, winner, loser)]
    if not votes:
        raise FormatError("is a matrix without a vote; at least one is needed", path)
    return (Poll(path.stem, tuple(votes)),)


def _is_nothing(row: TableRow, winner: str, loser: str) -> bool:
    """An empty cell is no vote; a dash or a cross fills the diagonal only."""
    return row.text(loser) in (_ON_THE_DIAGONAL if winner == loser else ("", "0"))


def _wins(row: TableRow, winner: str, loser: str) -> Vote:
    if winner == loser:
        raise row.error(f"{quoted(winner)} cannot beat itself; the diagonal of the matrix must be empty or 0")
    return Vote(winner, loser, winner, count=row.count(loser), shown=False, place=row.place)


ORDERING = "ordering"
_ABOUT = ("topic", "judge", "reason", "count", "dataset")
_PLACE = re.compile(r"(?:rank|place|position)[ _-]?(\d+)", re.IGNORECASE)


def lays_out_ballots(names: Sequence[str], layout: Layout) -> bool:
    """Whether the columns are places, or tell topic or judge and have two others or more."""
    if layout.pair or "preferred" not in layout.lacking(names):
        return False
    return len(_places(names)) > 1 or len(_systems(names, layout)) in range(2, len(names))


def with_orderings(rows: Sequence[TableRow], names: Sequence[str], layout: Layout) -> list[TableRow] | None:
    """The rows with an ordering each, which is read like any other; None where the columns hold no ranks."""
    places = _places(names)
    if len(places) > 1:
        return [_with(row, _by_place(row, places), places) for row in rows] or None
    systems = _systems(names, layout)
    if not rows or not all(_is_rank(rows[0], name, systems) for name in systems):
        return None
    return [_with(row, _by_rank(row, systems), systems) for row in rows]


def _places(names: Sequence[str]) -> list[str]:
    """Columns such as rank1 and rank2, best first."""
    found = {name: int(match[1]) for name in names if (match := _PLACE.fullmatch(name))}
    return sorted(found, key=lambda name: found[name])


def _systems(names: Sequence[str], layout: Layout) -> list[str]:
    """What is no topic, judge, reason, count or data set."""
    roles = layout.roles(names)
    described = [roles[role] for role in _ABOUT if role in roles]
    return [name for name in names if name not in described]


def _with(row: TableRow, ordering: str, gone: Sequence[str]) -> TableRow:
    others = {name: cell for name, cell in row.cells.items() if name not in gone}
    return replace(row, cells={**others, ORDERING: ordering})


def _by_place(row: TableRow, places: Sequence[str]) -> str:
    for name in places:
        if not row.text(name):
            raise row.error(f"expected the name of a system in {name!r}, found nothing")
    return " > ".join(map(row.text, places))


def _is_rank(row: TableRow, name: str, systems: Sequence[str]) -> bool:
    return whole_number(row.text(name), 1, len(systems)) is not None


def _by_rank(row: TableRow, systems: Sequence[str]) -> str:
    for name in systems:
        if not _is_rank(row, name, systems):
            found = quoted(row.text(name)) if row.text(name) else "nothing"
            raise row.error(f"expected the rank of {name!r}, from 1 to {len(systems)}, found {found}")
    groups: dict[int, list[str]] = {}
    for name in systems:
        groups.setdefault(int(row.text(name)), []).append(name)
    return " > ".join(" = ".join(groups[rank]) for rank in sorted(groups))
