"""Ever larger pairs, align+: does the time outside the assignment solver grow with what is shared?

Any method must at least touch the words that two days share, so their number is the yardstick; the solver is
scipy's and has a law of its own.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

import numpy as np

import cliometer
from benchmarks.clock import once
from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, alone
from benchmarks.texts import Days, timeline
from cliometer.metrics.alignment import assign
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.rouge.variants import Variant
from cliometer.text.tokenisation import TextSettings

_SIZES = (250, 500, 1000, 2000)
_REPEATS = 3
_SOLVER_NAMES = ("cliometer.metrics.alignment.assign", "cliometer.metrics.alignment.assign")


@dataclass
class _Solver:
    """The assignment solver with a watch on it."""

    seconds: float = field(default=0.0, init=False)

    def __call__(self, costs: Any) -> Any:
        start = time.process_time()
        try:
            return assign(costs)
        finally:
            self.seconds += time.process_time() - start


@case
def large(effort: Effort) -> Iterator[Row]:
    """A row a size, then the exponent."""
    points = []
    for dates in effort.of(_SIZES, _SIZES[:2]):
        system, reference = (
            timeline(f"large/system/{dates}", dates),
            timeline(f"large/reference/{dates}", dates),
        )
        outside, solver = min(_split_time(system, reference) for _ in range(_REPEATS))
        shared = _shared_words(system, reference)
        points.append((shared, outside))
        note = f"solver {Quantity(solver)}; {shared / 1e6:.2f} million shared words"
        yield alone(f"large: {dates} x {dates} dates, outside the solver", Quantity(outside), note=note)
    last = f"over the last doubling alone {_exponent(points[-2:]):.2f}"
    yield alone("large: exponent over shared words", Quantity(_exponent(points), ""), Bar("<=", 1.1), last)


def _split_time(system: Days, reference: Days) -> tuple[float, float]:
    """CPU seconds outside the solver and within."""
    with _watched() as solver:
        total = once(lambda: cliometer.score(system, [reference], metrics=["align+(rouge=1)"]))
    return total - solver.seconds, solver.seconds


@contextmanager
def _watched() -> Iterator[_Solver]:
    solver = _Solver()
    here, there = _SOLVER_NAMES
    with mock.patch(here, solver), mock.patch(there, solver):
        yield solver


def _shared_words(system: Days, reference: Days) -> float:
    """Word occurrences that two days share, summed over all pairs of days; words as align+ costs see them."""
    comparison = TopicComparison([cliometer.Timeline(system)], cliometer.ReferenceSet([cliometer.Timeline(reference)]))
    table = comparison.table(Variant.parse("1"), TextSettings("whitespace"))
    rows, columns = np.ogrid[: len(system), : len(reference)]
    return float(table.hits(rows, columns).sum())


def _exponent(points: list[tuple[float, float]]) -> float:
    """The slope of a straight line through the logarithms."""
    shared, seconds = np.log(np.array(points)).T
    return float(np.polyfit(shared, seconds, 1)[0])
