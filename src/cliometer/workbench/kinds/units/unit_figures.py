"""The owner's page of figures: pyramids, splits and matching agreement, live (Bauer & Teufel 2015)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cliometer.spelling import many
from cliometer.study.split_analysis import GREY, MOST_WRITERS, SplitTable
from cliometer.study.steps import SHARED, EarlierWork, open_step
from cliometer.study.unit_agreement import UnitStatistics
from cliometer.study.units.unit_board import UnitBoard
from cliometer.study.units.unit_study import unit_figures as unit_figures
from cliometer.workbench.models import Sheet, Study, StudyTopic
from cliometer.workbench.services.storage import step_times
from cliometer.workbench.services.worksheets import sheet_states, topic_works

WIDTH, BAR, GAP, SIDE = 320, 24, 4, 90  # SIDE is the room for words at the left


@dataclass(frozen=True)
class PyramidBar:
    """A level: where its bar lies, and what stands beside it."""

    level: int
    units: int
    x: float
    y: int
    width: float

    @property
    def baseline(self) -> int:
        return self.y + BAR - 7

    @property
    def words(self) -> str:
        """In one sentence, for those who hear it."""
        return f"{self.units} of {many(self.level, 'writer')}"


@dataclass(frozen=True)
class Drawing:
    """All bars, from the top down."""

    bars: tuple[PyramidBar, ...]

    width = WIDTH + SIDE
    bar = BAR
    middle = SIDE + WIDTH / 2

    @property
    def height(self) -> int:
        return len(self.bars) * (BAR + GAP)

    @property
    def words(self) -> str:
        return "Units by the number of their writers: " + ", ".join(bar.words for bar in self.bars)


def draw_pyramid(levels: Sequence[int]) -> Drawing:
    """Return the bars of the sizes of levels, the first of which is that of one writer."""
    most = max(levels, default=0) or 1
    bars = []
    for place, (level, units) in enumerate(reversed([*enumerate(levels, start=1)])):
        width = round(WIDTH * units / most, 1)
        x, y = round(SIDE + (WIDTH - width) / 2, 1), place * (BAR + GAP)
        bars.append(PyramidBar(level, units, x, y, width))
    return Drawing(tuple(bars))


def figures(study: Study) -> dict[str, Any]:
    """Return everything that can be said so far."""
    topics = [_topic(study, topic) for topic in study.topics.all()]
    built: list[UnitStatistics] = [one["statistics"] for one in topics if one["statistics"]]
    return {
        "topics": topics,
        "links": sum(one.links for one in built),
        "pyramids": sum(one.shape.pyramid for one in built),
        "built": len(built),
        "most_writers": MOST_WRITERS,
        "times": step_times(study),
    }


def _topic(study: Study, topic: StudyTopic) -> dict[str, Any]:
    """Return the figures of a topic, and the step that is open; empty where all are through."""
    sheets = Sheet.objects.filter(topic=topic, superseded=False).select_related("study", "topic", "judge")
    found, current = topic_works(topic), open_step(study.protocol, sheet_states(sheets))
    numbers = unit_figures(topic.name, found)
    splits = numbers.splits if numbers else None
    return {
        "topic": topic,
        "state": current.title if current else "",
        "statistics": numbers.statistics if numbers else None,
        "drawing": draw_pyramid(numbers.statistics.shape.levels) if numbers else None,
        "splits": splits,
        "tables": [_view("Best split", splits.best), _view("Worst split", splits.worst)] if splits else [],
        "writers": _writers(found),
        "matchings": list(numbers.matchings.items()) if numbers else [],
    }


def _view(name: str, table: SplitTable) -> dict[str, Any]:
    """Return a split as the paper prints it: rows and columns from 0 to the size of a team."""
    rows = [
        (i, [{"units": units, "grey": abs(i - j) <= GREY} for j, units in enumerate(row)])
        for i, row in enumerate(table.counts)
    ]
    return {"name": name, "table": table, "rows": rows}


def _writers(found: EarlierWork) -> list[dict[str, Any]]:
    """Return what became of each writer's lines; nobody else has the units that are `alone`."""
    board = found.get(UnitBoard.step, {}).get(SHARED)
    if not isinstance(board, UnitBoard):
        return []
    return [
        {
            "writer": writer,
            "lines": len(lines),
            "omitted": sum(line.id in board.omitted for line in lines),
            "units": sum(writer in unit.writers for unit in board.content),
            "alone": sum(unit.writers == (writer,) for unit in board.content),
        }
        for writer, lines in sorted(board.columns.items())
    ]
