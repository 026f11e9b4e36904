"""Strengths from comparisons (Bradley & Terry 1952), with ties after Davidson (1970), by Newton's method.

Davidson: candidate i of strength p_i is preferred to j with probability p_i / (p_i + p_j + v sqrt(p_i p_j)),
and the two tie with probability v sqrt(p_i p_j) / (...). The likelihood is concave in log p and log v.
Without any tie v is 0, which leaves Bradley and Terry's model.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import InputError, UsageError, shown
from cliometer.spelling import listed
from cliometer.stats.preferences import Preferences
from cliometer.stats.samples import Floats, portions
from cliometer.stats.vote_clusters import ClusterTables, VoteClusters, clustered_variance, independent_votes

PRECISION = 1e-10  # the last step of Newton's method, in log strength
MOST_STEPS = 200
BLOCK = 2**20  # numbers held at once; the answer does not depend on it


@dataclass(frozen=True)
class Strengths:
    """Strengths add up to one; `tie` is Davidson's v."""

    strength: Mapping[str, float]
    tie: float

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Candidates from strong to weak; those that differ by no more than the fit's precision are tied."""
        groups: list[tuple[str, ...]] = []
        for name in sorted(self.strength, key=lambda name: -self.strength[name]):
            if groups and math.isclose(self.strength[groups[-1][-1]], self.strength[name], rel_tol=1e-9):
                groups[-1] = (*groups[-1], name)
            else:
                groups.append((name,))
        return tuple(groups)


@dataclass(frozen=True)
class StrengthIntervals:
    """Intervals of the strengths; `over` names what they are the spread of, such as `8 topics`."""

    interval: Mapping[str, tuple[float, float]]
    confidence: float
    over: str


def bradley_terry(preferences: Preferences) -> Strengths:
    """Return the strengths that maximise the likelihood; raise an error if no finite strengths exist."""
    _check(preferences)
    W, T = _counts(preferences)
    L, v = _fit(W[None], T[None])
    return Strengths(dict(zip(preferences.candidates, _shares(L)[0].tolist(), strict=True)), float(v[0]))


def bradley_terry_intervals(
    preferences: Preferences, clusters: VoteClusters | None = None, *, confidence: float = 0.95
) -> StrengthIntervals:
    """Return Student's t intervals of the logits of the strengths, from leaving out one cluster at a time.

    Without clusters each vote stands for itself. Strengths without a cluster are those after one of Newton's
    steps, which exist also where a system never lost in all other clusters.
    """
    from scipy.special import stdtrit

    _check(preferences)
    if not 0 < confidence < 1:
        raise UsageError("confidence-out-of-range", confidence=shown(confidence))
    clusters = clusters or independent_votes(preferences)
    clusters.expect_several()
    W, T = _counts(preferences)
    L, v = _fit(W[None], T[None])
    with np.errstate(divide="ignore"):
        x = np.concatenate([L, np.log(v)[:, None]], axis=1)
    logits = _logits(L)[0]
    changes = [(_without(W, T, x, way, clusters.over) - logits, way.times) for way in clusters.ways]
    variance, freedom = clustered_variance(changes)
    half = float(stdtrit(freedom, (1 + confidence) / 2)) * np.sqrt(variance)
    low, high = (1 / (1 + np.exp(-(logits + side))) for side in (-half, half))
    ends = {name: (float(low[i]), float(high[i])) for i, name in enumerate(preferences.candidates)}
    return StrengthIntervals(ends, confidence, clusters.over)


def _without(W: Floats, T: Floats, x: Floats, way: ClusterTables, over: str) -> Floats:
    """Return the logits of the strengths without each cluster, clusters x candidates."""
    logits = []
    for block in portions(len(way.times), 8 * W.size, BLOCK):
        wins, ties = W - way.wins[block], T - way.ties[block]
        joined = _joined(wins + wins.swapaxes(1, 2) + ties > 0)
        if not joined.all():
            raise InputError("vote-chain-fragile", over=over)
        many = np.repeat(x, len(wins), axis=0)
        step = _newton_step(wins, ties, many, np.full(len(wins), bool(T.any())))
        logits.append(_logits((many + step)[:, :-1]))
    return np.concatenate(logits)


