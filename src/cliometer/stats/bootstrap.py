"""The bootstrap over topics (Efron 1979), its percentile and BCa intervals (Efron 1987), and its paired form.

All systems see the same resamples, so the difference of two systems is a subtraction of their columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import InputError, expected
from cliometer.stats.aggregates import Aggregate, Groups
from cliometer.stats.samples import (
    ROUNDING,
    TIE,
    Alternative,
    Floats,
    as_extreme,
    at_least_one,
    between,
    random,
    several_topics,
    subtracted,
)


@dataclass(frozen=True)
class PercentileInterval:
    """Where the middle share of the resamples lies."""

    estimate: float
    low: float
    high: float
    confidence: float
    resamples: int
    left_out: int


def percentile_interval(estimate: float, values: Floats, confidence: float) -> PercentileInterval:
    """The interval of resampled values; NaN stands for a resample that has no value."""
    tails = middle(between(confidence, "a confidence"))
    left_out = values.size - int(counted(values[:, np.newaxis])[0])
    low, high = quantiles(values[:, np.newaxis], tails)[:, 0].tolist()
    return PercentileInterval(estimate, low, high, confidence, values.size, left_out)


def middle(level: float) -> Floats:
    """The two tails that leave the middle `level` between them, as a column."""
    return np.array([[(1 - level) / 2], [(1 + level) / 2]])


def counted(replicates: Floats) -> NDArray[np.int64]:
    """How many resamples of each column have a value; InputError where none has."""
    number = np.asarray((~np.isnan(replicates)).sum(axis=0), dtype=np.int64)
    for column in np.flatnonzero(number == 0):
        raise InputError(
            f"no resample of column {column + 1} has a value, so there is no interval; "
            "more varied scores are needed"
        )
    return number


def quantiles(replicates: Floats, tails: Floats) -> Floats:
    """Linear between order statistics (type 7), tails x columns, each column at its own tails."""
    last = counted(replicates) - 1
    places = tails * last
    left = np.floor(places).astype(np.intp)
    right = np.minimum(left + 1, last)
    found = np.empty(places.shape)
    for column, values in enumerate(replicates.T):
        wanted = np.concatenate([left[:, column], right[:, column]])
        below, above = np.partition(values, wanted)[wanted].reshape(2, -1)  # NaN comes last
        found[:, column] = below + (above - below) * (places - left)[:, column]
    return found


# The percentiles that BCa takes instead of the middle ones do not always exist: the column then keeps the
# plain percentiles and carries the reason.

Mask: TypeAlias = NDArray[np.bool_]

NO_JACKKNIFE = "with one topic left out there is no score"
UNMOVED = "no topic changes the score"
ONE_SIDED = "every resampled score lies on one side of the observed one"
TOO_SKEWED = "the scores are too skewed for this level"


def accelerated_tails(
    observed: Floats, replicates: Floats, jackknife: Floats, level: float
) -> tuple[Floats, tuple[str | None, ...]]:
    """Phi(z0 + (z0 + z) / (1 - a (z0 + z))) of each column; the plain tails where a reason is given."""
    from scipy.special import ndtr, ndtri

    plain = middle(level)
    a, z0 = acceleration(jackknife), bias(observed, replicates)
    with np.errstate(divide="ignore", invalid="ignore"):
        shifted = z0 + ndtri(plain)
        stretch = 1 - a * shifted
        tails = ndtr(z0 + shifted / stretch)
    reasons = _reasons(
        {
            NO_JACKKNIFE: np.asarray(np.isnan(jackknife).any(axis=0)),
            UNMOVED: np.isnan(a),
            ONE_SIDED: np.isinf(z0),
            TOO_SKEWED: np.asarray(~(stretch > 0).all(axis=0)),
        }
    )
    lacking = np.array([reason is not None for reason in reasons])
    return np.where(lacking, plain, tails), reasons


def bias(observed: Floats, replicates: Floats) -> Floats:
    """z0: the normal quantile of the share of resampled scores below the observed one, ties counted half."""
    from scipy.special import ndtri

    number, distance = counted(replicates), replicates - observed
    rounding = ROUNDING * np.nanmax(np.abs(replicates), axis=0)
    below, upto = (distance < -rounding).sum(axis=0), (distance <= rounding).sum(axis=0)
    z0: Floats = ndtri((below + upto) / (2 * number))
    return z0


def acceleration(jackknife: Floats) -> Floats:
    """a: the skewness of the jackknife, sum d^3 / (6 (sum d^2)^(3/2)); NaN where it has no spread."""
    d = jackknife.mean(axis=0) - jackknife
    spread = np.abs(d).max(axis=0)
    flat = ~(spread > ROUNDING * np.abs(jackknife).max(axis=0))
    d = d / np.where(flat, np.nan, spread)  # the skewness knows no scale, and cubes of small ones underflow
    skewness: Floats = (d**3).sum(axis=0) / (6 * (d**2).sum(axis=0) ** 1.5)
    return skewness


def _reasons(faults: dict[str, Mask]) -> tuple[str | None, ...]:
    """The first fault of each column."""
    columns = zip(*faults.values(), strict=True)
    return tuple(
        next((name for name, has in zip(faults, column, strict=True) if has), None) for column in columns
    )


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
class BootstrapIntervals:
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


def percentile(sample: Bootstrap, level: float = 0.95) -> BootstrapIntervals:
    """The middle `level` of the resampled scores."""
    columns = len(sample.observed)
    tails = np.broadcast_to(middle(between(level, "a level")), (2, columns))
    return _intervals(sample, tails, level, "percentile", (None,) * columns)


def bca(sample: Bootstrap, level: float = 0.95) -> BootstrapIntervals:
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
) -> BootstrapIntervals:
    low, high = quantiles(sample.replicates, tails)
    methods: tuple[Method, ...] = tuple(method if reason is None else "percentile" for reason in reasons)
    return BootstrapIntervals(
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
