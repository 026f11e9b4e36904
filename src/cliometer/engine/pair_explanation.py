"""Explain one pair: the numbers and, date by date, where they come from."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cliometer.engine.evaluation import References, chosen
from cliometer.engine.file_evaluation import read_gold
from cliometer.engine.remarks import damaged, silent, uncountable
from cliometer.errors import InputError, UncountableTextWarning
from cliometer.io import read_run
from cliometer.metrics.base import Metric
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.explanation import DayExplanation, Explanation, explain_metric
from cliometer.metrics.presets import Preset, preset_named
from cliometer.model.display import NotebookDisplay
from cliometer.model.timeline import Days, Duplicates, ReferenceSet, Timeline
from cliometer.text.tables import shown_number
from cliometer.version import __version__

DEFAULT = "align+m1(rouge=1)"


@dataclass(frozen=True, repr=False)
class PairExplanation(NotebookDisplay):
    """An explanation with the name it was asked for and the preset it was made under."""

    metric: str
    preset: Preset
    explanation: Explanation
    system: Timeline
    references: ReferenceSet
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
        if score.undefined:
            document["undefined"] = score.undefined
        ranges = score.range()
        if score.ties and ranges:
            bounds = {key: list(value) for key, value in ranges.items()}
            document["ties"] = {"dates": score.ties.dates, "range": bounds}
        return document

    def __str__(self) -> str:
        numbers = self.explanation.score.numbers(self.preset.undefined)
        days = len(self.explanation.recall), len(self.explanation.precision)
        shown = "  ".join(f"{name} {shown_number(number)}" for name, number in numbers.items())
        scored = f"{self.metric}  {shown}"
        return f"{scored}\n{days[0]} reference days and {days[1]} system days, day by day in to_dict()"

    def __repr__(self) -> str:
        return f"Explained({self.metric!r}, preset={self.preset.name!r})"


def explain(
    system: Days, references: References, metric: str | Metric = DEFAULT, preset: str | Preset = "tilse"
) -> PairExplanation:
    """Which dates were paired, and which words earned the points."""
    asked, rules = chosen([metric])[0], preset_named(preset)
    pair = TopicComparison([Timeline.of(system)], ReferenceSet(references))
    lost = uncountable([asked.under(rules)], ["system"], "topic", pair)
    for note in lost:
        warnings.warn(note, UncountableTextWarning, stacklevel=2)
    broken = damaged([asked.under(rules)], ["system"], "topic", pair)
    return _explained(asked, rules, pair, silent(["system"], "topic", pair) + lost + broken)


def explain_files(
    system: Path, references: Sequence[Path], metric: str, preset: str, duplicates: Duplicates | None
) -> PairExplanation:
    """The same for files; a text without a countable word is an error."""
    asked, rules = chosen([metric])[0], preset_named(preset)
    run, notes = read_run(system, duplicates or rules.duplicates)
    gold, more = read_gold(references, duplicates or rules.duplicates)
    if len(run) != 1 or len(gold) != 1:
        raise InputError(
            "explain takes one system file and the references of its one topic; name files, not folders"
        )
    topic, pair = next(iter(gold)), TopicComparison(list(run.values()), next(iter(gold.values())))
    lost = uncountable([asked.under(rules)], [system.stem], topic, pair)
    if lost:
        raise InputError(lost[0])
    broken = damaged([asked.under(rules)], [system.stem], topic, pair)
    return _explained(asked, rules, pair, [*notes, *more, *silent([system.stem], topic, pair), *broken])


def _explained(asked: Metric, rules: Preset, pair: TopicComparison, notes: Sequence[str]) -> PairExplanation:
    story = explain_metric(asked.under(rules), pair.systems[0], pair.references)
    return PairExplanation(str(asked), rules, story, pair.systems[0], pair.references, tuple(notes))


def _day(day: DayExplanation) -> dict[str, object]:
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
