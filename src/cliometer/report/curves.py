"""Curves as tables: the mean at eleven levels of recall, or every point."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.engine.curves import Curves, Fault
from cliometer.metrics.units.curve import LEVELS
from cliometer.report.tables import Cell, Table


def mean_table(curves: Curves) -> Table:
    """A row for each level of recall, a column for each system."""
    means = curves.means
    rows: list[list[Cell]] = [
        [f"{level:.1f}", *(mean[place] for mean in means.values())] for place, level in enumerate(LEVELS)
    ]
    return Table([f"{curves.metric} at recall", *means], rows)


def point_table(curves: Curves) -> Table:
    """A row for each prefix of each ranking."""
    rows: list[list[Cell]] = [
        [system, topic, point.retrieved, point.recall, point.precision]
        for system, topics in curves.curves.items()
        for topic, found in topics.items()
        for point in found.points
    ]
    return Table(["system", "topic", "retrieved", "recall", "precision"], rows)


def fault_table(faults: Sequence[Fault]) -> Table:
    """A row for each place where a log was not online."""
    return Table(["system", "topic", "fault"], [[one.system, one.topic, one.fault] for one in faults])
