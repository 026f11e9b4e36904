"""The percentile interval (Efron 1979) of resampled values; what has no value is left out and counted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import InputError
from cliometer.stats.samples import Floats, between


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
