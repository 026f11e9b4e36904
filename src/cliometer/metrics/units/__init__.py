"""Scores of what a system selected: against content units, and against judged events."""

from cliometer.metrics.units.curve import Curve, curve, mean_curve
from cliometer.metrics.units.dates import UnitDates
from cliometer.metrics.units.nu import Nu
from cliometer.metrics.units.pyramid import Pyramid
from cliometer.metrics.units.scu import SummaryContentUnits, modified_score, original_score
from cliometer.metrics.units.stream import online_faults, require_online
from cliometer.metrics.units.surface import UnitSurface

EXTRACT_METRICS = (Pyramid, SummaryContentUnits, Nu, UnitDates, UnitSurface)

__all__ = [
    "EXTRACT_METRICS",
    "Curve",
    "Nu",
    "Pyramid",
    "SummaryContentUnits",
    "UnitDates",
    "UnitSurface",
    "curve",
    "mean_curve",
    "modified_score",
    "online_faults",
    "original_score",
    "require_online",
]
