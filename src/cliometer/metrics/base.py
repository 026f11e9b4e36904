"""What a metric is, and the registry of all of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import ClassVar, Protocol, Self

from cliometer.metrics.comparison import Comparison
from cliometer.metrics.expression import spell
from cliometer.metrics.presets import TILSE, Preset
from cliometer.metrics.registry import Registry
from cliometer.metrics.settings import settings_of
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

    def measure_in(self, comparison: Comparison) -> list[Score]:
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
        return self.measure_in(Comparison(systems, references))

    def measure_in(self, comparison: Comparison) -> list[Score]:
        """Open settings mean the default preset."""
        return self.under(TILSE)._measure(comparison)

    def _measure(self, comparison: Comparison) -> list[Score]:
        raise NotImplementedError

    def __str__(self) -> str:
        return spell(self)

    def __repr__(self) -> str:
        return spell(self)


def is_metric(value: object) -> bool:
    """Whether it can measure; a class of metrics cannot, its instances can."""
    return hasattr(value, "measure_in") and not isinstance(value, type)
