"""Systems by metrics: each cell a score with its place, shaded from the worst to the best of its column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cliometer.report.charts.grammar import Record, Spec
from cliometer.report.charts.heat import cell, heat


@dataclass(frozen=True)
class Column:
    """A metric: the score of each system (None where undefined), and which way is better."""

    name: str
    values: Mapping[str, float | None]
    less_is_better: bool = False
    ranks: Mapping[str, str] = field(default_factory=dict)  # in place of the place by score

    def place(self, system: str) -> int | None:
        """1 for the best; equal scores have equal places."""
        own = self._gain(system)
        if own is None:
            return None
        gains = [self._gain(other) for other in self.values]
        return 1 + sum(gain > own for gain in gains if gain is not None)

    def shade(self, system: str) -> float | None:
        """From 0 for the worst to 1 for the best; 0 where all are the same."""
        own = self._gain(system)
        gains = [gain for other in self.values if (gain := self._gain(other)) is not None]
        if own is None:
            return None
        span = max(gains) - min(gains)
        return (own - min(gains)) / span if span else 0.0

    def _gain(self, system: str) -> float | None:
        value = self.values.get(system)
        return None if value is None else -value if self.less_is_better else value


def overview(columns: Sequence[Column], systems: Sequence[str]) -> Spec:
    """Systems in the given order."""
    cells = [_cell(column, system) for system in systems for column in columns]
    return heat(cells, "system", "metric", orders=(systems, [column.name for column in columns]), wide=124)


def _cell(column: Column, system: str) -> Record:
    value, place = column.values.get(system), column.place(system)
    rank = column.ranks.get(system, f"#{place}")
    text = "undefined" if value is None else f"{value:.3f}  {rank}"
    return cell(system, column.name, column.shade(system), text)
