"""Circles of majorities (Condorcet's paradox, 1785): a beats b, b beats c, and c beats a."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.errors import UsageError, shown
from cliometer.stats.preferences import Preferences


def cycles(
    preferences: Preferences, longest: int | None = None, at_most: int = 10_000
) -> tuple[tuple[str, ...], ...]:
    """Every circle of majorities, shortest first, each told from its earliest listed candidate on.

    Their number can grow faster than exponentially with the candidates: beyond `at_most` this is an error,
    and `longest=3` lists only the circles of three.
    """
    if longest is not None and (not isinstance(longest, int) or longest < 3):
        raise UsageError(f"a circle has at least three candidates, found longest={shown(longest)}")
    beats = _beaten_by(preferences)
    found: list[tuple[int, ...]] = []
    for circle in _circles(beats, longest or len(beats)):
        if len(found) == at_most:
            raise UsageError(f"there are more than {at_most} circles of majorities; ask for longest=3")
        found.append(circle)
    return tuple(tuple(preferences.candidates[a] for a in circle) for circle in sorted(found, key=_by_length))


def _by_length(circle: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return len(circle), circle


def _beaten_by(preferences: Preferences) -> list[list[int]]:
    """For each candidate whom it beats."""
    wins, everyone = preferences.wins, range(len(preferences.candidates))
    return [[b for b in everyone if wins[a][b] > wins[b][a]] for a in everyone]


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
