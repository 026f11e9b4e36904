"""Scores of what a system selected: against content units, and against judged events."""

from __future__ import annotations

from cliometer.metrics.units.curve import Curve, curve, mean_curve
from cliometer.metrics.units.nu import Nu, online_faults, require_online
from cliometer.metrics.units.pyramid import (
    SummaryContentUnits,
    UnitDates,
    UnitPyramid,
    UnitSurface,
    modified_score,
    original_score,
)

EXTRACT_METRICS = (UnitPyramid, SummaryContentUnits, Nu, UnitDates, UnitSurface)

__all__ = [
    "EXTRACT_METRICS",
    "Curve",
    "Nu",
    "SummaryContentUnits",
    "UnitDates",
    "UnitPyramid",
    "UnitSurface",
    "curve",
    "mean_curve",
    "modified_score",
    "online_faults",
    "original_score",
    "require_online",
]
