"""Evaluate against gold other than references: content units, judged events, nuggets, sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cliometer.engine.coverage import Allowance, Terms, cover
from cliometer.engine.gold_remarks import metric_remarks, silence_of, uneven
from cliometer.engine.remarks import remarks_on
from cliometer.engine.results import Results, Row
from cliometer.metrics.measuring import measured
from cliometer.metrics.pairing import Pairing
from cliometer.model.progress import Progress
from cliometer.model.score import Undefined
from cliometer.model.signature import Signature
from cliometer.version import __version__


@dataclass(frozen=True)
class GoldEvaluation:
    """What systems selected or pushed, by topic, and what people judged.

    `nothing` is the answer of a system that lacks a topic, where that is to be scored. Where the metrics are
    the usual ones of sources, those that lack a background are left out, and `aside` says which.
    """

    systems: Mapping[str, Mapping[str, Any]]
    gold: Mapping[str, Any]
    metrics: Sequence[Any]
    evidence: str
    nothing: Any
    allow: Allowance = field(default_factory=Allowance)
    undefined: Undefined = "null"
    signed: tuple[tuple[str, str], ...] = ()  # what else the numbers hang on
    aside: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.evidence == "sources" and not self.aside:
            from cliometer.metrics.sources.measurable import measurable

            metrics, notes = measurable(self.metrics, self.gold)
            object.__setattr__(self, "metrics", metrics)
            object.__setattr__(self, "aside", notes)

    def run(self, progress: Progress | None = None) -> Results:
        """Score everything, topic by topic; metrics share what they find out about a topic."""
        work, notes = self.answers()
        rows: list[Row] = []
        for done, (topic, answers) in enumerate(work.items()):
            if progress:
                progress(done, len(work))
            rows += self._topic(topic, answers)
        notes = [*self.aside, *notes, *metric_remarks(rows, self.metrics), *remarks_on(rows, self.undefined)]
        notes += uneven(rows) if self.undefined == "null" else []
        return Results(self._ordered(rows), self._signature(), self.undefined, tuple(dict.fromkeys(notes)))

    def answers(self) -> tuple[dict[str, dict[str, Any]], list[str]]:
        """What is scored, by topic and system, and what was let pass."""
        return cover(self.systems, self.gold, self.allow, self.nothing, self._terms())

    def _terms(self) -> Terms:
        answer = "summary" if self.evidence == "sources" else "answer"
        return Terms(answer, self.evidence, silence_of(self.metrics))

    def _topic(self, topic: str, answers: Mapping[str, Any]) -> Iterator[Row]:
        pairing = Pairing(list(answers.values()), self.gold[topic])
        for metric in self.metrics:
            for system, score in zip(answers, measured(metric, pairing, len(answers)), strict=True):
                yield Row(system, topic, str(metric), score)

    def _ordered(self, rows: Sequence[Row]) -> list[Row]:
        """By system, then topic, then metric, as all results are."""
        systems = {system: place for place, system in enumerate(self.systems)}
        return sorted(rows, key=lambda row: systems[row.system])

    def _signature(self) -> Signature:
        missing = [("missing", self.allow.missing)] if self.allow.missing != "error" else []
        return Signature.of(
            [
                ("cliometer", __version__),
                ("gold", self.evidence),
                ("metrics", ",".join(map(str, self.metrics))),
                *self.signed,
                ("undefined", self.undefined),
                *missing,
                ("averaging", "macro"),
            ]
        )
