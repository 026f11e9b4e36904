"""The owner's page of figures: pyramids, splits and matching agreement, live (Bauer & Teufel 2015)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cliometer.study.agreement.frequencies import GREY
from cliometer.study.agreement.matching import Matching
from cliometer.study.agreement.pyramids import UnitStatistics
from cliometer.study.agreement.splits import MOST_WRITERS, SplitAnalysis, SplitTable
from cliometer.study.protocol.steps import SHARED, Earlier, open_step
from cliometer.study.protocol.units.board import UnitBoard
from cliometer.study.protocol.units.figures import figures as unit_figures
from cliometer.workbench.kinds.events.times import step_times
from cliometer.workbench.kinds.units.pyramid_drawing import Drawing, drawn
from cliometer.workbench.models import Sheet, Study, StudyTopic
from cliometer.workbench.services.works import states, works


@dataclass(frozen=True)
class Cell:
    """How many units a split has there, and whether the cell is grey."""

    units: int
    grey: bool


@dataclass(frozen=True)
class TableView:
    """A split as the paper prints it: rows and columns from 0 to the size of a team."""

    name: str
    table: SplitTable
    rows: tuple[tuple[int, tuple[Cell, ...]], ...]

    @property
    def share(self) -> float | None:
        """Of the grey area."""
        return self.table.grey.value

    @property
    def alpha(self) -> float | None:
        """Krippendorff's, of the two teams."""
        return self.table.alpha_or_none()


@dataclass(frozen=True)
class WriterRow:
    """What became of a writer's lines."""

    writer: str
    lines: int
    omitted: int
    units: int
    alone: int  # units that nobody else has


@dataclass(frozen=True)
class TopicFigures:
    """One topic."""

    topic: StudyTopic
    state: str  # the step that is open; empty where all are through
    statistics: UnitStatistics | None
    drawing: Drawing | None
    splits: SplitAnalysis | None
    tables: tuple[TableView, ...]
    writers: tuple[WriterRow, ...]
    matchings: tuple[tuple[str, Matching], ...]


def figures(study: Study) -> dict[str, Any]:
    """Everything that can be said so far."""
    topics = [_topic(study, topic) for topic in study.topics.all()]
    return {
        "topics": topics,
        "links": sum(one.statistics.links for one in topics if one.statistics),
        "pyramids": sum(one.statistics.shape.pyramid for one in topics if one.statistics),
        "built": sum(one.statistics is not None for one in topics),
        "most_writers": MOST_WRITERS,
        "times": step_times(study),
    }


def _topic(study: Study, topic: StudyTopic) -> TopicFigures:
    sheets = Sheet.objects.filter(topic=topic, superseded=False).select_related("study", "topic", "judge")
    found, current = works(topic), open_step(study.protocol, states(sheets))
    numbers = unit_figures(topic.name, found)
    splits = numbers.splits if numbers else None
    return TopicFigures(
        topic,
        current.title if current else "",
        numbers.statistics if numbers else None,
        drawn(numbers.statistics.shape.levels) if numbers else None,
        splits,
        _tables(splits) if splits else (),
        _writers(found),
        tuple(numbers.matchings.items()) if numbers else (),
    )


def _tables(splits: SplitAnalysis) -> tuple[TableView, ...]:
    return _view("Best split", splits.best), _view("Worst split", splits.worst)


def _view(name: str, table: SplitTable) -> TableView:
    rows = tuple(
        (i, tuple(Cell(units, abs(i - j) <= GREY) for j, units in enumerate(row)))
        for i, row in enumerate(table.counts)
    )
    return TableView(name, table, rows)


def _writers(found: Earlier) -> tuple[WriterRow, ...]:
    board = found.get(UnitBoard.step, {}).get(SHARED)
    if not isinstance(board, UnitBoard):
        return ()
    return tuple(
        WriterRow(
            writer,
            len(lines),
            sum(line.id in board.omitted for line in lines),
            sum(writer in unit.writers for unit in board.content),
            sum(unit.writers == (writer,) for unit in board.content),
        )
        for writer, lines in sorted(board.columns.items())
    )
