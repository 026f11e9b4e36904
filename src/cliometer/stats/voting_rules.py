"""Ranked pairs (Tideman 1987), Copeland (1951), Borda (1781), and the rules that only count rankings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby
from types import MappingProxyType
from typing import TypeAlias

from cliometer.errors import InputError, UsageError, unknown
from cliometer.stats.preferences import Majority, Preferences, Ranked, cycles, groups_of, ranked_candidates

# Ranked pairs (Tideman 1987): lock in majorities, strongest first, unless one closes a circle.
# Majorities of equal strength can be considered in any order, and the order can decide the result.
# Tideman's neutral rule follows all of them. So do we, without trying permutations: among equals, a set of
# majorities can be what is locked in exactly if it closes no circle and none of the others could join it.
# Where all ways agree on a pair, the pair has an order; where they do not, it is tied.

Pair: TypeAlias = tuple[int, int]
Relation: TypeAlias = frozenset[Pair]
Strength: TypeAlias = Callable[[Majority], tuple[int, ...]]

STRENGTHS: Mapping[str, Strength] = MappingProxyType(
    {
        "margin": lambda majority: (majority.margin,),
        "winning-votes": lambda majority: (majority.votes, -majority.against),
    }
)


@dataclass(frozen=True)
class RankedPairs:
    """What all ways of breaking ties agree on, and where they part.

    `groups` is the order, best first; a group of several is tied, though `before` may still order some of its
    pairs. `winners` come first under at least one way. Majorities are locked in by all ways, dropped by
    all, or contested. `cycles` lists all circles of majorities, with more than seven
    candidates only those of three.
    """

    groups: tuple[tuple[str, ...], ...]
    winners: tuple[str, ...]
    before: frozenset[tuple[str, str]]
    tied: tuple[tuple[str, str], ...]
    locked: tuple[Majority, ...]
    dropped: tuple[Majority, ...]
    contested: tuple[Majority, ...]
    cycles: tuple[tuple[str, ...], ...]
    ways: int

    @property
    def order(self) -> tuple[str, ...] | None:
        """The one order, best first; none where anything is tied."""
        return None if self.tied else tuple(name for group in self.groups for name in group)

    def __str__(self) -> str:
        return " > ".join(" = ".join(group) for group in self.groups)


def ranked_pairs(preferences: Preferences, strength: str = "margin", patience: int = 50_000) -> RankedPairs:
    """Rank candidates; fail where following all ways to break ties takes more than `patience` trials.

    That is seldom so below nine candidates, even where each pair has a single vote.
    """
    names = preferences.candidates
    majorities = {
        (preferences.index(majority.winner), preferences.index(majority.loser)): majority
        for majority in preferences.majorities()
    }
    if strength not in STRENGTHS:
        raise unknown("strength of a majority", strength, STRENGTHS)
    ways = _ways(majorities, STRENGTHS[strength], iter(range(patience)))
    agreed = frozenset.intersection(*ways)
    everyone = range(len(names))
    firsts = [a for a in everyone if any(all((b, a) not in way for b in everyone) for way in ways)]
    held = {pair: sum(pair in way for way in ways) for pair in majorities}
    return RankedPairs(
        groups=tuple(tuple(names[a] for a in group) for group in _groups(agreed, len(names))),
        winners=tuple(names[a] for a in firsts),
        before=frozenset((names[a], names[b]) for a, b in agreed),
        tied=tuple((names[a], names[b]) for a, b in _incomparable(agreed, len(names))),
        locked=tuple(majorities[pair] for pair in majorities if held[pair] == len(ways)),
        dropped=tuple(majorities[pair] for pair in majorities if not held[pair]),
        contested=tuple(majorities[pair] for pair in majorities if 0 < held[pair] < len(ways)),
        cycles=cycles(preferences, longest=None if len(names) <= 7 else 3, at_most=1_000_000),
        ways=len(ways),
    )


def _ways(majorities: Mapping[Pair, Majority], strength: Strength, patience: Iterator[int]) -> set[Relation]:
    """Return all that can be locked in, with what follows from it, over all orders of equal majorities.

    A pair without a majority would come last and could go either way: it stays open unless already decided.
    """

    strengths = {pair: strength(majority) for pair, majority in majorities.items()}
    ordered = sorted(majorities, key=strengths.__getitem__, reverse=True)
    ways: set[Relation] = {frozenset()}
    for _, equals in groupby(ordered, key=strengths.__getitem__):
        tied = frozenset(equals)
        ways = {relation for way in ways for relation in _lock(way, tied, patience)}
    return ways


def _lock(locked: Relation, equals: Relation, patience: Iterator[int]) -> Iterator[Relation]:
    """Yield each largest set of equal majorities that closes no circle, added to what is locked already.

    A circle must lose one of its equals: the first, or the second while the first stays, and so on. A loss is
    only real while what is left still contradicts it.
    """
    waiting = [(equals - {(b, a) for a, b in locked}, frozenset[Pair]())]
    while waiting:
        if next(patience, None) is None:
            raise UsageError("ties-too-many")
        kept, stays = waiting.pop()
        relation = closure(locked | kept)
        if all((b, a) in relation for a, b in equals - kept):
            circle = _circle(locked, kept, relation)
            if not circle:
                yield relation
            for place, pair in enumerate(circle):
                if pair not in stays:
                    waiting.append((kept - {pair}, stays | frozenset(circle[:place])))


def _circle(locked: Relation, kept: Relation, relation: Relation) -> list[Pair]:
    """Return the equal majorities on some cycle, if any."""
    for a, b in sorted(kept):
        if (b, a) in relation:
            return [(a, b), *(pair for pair in _path(locked | kept, b, a) if pair in kept)]
    return []


def _path(relation: Relation, start: int, end: int) -> list[Pair]:
    """Return the steps of a shortest way from one candidate to another."""
    paths: list[list[Pair]] = [[(start, b)] for a, b in sorted(relation) if a == start]
    reached = {start}
    for path in paths:  # grows as it is walked
        at = path[-1][1]
        if at == end:
            return path
        if at not in reached:
            reached.add(at)
            paths.extend([*path, (a, b)] for a, b in sorted(relation) if a == at)
    return []


def closure(relation: Iterable[Pair]) -> Relation:
    """Return a relation with all that follows from it: a before b and b before c puts a before c (Warshall 1962)."""
    after: dict[int, set[int]] = {}
    for a, b in relation:
        after.setdefault(a, set()).add(b)
    for b in list(after):
        for reached in after.values():
            if b in reached:
                reached |= after[b]
    return frozenset((a, b) for a, reached in after.items() for b in reached)


def _incomparable(relation: Relation, size: int) -> list[Pair]:
    return [(a, b) for a, b in combinations(range(size), 2) if not {(a, b), (b, a)} & relation]


def _groups(relation: Relation, size: int) -> list[list[int]]:
    """Return the groups that ties connect; of two groups one is always before the other as a whole."""
    ties = _incomparable(relation, size)
    together = closure([*ties, *((b, a) for a, b in ties)])
    groups = {frozenset({a} | {b for b in range(size) if (a, b) in together}) for a in range(size)}

    above = {group: sum((a, min(group)) in relation for a in range(size) if a not in group) for group in groups}
    return [sorted(group) for group in sorted(groups, key=above.__getitem__)]


Points: TypeAlias = Mapping[str, Fraction]


@dataclass(frozen=True)
class CandidatePoints:
    """Points of each candidate; `groups` is their order, best first, equal points together."""

    points: Points

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Candidates from most to fewest points; a group of several is tied."""
        ranked = sorted(self.points, key=lambda name: -self.points[name])
        return tuple(tuple(same) for _, same in groupby(ranked, key=self.points.__getitem__))

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has most points."""
        return self.groups[0]


def copeland(preferences: Preferences) -> CandidatePoints:
    """Give one point for each candidate beaten by majority, half a point for each equal (Copeland 1951)."""
    wins, everyone = preferences.wins, range(len(preferences.candidates))
    _check_all_compared(preferences, "Copeland's")

    def point(a: int, b: int) -> Fraction:
        return Fraction((wins[a][b] > wins[b][a]) - (wins[a][b] < wins[b][a]) + 1, 2)

    return _scored(preferences, [sum((point(a, b) for b in everyone if b != a), Fraction()) for a in everyone])


def borda(preferences: Preferences) -> CandidatePoints:
    """Give one point for each candidate that a voter puts lower, half a point for a tie (Borda 1781).

    Points add up over votes, so that every pair must have been put to the vote equally often.
    """
    everyone = range(len(preferences.candidates))
    if not evenly_compared(preferences):
        raise InputError("borda-votes-uneven")
    return _scored(
        preferences, [Fraction(2 * sum(preferences.wins[a]) + sum(preferences.ties[a]), 2) for a in everyone]
    )


def evenly_compared(preferences: Preferences) -> bool:
    """Return whether every pair has as many votes as any other."""
    pairs = combinations(range(len(preferences.candidates)), 2)
    return len({preferences.compared(a, b) for a, b in pairs}) == 1


def borda_shares(preferences: Preferences) -> CandidatePoints:
    """Return Borda's points on shares of votes, ties halved: how many others a random vote on each would put lower.

    Every pair weighs the same, however many votes it has; with as many on each it is Borda's order.
    """
    _check_all_compared(preferences, "Borda's")
    everyone = range(len(preferences.candidates))

    def share(a: int, b: int) -> Fraction:
        return Fraction(2 * preferences.wins[a][b] + preferences.ties[a][b], 2 * preferences.compared(a, b))

    return _scored(preferences, [sum((share(a, b) for b in everyone if b != a), Fraction()) for a in everyone])


def plurality(rankings: Mapping[Ranked, int]) -> CandidatePoints:
    """Return how many rankings put each candidate first; several tied for the first place share it."""
    points = dict.fromkeys(ranked_candidates(rankings), Fraction())
    for order, count in rankings.items():
        first = groups_of(order)[0]
        for name in first:
            points[name] += Fraction(int(count), len(first))
    return CandidatePoints(points)


def modal_orderings(rankings: Mapping[Ranked, int]) -> tuple[tuple[Ranked, ...], int]:
    """Return the rankings given most often, more than one where they tie, and how often."""
    ranked_candidates(rankings)
    most = max(rankings.values())
    return tuple(sorted((order for order, count in rankings.items() if count == most), key=groups_of)), most


def _scored(preferences: Preferences, points: list[Fraction]) -> CandidatePoints:
    return CandidatePoints(dict(zip(preferences.candidates, points, strict=True)))


def _check_all_compared(preferences: Preferences, whose: str) -> None:
    names = preferences.candidates
    for a, b in combinations(range(len(names)), 2):
        if not preferences.compared(a, b):
            raise InputError("pair-without-votes", whose=whose, names=names[a], other_names=names[b])
