"""How many teams of writers would have chosen what: the numbers behind the split analysis, in closed form.

A unit that m of 2k writers chose falls, over all splits into two teams of k, to i writers of the first team
with the hypergeometric probability C(m, i) C(2k - m, k - i) / C(2k, k).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from cliometer.errors import InputError

GREY = 1  # two teams whose counts differ by no more than this agree (Bauer & Teufel 2015, section 5)


def chance(writers: int, chosen: int, first: int) -> Fraction:
    """How often `first` of the `chosen` writers are in the first team."""
    k = writers // 2
    if not 0 <= first <= min(chosen, k) or not 0 <= chosen - first <= k:
        return Fraction(0)
    return Fraction(math.comb(chosen, first) * math.comb(writers - chosen, k - first), math.comb(writers, k))


def grey_chance(writers: int, chosen: int) -> Fraction:
    """How often a unit of so many writers falls into the grey area."""
    return sum(
        (chance(writers, chosen, i) for i in range(chosen + 1) if abs(2 * i - chosen) <= GREY), Fraction(0)
    )


def mean_grey(frequencies: Sequence[int]) -> Fraction:
    """The mean grey share over all splits, from how many units 0, 1, ... 2k writers chose.

    >>> round(float(mean_grey([87, 37, 23, 20, 10, 7, 3])), 4)
    0.9187
    """
    writers = even(len(frequencies) - 1)
    grey = sum((units * grey_chance(writers, m) for m, units in enumerate(frequencies)), Fraction(0))
    if not sum(frequencies):
        raise InputError("there are no units, so no share of them is grey")
    return grey / sum(frequencies)


def mean_table(frequencies: Sequence[int]) -> list[list[Fraction]]:
    """The mean table over all splits: cell i, j holds the units with i and j writers in the two teams."""
    writers = even(len(frequencies) - 1)
    teams = range(writers // 2 + 1)
    return [[frequencies[i + j] * chance(writers, i + j, i) for j in teams] for i in teams]


def even(writers: int) -> int:
    """Two teams of one size need an even number of writers."""
    if writers < 2 or writers % 2:
        raise InputError(f"two teams of one size need 2, 4, 6 ... writers, found {writers}")
    return writers
