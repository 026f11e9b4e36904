"""The percentile interval (Efron 1979) of resampled values; what has no value is left out and counted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cliometer.errors import InputError, UsageError
from cliometer.stats.scores import Floats


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
    if not 0 < confidence < 1:
        raise UsageError(f"expected a confidence between 0 and 1, such as 0.95, found {confidence}")
    defined = values[np.isfinite(values)]
    if not defined.size:
        raise InputError("no resample has a value, so there is no interval; more varied scores are needed")
    low, high = np.quantile(defined, [(1 - confidence) / 2, (1 + confidence) / 2])
    left_out = values.size - defined.size
    return PercentileInterval(estimate, float(low), float(high), confidence, values.size, left_out)
