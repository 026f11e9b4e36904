"""Curves of whole runs: every system's rankings over the topics with judged events, and their mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from cliometer.engine.evaluation import Allowance, cover
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.errors import InputError, UsageError
from cliometer.grouping import by_key
from cliometer.io.frames import DocumentResult
from cliometer.metrics.catalogue import chosen
from cliometer.metrics.units.curve import LEVELS, Curve, Ties, curve, mean_curve
from cliometer.metrics.units.nu import ABOVE_ONE, Nu, online_faults
from cliometer.model.extracts import Extract
from cliometer.model.nuggets import EventTopic
from cliometer.model.records import member
from cliometer.settings.groups import Missing
from cliometer.spelling import listed, many


@dataclass(frozen=True)
class TopicCurve(Curve):
    """The curve of a system on a topic."""

    system: str
    topic: str


@dataclass(frozen=True, repr=False)
class Curves(DocumentResult):
    """Curves by system and topic; the mean over topics is `means[system]` at recall 0, 0.1, ..., 1."""

    kind: ClassVar[str] = "curve"
    tables: ClassVar[Mapping[str, str]] = {"points": "curves[system topic].points"}
    metric: str
    ties: str
    curves: tuple[TopicCurve, ...]
    notes: Sequence[str] = ()

    def __repr__(self) -> str:
        return f"Curves({many(len(self.means), 'system')}, {self.metric})"

    @property
    @member
    def recall(self) -> tuple[float, ...]:
        """The levels of recall at which means are taken."""
        return LEVELS

    @property
    @member
    def means(self) -> dict[str, tuple[float, ...]]:
        """Every topic counts the same."""
        systems = by_key((drawn.system, drawn) for drawn in self.curves)
        return {system: mean_curve(drawn) for system, drawn in systems.items()}


def draw_curves(
    runs: Sequence[Path], gold: Sequence[Path], metric: str = "nu", ties: Ties = "document", missing: Missing = "error"
) -> Curves:
    """Read rankings and judged events, and walk down each ranking."""
    (asked,) = chosen([metric], "events")
    if not isinstance(asked, Nu):
        raise UsageError("curve-metric-wrong", metric=metric)
    evaluation, notes = FileEvaluation(runs, gold, [metric]).read("units")
    nothing = Extract((), of="sentences", ranked=True)
    work, seen = cover(evaluation.systems, evaluation.gold, Allowance(missing), nothing, "ranking")
    drawn = curves_of(work, evaluation.gold, asked, ties, (*notes, *seen))
    order = list(evaluation.systems)
    return replace(drawn, curves=tuple(sorted(drawn.curves, key=lambda each: order.index(each.system))))


def curves_of(
    work: Mapping[str, Mapping[str, Extract]],
    gold: Mapping[str, EventTopic],
    metric: Nu,
    ties: Ties = "document",
    notes: Sequence[str] = (),
) -> Curves:
    """Walk down each ranking; `work` holds them by topic and system."""
    curves = tuple(
        TopicCurve(curve(_of(extract, system), gold[topic], metric, ties).points, system, topic)
        for topic, answers in work.items()
        for system, extract in answers.items()
    )
    where = [  # the paper's formula counts events over sentences, along a curve as in a score
        f"{drawn.system} on {drawn.topic}"
        for drawn in curves
        if any((point.precision or 0) > 1 for point in drawn.points)
    ]
    above = [f"{metric}: {ABOVE_ONE} ({listed(where, 1)})"] if where else []
    return Curves(str(metric), ties, curves, (*notes, *above))


@dataclass(frozen=True)
class OnlineFault:
    """Where a log of decisions looks ahead or leaves something out."""

    system: str
    topic: str
    fault: str

    def __str__(self) -> str:
        return f"{self.system} on {self.topic}: {self.fault}"


@dataclass(frozen=True)
class OnlineCheck(DocumentResult):
    """Whether logs of decisions keep the rule of a stream, and where they do not."""

    kind: ClassVar[str] = "online"
    tables: ClassVar[Mapping[str, str]] = {"faults": "faults"}
    faults: tuple[OnlineFault, ...]
    notes: Sequence[str] = ()

    @property
    @member
    def online(self) -> bool:
        """Whether no log has a fault."""
        return not self.faults

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults)) or "online: every story was ranked in its turn"


def check_online(runs: Sequence[Path], gold: Sequence[Path]) -> OnlineCheck:
    """Return where logs of decisions break the rule that a story is ranked before the next one is seen."""
    evaluation, _ = FileEvaluation(runs, gold, ["nu"]).read("units")
    faults: list[OnlineFault] = []
    for system, answers in evaluation.systems.items():
        for topic, extract in answers.items():
            if topic not in evaluation.gold:
                raise InputError("answer-to-unknown-topic", system=system, topic=topic)
            breaches = online_faults(_of(extract, system), evaluation.gold[topic])
            faults += [OnlineFault(system, topic, fault) for fault in breaches]
    return OnlineCheck(tuple(faults))


def _of(extract: Extract, system: str) -> Extract:
    return extract if extract.system else replace(extract, system=system)
