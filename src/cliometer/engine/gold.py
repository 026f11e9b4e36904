"""Evaluate against gold other than references: content units, judged events, nuggets, sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cliometer.engine.coverage import Allowance, cover
from cliometer.engine.evaluation import Progress
from cliometer.engine.remarks import remarks_on
from cliometer.engine.results import Results, Row
from cliometer.metrics.pairing import Pairing
from cliometer.model.score import Undefined
from cliometer.model.signature import Signature
from cliometer.version import __version__


@dataclass(frozen=True)
class GoldEvaluation:
    """What systems selected or pushed, by topic, and what people judged.

    `nothing` is the answer of a system that lacks a topic, where that is to score 0.
    """

    systems: Mapping[str, Mapping[str, Any]]
    gold: Mapping[str, Any]
    metrics: Sequence[Any]
    evidence: str
    nothing: Any
    allow: Allowance = field(default_factory=Allowance)
    undefined: Undefined = "null"
    signed: tuple[tuple[str, str], ...] = ()  # what else the numbers hang on

    def run(self, progress: Progress | None = None) -> Results:
        """Score everything, topic by topic; metrics share what they find out about a topic."""
        work, notes = cover(self.systems, self.gold, self.allow, self.nothing, "answer")
        rows: list[Row] = []
        for done, (topic, answers) in enumerate(work.items()):
            if progress:
                progress(done, len(work))
            rows += self._topic(topic, answers)
        notes += [*self._remarks(rows), *remarks_on(rows, self.undefined)]
        return Results(self._ordered(rows), self._signature(), self.undefined, tuple(dict.fromkeys(notes)))

    def _topic(self, topic: str, answers: Mapping[str, Any]) -> Iterator[Row]:
        pairing = Pairing(list(answers.values()), self.gold[topic])
        for metric in self.metrics:
            for system, score in zip(answers, metric.measure_in(pairing), strict=True):
                yield Row(system, topic, str(metric), score)

    def _ordered(self, rows: Sequence[Row]) -> list[Row]:
        """By system, then topic, then metric, as all results are."""
        systems = {system: place for place, system in enumerate(self.systems)}
        return sorted(rows, key=lambda row: systems[row.system])

    def _remarks(self, rows: Sequence[Row]) -> Iterator[str]:
        """What a metric has to say about its own numbers, a line a remark."""
        metrics = {str(metric): metric for metric in self.metrics}
        found: dict[tuple[str, str], list[Row]] = {}
        for row in rows:
            remark = getattr(metrics[row.metric], "remark", lambda _: None)(row.score)
            if remark:
                found.setdefault((row.metric, remark), []).append(row)
        for (metric, remark), where in found.items():
            first = f"{where[0].system} on {where[0].topic}"
            more = f" and {len(where) - 1} more" if len(where) > 1 else ""
            yield f"{metric}: {remark} ({first}{more})"

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
