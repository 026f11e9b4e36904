"""Who is best, in words that stay true where several share the lead or nobody is behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isclose

from cliometer.report.chapters.words import listed
from cliometer.stats.samples import ROUNDING


@dataclass(frozen=True)
class Lead:
    """Those with the best value, in their order, and among how many they lead."""

    names: Sequence[str]
    value: float
    among: int

    @property
    def alone(self) -> bool:
        """Whether there was nobody to be better than."""
        return self.among == 1

    @property
    def alike(self) -> bool:
        """Whether there are several and nobody is behind."""
        return len(self.names) == self.among > 1

    @property
    def shared(self) -> bool:
        """Whether there are several in the lead."""
        return len(self.names) > 1

    @property
    def each(self) -> str:
        """What follows a number that several have."""
        return " each" if self.shared else ""

    def said(self, one: str, several: str, alike: str, opens: bool = False) -> str:
        """Who leads, with the verb for one and for several, or what all do alike; it may open a sentence.

        >>> verbs = ("is best", "are best", "systems score the same")
        >>> leaders({"a": 0.5, "b": 0.2, "c": 0.5}).said(*verbs)
        'a and c are best'
        >>> leaders({"a": 0.5, "b": 0.5}).said(*verbs)
        'both systems score the same'
        """
        if self.alike:
            everybody = f"{'both' if self.among == 2 else f'all {self.among}'} {alike}"
            return everybody[0].upper() + everybody[1:] if opens else everybody
        return f"{listed(self.names)} {several if self.shared else one}"


def leaders(values: Mapping[str, float], least: bool = False) -> Lead:
    """Those with the highest value, or with the lowest; what differs by rounding alone is the same.

    >>> leaders({"a": 0.3, "b": 0.1 + 0.2, "c": 0.1}).names
    ['a', 'b']
    """
    best = (min if least else max)(values.values())
    names = [
        name for name, value in values.items() if isclose(value, best, rel_tol=ROUNDING, abs_tol=ROUNDING)
    ]
    return Lead(names, best, len(values))
