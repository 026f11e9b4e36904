"""Agreement on sets: Krippendorff's alpha with the MASI distance (Passonneau 2006).

Two sets are as far apart as 1 - J M: J is Jaccard's overlap, M is 1 for equal sets, 2/3 where one holds the
other, 1/3 where they overlap, 0 where they share nothing. Two empty sets are equal.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Set

from cliometer.stats.krippendorff import label_alpha

Labels = frozenset[Hashable]


def masi(a: Set[Hashable], b: Set[Hashable]) -> float:
    """The distance of two sets, from 0 to 1.

    >>> round(masi({1, 2}, {1, 2, 3}), 3)
    0.556
    """
    if a == b:
        return 0.0
    shared = len(a & b)
    monotonicity = 2 / 3 if a <= b or b <= a else 1 / 3
    return 1 - shared / len(a | b) * monotonicity


def masi_alpha(sets: Sequence[Sequence[Labels | None]]) -> float:
    """Alpha over sets, a row for each coder and a place for each unit; None where a coder gave none."""
    return label_alpha(sets, masi)
