"""The bootstrap over topics (Efron 1979), its percentile and BCa intervals (Efron 1987), and its paired form.

All systems see the same resamples, so the difference of two systems is a subtraction of their columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import InputError, expected
from cliometer.stats.accelerated import accelerated_tails
from cliometer.stats.aggregates import Aggregate
from cliometer.stats.alternatives import Alternative, as_extreme
from cliometer.stats.clusters import Groups
from cliometer.stats.percentile import counted, middle, quantiles
from cliometer.stats.samples import TIE, Floats, at_least_one, between, random, several_topics, subtracted

Pairs: TypeAlias = NDArray[np.intp]
Indices: TypeAlias = NDArray[np.int64]
Method = Literal["percentile", "bca"]

BLOCK = 1 << 16  # weights held at once: half a megabyte stays in the cache


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
    """One interval for each system or difference, with all that is needed to say how it came about.

    `method` is what was asked for, `methods` what each column got; `reasons` says why where the two differ.
    """

    estimate: Floats
    low: Floats
    high: Floats
    level: float
    method: Method
    resamples: int
    undefined: NDArray[np.int64]
    methods: tuple[Method, ...]
    reasons: tuple[str | None, ...]


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


def bootstrap(
    aggregate: Aggregate, count: int = 10_000, *, seed: int, groups: Groups | None = None
) -> Bootstrap:
    """Resamples the topics of all systems alike; with a group for each topic, whole groups are drawn."""
    pooled = aggregate.pooled(groups)
    n = pooled.topics
    drawn = resamples(n, count, seed)
    step = max(1, BLOCK // n)
    blocks = [drawn[start : start + step] for start in range(0, len(drawn), step)]
    replicates = np.concatenate([pooled.weighted(multiplicities(block, n)) for block in blocks])
    return Bootstrap(aggregate.observed(), replicates, pooled.weighted(1.0 - np.eye(n)))


def percentile(sample: Bootstrap, level: float = 0.95) -> Intervals:
    """The middle `level` of the resampled scores."""
    columns = len(sample.observed)
    tails = np.broadcast_to(middle(between(level, "a level")), (2, columns))
    return _intervals(sample, tails, level, "percentile", (None,) * columns)


def bca(sample: Bootstrap, level: float = 0.95) -> Intervals:
    """Bias-corrected and accelerated; a column that cannot be has the percentile interval, and the reason."""
    tails, reasons = accelerated_tails(
        sample.observed, sample.replicates, sample.jackknife, between(level, "a level")
    )
    return _intervals(sample, tails, level, "bca", reasons)


def paired_p_values(differences: Bootstrap, alternative: Alternative = "two-sided") -> Floats:
    """p of each difference: (c+1)/(B+1), c resamples as far from the observed as it from 0.

    The resamples are moved to where the null hypothesis puts them (Riezler & Maxwell 2005).
    """
    observed, shifted = differences.observed, differences.replicates - differences.observed
    extreme = as_extreme(shifted, observed, TIE * np.abs(observed), alternative)
    return np.asarray((extreme.sum(axis=0) + 1) / (counted(shifted) + 1), dtype=np.float64)


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


def _intervals(
    sample: Bootstrap, tails: Floats, level: float, method: Method, reasons: tuple[str | None, ...]
) -> Intervals:
    low, high = quantiles(sample.replicates, tails)
    methods: tuple[Method, ...] = tuple(method if reason is None else "percentile" for reason in reasons)
    return Intervals(
        sample.observed,
        low,
        high,
        level,
        method,
        len(sample.replicates),
        sample.undefined,
        methods,
        reasons,
    )
