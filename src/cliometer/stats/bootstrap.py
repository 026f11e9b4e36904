"""The bootstrap over topics (Efron 1979), its percentile and BCa intervals (Efron 1987), and its paired form.

All systems see the same resamples, so the difference of two systems is a subtraction of their columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cliometer.errors import InputError, expected
from cliometer.stats.aggregates import Aggregate
from cliometer.stats.samples import (
    ROUNDING,
    TIE,
    Floats,
    as_extreme,
    at_least_one,
    between,
    numbers,
    portions,
    random,
    several,
)

ENDS = np.array([[-1.0], [1.0]])  # (1 + level * ENDS) / 2 are the tails beside the middle `level`


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
    """Return the interval of resampled values; NaN stands for a resample that has no value."""
    tails = (1 + between(confidence, "a confidence") * ENDS) / 2
    left_out = values.size - int(counted(values[:, np.newaxis])[0])
    low, high = quantiles(values[:, np.newaxis], tails)[:, 0].tolist()
    return PercentileInterval(estimate, low, high, confidence, values.size, left_out)


def counted(replicates: Floats) -> NDArray[np.int64]:
    """Return how many resamples of each column have a value; fail where none has."""
    number = np.asarray((~np.isnan(replicates)).sum(axis=0), dtype=np.int64)
    for column in np.flatnonzero(number == 0):
        raise InputError("resamples-without-value", column=column + 1)
    return number


def quantiles(replicates: Floats, tails: Floats) -> Floats:
    """Return quantiles, tails x columns, linear between order statistics (type 7), each column at its own tails."""
    last = counted(replicates) - 1
    places = tails * last
    left = np.floor(places).astype(np.intp)
    right = np.minimum(left + 1, last)
    ends = np.empty(places.shape)
    for column, values in enumerate(replicates.T):
        wanted = np.concatenate([left[:, column], right[:, column]])
        below, above = np.partition(values, wanted)[wanted].reshape(2, -1)  # NaN comes last
        ends[:, column] = below + (above - below) * (places - left)[:, column]
    return ends


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

    def differences(self, pairs: Pairs) -> Bootstrap:
        """Return the paired bootstrap: for each row (i, j) of pairs, system i minus j on the same resamples."""
        systems = len(self.observed)
        array = np.asarray(pairs)
        if array.ndim != 2 or array.shape[1] != 2 or not np.issubdtype(array.dtype, np.integer):
            raise expected("pairs of systems as rows (i, j) of whole numbers", pairs)
        if not len(array):
            raise InputError("systems-too-few")
        if array.min() < 0 or array.max() >= systems:
            raise expected(f"systems from 0 to {systems - 1} in the pairs", array.tolist())
        i, j = array.astype(np.intp).T
        parts = []
        for values in (self.observed, self.replicates, self.jackknife):
            a, b = values[..., i], values[..., j]
            noise = np.abs(a - b) <= ROUNDING * np.maximum(np.abs(a), np.abs(b))
            parts.append(np.where(noise, 0.0, a - b))
        return Bootstrap(*parts)


@dataclass(frozen=True, eq=False)
class BootstrapIntervals:
    """One interval for each system or difference, with all that is needed to say how it came about.

    `method` is what was asked for, `methods` what each column got; `reasons` says why where the two differ.
    `undefined` counts the resamples without a score, which are left out.
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
    """Return topics drawn with replacement, count x topics, as indices."""
    several(topics, "topic")
    return random(seed).integers(0, topics, size=(at_least_one(count, "resamples"), topics))


def multiplicities(drawn: Indices, topics: int) -> Floats:
    """Return how often each topic was drawn, in each row."""
    rows = len(drawn)
    cells = drawn + topics * np.arange(rows)[:, np.newaxis]
    counts = np.bincount(cells.ravel(), minlength=rows * topics)
    return counts.reshape(rows, topics).astype(np.float64)


def bootstrap(aggregate: Aggregate, count: int = 10_000, *, seed: int) -> Bootstrap:
    """Resample the topics of all systems alike."""
    n = aggregate.parts.shape[1]
    drawn = resamples(n, count, seed)
    blocks = portions(len(drawn), n, BLOCK)
    drawings = [aggregate.score(*aggregate.sums(multiplicities(drawn[block], n))) for block in blocks]
    jackknife = aggregate.score(*aggregate.sums(1.0 - np.eye(n)))
    return Bootstrap(aggregate.observed(), np.concatenate(drawings), jackknife)


def percentile(sample: Bootstrap, level: float = 0.95) -> BootstrapIntervals:
    """Return the middle `level` of the resampled scores."""
    tails = (1 + between(level, "a level") * ENDS) / 2
    return _intervals(sample, tails, level, "percentile", (None,) * len(sample.observed))


