"""Agreement written for the eye: pairs one by one, splits one by one, sections one item at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations


def grey_shares(chosen: Sequence[frozenset[int]], writers: int) -> list[float]:
    """The grey share of each split into two teams."""
    shares = []
    for team in combinations(range(writers), writers // 2):
        if 0 in team:  # the other half are the same splits with the teams swapped
            near = [abs(len(unit & set(team)) - len(unit - set(team))) <= 1 for unit in chosen]
            shares.append(sum(near) / len(near))
    return shares


def interval_alpha(table: Sequence[Sequence[int]]) -> float:
    """1 - Do/De of two coders, from the pairs of values within units and among all values."""
    pairs = [(i, j) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]
    values = [value for pair in pairs for value in pair]
    observed = sum((i - j) ** 2 for i, j in pairs) / len(pairs)
    n = len(values)
    return 1 - observed / (sum((a - b) ** 2 for a in values for b in values) / (n * (n - 1)))


def set_alpha(rows: Sequence[Sequence[frozenset[int] | None]]) -> float:
    """Krippendorff's alpha with the MASI distance, pair by pair."""
    units = [[value for value in unit if value is not None] for unit in zip(*rows, strict=True)]
    units = [unit for unit in units if len(unit) > 1]
    values = [value for unit in units for value in unit]
    observed = sum(sum(_masi(a, b) for a, b in permutations(unit, 2)) / (len(unit) - 1) for unit in units) / len(values)
    expected = sum(_masi(a, b) for a, b in permutations(values, 2)) / (len(values) * (len(values) - 1))
    return 1 - observed / expected


def _masi(a: frozenset[int], b: frozenset[int]) -> float:
    if a == b:
        return 0
    if not a & b:
        return 1
    return 1 - len(a & b) / len(a | b) * (2 / 3 if a < b or b < a else 1 / 3)


def round_robin(piles: Sequence[Sequence[str]], budget: int) -> list[str]:
    """Go round and take one from the top of each pile that has one."""
    left, taken = [list(pile) for pile in piles], list[str]()
    while any(left):
        for pile in left:
            if pile and len(taken) < budget:
                taken.append(pile.pop(0))
        if len(taken) == budget:
            break
    return taken
