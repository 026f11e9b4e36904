"""Cases enter the benchmark by a decorator; the command line and its help are read off this table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from benchmarks.rows import Row

T = TypeVar("T")


@dataclass(frozen=True)
class Effort:
    """How much to measure."""

    quick: bool = False
    pairs: int = 50_000  # of a system and a topic, in the case `million`

    def of(self, full: T, quick: T) -> T:
        """The size of a whole run, or of a quick one."""
        return quick if self.quick else full


Measure = Callable[[Effort], Iterator[Row]]
CASES: dict[str, Measure] = {}


def case(measure: Measure) -> Measure:
    """Register a case under the name of its function."""
    CASES[measure.__name__] = measure
    return measure
