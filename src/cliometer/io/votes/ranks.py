"""Ballots over several columns: `rank1,rank2,rank3` that hold systems, or systems that hold ranks.

Both are turned into rows with an ordering in one cell, which is read like any other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cliometer.io.notes import quoted
from cliometer.io.votes.columns import Layout
from cliometer.io.votes.rows import Row

ORDERING = "ordering"
_ABOUT = ("topic", "judge", "reason", "count", "dataset")
_PLACE = re.compile(r"(?:rank|place|position)[ _-]?(\d+)", re.IGNORECASE)


def lays_out_ballots(names: Sequence[str], layout: Layout) -> bool:
    """Whether the columns are places, or tell topic or judge and have two others or more."""
    if layout.pair or "preferred" not in layout.lacking(names):
        return False
    return len(_places(names)) > 1 or len(_systems(names, layout)) in range(2, len(names))


def with_orderings(rows: Sequence[Row], names: Sequence[str], layout: Layout) -> list[Row] | None:
    """The rows with an ordering each; None where the columns are neither places nor systems with ranks."""
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


def _with(row: Row, ordering: str, gone: Sequence[str]) -> Row:
    others = {name: cell for name, cell in row.cells.items() if name not in gone}
    return replace(row, cells={**others, ORDERING: ordering})


def _by_place(row: Row, places: Sequence[str]) -> str:
    for name in places:
        if not row.text(name):
            raise row.error(f"expected the name of a system in {name!r}, found nothing")
    return " > ".join(map(row.text, places))


def _is_rank(row: Row, name: str, systems: Sequence[str]) -> bool:
    text = row.text(name)
    return text.isdecimal() and 1 <= int(text) <= len(systems)


def _by_rank(row: Row, systems: Sequence[str]) -> str:
    for name in systems:
        if not _is_rank(row, name, systems):
            found = quoted(row.text(name)) if row.text(name) else "nothing"
            raise row.error(f"expected the rank of {name!r}, from 1 to {len(systems)}, found {found}")
    groups: dict[int, list[str]] = {}
    for name in systems:
        groups.setdefault(int(row.text(name)), []).append(name)
    return " > ".join(" = ".join(groups[rank]) for rank in sorted(groups))
