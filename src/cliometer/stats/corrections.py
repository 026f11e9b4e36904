"""Many tests at once: p-values adjusted by Holm (1979) and by Benjamini & Hochberg (1995)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from cliometer.errors import InputError
from cliometer.stats.samples import Floats, numbers


def holm(p_values: ArrayLike) -> Floats:
    """Step-down: the k-th smallest of m times m - k + 1, never below a smaller one's; for any false alarm."""
    p = _probabilities(p_values)
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    return _restored(stepped, order)


def benjamini_hochberg(p_values: ArrayLike) -> Floats:
    """Step-up: the k-th smallest of m times m / k, never above a larger one's; for the share of them."""
    p = _probabilities(p_values)
    order = np.argsort(p, kind="stable")
    stepped = np.minimum.accumulate((p[order] * len(p) / np.arange(1, len(p) + 1))[::-1])[::-1]
    return _restored(stepped, order)


def _probabilities(p_values: ArrayLike) -> Floats:
    p = numbers(p_values, "p-values")
    if p.min() < 0 or p.max() > 1:
        raise InputError("a p-value lies outside 0 to 1")
    return p


def _restored(stepped: Floats, order: np.ndarray[tuple[int, ...], np.dtype[np.intp]]) -> Floats:
    adjusted = np.empty_like(stepped)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted
