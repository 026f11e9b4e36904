"""What a nugget is worth: R(n) of the track's metrics document (2014, equations 19 and 20)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from cliometer.model.nuggets import Nugget
from cliometer.model.score import Ratio

HIGHEST = 3.0  # of the assessors' scale


def relevance(nuggets: Mapping[str, Nugget], graded: bool, of_topic: bool) -> dict[str, float]:
    """R of each nugget: e^i / e^max, where max is that of the topic or of the scale; or 1 for any but 0."""
    if not graded:
        return {id: float(nugget.importance != 0) for id, nugget in nuggets.items()}
    highest = max((n.importance for n in nuggets.values()), default=HIGHEST) if of_topic else HIGHEST
    return {id: math.exp(nugget.importance) / math.exp(highest) for id, nugget in nuggets.items()}


def ideal(worth: Iterable[float], updates: int) -> Ratio:
    """The gain of a system that tells the best nuggets, one in an update and nothing else."""
    best = sorted(worth, reverse=True)[: updates or None]
    return Ratio(sum(best), len(best))
