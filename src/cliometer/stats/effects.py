"""How large, not how certain: d_z (Cohen 1988), its correction (Hedges 1981), rank-biserial (Kerby 2014)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from cliometer.errors import InputError
from cliometer.stats.paired import signed_ranks, spread
from cliometer.stats.samples import paired, settled


def cohen_dz(first: ArrayLike, second: ArrayLike) -> float:
    """Mean difference in standard deviations of the differences."""
    mean, deviation = spread(*paired(first, second))
    return mean / deviation


def hedges_g(first: ArrayLike, second: ArrayLike) -> float:
    """d_z without its bias upwards in small samples: times J(n - 1)."""
    a, b = paired(first, second)
    if len(a) < 3:
        raise InputError(f"found {len(a)} topics; Hedges' correction needs three or more")
    return hedges_correction(len(a) - 1) * cohen_dz(a, b)


def hedges_correction(freedom: int) -> float:
    """J(m) = Gamma(m/2) / (sqrt(m/2) Gamma((m-1)/2)), for m of 2 or more."""
    m = freedom
    if m < 2:
        raise InputError(f"found {m} degree of freedom; Hedges' correction needs two or more")
    return math.exp(math.lgamma(m / 2) - math.lgamma((m - 1) / 2)) / math.sqrt(m / 2)


def rank_biserial(first: ArrayLike, second: ArrayLike) -> float:
    """Matched pairs: share of the rank sum in favour of the first minus that against; zeros are left out."""
    ranks = signed_ranks(settled(*paired(first, second)))
    return float(ranks.sum() / np.abs(ranks).sum())
