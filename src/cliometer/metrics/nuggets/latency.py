"""How late an update is: L of the track's metrics document (2014, equations 22 and 23)."""

from __future__ import annotations

import math

SIX_HOURS = 21600.0  # alpha


def discount(known: int, told: int, step: float = SIX_HOURS) -> float:
    """1 - (2 / pi) arctan((u.t - n.t) / alpha): 1 on time, towards 0 when late, towards 2 when early."""
    return 1 - (2 * (math.atan((told - known) / step) / math.pi))
