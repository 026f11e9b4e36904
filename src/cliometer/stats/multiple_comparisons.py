"""Many systems at once: adjusted p-values, critical difference, joint ranks and letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from string import ascii_lowercase

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cliometer.errors import InputError, UsageError
from cliometer.stats.samples import Floats, average_ranks, between, matrices, numbers, several, several_systems


def holm_of_known(p_values: Sequence[float | None]) -> list[float | None]:
    """Return Holm's adjusted p-values over the tests that have one; None stays None."""
    tested = [p for p in p_values if p is not None]
    adjusted = iter(holm(tested).tolist() if tested else ())
    return [None if p is None else next(adjusted) for p in p_values]


def holm(p_values: ArrayLike) -> Floats:
    """Return p corrected after Holm (1979): the k-th smallest of m times m - k + 1, never below a smaller one."""
    return _adjusted(p_values, lambda p: np.maximum.accumulate(p * np.arange(len(p), 0, -1)))


def benjamini_hochberg(p_values: ArrayLike) -> Floats:
    """Return p corrected after Benjamini & Hochberg (1995): the k-th smallest times m / k, never above a larger one."""
    return _adjusted(p_values, lambda p: np.minimum.accumulate((p * len(p) / np.arange(1, len(p) + 1))[::-1])[::-1])


def _adjusted(p_values: ArrayLike, stepped: Callable[[Floats], Floats]) -> Floats:
    p = numbers(p_values, "p-values")
    if p.min() < 0 or p.max() > 1:
        raise InputError("p-value-out-of-range")
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(stepped(p[order]), 1.0)
    return adjusted


# Critical difference (Demsar 2006): Friedman's average ranks, and how far apart Nemenyi's test wants them.
# The test statistic is Friedman's as Demsar prints it, without a correction for ties.


@dataclass(frozen=True)
class CriticalDifference:
    """What a critical-difference diagram draws; `bars` join systems, best first, that do not differ."""

    average_ranks: tuple[float, ...]
    critical_difference: float
    friedman: float
    p_value: float
    bars: tuple[tuple[int, ...], ...]


def critical_difference(
    scores: ArrayLike, *, significance: float = 0.05, higher_is_better: bool = True
) -> CriticalDifference:
    """Rank the systems on each topic of a table (systems x topics), 1 for the best, and average the ranks."""
    from scipy.special import chdtrc

    between(significance, "a significance level")
    (table,) = matrices(scores)
    k, N = table.shape
    several(N, "topic")
    ranks = average_ranks(-table.T if higher_is_better else table.T)
    if np.all(ranks == ranks[0, 0]):
        raise InputError("ranks-all-tied")
    R: Floats = np.mean(ranks, axis=0)
    distance = nemenyi_quantile(k, significance) * float(np.sqrt(k * (k + 1) / (6 * N)))
    friedman = 12 * N / (k * (k + 1)) * float(np.sum((R - (k + 1) / 2) ** 2))
    p = float(chdtrc(k - 1, friedman))
    return CriticalDifference(tuple(R.tolist()), distance, friedman, p, _bars(R, distance))


def nemenyi_quantile(systems: int, significance: float) -> float:
    """Return q of Demsar's table 5a: the studentised range with infinite degrees of freedom, over the root of 2."""
    from scipy.stats import studentized_range

    several_systems(systems)
    return float(studentized_range.ppf(1 - significance, systems, np.inf) / np.sqrt(2))


def _bars(R: Floats, distance: float) -> tuple[tuple[int, ...], ...]:
    """Return the longest runs of neighbours that lie within the critical difference; a bar joins two or more."""
    order = np.argsort(R, kind="stable")
    ends = [int(np.searchsorted(R[order], rank + distance, side="left")) for rank in R[order]]
    bars = []
    for start, end in enumerate(ends):
        if end - start > 1 and (start == 0 or end > ends[start - 1]):
            bars.append(tuple(int(system) for system in order[start:end]))
    return tuple(bars)


# Who differs from whom: joint ranks (Mackie et al. 2014), letters where those cannot exist (Piepho 2004).
# Both read a table of yes and no: whether two systems differ significantly. Systems that do not differ
# share a rank, written 1/2; that only works where "does not differ" is transitive and nobody stands in
# between. Letters always work: two systems share a letter if and only if they do not differ.

Group = frozenset[int]


@dataclass(frozen=True)
class JointRanks:
    """For each system the places it shares, such as (1, 2); or the reason why there are none."""

    places: tuple[tuple[int, ...], ...] | None
    undefined: str | None = None

    def __str__(self) -> str:
        return self.undefined or ", ".join("/".join(map(str, places)) for places in self.places or ())


