"""Voting rules that give points (Borda 1781, Copeland 1951), and the two that only count rankings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby
from typing import TypeAlias

from cliometer.errors import InputError
from cliometer.stats.preferences import Preferences, Ranked, groups_of, ranked_candidates

Points: TypeAlias = Mapping[str, Fraction]


@dataclass(frozen=True)
class Scored:
    """Points of each candidate; `groups` is their order, best first, equal points together."""

    points: Points

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Candidates from most to fewest points; a group of several is tied."""

        def points_of(name: str) -> Fraction:
            return -self.points[name]

        return tuple(tuple(same) for _, same in groupby(sorted(self.points, key=points_of), key=points_of))

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has most points."""
        return self.groups[0]


def copeland(preferences: Preferences) -> Scored:
    """One point for each candidate beaten by majority, half a point for each equal (Copeland 1951)."""
    wins, everyone = preferences.wins, range(len(preferences.candidates))
    _check_all_compared(preferences, "Copeland's")

    def point(a: int, b: int) -> Fraction:
        return Fraction((wins[a][b] > wins[b][a]) - (wins[a][b] < wins[b][a]) + 1, 2)

    return _scored(
        preferences, [sum((point(a, b) for b in everyone if b != a), Fraction()) for a in everyone]
    )


def borda(preferences: Preferences) -> Scored:
    """One point for each candidate that a voter puts lower, half a point for a tie (Borda 1781).

    Points add up over votes, so that every pair must have been put to the vote equally often.
    """
    everyone = range(len(preferences.candidates))
    if not evenly_compared(preferences):
        raise InputError("Borda's rule needs as many votes on one pair of candidates as on any other")
    return _scored(
        preferences,
        [Fraction(2 * sum(preferences.wins[a]) + sum(preferences.ties[a]), 2) for a in everyone],
    )


def evenly_compared(preferences: Preferences) -> bool:
    """Whether every pair has as many votes as any other."""
    pairs = combinations(range(len(preferences.candidates)), 2)
    return len({preferences.compared(a, b) for a, b in pairs}) == 1


def borda_shares(preferences: Preferences) -> Scored:
    """Borda's rule on shares of votes, ties halved: how many others a random vote on each would put lower.

    Every pair weighs the same, however many votes it has; with as many on each it is Borda's order.
    """
    _check_all_compared(preferences, "Borda's")
    everyone = range(len(preferences.candidates))

    def share(a: int, b: int) -> Fraction:
        return Fraction(2 * preferences.wins[a][b] + preferences.ties[a][b], 2 * preferences.compared(a, b))

    return _scored(
        preferences, [sum((share(a, b) for b in everyone if b != a), Fraction()) for a in everyone]
    )


def plurality(rankings: Mapping[Ranked, int]) -> Scored:
    """How many rankings put each candidate first; several tied for the first place share it."""
    points = dict.fromkeys(ranked_candidates(rankings), Fraction())
    for order, count in rankings.items():
        first = groups_of(order)[0]
        for name in first:
            points[name] += Fraction(int(count), len(first))
    return Scored(points)


def modal_orderings(rankings: Mapping[Ranked, int]) -> tuple[tuple[Ranked, ...], int]:
    """The rankings given most often, more than one where they tie, and how often."""
    ranked_candidates(rankings)
    most = max(rankings.values())
    return tuple(sorted((order for order, count in rankings.items() if count == most), key=groups_of)), most


def _scored(preferences: Preferences, points: list[Fraction]) -> Scored:
    return Scored(dict(zip(preferences.candidates, points, strict=True)))


def _check_all_compared(preferences: Preferences, whose: str) -> None:
    names = preferences.candidates
    for a, b in combinations(range(len(names)), 2):
        if not preferences.compared(a, b):
            raise InputError(
                f"{whose} rule needs votes on every pair; {names[a]!r} and {names[b]!r} have none"
            )
