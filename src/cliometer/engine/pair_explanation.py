"""Explain one score: the numbers, and where they come from, for every kind of gold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, make_dataclass, replace
from pathlib import Path
from typing import Any, cast

from cliometer.engine.evaluation import Evaluation
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.engine.results import NUMBERS, ties_of
from cliometer.engine.value_evaluation import named_pair, prepared
from cliometer.errors import InputError, UsageError, unknown
from cliometer.io.frames import Records, TabularResult
from cliometer.metrics.base import ExplanationTable, Metric, PartsExplanation
from cliometer.metrics.catalogue import parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.explanation import DayExplanation, TimelineExplanation
from cliometer.metrics.presets import Preset, preset_named
from cliometer.model.display import NotebookDisplay
from cliometer.model.records import decode, head
from cliometer.model.score import RecordedScore, Score
from cliometer.model.timeline import Duplicates
from cliometer.model.when import When
from cliometer.spelling import listed

DEFAULT = "align+m1(rouge=1)"


@dataclass(frozen=True)
class _DayEntry:
    """A date in the JSON document."""

    date: str | None
    partner: str | None
    distance: int | None
    weight: float
    hits: float
    size: float
    credit: float
    earned: Mapping[str, float]
    missed: Mapping[str, float]

    def read(self) -> DayExplanation:
        date, partner = (None if day is None else When.parse(day) for day in (self.date, self.partner))
        words = tuple(self.earned.items()), tuple(self.missed.items())
        numbers = (self.distance, self.weight, self.hits, self.size, self.credit)
        return DayExplanation(date, partner, *numbers, *words)


@dataclass(frozen=True)
class _ExplanationDocument:
    """The members of the JSON document; one of timelines has days, others have parts."""

    metric: str
    settings: str
    notes: Sequence[str]
    preset: str = "tilse"
    gold: str = "references"
    undefined: str | None = None
    ties: Mapping[str, Any] | None = None
    recall_days: Sequence[_DayEntry] | None = None
    precision_days: Sequence[_DayEntry] | None = None
    title: str = ""
    sentences: Sequence[str] = ()
    parts: Sequence[Mapping[str, Any]] = ()


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
        gold = {"preset": self.preset.name} if self.evidence == "references" else {"gold": self.evidence}
        document: dict[str, object] = {
            **head("explain" if isinstance(story, TimelineExplanation) else "explain-parts"),
            "metric": self.metric,
            **gold,
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
        if ties := ties_of(score):
            document["ties"] = ties
        return document

    def frames(self) -> Mapping[str, Records]:
        """Return the tables of the explanation by their titles: a row for each day, unit, word or nugget."""
        return {table.title: _records(table) for table in self.explanation.tables()}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> PairExplanation:
        """Read a document that `cliometer explain --json` printed; the texts themselves are not in it.

        Raises
        ------
        InputError
            If a member is absent or of another type.
        """
        read = decode(_ExplanationDocument, document)
        numbers = {name: document[name] for name in NUMBERS if name in document}
        score = RecordedScore(numbers, read.undefined, read.ties)
        story: Any
        if read.recall_days is not None and read.precision_days is not None:
            days = (tuple(day.read() for day in side) for side in (read.recall_days, read.precision_days))
            story = TimelineExplanation(read.settings, cast("Score", score), *days)
        else:
            kind = make_dataclass("RecordedPart", list(read.parts[0])) if read.parts else None
            cells = ([tuple(one) if isinstance(one, list) else one for one in part.values()] for part in read.parts)
            parts = tuple(kind(*row) for row in cells) if kind else ()
            story = PartsExplanation(read.settings, score, read.title, parts, tuple(read.sentences))
        preset = preset_named(read.preset)
        return cls(read.metric, preset, story, None, None, tuple(read.notes), read.gold)

    def numbers(self) -> dict[str, float | None]:
        """Return the score; what is undefined is None, or 0 where the preset says so."""
        rule = self.preset.undefined if self.evidence == "references" else "null"
        found: dict[str, float | None] = self.explanation.score.numbers(rule)
        return found

    def __repr__(self) -> str:
        return f"PairExplanation({self.metric!r}, preset={self.preset.name!r})"


def explain(
    system: Any, references: Any, metric: str | Metric | None = None, preset: str | Preset = "tilse"
) -> PairExplanation:
    """Show where the score of one system on one topic comes from, whatever the kind of its gold."""
    asked = None if metric is None else [metric]
    return explain_in(prepared(*named_pair(system, references, asked), asked, preset), "system", "topic")


def explain_files(
    system: Path,
    gold: Sequence[Path],
    metric: str | Metric | None = None,
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
    """Return the value that was named, or the only one."""
    names = list(known)
    if name is None and len(names) != 1:
        raise UsageError(
            f"explain takes one {kind}, found {listed(names)}; name files of one, or choose one with --{kind} NAME"
        )
    if name is not None and name not in names:
        raise unknown(kind, name, names)
    return names[0] if name is None else name


def explain_in(evaluation: Evaluation, system: str, topic: str) -> PairExplanation:
    """Explain one score of an evaluation, by its first metric or the usual one for references."""
    usual = evaluation.evidence == "references" and DEFAULT in map(str, evaluation.metrics[1:])
    asked = parse(DEFAULT) if usual else evaluation.metrics[0]
    evaluation = replace(evaluation, metrics=[asked])
    work, notes = evaluation.answers()
    pair = TopicComparison([work[topic][system]], evaluation.gold[topic])
    remarks = evaluation.inspect([system], topic, pair)
    if evaluation.uncountable == "note":
        remarks.warn()
    elif remarks.systems:
        raise InputError(remarks.systems[0])
    notes += [*remarks.others, *remarks.systems, *remarks.references]
    story = asked.under(evaluation.preset).explain_in(pair)
    (answer,) = pair.systems
    preset, kind = evaluation.preset, evaluation.evidence
    return PairExplanation(str(asked), preset, story, answer, pair.gold, tuple(notes), kind)


def _records(table: ExplanationTable) -> Records:
    """Return a table whose columns hold numbers where none of their cells is a text."""
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
