"""How long people were at each step."""

from __future__ import annotations

from typing import Any

from cliometer.workbench.models import Sheet, Study, StudyTopic
from cliometer.workbench.services.timing import seconds_of


def step_times(study: Study) -> dict[str, Any]:
    """Active seconds of each topic in each step, all revisions together, with totals."""
    sheets = list(Sheet.objects.filter(study=study))
    seconds = seconds_of(sheets)
    spent: dict[tuple[int | None, str], float] = {}
    for sheet in sheets:
        key = sheet.topic_id, sheet.step
        spent[key] = spent.get(key, 0.0) + seconds.get(sheet.pk, 0.0)
    steps = [step.name for step in study.protocol.steps]
    rows = [_row(topic, steps, spent) for topic in study.topics.all()]
    totals = [sum(cells) for cells in zip(*(cells for _, cells, _ in rows), strict=True)]
    return {
        "steps": [step.title for step in study.protocol.steps],
        "rows": rows,
        "totals": totals,
        "total": sum(totals),
    }


def _row(
    topic: StudyTopic, steps: list[str], spent: dict[tuple[int | None, str], float]
) -> tuple[StudyTopic, list[float], float]:
    cells = [spent.get((topic.pk, step), 0.0) for step in steps]
    return topic, cells, sum(cells)
