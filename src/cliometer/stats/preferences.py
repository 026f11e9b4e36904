"""The pairwise table behind every voting rule: who was preferred to whom, and in which circles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias, TypeVar

from cliometer.errors import InputError, UsageError, shown, unknown
from cliometer.model.judgements import Order, Vote, spelled
from cliometer.spelling import LARGEST_COUNT, is_whole, listed

Counts: TypeAlias = tuple[tuple[int, ...], ...]
Rankings: TypeAlias = Mapping[tuple[str, ...], int]
"""How often each order, best first, was given."""
Ranking: TypeAlias = tuple[str | tuple[str, ...], ...]
"""An order, best first, in which some may be tied: `("a", "b", "c")`, or `("a", ("b", "c"))`."""
Ranked = TypeVar("Ranked", bound=Ranking)


@dataclass(frozen=True)
class Majority:
    """One candidate is preferred to another by more voters than the reverse."""

    winner: str
    loser: str
    votes: int
    against: int

    @property
    def margin(self) -> int:
        """By how many votes."""
        return self.votes - self.against


@dataclass(frozen=True)
class Preferences:
    """`wins[a][b]` votes put candidate a before b; `ties[a][b]`, the same both ways, saw no difference."""

    candidates: tuple[str, ...]
    wins: Counts
    ties: Counts

    def __post_init__(self) -> None:
        _check_candidates(self.candidates)
        for counts in (self.wins, self.ties):
            _check_counts(counts, len(self.candidates))
        for name in ("wins", "ties"):  # whole numbers of any kind as Python's own, which never overflow
            object.__setattr__(self, name, tuple(tuple(map(int, row)) for row in getattr(self, name)))
        if any(self.ties[a][b] != self.ties[b][a] for a, b in self._pairs()):
            raise InputError("tie-counts-asymmetric")
        if not self.votes:
            raise InputError("no-votes")

    def _pairs(self) -> Iterable[tuple[int, int]]:
        return combinations(range(len(self.candidates)), 2)

    @property
    def votes(self) -> int:
        """How many comparisons were made, ties among them."""
        return sum(self.compared(a, b) for a, b in self._pairs())

    def compared(self, a: int, b: int) -> int:
        """Return how many votes were cast on a pair, given by position."""
        return self.wins[a][b] + self.wins[b][a] + self.ties[a][b]

    def index(self, name: str) -> int:
        """Return the position of a candidate in the table."""
        if name not in self.candidates:
            raise unknown("candidate", name, self.candidates)
        return self.candidates.index(name)

    def majorities(self) -> tuple[Majority, ...]:
        """Return every pair that more voters decided one way than the other, widest margin first."""
        majorities = [
            Majority(self.candidates[a], self.candidates[b], self.wins[a][b], self.wins[b][a])
            for pair in self._pairs()
            for a, b in (pair, pair[::-1])
            if self.wins[a][b] > self.wins[b][a]
        ]
        return tuple(sorted(majorities, key=lambda majority: -majority.margin))

    def undecided(self) -> tuple[tuple[str, str], ...]:
        """Return pairs without a majority: as many votes one way as the other, or none at all."""
        return tuple(
            (self.candidates[a], self.candidates[b]) for a, b in self._pairs() if self.wins[a][b] == self.wins[b][a]
        )

    def total_order(self) -> tuple[str, ...] | None:
        """Return the order that every majority follows, best first; none where a pair is undecided or in a cycle."""
        victories = [majority.winner for majority in self.majorities()]
        order = tuple(sorted(self.candidates, key=victories.count, reverse=True))
        scores = [victories.count(name) for name in order]
        return order if scores == list(range(len(order)))[::-1] else None


def preferences_from_votes(votes: Iterable[Vote], candidates: Sequence[str] | None = None) -> Preferences:
    """Count votes on pairs; without a list of candidates they are taken in alphabetical order."""
    cast = list(votes)
    if not cast:
        raise InputError("no-votes")
    for vote in cast:
        _check_name(vote.left)
        _check_name(vote.right)
        _check_count(vote.count)
        if vote.left == vote.right:
            raise InputError("vote-with-itself", left=vote.left)
        if vote.winner is not None and vote.winner not in (vote.left, vote.right):
            raise InputError("vote-winner-unknown", left=vote.left, right=vote.right, winner=shown(vote.winner))
    names = tuple(sorted({name for vote in cast for name in (vote.left, vote.right)}))
    return _table(
        tuple(candidates) if candidates is not None else names,
        [
            (vote.winner, vote.right if vote.winner == vote.left else vote.left, vote.count)
            for vote in cast
            if vote.winner is not None
        ],
        [(vote.left, vote.right, vote.count) for vote in cast if vote.winner is None],
    )


def preferences_from_rankings(rankings: Mapping[Ranked, int], candidates: Sequence[str] | None = None) -> Preferences:
    """Count every pair of every ranking; each ranking names all candidates once."""
    names = ranked_candidates(rankings, candidates)
    given = [(groups_of(order), int(count)) for order, count in rankings.items()]
    wins = [
        (a, b, count) for order, count in given for above, below in combinations(order, 2) for a in above for b in below
    ]
    ties = [(a, b, count) for order, count in given for group in order for a, b in combinations(group, 2)]
    return _table(names, wins, ties)


def groups_of(order: Ranking) -> Order:
    """Return a ranking as groups, best first; a name alone is a group of one."""
    return tuple((group,) if isinstance(group, str) else group for group in order)


def ranked_candidates(rankings: Mapping[Ranked, int], candidates: Sequence[str] | None = None) -> tuple[str, ...]:
    """Return whom the rankings rank, alphabetically unless listed; an error where a ranking is not complete."""
    for order, count in rankings.items():
        _check_order(order)
        _check_count(count)
    if not sum(rankings.values()):
        raise InputError("no-rankings")
    orders = [groups_of(order) for order in rankings]
    named = sorted({name for order in orders for group in order for name in group})
    names = tuple(candidates) if candidates is not None else tuple(named)
    _check_candidates(names)
    for given in orders:
        _check_ranking(given, names)
    return names


def _table(
    names: tuple[str, ...], wins: Iterable[tuple[str, str, int]], ties: Iterable[tuple[str, str, int]]
) -> Preferences:
    _check_candidates(names)
    both_ways = [pair for a, b, count in ties for pair in ((a, b, count), (b, a, count))]
    return Preferences(names, _square(names, wins), _square(names, both_ways))


def _square(names: tuple[str, ...], pairs: Iterable[tuple[str, str, int]]) -> Counts:
    place = {name: index for index, name in enumerate(names)}
    counts = [[0] * len(names) for _ in names]
    for a, b, count in pairs:
        for name in (a, b):
            if name not in place:
                raise unknown("candidate", name, names)
        counts[place[a]][place[b]] += count
    return tuple(map(tuple, counts))


def _check_name(name: object) -> None:
    if not isinstance(name, str) or not name.strip():
        raise InputError("candidate-name-expected", name=shown(name))


def _check_candidates(names: tuple[str, ...]) -> None:
    for name in names:
        _check_name(name)
    if len(names) < 2:
        raise InputError("candidates-too-few", count=len(names))
    if (twice := next((name for name in names if names.count(name) > 1), None)) is not None:
        raise InputError("candidate-repeated", twice=twice)


def _check_order(order: object) -> None:
    if not isinstance(order, tuple):
        raise UsageError("ranking-expected", order=shown(order))
    for group in order:
        for name in group if isinstance(group, tuple) else (group,):
            _check_name(name)


def _check_count(count: object) -> None:
    if not is_whole(count, 0, LARGEST_COUNT):
        raise InputError("vote-count-expected", count=shown(count))


def _check_counts(counts: Counts, size: int) -> None:
    if len(counts) != size or any(len(row) != size for row in counts):
        raise UsageError("vote-table-expected", size=size)
    for row in counts:
        for count in row:
            _check_count(count)
    if any(counts[a][a] for a in range(size)):
        raise InputError("vote-diagonal-filled")


def _check_ranking(order: Order, names: tuple[str, ...]) -> None:
    ranked = [name for group in order for name in group]
    for name in ranked:
        if name not in names:
            raise unknown("candidate", name, names)
        if ranked.count(name) > 1:
            raise InputError("ranking-repeats-name", spelled=spelled(order), name=name)
    if missing := [name for name in names if name not in ranked]:
        raise InputError("ranking-lacks-names", spelled=spelled(order), missing=listed(map(repr, missing)))


def cycles(preferences: Preferences, longest: int | None = None, at_most: int = 10_000) -> tuple[tuple[str, ...], ...]:
    """Return every cycle of majorities, shortest first, each from its earliest listed candidate on.

    Their number can grow faster than exponentially with the candidates: beyond `at_most` this is an error,
    and `longest=3` lists only the circles of three.
    """
    if longest is not None and (not isinstance(longest, int) or longest < 3):
        raise UsageError("circle-too-short", longest=shown(longest))
    wins, everyone = preferences.wins, range(len(preferences.candidates))
    beats = [[b for b in everyone if wins[a][b] > wins[b][a]] for a in everyone]
    circles: list[tuple[int, ...]] = []
    for circle in _circles(beats, longest or len(beats)):
        if len(circles) == at_most:
            raise UsageError("circles-too-many", at_most=at_most)
        circles.append(circle)
    circles.sort(key=lambda circle: (len(circle), circle))
    return tuple(tuple(preferences.candidates[a] for a in circle) for circle in circles)


def _circles(beats: list[list[int]], longest: int) -> Iterator[tuple[int, ...]]:
    """Paths that return to their start and never visit an earlier candidate, so that each is found once."""
    paths: list[tuple[int, ...]] = [(start,) for start in range(len(beats))]
    while paths:
        path = paths.pop()
        for b in beats[path[-1]]:
            if b == path[0]:
                yield path
            elif b > path[0] and b not in path and len(path) < longest:
                paths.append((*path, b))
