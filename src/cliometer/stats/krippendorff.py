"""Krippendorff's alpha (2011): one minus the disagreement observed over the disagreement expected by chance.

A table holds coders in its rows and units in its columns; NaN stands for a value that was not given. Only
units with two values or more count. The interval resamples units, not pairs of values as Krippendorff's own
bootstrap does: the units are what was sampled.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from cliometer.errors import InputError, unknown
from cliometer.stats.percentile import PercentileInterval, percentile_interval
from cliometer.stats.samples import Floats, at_least_one, random, several

Scale = Literal["nominal", "ordinal", "interval", "ratio"]
SCALES: tuple[Scale, ...] = ("nominal", "ordinal", "interval", "ratio")
Label = TypeVar("Label", bound=Hashable)


def alpha(ratings: ArrayLike, scale: Scale) -> float:
    """The agreement of coders on a scale: 1 is perfect, 0 is chance."""
    values, counts = pairable(ratings)
    return _defined(_alphas(np.ones((1, len(counts))), values, counts, scale))


def label_alpha(labels: Sequence[Sequence[Label | None]], distance: Callable[[Label, Label], float]) -> float:
    """Alpha of labels of any kind, a row for each coder and None where none was given, by their distance.

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
    """Alpha with a bootstrap interval over units; resamples in which all values are equal are left out."""
    estimate = alpha(ratings, scale)
    values, counts = pairable(ratings)
    units = len(counts)
    several(units, "unit")
    draws = random(seed).multinomial(
        units, np.full(units, 1 / units), size=at_least_one(resamples, "resamples")
    )
    return percentile_interval(estimate, _alphas(draws.astype(np.float64), values, counts, scale), confidence)


def coded(labels: Sequence[Sequence[Hashable | None]]) -> Floats:
    """Labels as numbers for the nominal scale, in the order in which they first occur; None as NaN."""
    codes: dict[Hashable, int] = {}
    rows = [
        [np.nan if label is None else codes.setdefault(label, len(codes)) for label in row] for row in labels
    ]
    if len({len(row) for row in rows}) > 1:
        raise InputError(
            "expected a label or None of every coder for every unit, found rows of unequal length"
        )
    return np.array(rows, dtype=np.float64)


def pairable(ratings: ArrayLike) -> tuple[Floats, Floats]:
    """The distinct values, and how often each was given to each unit that has two values or more."""
    table = _table(ratings)
    given = np.isfinite(table)
    kept = np.sum(given, axis=0) >= 2
    if not np.any(kept):
        raise InputError("no unit has values of two coders, so there is no agreement to measure")
    table, given = table[:, kept], given[:, kept]
    values, codes = np.unique(table[given], return_inverse=True)
    counts = np.zeros((table.shape[1], len(values)))
    np.add.at(counts, (np.nonzero(given)[1], codes.reshape(-1)), 1)
    return values, counts


def _defined(alphas: Floats) -> float:
    """The only one of them."""
    if np.isnan(alphas[0]):
        raise InputError("all values are equal, so no disagreement can be expected and alpha has no value")
    return float(alphas[0])


def _table(ratings: ArrayLike) -> Floats:
    try:
        table = np.array(ratings, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(
            "expected a table of numbers, a row for each coder, NaN where none was given"
        ) from None
    if table.ndim != 2 or table.shape[0] < 2:
        raise InputError("expected a table of numbers with a row for each of at least two coders")
    if np.any(np.isinf(table)):
        raise InputError("expected finite values, or NaN where a coder gave none, found an infinite one")
    return table


def _alphas(weights: Floats, values: Floats, counts: Floats, scale: str) -> Floats:
    """Alpha for each row of weights, which says how often each unit counts."""
    n_c = weights @ counts
    if scale == "ordinal":
        return _ratio(n_c, *_ordinal(weights, counts))
    return _ratio(n_c, *_distances(weights, counts, _delta(values, scale)))


def _ratio(n_c: Floats, observed: Floats, expected: Floats) -> Floats:
    """1 - (n - 1) D_o / D_e of each row; NaN where no disagreement can be expected."""
    n = np.sum(n_c, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(expected > 0, 1 - (n - 1) * observed / expected, np.nan)


def _distances(weights: Floats, counts: Floats, delta: Floats) -> tuple[Floats, Floats]:
    """The sums of the distances within units, and of those among all values."""
    n_c = weights @ counts
    m = np.sum(counts, axis=1)
    observed = weights @ (np.sum((counts @ delta) * counts, axis=1) / (m - 1))
    return observed, np.sum((n_c @ delta) * n_c, axis=1)


def _ordinal(weights: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """The ordinal difference of two values is that of their middle ranks, which change with the resample."""
    n_c = weights @ counts
    ranks = np.cumsum(n_c, axis=1) - n_c / 2
    m = np.sum(counts, axis=1)
    within = m * (ranks**2 @ counts.T) - (ranks @ counts.T) ** 2
    observed = np.sum(weights * 2 * within / (m - 1), axis=1)
    n = np.sum(n_c, axis=1)
    expected = 2 * (n * np.sum(n_c * ranks**2, axis=1) - np.sum(n_c * ranks, axis=1) ** 2)
    return observed, expected


def _delta(values: Floats, scale: str) -> Floats:
    """The squared difference of each two values."""
    c, k = values[:, None], values[None, :]
    if scale == "nominal":
        unequal: Floats = (c != k).astype(np.float64)
        return unequal
    if scale == "interval":
        # alpha does not depend on the unit; halves, so that the widest difference cannot overflow
        widest = max(float(np.ptp(values / 2)), np.finfo(np.float64).tiny)
        differences: Floats = (c / 2 - k / 2) / widest
        return np.square(differences)
    if scale == "ratio":
        if np.any(values < 0):
            raise InputError("expected values of zero or more on a ratio scale, found a negative one")
        with np.errstate(invalid="ignore"):
            return np.where(c == k, 0.0, np.square((c - k) / (c + k)))
    raise unknown("scale", scale, SCALES)
