"""How often to draw, and from which seed: what every resampling is asked first."""

from __future__ import annotations

import numpy as np

from cliometer.errors import expected
from cliometer.stats.samples import random

FEWEST = 2  # without two draws there is nothing to compare
FEWEST_TO_REPORT = 100  # below, a 95 % interval rests on two draws at each end
MOST = 10_000_000  # more take hours, and more memory than most have


def checked_resamples(count: object, fewest: int = FEWEST) -> int:
    """The number of resamples, if it is one that makes sense."""
    if isinstance(count, bool) or not isinstance(count, int | np.integer) or not fewest <= count <= MOST:
        raise expected(f"the number of resamples as a whole number from {fewest} to {MOST:,}", count)
    return int(count)


def checked_seed(seed: int) -> int:
    """A seed that the generator takes; the complaint is the generator's."""
    random(seed)
    return int(seed)
