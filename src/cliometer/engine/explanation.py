"""Explain one pair: the numbers and, date by date, where they come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cliometer.engine.evaluation import Days, References, as_references, as_timeline
from cliometer.engine.files import read_gold
from cliometer.errors import InputError
from cliometer.io import read_run
from cliometer.metrics.base import Metric
from cliometer.metrics.catalogue import parse
from cliometer.metrics.explanation import Day, Explanation, explain_metric
from cliometer.metrics.presets import Preset, preset_named
from cliometer.model.timeline import Duplicates
from cliometer.version import __version__

DEFAULT = "align+m1(rouge=1)"


@dataclass(frozen=True)
class Explained:
    """An explanation with the name it was asked for and the preset it was made under."""

    metric: str
    preset: Preset
    explanation: Explanation
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """The document that `cliometer explain --json` prints."""
        story, score = self.explanation, self.explanation.score
        document: dict[str, object] = {
            "cliometer": __version__,
            "metric": self.metric,
            "preset": self.preset.name,
            "settings": story.metric,
            "notes": list(self.notes),
            **score.numbers(self.preset.undefined),
            "recall_days": [_day(day) for day in story.recall],
            "precision_days": [_day(day) for day in story.precision],
        }
        ranges = score.range()
        if score.ties and ranges:
            bounds = {key: list(value) for key, value in ranges.items()}
            document["ties"] = {"dates": score.ties.dates, "range": bounds}
        return document


def explain(
    system: Days, references: References, metric: str | Metric = DEFAULT, preset: str | Preset = "tilse"
) -> Explained:
    """Which dates were paired, and which words earned the points."""
    rules, asked = preset_named(preset), parse(metric)
    story = explain_metric(asked.under(rules), as_timeline(system), as_references(references))
    return Explained(str(asked), rules, story)


def explain_files(
    system: Path, references: Sequence[Path], metric: str, preset: str, duplicates: Duplicates | None
) -> Explained:
    """The same for files."""
    rules = preset_named(preset)
    run, notes = read_run(system, duplicates or rules.duplicates)
    gold, more = read_gold(references, duplicates or rules.duplicates)
    if len(run) != 1 or len(gold) != 1:
        raise InputError(
            "explain takes one system file and the references of its one topic; name files, not folders"
        )
    asked = parse(metric)
    story = explain_metric(asked.under(rules), next(iter(run.values())), next(iter(gold.values())))
    return Explained(str(asked), rules, story, notes + more)


def _day(day: Day) -> dict[str, object]:
    return {
        "date": None if day.date is None else str(day.date),
        "partner": None if day.partner is None else str(day.partner),
        "distance": day.distance,
        "weight": day.weight,
        "hits": day.hits,
        "size": day.size,
        "credit": day.credit,
        "earned": dict(day.shared),
        "missed": dict(day.missed),
    }
