"""tau_AP,b item by item, and the best items of a list with those that tie with the last of them."""

from __future__ import annotations

from collections.abc import Sequence


def tauap_b(x: Sequence[float], y: Sequence[float]) -> float:
    """The mean of both directions of 2 m - 1."""
    return (_direction(x, y) + _direction(y, x)) / 2


def _direction(x: Sequence[float], y: Sequence[float]) -> float:
    shares = []
    for i in range(len(y)):
        above = [j for j in range(len(y)) if y[j] > y[i]]
        if above:
            shares.append(sum(x[j] > x[i] for j in above) / len(above))
    return 2 * sum(shares) / len(shares) - 1


def best(x: Sequence[float], top: int) -> list[int]:
    """The places of the best items, in order of their places."""
    least = sorted(x, reverse=True)[top - 1]
    return [place for place, value in enumerate(x) if value >= least]
