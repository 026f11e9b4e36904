"""The bootstrap over topics (Efron 1979), its percentile and BCa intervals (Efron 1987), and its paired form.

All systems see the same resamples, so the difference of two systems is a subtraction of their columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import InputError, expected
from cliometer.stats.aggregates import Aggregate
from cliometer.stats.samples import Floats, at_least_one, between, random, several_topics, subtracted

Pairs: TypeAlias = NDArray[np.intp]
Indices: TypeAlias = NDArray[np.int64]

BLOCK = 1 << 22  # weights held at once: 32 MB


@dataclass(frozen=True, eq=False)
class Bootstrap:
    """Scores of each system, or of each pair's difference: observed, resampled, and with one topic left out.

    `replicates` is resamples x systems, `jackknife` topics x systems; NaN where the drawn topics hold nothing
    to count.
    """

    observed: Floats
    replicates: Floats
    jackknife: Floats

    @property
    def undefined(self) -> NDArray[np.int64]:
        """How many resamples have no score, for each system; intervals and p-values leave them out."""
        return np.asarray(np.isnan(self.replicates).sum(axis=0), dtype=np.int64)

    def differences(self, pairs: Pairs) -> Bootstrap:
        """The paired bootstrap: for each row (i, j) of pairs, system i minus j on the same resamples."""
        i, j = checked_pairs(pairs, len(self.observed)).T
        return Bootstrap(
            subtracted(self.observed[i], self.observed[j]),
            subtracted(self.replicates[:, i], self.replicates[:, j]),
            subtracted(self.jackknife[:, i], self.jackknife[:, j]),
        )


@dataclass(frozen=True, eq=False)
class Intervals:
    """One interval for each system or difference, with all that is needed to say how it came about."""

    estimate: Floats
    low: Floats
    high: Floats
    level: float
    method: Literal["percentile", "bca"]
    resamples: int
    undefined: NDArray[np.int64]


def resamples(topics: int, count: int, seed: int) -> Indices:
    """Topics drawn with replacement, count x topics, as indices."""
    several_topics(topics)
    return random(seed).integers(0, topics, size=(at_least_one(count, "resamples"), topics))


def multiplicities(drawn: Indices, topics: int) -> Floats:
    """How often each topic was drawn, in each row."""
    rows = len(drawn)
    cells = drawn + topics * np.arange(rows)[:, np.newaxis]
    counts = np.bincount(cells.ravel(), minlength=rows * topics)
    return counts.reshape(rows, topics).astype(np.float64)


def bootstrap(aggregate: Aggregate, count: int = 10_000, *, seed: int) -> Bootstrap:
    """Resamples the topics of all systems alike."""
    n = aggregate.topics
    drawn = resamples(n, count, seed)
    step = max(1, BLOCK // n)
    blocks = [drawn[start : start + step] for start in range(0, len(drawn), step)]
    replicates = np.concatenate([aggregate.weighted(multiplicities(block, n)) for block in blocks])
    return Bootstrap(aggregate.observed(), replicates, aggregate.weighted(1.0 - np.eye(n)))


def percentile(sample: Bootstrap, level: float = 0.95) -> Intervals:
    """The middle `level` of the resampled scores."""
    tail = (1 - between(level, "a level")) / 2
    tails = np.broadcast_to([[tail], [1 - tail]], (2, len(sample.observed)))
    return _intervals(sample, tails, level, "percentile")


def bca(sample: Bootstrap, level: float = 0.95) -> Intervals:
    """Bias-corrected and accelerated: the percentiles at Phi(z0 + (z0 + z) / (1 - a (z0 + z)))."""
    from scipy.special import ndtr, ndtri

    tail = (1 - between(level, "a level")) / 2
    a, z0 = acceleration(sample), bias(sample)
    shifted = z0 + ndtri(np.array([[tail], [1 - tail]]))
    stretch = 1 - a * shifted
    for column in np.flatnonzero((stretch <= 0).any(axis=0)):
        raise InputError(
            f"column {column}: the scores are too skewed for a BCa interval at level {level}; "
            "ask for the percentile interval"
        )
    return _intervals(sample, ndtr(z0 + shifted / stretch), level, "bca")


def bias(sample: Bootstrap) -> Floats:
    """z0: the normal quantile of the share of resampled scores below the observed one, ties counted half."""
    from scipy.special import ndtri

    counted, distance = _defined(sample), sample.replicates - sample.observed
    rounding = 1e-12 * np.nanmax(np.abs(sample.replicates), axis=0)
    below, upto = (distance < -rounding).sum(axis=0), (distance <= rounding).sum(axis=0)
    share = (below + upto) / (2 * counted)
    for column in np.flatnonzero((share == 0) | (share == 1)):
        raise InputError(
            f"column {column}: every resampled score lies on one side of the observed one, so BCa has no "
            "interval; draw more resamples or ask for the percentile interval"
        )
    z0: Floats = ndtri(share)
    return z0


def acceleration(sample: Bootstrap) -> Floats:
    """a: the skewness of the jackknife, sum d^3 / (6 (sum d^2)^(3/2))."""
    for column in np.flatnonzero(np.isnan(sample.jackknife).any(axis=0)):
        raise InputError(
            f"column {column}: with one topic left out there is no score, so BCa has no interval"
        )
    d = sample.jackknife.mean(axis=0) - sample.jackknife
    spread = np.abs(d).max(axis=0)
    for column in np.flatnonzero(spread <= 1e-12 * np.abs(sample.jackknife).max(axis=0)):
        raise InputError(
            f"column {column}: no topic changes the score, so BCa has no interval; "
            "ask for the percentile interval"
        )
    d = d / spread  # the skewness knows no scale, and cubes of small differences underflow
    skewness: Floats = (d**3).sum(axis=0) / (6 * (d**2).sum(axis=0) ** 1.5)
    return skewness


def paired_p_values(differences: Bootstrap) -> Floats:
    """Two-sided p of each difference: (c+1)/(B+1), c resamples as far from the observed as it from 0.

    The resamples are moved to where the null hypothesis puts them (Riezler & Maxwell 2005).
    """
    observed, counted = np.abs(differences.observed), _defined(differences)
    far = np.abs(differences.replicates - differences.observed)
    extreme = (far >= observed * (1 - 1e-10)).sum(axis=0)  # a tie but for rounding is a tie
    return np.asarray((extreme + 1) / (counted + 1), dtype=np.float64)


def all_pairs(systems: int) -> Pairs:
    """Each system with each later one, as rows (i, j)."""
    return np.column_stack(np.triu_indices(at_least_one(systems, "systems"), k=1))


def against(baseline: int, systems: int) -> Pairs:
    """Each other system with the baseline, as rows (i, baseline)."""
    if not 0 <= baseline < systems:
        raise expected(f"a baseline from 0 to {systems - 1}", baseline)
    others = [system for system in range(systems) if system != baseline]
    return np.array([(system, baseline) for system in others], dtype=np.intp).reshape(-1, 2)


def checked_pairs(pairs: Pairs, systems: int) -> Pairs:
    """Rows (i, j) of two systems that exist."""
    array = np.asarray(pairs)
    if array.ndim != 2 or array.shape[1] != 2 or not np.issubdtype(array.dtype, np.integer):
        raise expected("pairs of systems as rows (i, j) of whole numbers", pairs)
    if not len(array):
        raise InputError("there is no pair of systems to compare; a comparison needs two systems or more")
    if array.min() < 0 or array.max() >= systems:
        raise expected(f"systems from 0 to {systems - 1} in the pairs", array.tolist())
    return array.astype(np.intp)


def _defined(sample: Bootstrap) -> NDArray[np.int64]:
    counted = len(sample.replicates) - sample.undefined
    for column in np.flatnonzero(counted == 0):
        raise InputError(f"column {column}: no resample has a score")
    return np.asarray(counted, dtype=np.int64)


def _intervals(
    sample: Bootstrap, tails: Floats, level: float, method: Literal["percentile", "bca"]
) -> Intervals:
    _defined(sample)
    ordered = np.sort(sample.replicates, axis=0)  # NaN last
    low, high = _quantiles(ordered, sample, tails)
    return Intervals(sample.observed, low, high, level, method, len(ordered), sample.undefined)


def _quantiles(ordered: Floats, sample: Bootstrap, tails: Floats) -> Floats:
    """Linear between order statistics (type 7), each column at its own tails."""
    places = tails * (_defined(sample) - 1)
    left = np.floor(places).astype(np.intp)
    right = np.minimum(left + 1, _defined(sample) - 1)
    below = np.take_along_axis(ordered, left, axis=0)
    above = np.take_along_axis(ordered, right, axis=0)
    between_them: Floats = below + (above - below) * (places - left)
    return between_them
