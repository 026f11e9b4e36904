"""Agreement of coders: Krippendorff's alpha (2011), also of sets, and percentages with their chance level."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence, Set
from dataclasses import dataclass
from math import exp, fsum, lgamma, log
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from cliometer.errors import InputError, UsageError, unknown
from cliometer.stats.bootstrap import PercentileInterval, percentile_interval
from cliometer.stats.samples import Floats, at_least_one, random, several

# Krippendorff's alpha (2011): one minus the disagreement observed over the disagreement expected by chance.
# A table holds coders in its rows and units in its columns; NaN stands for a value that was not given. Only
# units with two values or more count. The interval resamples units, not pairs of values as Krippendorff's
# own bootstrap does: the units are what was sampled.

Scale = Literal["nominal", "ordinal", "interval", "ratio"]
SCALES: tuple[Scale, ...] = ("nominal", "ordinal", "interval", "ratio")
Label = TypeVar("Label", bound=Hashable)


def alpha(ratings: ArrayLike, scale: Scale) -> float:
    """Return the agreement of coders on a scale: 1 is perfect, 0 is chance."""
    values, counts = pairable(ratings)
    return _defined(_alphas(np.ones((1, len(counts))), values, counts, scale))


def label_alpha(labels: Sequence[Sequence[Label | None]], distance: Callable[[Label, Label], float]) -> float:
    """Return alpha of labels of any kind, a row for each coder and None where none was given, by their distance.

    Krippendorff's differences of numbers are squared; a distance is taken as it is.
    """
    codes, counts = pairable(coded(labels))
    distinct = list(dict.fromkeys(label for row in labels for label in row if label is not None))
    given = [distinct[int(code)] for code in codes]
    delta = np.array([[distance(a, b) for b in given] for a in given], dtype=np.float64)
    weights = np.ones((1, len(counts)))
    return _defined(_ratio(weights @ counts, *_distances(weights, counts, delta)))


def alpha_interval(
    ratings: ArrayLike, scale: Scale, *, seed: int, resamples: int = 1000, confidence: float = 0.95
) -> PercentileInterval:
    """Return alpha with a bootstrap interval over units; resamples in which all values are equal are left out."""
    estimate = alpha(ratings, scale)
    values, counts = pairable(ratings)
    units = len(counts)
    several(units, "unit")
    draws = random(seed).multinomial(units, np.full(units, 1 / units), size=at_least_one(resamples, "resamples"))
    return percentile_interval(estimate, _alphas(draws.astype(np.float64), values, counts, scale), confidence)


def coded(labels: Sequence[Sequence[Hashable | None]]) -> Floats:
    """Return labels as numbers for the nominal scale, in the order in which they first occur; None as NaN."""
    codes: dict[Hashable, int] = {}
    rows = [[np.nan if label is None else codes.setdefault(label, len(codes)) for label in row] for row in labels]
    if len({len(row) for row in rows}) > 1:
        raise InputError("labels-uneven")
    return np.array(rows, dtype=np.float64)


def pairable(ratings: ArrayLike) -> tuple[Floats, Floats]:
    """Return the distinct values, and how often each was given to each unit that has two values or more."""
    table = _table(ratings)
    given = np.isfinite(table)
    kept = np.sum(given, axis=0) >= 2
    if not np.any(kept):
        raise InputError("agreement-without-pairs")
    table, given = table[:, kept], given[:, kept]
    values, codes = np.unique(table[given], return_inverse=True)
    counts = np.zeros((table.shape[1], len(values)))
    np.add.at(counts, (np.nonzero(given)[1], codes.reshape(-1)), 1)
    return values, counts


def _defined(alphas: Floats) -> float:
    if np.isnan(alphas[0]):
        raise InputError("agreement-constant")
    return float(alphas[0])


def _table(ratings: ArrayLike) -> Floats:
    try:
        table = np.array(ratings, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError("coder-table-expected") from None
    if table.ndim != 2 or table.shape[0] < 2:
        raise InputError("coder-rows-too-few")
    if np.any(np.isinf(table)):
        raise InputError("coder-values-infinite")
    return table


def _alphas(weights: Floats, values: Floats, counts: Floats, scale: str) -> Floats:
    """Return alpha for each row of weights, which says how often each unit counts."""
    n_c = weights @ counts
    if scale == "ordinal":
        return _ratio(n_c, *_ordinal(weights, counts))
    return _ratio(n_c, *_distances(weights, counts, _delta(values, scale)))


def _ratio(n_c: Floats, observed: Floats, expected: Floats) -> Floats:
    """Return 1 - (n - 1) D_o / D_e of each row; NaN where no disagreement can be expected."""
    n = np.sum(n_c, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(expected > 0, 1 - (n - 1) * observed / expected, np.nan)


def _distances(weights: Floats, counts: Floats, delta: Floats) -> tuple[Floats, Floats]:
    """Return the sums of the distances within units, and of those among all values."""
    n_c = weights @ counts
    m = np.sum(counts, axis=1)
    observed = weights @ (np.sum((counts @ delta) * counts, axis=1) / (m - 1))
    return observed, np.sum((n_c @ delta) * n_c, axis=1)


def _ordinal(weights: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """Return the ordinal difference of two values, that of their middle ranks, which change with the resample."""
    n_c = weights @ counts
    ranks = np.cumsum(n_c, axis=1) - n_c / 2
    m = np.sum(counts, axis=1)
    within = m * (ranks**2 @ counts.T) - (ranks @ counts.T) ** 2
    observed = np.sum(weights * 2 * within / (m - 1), axis=1)
    n = np.sum(n_c, axis=1)
    expected = 2 * (n * np.sum(n_c * ranks**2, axis=1) - np.sum(n_c * ranks, axis=1) ** 2)
    return observed, expected


def _delta(values: Floats, scale: str) -> Floats:
    c, k = values[:, None], values[None, :]
    if scale == "nominal":
        return np.asarray((c != k).astype(np.float64))
    if scale == "interval":
        # alpha does not depend on the unit; halves, so that the widest difference cannot overflow
        widest = max(float(np.ptp(values / 2)), np.finfo(np.float64).tiny)
        differences: Floats = (c / 2 - k / 2) / widest
        return np.square(differences)
    if scale == "ratio":
        if np.any(values < 0):
            raise InputError("ratio-scale-negative")
        with np.errstate(invalid="ignore"):
            return np.where(c == k, 0.0, np.square((c - k) / (c + k)))
    raise unknown("scale", scale, SCALES)


# Agreement on sets: Krippendorff's alpha with the MASI distance (Passonneau 2006).
# Two sets are as far apart as 1 - J M: J is Jaccard's overlap, M is 1 for equal sets, 2/3 where one holds
# the other, 1/3 where they overlap, 0 where they share nothing. Two empty sets are equal.

Labels = frozenset[Hashable]


def masi(a: Set[Hashable], b: Set[Hashable]) -> float:
    """Return the distance of two sets, from 0 to 1.

    >>> round(masi({1, 2}, {1, 2, 3}), 3)
    0.556
    """
    if a == b:
        return 0.0
    shared = len(a & b)
    monotonicity = 2 / 3 if a <= b or b <= a else 1 / 3
    return 1 - shared / len(a | b) * monotonicity


def masi_alpha(sets: Sequence[Sequence[Labels | None]]) -> float:
    """Return alpha over sets, a row for each coder and a place for each unit; None where a coder gave none."""
    return label_alpha(sets, masi)


# Percentage agreement with its chance level named: the share of agreeing pairs, or that of the majority.
# The two are often confused (paper 004 seems to): with three votes on two labels coins agree in 50 % of the
# pairs, but 75 % of the votes stand with the majority.


@dataclass(frozen=True)
class PercentageAgreement:
    """A share of 1, the share that chance would reach, and what chance means here."""

    share: float
    chance: float
    definition: str


def pairwise_agreement(ratings: ArrayLike, labels: int | None = None) -> PercentageAgreement:
    """Return the share of pairs of coders who gave a unit the same value, each unit counting once.

    `labels` is the number of values to choose from; without it, the number of values that occur.
    """
    _, counts = pairable(ratings)
    m = np.sum(counts, axis=1)
    share = _mean(np.sum(counts * (counts - 1), axis=1) / (m * (m - 1)))
    p, guessing = _guessing(counts, labels)
    return PercentageAgreement(share, float(np.sum(p * p)), f"agreeing pairs against {guessing}")


def majority_agreement(ratings: ArrayLike, labels: int | None = None) -> PercentageAgreement:
    """Return the mean share of a unit's values that equal its most frequent one."""
    _, counts = pairable(ratings)
    m = np.sum(counts, axis=1)
    share = _mean(np.max(counts, axis=1) / m)
    p, guessing = _guessing(counts, labels)
    # E max / votes of a multinomial; E max is the sum over t of P(max > t)
    expected = {v: sum(1 - _at_most(t, v, p) for t in range(v)) / v for v in set(m.astype(int).tolist())}
    level = _mean([expected[int(votes)] for votes in m])
    return PercentageAgreement(share, level, f"majority share against {guessing}")


def _mean(values: Sequence[float] | Floats) -> float:
    """Return the mean, the same to the last digit in whatever order the units come."""
    return fsum(values) / len(values)


def _guessing(counts: Floats, labels: int | None) -> tuple[Floats, str]:
    """Return the probability of each label by chance, all alike, and what chance means."""
    size = counts.shape[1] if labels is None else labels
    if size < counts.shape[1]:
        raise UsageError("label-count-too-low", shape=counts.shape[1], size=size)
    return np.full(size, 1 / size), f"guessing among {size} labels"


def _at_most(t: int, votes: int, p: Floats) -> float:
    """Return P(no label has more than t votes): Poisson counts, cut after t, given that they add up to the votes.

    Probabilities stay in range where factorials of hundreds of votes would not.
    """
    product = np.ones(1)
    for share in p:
        product = np.convolve(product, [_poisson(j, votes * share) for j in range(t + 1)])[: votes + 1]
    return float(product[votes]) / _poisson(votes, votes) if len(product) > votes else 0.0


def _poisson(count: int, mean: float) -> float:
    if mean == 0:
        return float(count == 0)
    return exp(count * log(mean) - mean - lgamma(count + 1))
