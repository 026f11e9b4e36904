"""Voting rules that give points (Borda 1781, Copeland 1951), and the two that only count rankings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby
from typing import TypeAlias

from cliometer.errors import InputError
from cliometer.stats.preferences import Preferences, Rankings, ranked_candidates

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
    _check_all_compared(preferences)

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
    if len({preferences.compared(a, b) for a, b in combinations(everyone, 2)}) > 1:
        raise InputError("Borda's rule needs as many votes on one pair of candidates as on any other")
    return _scored(
        preferences,
        [Fraction(2 * sum(preferences.wins[a]) + sum(preferences.ties[a]), 2) for a in everyone],
    )


def plurality(rankings: Rankings) -> Scored:
    """How many rankings put each candidate first."""
    points = dict.fromkeys(ranked_candidates(rankings), Fraction())
    for order, count in rankings.items():
        points[order[0]] += count
    return Scored(points)


def modal_orderings(rankings: Rankings) -> tuple[tuple[tuple[str, ...], ...], int]:
    """The rankings given most often, more than one where they tie, and how often."""
    ranked_candidates(rankings)
    most = max(rankings.values())
    return tuple(sorted(order for order, count in rankings.items() if count == most)), most


def _scored(preferences: Preferences, points: list[Fraction]) -> Scored:
    return Scored(dict(zip(preferences.candidates, points, strict=True)))


def _check_all_compared(preferences: Preferences) -> None:
    names = preferences.candidates
    for a, b in combinations(range(len(names)), 2):
        if not preferences.compared(a, b):
            raise InputError(
                f"Copeland's rule needs votes on every pair; {names[a]!r} and {names[b]!r} have none"
            )
