"""Explain one score: the numbers, and where they come from, for every kind of gold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cliometer.engine.evaluation import Evaluation, named_pair, prepared
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.errors import UsageError, unknown
from cliometer.io.frames import Records, TabularResult
from cliometer.metrics.base import ExplanationTable, Metric, PartsExplanation
from cliometer.metrics.catalogue import parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.explanation import DayExplanation, TimelineExplanation
from cliometer.metrics.presets import Preset
from cliometer.model.display import NotebookDisplay
from cliometer.model.timeline import Duplicates
from cliometer.spelling import listed
from cliometer.text.tables import shown_number
from cliometer.version import __version__

DEFAULT = "align+m1(rouge=1)"


@dataclass(frozen=True, repr=False)
class PairExplanation(TabularResult, NotebookDisplay):
    """An explanation with the name it was asked for, the preset it was made under, and what it explains.

    `evidence` is the kind of gold; other kinds than references know no preset.
    """

    metric: str
    preset: Preset
    explanation: Any  # a TimelineExplanation, or the PartsExplanation of another score
    system: Any
    references: Any
    notes: tuple[str, ...] = ()
    evidence: str = "references"

    def to_dict(self) -> dict[str, object]:
        """Return the document that `cliometer explain --json` prints."""
        story, score = self.explanation, self.explanation.score
        head = {"preset": self.preset.name} if self.evidence == "references" else {"gold": self.evidence}
        document: dict[str, object] = {
            "cliometer": __version__,
            "metric": self.metric,
            **head,
            "settings": story.metric,
            "notes": list(self.notes),
            **self.numbers(),
        }
        if isinstance(story, TimelineExplanation):
            document["recall_days"] = [_day(day) for day in story.recall]
            document["precision_days"] = [_day(day) for day in story.precision]
        if isinstance(story, PartsExplanation):
            document |= story.to_dict()
        if score.undefined:
            document["undefined"] = score.undefined
        if isinstance(story, TimelineExplanation) and score.ties and (ranges := score.range()):
            bounds = {key: list(value) for key, value in ranges.items()}
            document["ties"] = {"dates": score.ties.dates, "range": bounds}
        return document

    def frames(self) -> Mapping[str, Records]:
        """The tables of the explanation by their titles: a row for each day, unit, word or nugget."""
        return {table.title: _records(table) for table in self.explanation.tables()}

    def numbers(self) -> dict[str, float | None]:
        """Return the score; what is undefined is None, or 0 where the preset says so."""
        rule = self.preset.undefined if self.evidence == "references" else "null"
        found: dict[str, float | None] = self.explanation.score.numbers(rule)
        return found

    def __str__(self) -> str:
        shown = "  ".join(f"{name} {shown_number(number)}" for name, number in self.numbers().items())
        if isinstance(self.explanation, PartsExplanation):
            return "\n".join([f"{self.metric}  {shown}", *self.explanation.sentences, "more in to_dict()"])
        days = [len(each.rows) for each in self.explanation.tables()]
        return (
            f"{self.metric}  {shown}\n{days[0]} reference days and {days[1]} system days, "
            "day by day in to_dict()"
        )

    def __repr__(self) -> str:
        return f"Explained({self.metric!r}, preset={self.preset.name!r})"


def explain(
    system: Any, references: Any, metric: str | Metric | None = None, preset: str | Preset = "tilse"
) -> PairExplanation:
    """Show where the score of one system on one topic comes from.

    Paths are read as `cliometer explain` reads them; else `references` is the gold of one topic: references,
    content units, judged events, nuggets, or the documents of a topic.
    """
    asked = None if metric is None else [metric]
    return explain_in(prepared(*named_pair(system, references, asked), asked, preset), "system", "topic")


def explain_files(
    system: Path,
    gold: Sequence[Path],
    metric: str | None = None,
    preset: str | Preset | None = None,
    duplicates: Duplicates | None = None,
    names: tuple[str | None, str | None] = (None, None),
    backgrounds: Sequence[Path] = (),
) -> PairExplanation:
    """Explain what lies on disk; `names` are the system and the topic, where the files hold several.

    A text without a countable word is an error.
    """
    asked = None if metric is None else [metric]
    files = FileEvaluation([system], gold, asked, preset, duplicates=duplicates, backgrounds=backgrounds)
    evaluation, notes = files.read()
    name = _only("system", names[0], evaluation.systems)
    run = evaluation.systems[name]
    topic = _only("topic", names[1], [topic for topic in evaluation.gold if topic in run] or evaluation.gold)
    answers = {topic: run[topic]} if topic in run else run
    narrowed = replace(evaluation, systems={name: answers}, gold={topic: evaluation.gold[topic]})
    found = explain_in(narrowed, name, topic)
    return replace(found, notes=(*notes, *found.notes))


def _only(kind: str, name: str | None, known: Iterable[str]) -> str:
    """The one that was named, or the only one."""
    names = list(known)
    if name is None and len(names) != 1:
        raise UsageError(
            f"explain takes one {kind}, found {listed(names)}; "
            f"name files of one, or choose one with --{kind} NAME"
        )
    if name is not None and name not in names:
        raise unknown(kind, name, names)
    return names[0] if name is None else name


def explain_in(evaluation: Evaluation, system: str, topic: str) -> PairExplanation:
    """Explain one score of an evaluation, by its first metric or the usual one for references."""
    usual = evaluation.evidence == "references" and len(evaluation.metrics) > 1
    asked = parse(DEFAULT) if usual else evaluation.metrics[0]
    evaluation = replace(evaluation, metrics=[asked])
    work, notes = evaluation.answers()
    pair = TopicComparison([work[topic][system]], evaluation.gold[topic])
    notes += evaluation.inspect([system], topic, pair)
    story = asked.under(evaluation.preset).explain_in(pair)
    (answer,) = pair.systems
    preset, kind = evaluation.preset, evaluation.evidence
    return PairExplanation(str(asked), preset, story, answer, pair.gold, tuple(notes), kind)


def _records(table: ExplanationTable) -> Records:
    """A table whose columns hold numbers where none of their cells is a text."""
    cells = list(zip(*table.rows, strict=True)) or [()] * len(table.columns)
    kinds = [str if any(isinstance(cell, str) for cell in column) else float for column in cells]
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    return Records(dict(zip(table.columns, kinds, strict=True)), rows)


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
