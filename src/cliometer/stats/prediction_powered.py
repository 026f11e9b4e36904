"""Prediction-powered inference (Angelopoulos et al. 2023): few true labels correct many predicted ones.

The population is finite: the decisions that a model made, of which people checked a random part. The mean of the
predictions is known, and the part that was checked tells how far it is off, so this is the regression estimator of
survey sampling (Cochran 1977, chapter 7) with a slope from 0 to 1, as PPI++ chooses it (Angelopoulos et al. 2024). With
slope 0 it is the mean of the labels alone, so that a useless model does no harm.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import InputError
from cliometer.stats.samples import Floats

FEWEST_LABELS = 5


@dataclass(frozen=True)
class CorrectedMean:
    """A weighted mean of labels with its interval: corrected predictions, and beside it that of the labels alone."""

    estimate: float
    low: float
    high: float
    labels: float
    labels_low: float
    labels_high: float
    slope: float


def corrected_mean(
    predicted: Floats, weights: Floats, checked: NDArray[np.int64], labels: Floats, level: float = 0.95
) -> CorrectedMean:
    """Estimate the weighted mean of all labels from all predictions and the labels of a random part.

    Parameters
    ----------
    predicted, weights
        The prediction and the weight of each decision.
    checked, labels
        The places of the decisions that were drawn at random, and the true labels there.
    level
        The confidence of both intervals.
    """
    N, n = len(predicted), len(checked)
    if n < FEWEST_LABELS:
        raise InputError("checked-decisions-too-few", n=n, fewest_labels=FEWEST_LABELS)
    a = np.asarray(weights, float) / np.mean(weights)
    f, y = a * predicted, a[checked] * labels
    covariance = np.cov(y, f[checked])
    slope = float(np.clip(covariance[0, 1] / covariance[1, 1], 0, 1)) if covariance[1, 1] > 0 else 0.0
    # Both means stay as they are: the two further observations only widen the spread.
    estimate = float(slope * f.mean() + (y - slope * f[checked]).mean())
    half = _half_width(y - slope * f[checked], N, level, 1 + (0 < slope < 1))
    alone = float(y.mean())
    spread = _half_width(y, N, level, 1)
    return CorrectedMean(estimate, estimate - half, estimate + half, alone, alone - spread, alone + spread, slope)


def _half_width(d: Floats, N: int, level: float, fitted: int) -> float:
    """Return half of a t interval for the mean of n values drawn from N without replacement.

    Where a model hardly errs, a part that was checked may hold no error at all, and an interval of width 0 would
    claim that there is none. So two values more are counted, one above and one below, as Agresti and Coull (1998)
    do for proportions.
    """
    from scipy.special import stdtrit

    n = len(d)
    spread = float(np.append(d, [d.mean() + 1, d.mean() - 1]).var(ddof=1))
    error = math.sqrt(spread / (n + 2) * (1 - n / N))
    return float(stdtrit(n - fitted, (1 + level) / 2)) * error
