"""Drafted content units, counted by how many writers each has."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.model.units import UnitTopic
from cliometer.report.tables import Cell, Table
from cliometer.study.agreement.pyramids import unit_statistics


def draft_table(topics: Sequence[UnitTopic]) -> Table:
    """A row a topic."""
    return Table(
        ["topic", "writers", "lines", "drafts", "of 1/2/... writers"], [_row(topic) for topic in topics]
    )


def _row(topic: UnitTopic) -> list[Cell]:
    found = unit_statistics(topic)
    lines = sum(len(unit.contributors) for unit in topic.units)
    levels = "/".join(map(str, found.shape.levels))
    return [topic.id, len(found.writers), lines, found.units, levels]