def joint_ranks(
    scores: ArrayLike, differs: ArrayLike, *, higher_is_better: bool = True, names: Sequence[str] | None = None
) -> JointRanks:
    """Return ranks by score; systems that do not differ significantly share ranks. `names` are for the reason."""
    order, table = _checked(scores, differs, higher_is_better)
    names = names or [f"system {place + 1}" for place in range(len(order))]
    for a, b, c in permutations(order, 3):
        if not table[a, b] and not table[b, c] and table[a, c]:
            reason = f"{names[a]} and {names[c]} differ, but neither differs from {names[b]}"
            return JointRanks(None, f"{reason}; use letter groups")
    for a, b, c in combinations(order, 3):
        if not table[a, c] and table[a, b]:
            reason = f"{names[b]} stands between {names[a]} and {names[c]}, which do not differ"
            return JointRanks(None, f"{reason}, yet it differs from {names[a]}; use letter groups")
    place = {system: rank for rank, system in enumerate(order, start=1)}
    equals = ([other for other in order if not table[system, other]] for system in range(len(order)))
    return JointRanks(tuple(tuple(place[other] for other in group) for group in equals))


def compact_letters(
    scores: ArrayLike, differs: ArrayLike, *, higher_is_better: bool = True
) -> tuple[tuple[str, ...], ...]:
    """Return the letters of each system; a is the group with the best system. After z come aa, ab and so on."""
    order, table = _checked(scores, differs, higher_is_better)
    place = {system: rank for rank, system in enumerate(order)}
    groups = sorted(letter_groups(table), key=lambda group: sorted(place[system] for system in group))
    return tuple(
        tuple(letter(index) for index, group in enumerate(groups) if system in group) for system in range(len(order))
    )


def leader_groups(scores: ArrayLike, differs: ArrayLike, *, higher_is_better: bool = True) -> tuple[int, ...]:
    """Return the number of each system's group, from 0 on, for more systems than letters can tell apart.

    The best system that is in no group yet leads the next one, which holds all systems that are in none and do not
    differ from it. Members of a group may differ from each other.
    """
    order, table = _checked(scores, differs, higher_is_better)
    groups = np.full(len(order), -1)
    for leader in order:
        if groups[leader] < 0:
            groups[(groups < 0) & ~table[leader]] = groups.max() + 1
    return tuple(groups.tolist())


def letter_groups(table: NDArray[np.bool_]) -> list[Group]:
    """Return letters by Piepho's insert and absorb: a column with two systems that differ becomes two columns.

    Of his sweep we keep what leaves groups whole: a column whose pairs all share another one is dropped.
    """
    columns = [frozenset(range(len(table)))]
    for i, j in zip(*np.nonzero(np.triu(table)), strict=True):
        apart = [column for column in columns if not {i, j} <= column]
        halves = [column - {int(system)} for column in columns if {i, j} <= column for system in (i, j)]
        distinct = list(dict.fromkeys([*apart, *halves]))
        columns = [column for column in distinct if not any(column < other for other in distinct)]
    kept = columns
    for column in sorted(columns, key=lambda group: (len(group), sorted(group))):
        others = [other for other in kept if other != column]
        pairs = [*combinations(sorted(column), 2), *((system,) for system in column)]
        if all(any(other.issuperset(pair) for other in others) for pair in pairs):
            kept = others
    return kept


def _checked(scores: ArrayLike, differs: ArrayLike, higher_is_better: bool) -> tuple[list[int], NDArray[np.bool_]]:
    """Return systems from best to worst, in input order among equals, and the table of who differs from whom."""
    values = numbers(scores, "scores", largest=np.inf)
    table = np.asarray(differs)
    if len(values) < 2:
        raise InputError("score-systems-too-few", count=len(values))
    if table.shape != (len(values), len(values)):
        raise UsageError("system-matrix-expected", count=len(values), shape=table.shape)
    if table.dtype != np.bool_:
        raise UsageError("truth-matrix-expected")
    if np.any(np.diag(table)) or np.any(table != table.T):
        raise InputError("symmetric-matrix-expected")
    return np.argsort(-values if higher_is_better else values, kind="stable").tolist(), table


def letter(index: int) -> str:
    """Return a to z, then aa, ab and so on, as the columns of a spreadsheet are named."""
    before, last = divmod(index, 26)
    return (letter(before - 1) if before else "") + ascii_lowercase[last]
