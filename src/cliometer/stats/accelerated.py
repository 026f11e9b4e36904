"""The bias-corrected and accelerated bootstrap (Efron 1987): which percentiles to take instead of the middle.

They do not always exist: the column then keeps the plain percentiles and carries the reason.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cliometer.stats.percentile import counted, middle
from cliometer.stats.samples import ROUNDING, Floats

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
