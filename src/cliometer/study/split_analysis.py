"""Split analysis of pyramids (Bauer & Teufel 2015): would other writers have chosen the same units?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import InputError
from cliometer.model.score import Ratio
from cliometer.stats.agreement import alpha


def value_or_none(compute: Callable[[], float]) -> float | None:
    """Return the value, or None where the statistic says that there is none."""
    try:
        return compute()
    except InputError:
        return None


# A unit that m of 2k writers chose falls, over all splits into two teams of k, to i writers of the first
# team with the hypergeometric probability C(m, i) C(2k - m, k - i) / C(2k, k).

GREY = 1  # two teams whose counts differ by no more than this agree (Bauer & Teufel 2015, section 5)


def split_chance(writers: int, chosen: int, first: int) -> Fraction:
    """Return how often `first` of the `chosen` writers are in the first team."""
    k = writers // 2
    if not 0 <= first <= min(chosen, k) or not 0 <= chosen - first <= k:
        return Fraction(0)
    return Fraction(math.comb(chosen, first) * math.comb(writers - chosen, k - first), math.comb(writers, k))


def grey_chance(writers: int, chosen: int) -> Fraction:
    """Return how often a unit of so many writers falls into the grey area."""
    return sum(
        (split_chance(writers, chosen, i) for i in range(chosen + 1) if abs(2 * i - chosen) <= GREY), Fraction(0)
    )


def mean_grey(frequencies: Sequence[int]) -> Fraction:
    """Return the mean grey share over all splits, from how many units 0, 1, ... 2k writers chose.

    >>> round(float(mean_grey([87, 37, 23, 20, 10, 7, 3])), 4)
    0.9187
    """
    writers = even_writers(len(frequencies) - 1)
    grey = sum((units * grey_chance(writers, m) for m, units in enumerate(frequencies)), Fraction(0))
    if not sum(frequencies):
        raise InputError("units-none-grey")
    return grey / sum(frequencies)


def mean_table(frequencies: Sequence[int]) -> list[list[Fraction]]:
    """Return the mean table over all splits: cell i, j holds the units with i and j writers in the teams."""
    writers = even_writers(len(frequencies) - 1)
    teams = range(writers // 2 + 1)
    return [[frequencies[i + j] * split_chance(writers, i + j, i) for j in teams] for i in teams]


def even_writers(writers: int) -> int:
    """Return the number of writers, which must be even: two teams of one size need that."""
    if writers < 2 or writers % 2:
        raise InputError("teams-writers-odd", writers=writers)
    return writers


# 2k writers are split into two teams of k in all C(2k, k) / 2 ways. A split's table counts the units by how
# many writers of either team have them; its grey area holds those where the counts differ by one at most.

SplitCounts = NDArray[np.int64]
MOST_WRITERS = 16  # 6,435 splits; of 18 there are 24,310


@dataclass(frozen=True)
class SplitTable:
    """How many units have i writers of the first team (row) and j of the second (column).

    The cell (0, 0) holds the units that nobody wrote down: their number is an estimate.
    """

    counts: tuple[tuple[int, ...], ...]
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()

    @cached_property
    def array(self) -> SplitCounts:
        """The counts as an array."""
        return np.array(self.counts, dtype=np.int64)

    @property
    def grey(self) -> Ratio:
        """The units of the grey area, of all units."""
        i, j = np.indices(self.array.shape)
        return Ratio(int(self.array[np.abs(i - j) <= GREY].sum()), int(self.array.sum()))

    def alpha(self, unseen: int | None = None) -> float:
        """Return Krippendorff's interval alpha of the two teams; `unseen` replaces the cell (0, 0)."""
        table = self.array.copy()
        if unseen is not None:
            table[0, 0] = unseen
        return table_alpha(table)

    def alpha_or_none(self) -> float | None:
        """Return alpha, or None where all units have the same counts and alpha has no value."""
        return value_or_none(self.alpha)

    def summary(self) -> TeamSplit:
        """Return the numbers of the split."""
        return TeamSplit(self.first, self.second, self.counts, self.grey.value, self.alpha_or_none())


