"""Rows of simulations: the share of intervals that hold the truth, and of tests that find what is not there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks.rows import Bar, Quantity, Row

COVERAGE = (0.93, 0.97)
LEVEL = (0.03, 0.06)


def coverage(name: str, covered: Sequence[bool], runs: int) -> Row:
    """Return the share of 95 % intervals that hold the truth."""
    return _row(f"coverage of {name}", covered, runs, COVERAGE)


def level(name: str, rejected: Sequence[bool], runs: int) -> Row:
    """Return the share of tests at .05 that reject what is true."""
    return _row(f"level of {name}", rejected, runs, LEVEL)


def _row(name: str, hits: Sequence[bool], runs: int, ends: tuple[float, float]) -> Row:
    """The bar is the nearer end, and two standard errors of so many runs beyond it."""
    share, middle = float(np.mean(hits)), sum(ends) / 2
    slack = 2 * float(np.sqrt(middle * (1 - middle) / runs))
    note = f"wanted {ends[0]:g} to {ends[1]:g}, {runs} runs"
    bar = Bar(">=", round(ends[0] - slack, 3)) if share < ends[0] else Bar("<=", round(ends[1] + slack, 3))
    return Row(name, Quantity(share, ""), bar=bar, note=note)
