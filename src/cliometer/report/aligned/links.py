"""Links between days, and how strong the colour of a share is."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.aligned.sides import Row

STEPS = (0.01, 0.1, 0.2, 0.35, 0.6)  # shares at which the next colour begins; most days share little
BOTH, RECALL, PRECISION = range(3)
Link = list[int]


def level(share: float) -> int:
    """0 for nothing or next to nothing, 1 to 5 for more and more."""
    return sum(share >= step for step in STEPS)


def links(reference: Sequence[Row], system: Sequence[Row]) -> list[Link]:
    """Reference day, system day, which side the pair counts for, and the level of the share it earned.

    A pair that counts for both sides is one link, and its share is that of both credits together.
    """
    pairs: dict[tuple[int, int], list[Row | None]] = {}
    for index, row in enumerate(reference):
        if row[5]:
            pairs.setdefault((index, int(row[0] or 0)), [None, None])[0] = row
    for index, row in enumerate(system):
        if row[5]:
            pairs.setdefault((int(row[0] or 0), index), [None, None])[1] = row
    return [[*pair, _kind(rows), level(_share(rows))] for pair, rows in sorted(pairs.items())]


def _kind(rows: Sequence[Row | None]) -> int:
    if rows[1] is None:
        return RECALL
    return PRECISION if rows[0] is None else BOTH


def _share(rows: Sequence[Row | None]) -> float:
    known = [row for row in rows if row is not None]
    whole = sum(row[4] or 0 for row in known)
    return sum(row[5] or 0 for row in known) / whole if whole else 0.0
