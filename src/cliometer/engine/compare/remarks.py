"""What must be said about a comparison: what was not tested, or could not be found, or took another way."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.engine.compare.design import Design
from cliometer.engine.compare.differences import Difference
from cliometer.engine.compare.figures import Figures
from cliometer.engine.compare.significance import least_p
from cliometer.engine.score_grid import listed
from cliometer.stats.resampling import Intervals


def on_ties(figures: Figures) -> list[str]:
    """All systems are one and the same by this metric."""
    if len(figures.systems) < 2 or not figures.tied:
        return []
    return [f"{figures.metric}: all systems score the same on every topic, so nothing was tested"]


def on_one_topic(figures: Figures) -> list[str]:
    """A lone topic has no spread."""
    return [f"{figures.metric}: found 1 topic, so there are no intervals and nothing was tested"]


def on_power(differences: Sequence[Difference], topics: int, design: Design) -> list[str]:
    """The design could not have found anything, however different the systems are."""
    least = least_p(topics, len(differences), design)
    if not differences or least <= design.significance:
        return []
    pairs = "1 comparison" if len(differences) == 1 else f"{len(differences)} comparisons"
    return [
        f"{topics} topics, {pairs}: no difference can be significant at {design.significance:.2g}; the "
        f"smallest possible corrected p is {least:.3f}; more topics or fewer comparisons are needed"
    ]


def on_intervals(metric: str, rows: Sequence[str], intervals: Intervals) -> list[str]:
    """Rows that have percentile intervals because BCa ones do not exist, with the reason."""
    reasons: dict[str, list[str]] = {}
    for row, reason in zip(rows, intervals.reasons, strict=True):
        if reason is not None:
            reasons.setdefault(reason, []).append(row)
    return [
        f"{metric}: percentile intervals, not BCa, for {listed(found)}, because {reason}"
        for reason, found in reasons.items()
    ]
