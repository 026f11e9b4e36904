"""Ties of a metric (Deutsch et al. 2023): scores no further apart than a threshold, which serves it best."""

from __future__ import annotations

import numpy as np

from cliometer.stats.samples import Floats


def decided(difference: Floats, threshold: float) -> Floats:
    """Which of two the metric prefers: 1 the first, -1 the second, 0 neither."""
    return np.where(np.abs(difference) <= threshold, 0.0, np.sign(difference))


def calibrated_threshold(difference: Floats, winner: Floats, weight: Floats) -> float:
    """The smallest of the best for these winners (1, -1, 0); only observed differences, and zero, matter."""
    order = np.argsort(np.abs(difference), kind="stable")
    distances = np.append(0.0, np.abs(difference)[order])
    tied = weight * (winner == 0)
    alike = weight * (np.sign(difference) == winner)
    # up to a place all choices are ties, beyond it all are decided
    rights = np.append(0.0, np.cumsum((tied - alike)[order])) + np.sum(alike)
    last = np.append(distances[1:] != distances[:-1], True)
    return float(distances[last][int(np.argmax(rights[last]))])
