"""Voting rules by their definitions: every permutation, every voter."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import TypeAlias

from cliometer.stats.preferences import Preferences, Rankings

Strength: TypeAlias = Callable[[int, int], tuple[int, ...]]


def by_margin(votes: int, against: int) -> tuple[int, ...]:
    return (votes - against,)


def by_winning_votes(votes: int, against: int) -> tuple[int, ...]:
    return (votes, -against)


def ranked_pairs_orders(preferences: Preferences, strength: Strength = by_margin) -> set[tuple[str, ...]]:
    """The order that each way of breaking ties gives, a pair without a majority either way among them."""
    names, wins = preferences.candidates, preferences.wins
    rank = {
        (names[a], names[b]): strength(wins[a][b], wins[b][a]) if wins[a][b] > wins[b][a] else ()
        for a, b in permutations(range(len(names)), 2)
        if wins[a][b] >= wins[b][a]
    }
    classes = [[pair for pair in rank if rank[pair] == r] for r in sorted(set(rank.values()))[::-1]]
    orders = set()
    for parts in product(*(permutations(pairs) for pairs in classes)):
        locked: set[tuple[str, str]] = set()
        for a, b in (pair for part in parts for pair in part):
            if not leads(locked, b, a):
                locked.add((a, b))
        orders.add(next(order for order in permutations(names) if follows(order, locked)))
    return orders


def leads(locked: set[tuple[str, str]], a: str, b: str) -> bool:
    """Whether a stands before b by some chain."""
    return a == b or any(leads(locked, c, b) for x, c in locked if x == a)


def follows(order: tuple[str, ...], locked: set[tuple[str, str]]) -> bool:
    return all(order.index(a) < order.index(b) for a, b in locked)


def voters(rankings: Rankings) -> Iterator[tuple[str, ...]]:
    """One order for each voter."""
    for order, count in rankings.items():
        for _ in range(count):
            yield order


def borda_points(rankings: Rankings, name: str) -> int:
    return sum(len(order) - 1 - order.index(name) for order in voters(rankings))


def copeland_points(rankings: Rankings, name: str) -> float:
    points = 0.0
    for other in set(next(iter(rankings))) - {name}:
        lead = sum(1 if o.index(name) < o.index(other) else -1 for o in voters(rankings))
        points += 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    return points


def davidson_log_likelihood(preferences: Preferences, log_strength: list[float], log_tie: float) -> float:
    total = 0.0
    for a in range(len(preferences.candidates)):
        for b in range(a):
            p, q = math.exp(log_strength[a]), math.exp(log_strength[b])
            t = math.exp(log_tie) * math.sqrt(p * q)
            total += preferences.wins[a][b] * math.log(p / (p + q + t))
            total += preferences.wins[b][a] * math.log(q / (p + q + t))
            if preferences.ties[a][b]:
                total += preferences.ties[a][b] * math.log(t / (p + q + t))
    return total


def largest_without_a_circle(equals: frozenset[tuple[int, int]]) -> set[frozenset[tuple[int, int]]]:
    """Of all subsets of majorities, those that some order follows and that no other such subset contains."""
    everyone = sorted({name for pair in equals for name in pair})
    followed = {
        frozenset((a, b) for a, b in equals if order.index(a) < order.index(b)) for order in permutations(everyone)
    }
    return {one for one in followed if not any(one < other for other in followed)}
