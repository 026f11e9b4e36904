"""One topic as data for the aligned view: texts once, then each system's days by each metric.

Keys are short, for a report holds twenty topics. Rows are described in `sides`, links in `links`, marks in
`marks`. The script in `assets/aligned` and `picture` read what is made here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from cliometer.engine.evaluation import chosen
from cliometer.metrics.base import Metric
from cliometer.metrics.dates import Dates
from cliometer.metrics.presets import Preset, preset_named
from cliometer.metrics.timeline_rouge import TimelineRouge
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.report.aligned.places import placed_words
from cliometer.report.aligned.readings import Reading
from cliometer.report.aligned.stories import Stories, folded, marks_key
from cliometer.report.aligned.units import unit
from cliometer.report.aligned.windows import window

View = dict[str, Any]


def drawable(metric: Metric) -> bool:
    """Whether a metric can be taken apart day by day."""
    return isinstance(metric, TimelineRouge | Dates)


def topic_view(
    topic: str,
    references: ReferenceSet,
    systems: Mapping[str, Timeline],
    metrics: Sequence[str | Metric],
    preset: str | Preset = "tilse",
) -> View:
    """The data of one topic; what JSON can hold, the same for the same input."""
    rules = preset_named(preset)
    asked = chosen(metrics)
    closed = [metric.under(rules) for metric in asked]
    read = cache(placed_words)  # systems share their references, and metrics their way of reading
    return {
        "topic": topic,
        "names": [timeline.name or f"reference {n}" for n, timeline in enumerate(references, start=1)],
        "metrics": [_metric(name, metric) for name, metric in zip(asked, closed, strict=True)],
        "dates": [_date(when) for when in references.dates],
        "texts": _texts(references),
        "systems": [
            _system(name, system, Stories(system, references, rules, read), closed)
            for name, system in systems.items()
        ],
    }


def _metric(asked: Metric, metric: Metric) -> dict[str, Any]:
    copies, whole = getattr(metric, "references", None) == "all", folded(metric)
    return {"n": str(asked), "u": unit(metric), "w": int(whole), "c": int(copies), "k": marks_key(metric)}


def _date(when: When) -> list[Any]:
    """Its spelling, first day and, where it is longer than a day, last day."""
    return [str(when), when.first] if when.first == when.last else [str(when), when.first, when.last]


def _texts(references: ReferenceSet) -> list[list[list[Any]]]:
    """For each date the number and the text of each reference that has it."""
    found = Reading(Timeline(), references).references
    return [
        [[number, days[column]] for number, days in enumerate(found) if column in days]
        for column in range(len(references.dates))
    ]


def _system(name: str, system: Timeline, stories: Stories, metrics: Sequence[Metric]) -> dict[str, Any]:
    found = [stories.by(metric) for metric in metrics]
    dates = [_date(when) for when in system.dates]
    seen = window([*map(_date, stories.references.dates), *dates])
    return {
        "n": name,
        "dates": dates,
        "texts": stories.reading.system,
        "marks": stories.marks,
        "m": found,
        "window": seen,
    }