def _joined(edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each table, whether a chain of edges leads from the first candidate to every other."""
    reached = np.zeros(edges.shape[:2], dtype=bool)
    reached[:, 0] = True
    for _ in range(edges.shape[1]):
        reached |= np.asarray((edges & reached[:, :, None]).any(axis=1))
    return np.asarray(reached.all(axis=1))


def _logits(L: Floats) -> Floats:
    """log(p / (1 - p)) of strengths that add up to one, from their logarithms."""
    others = np.repeat(L[:, None, :], L.shape[1], axis=1)
    others[:, np.arange(L.shape[1]), np.arange(L.shape[1])] = -np.inf
    top = others.max(axis=2)
    return np.asarray(L - top - np.log(np.exp(others - top[:, :, None]).sum(axis=2)))


def _counts(preferences: Preferences) -> tuple[Floats, Floats]:
    return np.array(preferences.wins, dtype=float), np.array(preferences.ties, dtype=float)


def _shares(L: Floats) -> Floats:
    """Strengths that add up to one, from their logarithms."""
    p = np.exp(L - L.max(axis=-1, keepdims=True))
    return np.asarray(p / p.sum(axis=-1, keepdims=True))


def _check(preferences: Preferences) -> None:
    """Say why there is no finite estimate, if there is none."""
    W, T = _counts(preferences)
    names = preferences.candidates
    for name, wins, losses, ties in zip(names, W.sum(axis=1), W.sum(axis=0), T.sum(axis=1), strict=True):
        if not wins + losses + ties:
            raise InputError("candidate-without-votes", name=name)
        if not ties and not (wins and losses):
            never = "won" if losses else "lost"
            raise InputError("candidate-one-sided", name=name, never=never)
    if not W.any():
        raise InputError("votes-all-ties")
    joined, reached = _reachable(W + W.T + T > 0)[0], _reachable(W + T > 0)
    if not joined.all():
        apart = [name for name, near in zip(names, joined, strict=True) if not near]
        raise InputError("vote-chain-missing", names=names[0], apart=listed(map(repr, apart)))
    if not reached.all():
        weak = int(np.argmin(reached.sum(axis=1)))
        above = [name for name, below in zip(names, reached[weak], strict=True) if not below]
        raise InputError("win-chain-missing", names=names[weak], above=listed(map(repr, above)))
    if not _has_maximum(W[None], T[None])[0]:
        raise InputError("votes-without-upsets")


def _reachable(edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return whom each candidate reaches over any number of steps (Warshall 1962), itself among them."""
    reached = edges | np.eye(len(edges), dtype=bool)
    for k in range(len(edges)):
        reached |= reached[:, k, None] & reached[k]
    return reached


def _has_maximum(W: Floats, T: Floats) -> NDArray[np.bool_]:
    """Return whether the likelihood has its maximum at finite strengths and a finite v, for each table.

    It has not if it never falls along some direction. Where v stays, that is a candidate, or several, never
    beaten nor tied by the rest (Ford 1957). Where log v grows by 1, it is log strengths that grow apart by at
    least 2 for each win and by at most 2 for each tie; there are such unless some circle of votes has more
    wins than ties.
    """
    n = W.shape[-1]
    reach = np.where((W > 0) | (T > 0), 0.0, np.inf)
    steps = np.where(W > 0, -1.0, np.where(T > 0, 1.0, np.inf))
    for k in range(n):
        reach = np.minimum(reach, reach[:, :, k, None] + reach[:, None, k, :])
        # A circle of negative length doubles at every turn; -n already proves it.
        steps = np.maximum(np.minimum(steps, steps[:, :, k, None] + steps[:, None, k, :]), -2.0 * n)
    circle = (np.diagonal(steps, axis1=1, axis2=2) < 0).any(axis=1)
    joined = np.asarray(np.isfinite(reach).all(axis=(1, 2)))
    return joined & (~T.any(axis=(1, 2)) | circle)


def _fit(W: Floats, T: Floats) -> tuple[Floats, Floats]:
    """Log strengths, adding up to zero, and v for each of many tables at once."""
    B, n, _ = W.shape
    ties = np.asarray(T.any(axis=(1, 2)))
    x = np.zeros((B, n + 1))
    x[~ties, n] = -np.inf
    value = _log_likelihood(W, T, x)
    for _ in range(MOST_STEPS):
        step = _newton_step(W, T, x, ties)
        x, value = _uphill(W, T, x, step, value)
        if np.abs(step).max() < PRECISION:
            return x[:, :n], np.exp(x[:, n])
    raise InputError("strengths-unsettled", most_steps=MOST_STEPS)


def _uphill(W: Floats, T: Floats, x: Floats, step: Floats, value: Floats) -> tuple[Floats, Floats]:
    """Go the step, or half of it, or half of that, until the likelihood does not fall."""
    scale = np.ones((len(x), 1))
    for _ in range(40):
        trial = _log_likelihood(W, T, x + scale * step)
        worse = ~(trial >= value - 1e-9 * np.abs(value))  # what is not a number is worse
        if not worse.any():
            break
        scale[worse] /= 2
    return x + scale * step, trial


def _probabilities(x: Floats) -> tuple[Floats, Floats]:
    """Of every pair, the probability that the first is preferred and that the two tie."""
    d = x[:, :-1, None] - x[:, None, :-1]
    v = np.exp(x[:, -1])[:, None, None]
    # Divided by the larger strength, so that nothing overflows.
    top, bottom, tie = np.exp(np.minimum(d, 0)), np.exp(np.minimum(-d, 0)), v * np.exp(-np.abs(d) / 2)
    total = top + bottom + tie
    return top / total, tie / total


def _log_likelihood(W: Floats, T: Floats, x: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        p, t = _probabilities(x)
        wins = np.where(W > 0, W * np.log(p), 0.0)
        ties = np.where(T > 0, T * np.log(t), 0.0)
    return np.asarray(wins.sum(axis=(1, 2)) + ties.sum(axis=(1, 2)) / 2)


def _newton_step(W: Floats, T: Floats, x: Floats, ties: NDArray[np.bool_]) -> Floats:
    """Solve information times step = score; the log strengths are held to add up to zero."""
    B, n, _ = W.shape
    p, t = _probabilities(x)
    N = W + W.swapaxes(1, 2) + T
    lead = (p - p.swapaxes(1, 2)) / 2  # the mean of 1/2 for a win, 0 for a tie, -1/2 for a defeat
    score = np.zeros((B, n + 1))
    score[:, :n] = ((W - W.swapaxes(1, 2)) / 2 - N * lead).sum(axis=2)
    score[:, n] = (T - N * t).sum(axis=(1, 2)) / 2
    weight = N * ((1 - t) / 4 - lead**2)
    information = np.zeros((B, n + 1, n + 1))
    information[:, :n, :n] = 1.0 - weight
    diagonal = np.arange(n)
    information[:, diagonal, diagonal] += weight.sum(axis=2)
    cross = (-N * lead * t).sum(axis=2)
    information[:, :n, n] = information[:, n, :n] = cross
    information[:, n, n] = np.where(ties, (N * t * (1 - t)).sum(axis=(1, 2)) / 2, 1.0)
    return np.linalg.solve(information, score[..., None])[..., 0]
