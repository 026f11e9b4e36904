"""What a metric is, the registry of all of them, and the checks on what a metric returns."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, Self, TypeVar

from cliometer.errors import UsageError, shown
from cliometer.expressions.expression import spell
from cliometer.expressions.registry import Registry
from cliometer.expressions.settings import settings_of
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.presets import TILSE, Preset
from cliometer.model.score import Score
from cliometer.model.timeline import ReferenceSet, Timeline


@dataclasses.dataclass(frozen=True)
class Properties:
    """What a metric with its settings promises; the common tests hold it to its word."""

    identity_is_one: bool
    bounded: bool
    removal_never_helps_recall: bool  # of a day that says what the references say
    reference_order_is_irrelevant: bool
    sentence_order_is_irrelevant: bool  # within a day
    uses_dates: bool


class Metric(Protocol):
    """A formula with its settings fixed: a frozen dataclass, equal when the settings are."""

    name: ClassVar[str]
    formula: ClassVar[str]
    citation: ClassVar[str]

    @property
    def properties(self) -> Properties:
        """What it promises."""
        ...

    def under(self, preset: Preset) -> Self:
        """The same metric with every open setting filled from a preset."""
        ...

    def measure(self, system: Timeline, references: ReferenceSet) -> Score:
        """Score one system on one topic."""
        ...

    def measure_all(self, systems: Sequence[Timeline], references: ReferenceSet) -> list[Score]:
        """Score many systems on one topic; equals `measure` one by one."""
        ...

    def measure_in(self, comparison: TopicComparison) -> list[Score]:
        """The same, sharing tables with other metrics."""
        ...


metrics: Registry[Metric] = Registry("metric")


class TimelineMetric:
    """What all metrics of timelines share; a subclass brings its settings and `_measure`."""

    name: ClassVar[str]

    def under(self, preset: Preset) -> Self:
        """Fill open settings (None) from the preset."""
        open_settings = {
            field.name: getattr(preset, field.name)
            for field in settings_of(self)
            if getattr(self, field.name) is None and hasattr(preset, field.name)
        }
        closed: Self = dataclasses.replace(self, **open_settings)  # type: ignore[type-var]
        return closed

    def measure(self, system: Timeline, references: ReferenceSet) -> Score:
        """Score one system on one topic."""
        return self.measure_all([system], references)[0]

    def measure_all(self, systems: Sequence[Timeline], references: ReferenceSet) -> list[Score]:
        """Score many systems on one topic."""
        return self.measure_in(TopicComparison(systems, references))

    def measure_in(self, comparison: TopicComparison) -> list[Score]:
        """Open settings mean the default preset."""
        return self.under(TILSE)._measure(comparison)

    def _measure(self, comparison: TopicComparison) -> list[Score]:
        raise NotImplementedError

    def __str__(self) -> str:
        return spell(self)

    def __repr__(self) -> str:
        return spell(self)


def is_metric(value: object) -> bool:
    """Whether it can measure; a class of metrics cannot, its instances can."""
    return hasattr(value, "measure_in") and not isinstance(value, type)


T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Pairing:
    """What a metric is given; `shared` makes a table the first time that a metric asks for it."""

    systems: Sequence[Any]
    gold: Any
    _tables: dict[Hashable, Any] = field(default_factory=dict)

    def shared(self, key: Hashable, make: Callable[[], T]) -> T:
        """The table of this key, made once."""
        if key not in self._tables:
            self._tables[key] = make()
        found: T = self._tables[key]
        return found


def measured(metric: Any, pairing: Any, systems: int, kind: type | None = None) -> Sequence[Any]:
    """A score for each system, of this kind where one is named; one line where a metric gave otherwise."""
    found = metric.measure_in(pairing)
    if not isinstance(found, Sequence) or not all(_is_score(score, kind) for score in found):
        raise UsageError(f"the metric {metric}: expected a list of Scores, it gave {shown(found)}")
    if len(found) != systems:
        raise UsageError(f"the metric {metric}: expected a Score for each of {systems}, it gave {len(found)}")
    if not type(metric).__module__.startswith("cliometer."):
        for score in found:
            _read(score, metric)
    return found


def _is_score(score: Any, kind: type | None) -> bool:
    if kind is not None:
        return isinstance(score, kind)
    return hasattr(type(score), "undefined") and hasattr(type(score), "numbers")


def _read(score: Any, metric: Any) -> None:
    """A Score of something else than Ratios shows only when it is divided."""
    try:
        score.numbers()
    except Exception as error:
        wanted = "Score(Ratio(part, whole), Ratio(part, whole))" if isinstance(score, Score) else "numbers"
        why = f"{type(error).__name__}: {error}"
        raise UsageError(f"the metric {metric}: expected {wanted}, it gave {shown(score)} ({why})") from None
