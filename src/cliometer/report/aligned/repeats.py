"""Days of a system that say again what it said before."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cliometer.metrics.explanation import Day
from cliometer.model.timeline import Timeline
from cliometer.text.bags import ngram_bags
from cliometer.text.overlap import overlaps
from cliometer.text.rows import read_rows
from cliometer.text.settings import TextSettings

SHARE = 0.75  # of a day's words that stand in one earlier day make it a repetition
_FEWEST = 3  # words; with one or two, chance repeats a day


def repeated_texts(system: Timeline, text: TextSettings) -> list[int | None]:
    """For each day the earliest day before it that has three quarters of its words, or None."""
    if not len(system):
        return []
    rows = read_rows(list(system.values()), text)
    bags = ngram_bags(rows, 1)
    shared = np.asarray(overlaps(bags, bags), float)
    enough = (shared >= SHARE * rows.lengths[:, None]) & (rows.lengths[:, None] >= _FEWEST)
    earlier = np.tril(enough, -1)
    return [int(row.argmax()) if row.any() else None for row in earlier]


def outdone(days: Sequence[Day]) -> list[int | None]:
    """For each day that earns something the day that earns most with the same partner, if it is another.

    Of days that earn the same, the first is no repetition.
    """
    best: dict[object, int] = {}
    for index, day in enumerate(days):
        if day.partner is not None and day.credit > 0:
            first = best.setdefault(day.partner, index)
            if day.credit > days[first].credit:
                best[day.partner] = index
    found = (best.get(day.partner) if day.credit > 0 else None for day in days)
    return [None if best_day == index else best_day for index, best_day in enumerate(found)]
