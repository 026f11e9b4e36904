"""Curves of whole runs: every system's rankings over the topics with judged events, and their mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from cliometer.engine.evaluation import chosen
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.engine.topic_coverage import Allowance, Missing, cover
from cliometer.errors import InputError, UsageError
from cliometer.metrics.units.curve import LEVELS, Curve, Point, Ties, curve, mean_curve
from cliometer.metrics.units.nu import ABOVE_ONE, Nu, online_faults
from cliometer.model.display import NotebookDisplay
from cliometer.model.extracts import Extract
from cliometer.model.nuggets import EventTopic
from cliometer.model.records import decode, head
from cliometer.spelling import listed


@dataclass(frozen=True, repr=False)
class Curves(NotebookDisplay):
    """By system and topic; the mean over topics is `means[system]` at recall 0, 0.1, ..., 1."""

    metric: str
    ties: str
    curves: Mapping[str, Mapping[str, Curve]]
    notes: Sequence[str] = ()

    def __repr__(self) -> str:
        return f"Curves({len(self.curves)} systems, {self.metric})"

    @property
    def means(self) -> dict[str, tuple[float, ...]]:
        """Every topic counts the same."""
        return {system: mean_curve(topics) for system, topics in self.curves.items()}

    @classmethod
    def from_dict(cls, document: Mapping[str, object]) -> Curves:
        """Read a document of `cliometer curve --json` back."""
        read = decode(_CurvesRecord, document)
        found: dict[str, dict[str, Curve]] = {}
        for one in read.curves:
            found.setdefault(one.system, {})[one.topic] = Curve(one.points)
        return cls(read.metric, read.ties, found, read.notes)

    def to_dict(self) -> dict[str, object]:
        """Return the document that `cliometer curve --json` prints."""
        points = [
            {"system": system, "topic": topic, "points": [asdict(point) for point in found.points]}
            for system, topics in self.curves.items()
            for topic, found in topics.items()
        ]
        means = [{"system": system, "precision": list(mean)} for system, mean in self.means.items()]
        about = {**head("curve"), "metric": self.metric, "ties": self.ties, "notes": list(self.notes)}
        return {**about, "recall": list(LEVELS), "means": means, "curves": points}


@dataclass(frozen=True)
class _CurveRecord:
    system: str
    topic: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class _CurvesRecord:
    metric: str
    ties: str
    curves: tuple[_CurveRecord, ...]
    notes: tuple[str, ...] = ()


def draw_curves(
    runs: Sequence[Path],
    gold: Sequence[Path],
    metric: str = "nu",
    ties: Ties = "document",
    missing: Missing = "error",
) -> Curves:
    """Read rankings and judged events, and walk down each ranking."""
    (asked,) = chosen([metric], "events")
    if not isinstance(asked, Nu):
        raise UsageError(f"curves are drawn of nu, found {metric}")
    evaluation, notes = FileEvaluation(runs, gold, [metric]).read("units")
    nothing = Extract((), of="sentences", ranked=True)
    work, seen = cover(evaluation.systems, evaluation.gold, Allowance(missing), nothing, "ranking")
    drawn = curves_of(work, evaluation.gold, asked, ties, (*notes, *seen))
    return replace(drawn, curves={name: drawn.curves[name] for name in evaluation.systems if name in drawn.curves})


def curves_of(
    work: Mapping[str, Mapping[str, Extract]],
    gold: Mapping[str, EventTopic],
    metric: Nu,
    ties: Ties = "document",
    notes: Sequence[str] = (),
) -> Curves:
    """Walk down each ranking; `work` holds them by topic and system."""
    found: dict[str, dict[str, Curve]] = {}
    for topic, answers in work.items():
        for system, extract in answers.items():
            drawn = curve(_of(extract, system), gold[topic], metric, ties)
            found.setdefault(system, {})[topic] = drawn
    where = [  # the paper's formula counts events over sentences, along a curve as in a score
        f"{system} on {topic}"
        for system, topics in found.items()
        for topic, drawn in topics.items()
        if any((point.precision or 0) > 1 for point in drawn.points)
    ]
    above = [f"{metric}: {ABOVE_ONE} ({listed(where, 1)})"] if where else []
    return Curves(str(metric), ties, found, (*notes, *above))


@dataclass(frozen=True)
class OnlineFault:
    """Where a log of decisions looks ahead or leaves something out."""

    system: str
    topic: str
    fault: str

    def to_dict(self) -> dict[str, str]:
        """Return the object that `cliometer curve --online --json` prints."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.system} on {self.topic}: {self.fault}"


def check_online(runs: Sequence[Path], gold: Sequence[Path]) -> list[OnlineFault]:
    """Return where logs of decisions break the rule that a story is ranked before the next one is seen."""
    evaluation, _ = FileEvaluation(runs, gold, ["nu"]).read("units")
    faults: list[OnlineFault] = []
    for system, answers in evaluation.systems.items():
        for topic, extract in answers.items():
            if topic not in evaluation.gold:
                raise InputError(f"{system} answers {topic}, a topic that the gold does not have")
            found = online_faults(_of(extract, system), evaluation.gold[topic])
            faults += [OnlineFault(system, topic, fault) for fault in found]
    return faults


def _of(extract: Extract, system: str) -> Extract:
    return extract if extract.system else replace(extract, system=system)
