"""Ladders: one perturbation from weak to strong. The stronger it is, the lower a score should be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite

from cliometer.court.perturbation import Expectation, Perturbation
from cliometer.metrics.expression import spell_value
from cliometer.metrics.settings import settings_of


@dataclass(frozen=True)
class Ladder:
    """The steps of one perturbation, weakest first."""

    steps: tuple[Perturbation, ...]

    @property
    def name(self) -> str:
        """The perturbation's."""
        return self.steps[0].name

    @property
    def expectation(self) -> Expectation:
        """That of the strongest step."""
        return self.steps[-1].expectation

    @property
    def grows(self) -> str:
        """The settings that make the difference: `days`."""
        return " and ".join(self._settings) or "strength"

    @property
    def _settings(self) -> list[str]:
        names = [field.name for field in settings_of(self.steps[0])]
        return [name for name in names if getattr(self.steps[0], name) != getattr(self.steps[-1], name)]

    @property
    def intensities(self) -> tuple[float | str | None, ...]:
        """What that setting is at each step, a number or a word; None where several settings grow."""
        if len(self._settings) != 1:
            return (None,) * len(self.steps)
        return tuple(_plain(getattr(step, self._settings[0])) for step in self.steps)

    def __str__(self) -> str:
        """shift(days=1..14)"""
        ends = [[spell_value(getattr(step, name)) for step in self.steps] for name in self._settings]
        spans = [
            f"{name}={values[0]}..{values[-1]}" for name, values in zip(self._settings, ends, strict=True)
        ]
        return f"{self.name}({', '.join(spans)})"


def _plain(value: object) -> float | str:
    if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value):
        return value
    return spell_value(value)


def ladders_of(trials: Iterable[Perturbation]) -> list[Ladder]:
    """The ladders of all trials, each once; a single step is none."""
    found: dict[Sequence[Perturbation], None] = {}
    for trial in trials:
        steps = tuple(trial.ladder())
        if len(steps) > 1:
            found.setdefault(steps)
    return [Ladder(tuple(steps)) for steps in found]
