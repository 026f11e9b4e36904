"""What is asked of an agreement, and how many resamples a table of its size gets unless it is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cliometer.errors import UsageError
from cliometer.stats.coefficients import Coefficient
from cliometer.stats.correlation import LEVELS, Level
from cliometer.stats.correlation_tests import Over
from cliometer.stats.draws import checked_resamples, checked_seed

Test = Literal["williams", "perm-both"]
COEFFICIENTS: tuple[Coefficient, ...] = ("pearson", "spearman", "kendall-b", "kendall-c")
USUAL: tuple[Coefficient, ...] = ("pearson", "kendall-b")
TESTS: tuple[Test, ...] = ("williams", "perm-both")
SIGNIFICANT = 0.05
_RESAMPLES = (200, 1000)  # least and most
_ROUND = 100  # numbers of draws that people can remember
_BUDGET = 500_000  # cells drawn for an interval; realsumm's 25 x 100 then take seconds, not minutes


@dataclass(frozen=True)
class Plan:
    """Coefficients, levels, and how intervals and p-values are drawn."""

    coefficients: Sequence[Coefficient] = USUAL
    levels: Sequence[Level] = LEVELS
    tests: Sequence[Test] = ()
    over: Over = "both"
    confidence: float = 0.95
    resamples: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.confidence < 1:
            raise UsageError(f"expected a level between 0 and 1, such as 0.95, found {self.confidence}")
        if self.resamples is not None:
            checked_resamples(self.resamples)
        checked_seed(self.seed)

    def draws(self, cells: int) -> int:
        """The number of resamples for a table of so many cells."""
        least, most = _RESAMPLES
        return self.resamples or max(least, min(most, _BUDGET // cells // _ROUND * _ROUND))

    def note(self, cells: int) -> list[str]:
        """What to say where the table's size, not the user, set the number."""
        draws = self.draws(cells)
        if self.resamples or draws == _RESAMPLES[1]:
            return []
        return [f"{draws} resamples, for the table is large; for a paper ask for --resamples {_RESAMPLES[1]}"]
