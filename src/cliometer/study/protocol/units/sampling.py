"""Which units a second person matches again: the same ones whenever the seed is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from cliometer.errors import InputError
from cliometer.stats.samples import random

T = TypeVar("T")


def sampled(units: Mapping[str, T], sample: int | tuple[str, ...], seed: int) -> dict[str, T]:
    """So many units, or those named, in the order of the units."""
    if isinstance(sample, int):
        ids = list(units)
        chosen = {ids[place] for place in random(seed).permutation(len(ids))[:sample].tolist()}
    else:
        chosen = set(sample)
        missing = [id for id in sample if id not in units]
        if missing:
            raise InputError(f"setting sample: there is no unit {missing[0]!r}; name units that were built")
    return {id: unit for id, unit in units.items() if id in chosen}