def bca(sample: Bootstrap, level: float = 0.95) -> BootstrapIntervals:
    """Return BCa intervals: tails Phi(z0 + (z0 + z) / (1 - a (z0 + z))), with a from the jackknife.

    A column for which they do not exist has the percentile interval, and the reason.
    """
    from scipy.special import ndtr, ndtri

    plain = (1 + between(level, "a level") * ENDS) / 2
    d = sample.jackknife.mean(axis=0) - sample.jackknife
    spread = np.abs(d).max(axis=0)
    flat = ~(spread > ROUNDING * np.abs(sample.jackknife).max(axis=0))
    d = d / np.where(flat, np.nan, spread)  # the skewness knows no scale, and cubes of small ones underflow
    a = (d**3).sum(axis=0) / (6 * (d**2).sum(axis=0) ** 1.5)
    number, distance = counted(sample.replicates), sample.replicates - sample.observed
    rounding = ROUNDING * np.nanmax(np.abs(sample.replicates), axis=0)
    below, upto = (distance < -rounding).sum(axis=0), (distance <= rounding).sum(axis=0)
    z0: Floats = ndtri((below + upto) / (2 * number))  # ties count half
    with np.errstate(divide="ignore", invalid="ignore"):
        shifted = z0 + ndtri(plain)
        stretch = 1 - a * shifted
        tails = ndtr(z0 + shifted / stretch)
    faults = {
        "with one topic left out there is no score": np.isnan(sample.jackknife).any(axis=0),
        "no topic changes the score": np.isnan(a),
        "every resampled score lies on one side of the observed one": np.isinf(z0),
        "the scores are too skewed for this level": ~(stretch > 0).all(axis=0),
    }
    columns = range(len(sample.observed))
    reasons = tuple(next((why for why, lack in faults.items() if lack[at]), None) for at in columns)
    lacking = np.array([reason is not None for reason in reasons])
    return _intervals(sample, np.where(lacking, plain, tails), level, "bca", reasons)


def studentised_p_values(differences: ArrayLike, count: int = 10_000, *, seed: int) -> Floats:
    """Two-sided p of the mean of each row of differences (pairs x topics): (c+1)/(B+1), c resamples with so large a t.

    The resamples are moved to where the null hypothesis puts them, and each is divided by its own standard
    error (Hall & Wilson 1991): the bare difference would be too bold with few topics. A resample that draws
    one topic only has no spread, so it counts as extreme unless it lies where the mean is.
    """
    rows = numbers(differences, "differences", dimensions=(2,))
    n, mean = rows.shape[1], rows.mean(axis=1)
    d, rounding = rows - mean[:, np.newaxis], ROUNDING * np.abs(rows).max(axis=1)
    observed = _studentised(mean, np.square(d).mean(axis=1), rounding, n)
    slack = TIE * np.where(np.isinf(observed), 0.0, np.abs(observed))
    drawn, extreme = resamples(n, count, seed), np.zeros(len(d), dtype=np.int64)
    for block in portions(len(drawn), max(n, len(d)), BLOCK):
        weights = multiplicities(drawn[block], n)
        shifts, squares = (weights @ rows.T / n for rows in (d, np.square(d)))
        t = _studentised(shifts, squares - np.square(shifts), rounding, n)
        extreme += as_extreme(t, observed, slack).sum(axis=0)
    return np.asarray((extreme + 1) / (count + 1), dtype=np.float64)


def _studentised(means: Floats, variances: Floats, rounding: Floats, n: int) -> Floats:
    """Return means in standard errors; without spread a mean is 0, or infinitely many."""
    flat = variances <= np.square(rounding)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = means / np.sqrt(np.where(flat, 0.0, variances) / (n - 1))
    return np.asarray(np.where(np.abs(means) <= rounding, 0.0, t))


def all_pairs(systems: int) -> Pairs:
    """Return each system with each later one, as rows (i, j)."""
    return np.column_stack(np.triu_indices(at_least_one(systems, "systems"), k=1))


def _intervals(
    sample: Bootstrap, tails: Floats, level: float, method: Method, reasons: tuple[str | None, ...]
) -> BootstrapIntervals:
    low, high = quantiles(sample.replicates, tails)
    undefined = np.isnan(sample.replicates).sum(axis=0, dtype=np.int64)
    methods: tuple[Method, ...] = tuple(method if reason is None else "percentile" for reason in reasons)
    resamples = len(sample.replicates)
    return BootstrapIntervals(
        sample.observed, low, high, level, method, resamples, undefined=undefined, methods=methods, reasons=reasons
    )