@dataclass(frozen=True)
class TeamSplit:
    """One split in numbers: its teams, its table of units, the grey share and alpha."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    table: tuple[tuple[int, ...], ...]
    grey: float | None
    alpha: float | None


@dataclass(frozen=True)
class PooledAlpha:
    """Alpha over all splits together, with so many unseen units: `0`, `z` as assumed, or `2z`."""

    assumed: str
    unseen: int
    alpha: float | None


@dataclass(frozen=True)
class SplitSummary:
    """The split analysis of a topic in numbers; `splits` is how many there are."""

    topic: str
    writers: tuple[str, ...]
    unseen: int
    frequencies: tuple[int, ...]
    splits: int
    mean_grey: float
    expected_grey: float
    mean_alpha: float | None
    best: TeamSplit
    worst: TeamSplit
    pooled_alpha: tuple[PooledAlpha, ...]


@dataclass(frozen=True)
class SplitAnalysis:
    """All splits of the writers of one topic; `unseen` units are assumed that no writer chose."""

    writers: tuple[str, ...]
    unseen: int
    frequencies: tuple[int, ...]
    tables: tuple[SplitTable, ...]

    @property
    def best(self) -> SplitTable:
        """The split with the largest grey share; of several the first."""
        return max(self.tables, key=lambda table: table.grey.part)

    @property
    def worst(self) -> SplitTable:
        """The split with the smallest grey share; of several the first."""
        return min(self.tables, key=lambda table: table.grey.part)

    @property
    def mean_grey(self) -> float:
        shares = [table.grey for table in self.tables]
        return math.fsum(share.part for share in shares) / math.fsum(share.whole for share in shares)

    @property
    def expected_grey(self) -> float:
        """The mean grey share in closed form, from the number of writers of each unit."""
        return float(mean_grey(self.frequencies))

    @cached_property
    def mean_alpha(self) -> float | None:
        """The mean over the splits that have one."""
        times = Counter(table.counts for table in self.tables)  # many splits share a table
        alphas = [(SplitTable(counts).alpha_or_none(), many) for counts, many in times.items()]
        known = [(alpha, many) for alpha, many in alphas if alpha is not None]
        return math.fsum(a * many for a, many in known) / sum(m for _, m in known) if known else None

    def pooled_alpha(self, unseen: int | None = None) -> float:
        """Return alpha over the tables of all splits together."""
        z = self.unseen if unseen is None else unseen
        pooled = np.sum([table.array for table in self.tables], axis=0)
        pooled[0, 0] = z * len(self.tables)
        return table_alpha(pooled)

    @property
    def sensitivity(self) -> tuple[tuple[str, int, float | None], ...]:
        """Pooled alpha with no unseen unit, with z as assumed, and with 2z; None where it has no value."""
        assumed = {"0": 0, "z": self.unseen, "2z": 2 * self.unseen}
        return tuple((w, z, value_or_none(partial(self.pooled_alpha, z))) for w, z in assumed.items())

    def summary(self, topic: str) -> SplitSummary:
        """Return the numbers of the analysis, under the name of its topic."""
        return SplitSummary(
            topic=topic,
            writers=self.writers,
            unseen=self.unseen,
            frequencies=self.frequencies,
            splits=len(self.tables),
            mean_grey=self.mean_grey,
            expected_grey=self.expected_grey,
            mean_alpha=self.mean_alpha,
            best=self.best.summary(),
            worst=self.worst.summary(),
            pooled_alpha=tuple(PooledAlpha(*row) for row in self.sensitivity),
        )


def can_split(writers: int) -> bool:
    """Return whether there are teams of one size of two or more, in few enough ways to look at each.

    Of two writers all units are grey, whatever they chose.
    """
    return 4 <= writers <= MOST_WRITERS and writers % 2 == 0


def table_alpha(table: SplitCounts) -> float:
    """Return interval alpha of two coders whose values are counted in a table."""
    i, j = np.indices(table.shape)
    counts = table.ravel()
    return alpha(np.array([np.repeat(i.ravel(), counts), np.repeat(j.ravel(), counts)]), "interval")


def analyse_splits(chosen: Iterable[Iterable[str]], writers: Sequence[str], unseen: int = 0) -> SplitAnalysis:
    """Split the writers in all ways; `chosen` names the writers of each unit."""
    names = tuple(writers)
    if even_writers(len(names)) > MOST_WRITERS:
        raise InputError(
            "splits-too-many", count=len(names), ways=math.comb(len(names), len(names) // 2) // 2, most=MOST_WRITERS
        )
    if unseen < 0:
        raise InputError("unseen-invalid", unseen=unseen)
    units = [set(unit) for unit in chosen]
    strange = next((min(unit - set(names)) for unit in units if not unit <= set(names)), None)
    if strange is not None:
        raise InputError("writer-unlisted", strange=strange)
    has = np.array([[name in unit for name in names] for unit in units], dtype=np.int64).reshape(-1, len(names))
    levels = np.bincount(has.sum(axis=1), minlength=len(names) + 1)
    levels[0] += unseen
    rest = combinations(range(1, len(names)), len(names) // 2 - 1)
    tables = tuple(_split_table(has, (0, *others), names, unseen) for others in rest)
    return SplitAnalysis(names, unseen, tuple(levels.tolist()), tables)


def _split_table(has: SplitCounts, first: tuple[int, ...], writers: Sequence[str], unseen: int) -> SplitTable:
    second = tuple(place for place in range(len(writers)) if place not in first)
    size = len(first) + 1
    cells = has[:, first].sum(axis=1) * size + has[:, second].sum(axis=1)
    counts = np.bincount(cells, minlength=size * size).reshape(size, size)
    counts[0, 0] += unseen
    return SplitTable(
        tuple(tuple(row) for row in counts.tolist()),
        tuple(writers[place] for place in first),
        tuple(writers[place] for place in second),
    )
