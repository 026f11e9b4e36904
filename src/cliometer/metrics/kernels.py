"""Date kernels: how much a pair of dates is worth by the days between them, 1 for the same day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from cliometer.expressions.expression import number, spell
from cliometer.expressions.registry import Registry
from cliometer.expressions.settings import setting

Floats = NDArray[np.float64]


class Kernel(Protocol):
    """Falls from 1 at no distance; never rises."""

    name: ClassVar[str]

    def closeness(self, days: Floats) -> Floats:
        """The worth of each distance in days."""
        ...


kernels: Registry[Kernel] = Registry("date kernel")


@kernels.register
@dataclass(frozen=True, repr=False)
class Reciprocal:
    """1 / (days + 1): equation 6 of Martschat & Markert (2017)."""

    name: ClassVar[str] = "reciprocal"
    citation: ClassVar[str] = "Martschat & Markert (2017), equation 6"

    def closeness(self, days: Floats) -> Floats:
        """t of equation 6."""
        return 1 / (days + 1)

    __str__ = __repr__ = spell


@kernels.register
@dataclass(frozen=True, repr=False)
class Hyperbolic:
    """1 / (1 + days / tau): half the worth after tau days; `reciprocal` at tau = 1."""

    name: ClassVar[str] = "hyperbolic"
    citation: ClassVar[str] = "after equation 6 of Martschat & Markert (2017), with the scale as a setting"
    tau: float = setting(7.0, parse=number(low=1e-6), doc="days after which half the worth is left")

    def closeness(self, days: Floats) -> Floats:
        """1 / (1 + days / tau)."""
        return 1 / (1 + days / self.tau)

    __str__ = __repr__ = spell


@kernels.register
@dataclass(frozen=True, repr=False)
class Exponential:
    """exp(-days / tau): forgets by a constant rate."""

    name: ClassVar[str] = "exponential"
    citation: ClassVar[str] = "in place of equation 6 of Martschat & Markert (2017)"
    tau: float = setting(7.0, parse=number(low=1e-6), doc="days after which 1/e of the worth is left")

    def closeness(self, days: Floats) -> Floats:
        """exp(-days / tau)."""
        return np.exp(-days / self.tau)

    __str__ = __repr__ = spell


@kernels.register
@dataclass(frozen=True, repr=False)
class Within:
    """1 up to a number of days, 0 beyond: a tolerance."""

    name: ClassVar[str] = "within"
    citation: ClassVar[str] = "in place of equation 6 of Martschat & Markert (2017)"
    days: float = setting(0.0, parse=number(low=0), doc="the largest distance that still counts")

    def closeness(self, days: Floats) -> Floats:
        """1 where the distance is tolerated."""
        return np.where(days <= self.days, 1.0, 0.0)

    __str__ = __repr__ = spell
