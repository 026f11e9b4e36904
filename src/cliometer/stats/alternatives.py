"""The sides of a test: does the first differ from the second, is it better, or is it worse?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import unknown
from cliometer.stats.samples import Floats

Alternative = Literal["two-sided", "greater", "less"]
SIGNS: dict[str, int] = {"two-sided": 0, "greater": 1, "less": -1}


def checked_alternative(alternative: str) -> int:
    """1 for greater, -1 for less, 0 for both."""
    if alternative not in SIGNS:
        raise unknown("alternative", alternative, SIGNS)
    return SIGNS[alternative]


def as_extreme(
    values: Floats, observed: Floats, slack: Floats, alternative: Alternative
) -> NDArray[np.bool_]:
    """Which values lie as far on the side of the alternative as the observed one, or nearly so."""
    sign = checked_alternative(alternative)
    if sign == 0:
        return np.asarray(np.abs(values) >= np.abs(observed) - slack)
    return np.asarray(sign * values >= sign * observed - slack)


def symmetric_p(statistic: float, lower_tail: Callable[[float], float], alternative: Alternative) -> float:
    """p of a statistic whose distribution is symmetric around 0, from its lower tail."""
    sign = checked_alternative(alternative)
    if sign == 0:
        return min(1.0, 2 * float(lower_tail(-abs(statistic))))
    return float(lower_tail(-sign * statistic))
