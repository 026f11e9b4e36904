"""Agreement on sets: Krippendorff's alpha with the MASI distance (Passonneau 2006).

Two sets are as far apart as 1 - J M: J is Jaccard's overlap, M is 1 for equal sets, 2/3 where one holds the
other, 1/3 where they overlap, 0 where they share nothing. Two empty sets are equal.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Set

import numpy as np

from cliometer.errors import InputError
from cliometer.stats.krippendorff import coded, pairable

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
    _, counts = pairable(coded(sets))
    distinct = _distinct(sets, counts.shape[1])
    delta = np.array([[masi(a, b) for b in distinct] for a in distinct])
    n_c = counts.sum(axis=0)
    observed = float(np.sum(np.sum((counts @ delta) * counts, axis=1) / (counts.sum(axis=1) - 1)))
    expected = float(n_c @ delta @ n_c)
    if expected == 0:
        raise InputError("all sets are equal, so no disagreement can be expected and alpha has no value")
    return 1 - (float(n_c.sum()) - 1) * observed / expected


def _distinct(sets: Sequence[Sequence[Labels | None]], expected: int) -> list[Labels]:
    """Each set of a unit with two coders or more, in the order of `coded`: as they first occur."""
    pairs = [sum(row[place] is not None for row in sets) >= 2 for place in range(len(sets[0]))]
    kept = {value for row in sets for value, pair in zip(row, pairs, strict=True) if pair}
    found = list(dict.fromkeys(value for row in sets for value in row if value is not None and value in kept))
    assert len(found) == expected
    return found
