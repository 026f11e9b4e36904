"""Explain one score: the numbers, and where they come from, for every kind of gold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from cliometer.engine.evaluation import Evaluation
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.engine.results import text_remarks
from cliometer.engine.value_evaluation import named_pair, prepared
from cliometer.errors import InputError, UsageError, unknown
from cliometer.io.frames import DocumentResult
from cliometer.metrics.base import Metric, PartsExplanation
from cliometer.metrics.catalogue import Preset, parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.explanation import TimelineExplanation
from cliometer.model.records import OMITTED, inline, renamed
from cliometer.model.score import RecordedScore
from cliometer.model.timeline import Duplicates
from cliometer.spelling import listed

DEFAULT = "align+m1(rouge=1)"


@dataclass(frozen=True, repr=False)
class PairExplanation(DocumentResult):
    """An explanation with the name it was asked for, the preset it was made under, and what it explains.

    `evidence` is the kind of gold; other kinds than references know no preset.
    """

    kind: ClassVar[str] = "explain"
    tables: ClassVar[Mapping[str, str]] = {"recall": "recall_days", "precision": "precision_days", "parts": "parts"}
    metric: str
    preset: Preset
    explanation: Any = field(metadata=inline(TimelineExplanation | PartsExplanation))
    system: Any = field(default=None, metadata=OMITTED)
    references: Any = field(default=None, metadata=OMITTED)
    notes: tuple[str, ...] = ()
    evidence: str = field(default="references", metadata=renamed("gold"))

    def recorded(self) -> PairExplanation:
        """Return the explanation with the numbers of its score."""
        score = replace(RecordedScore.of(self.explanation.score), values=self.numbers())
        return replace(self, explanation=replace(self.explanation, score=score))

    def numbers(self) -> dict[str, float | None]:
        """Return the score; what is undefined is None, or 0 where the preset says so."""
        rule = self.preset.undefined if self.evidence == "references" else "null"
        numbers: dict[str, float | None] = self.explanation.score.numbers(rule)
        return numbers

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
    explanation = explain_in(narrowed, name, topic)
    return replace(explanation, notes=(*notes, *explanation.notes))


def _only(kind: str, name: str | None, known: Iterable[str]) -> str:
    """Return the value that was named, or the only one."""
    names = list(known)
    if name is None and len(names) != 1:
        raise UsageError("explain-takes-one", kind=kind, names=listed(names))
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
    remarks = text_remarks(evaluation, [system], topic, pair)
    if evaluation.uncountable == "note":
        remarks.warn()
    elif remarks.systems:
        raise InputError("text-not-counted", note=remarks.systems[0])
    notes += [*remarks.others, *remarks.systems, *remarks.references]
    story: Any = asked.under(evaluation.preset).explain_in(pair)
    (answer,) = pair.systems
    preset, kind = evaluation.preset, evaluation.evidence
    return PairExplanation(str(asked), preset, story, answer, pair.gold, tuple(notes), kind)
