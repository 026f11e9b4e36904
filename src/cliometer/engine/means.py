"""Means over topics: of precision, recall and F in both ways, or of a metric's one value."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cliometer.model.score import f_measure

Numbers = Mapping[str, float | None]


class Group(NamedTuple):
    """Whose mean it is, and over how many topics."""

    system: str
    metric: str
    topics: int
    undefined: int


@dataclass(frozen=True)
class Mean:
    """One system by one metric over all topics; topics whose score is undefined are left out and counted.

    A metric of one value has `value` and none of the others.
    """

    system: str
    metric: str
    topics: int
    undefined: int
    precision: float | None = None
    recall: float | None = None
    f_of_means: float | None = None
    mean_of_f: float | None = None
    value: float | None = None
    single: bool = False

    def numbers(self) -> dict[str, float | None]:
        """The means by name."""
        names = ("value",) if self.single else ("precision", "recall", "f_of_means", "mean_of_f")
        return {name: getattr(self, name) for name in names}

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        counts = {"topics": self.topics, "undefined": self.undefined}
        return {"system": self.system, "metric": self.metric, **counts, **self.numbers()}


def mean_of(group: Group, numbers: Sequence[Numbers], single: bool, beta: float) -> Mean:
    """Both averages of F: of the means (tilse, news-tls) and the mean of F."""
    if single:
        return Mean(*group, value=_average(one["value"] for one in numbers), single=True)
    p, r, f = (_average(one[key] for one in numbers) for key in ("precision", "recall", "f"))
    of_means = None if p is None or r is None else f_measure(p, r, beta)
    return Mean(*group, p, r, of_means, f)


def _average(values: Iterable[float | None]) -> float | None:
    numbers = [value for value in values if value is not None]
    return math.fsum(numbers) / len(numbers) if numbers else None  # sum() rounds differently from 3.12 on
