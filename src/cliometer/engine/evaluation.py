"""Evaluate systems x topics x metrics, topic by topic, sharing every table between metrics and systems."""

from __future__ import annotations

import warnings
from collections.abc import Callable, ItemsView, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar, get_args

from cliometer.engine.countability import damaged, uncountable
from cliometer.engine.coverage import Allowance, cover
from cliometer.engine.remarks import remarks_on, silent
from cliometer.engine.results import PairResult, Results, Row
from cliometer.engine.signing import sign
from cliometer.errors import (
    CliometerError,
    InputError,
    UncountableTextWarning,
    UsageError,
    expected,
    shown,
    unknown,
)
from cliometer.metrics.base import is_metric
from cliometer.metrics.catalogue import Metric, parse
from cliometer.metrics.comparison import Comparison
from cliometer.metrics.evidence import EVIDENCE, expect_evidence
from cliometer.metrics.measuring import measured
from cliometer.metrics.presets import Preset, preset_named
from cliometer.model.progress import Progress
from cliometer.model.score import Score
from cliometer.model.timeline import Days, Duplicates, ReferenceSet, Timeline

References = ReferenceSet | Sequence[Days] | Days
Missing = Literal["error", "skip", "zero"]
Extra = Literal["error", "skip"]
T = TypeVar("T")
V = TypeVar("V")
_CELLS_AT_ONCE = 4_000_000  # days of systems x dates of references that are compared in one go


@dataclass(frozen=True)
class Evaluation:
    """What is to be scored, by what, and under which rules."""

    systems: Mapping[str, Mapping[str, Timeline]]
    references: Mapping[str, ReferenceSet]
    metrics: Sequence[Metric]
    preset: Preset
    allow: Allowance = field(default_factory=Allowance)
    uncountable: Literal["note", "error"] = "note"
    duplicates: Duplicates | None = None  # how repeated dates were read, where files were

    def run(self, progress: Progress | None = None) -> Results:
        """Score everything."""
        work, notes = cover(self.systems, self.references, self.allow, Timeline())
        closed = [metric.under(self.preset) for metric in self.metrics]
        scores: dict[tuple[str, str], list[Score]] = {}
        for done, (topic, timelines) in enumerate(work.items()):
            if progress:
                progress(done, len(work))
            for names, comparison in _batches(timelines, self.references[topic]):
                notes += self._inspect(closed, names, topic, comparison)
                for position, metric in enumerate(closed):
                    for name, score in zip(names, measured(metric, comparison, len(names)), strict=True):
                        scores.setdefault((name, topic), [None] * len(closed))[position] = score  # type: ignore[list-item]
        rows = self._rows(work, scores)
        notes += remarks_on(rows, self.preset.undefined)
        signature = sign(self.preset, self.metrics, self.references, self.duplicates, self.allow.missing)
        return Results(rows, signature, self.preset.undefined, tuple(dict.fromkeys(notes)))

    def _rows(
        self, work: Mapping[str, Mapping[str, Timeline]], scores: Mapping[tuple[str, str], list[Score]]
    ) -> list[Row]:
        names = [str(metric) for metric in self.metrics]
        return [
            Row(system, topic, name, score)
            for system in self.systems
            for topic in work
            if (system, topic) in scores
            for name, score in zip(names, scores[system, topic], strict=True)
        ]

    def _inspect(
        self, closed: Sequence[Metric], names: Sequence[str], topic: str, comparison: Comparison
    ) -> list[str]:
        """What must be said of the texts before they are scored."""
        found = uncountable(closed, names, topic, comparison)
        if found and self.uncountable == "error":
            raise InputError(found[0])
        for remark in found:
            warnings.warn(remark, UncountableTextWarning, stacklevel=5)
        notes = silent(names, topic, comparison) + found
        return notes + damaged(closed, names, topic, comparison)


def _batches(
    timelines: Mapping[str, Timeline], references: ReferenceSet
) -> Iterator[tuple[list[str], Comparison]]:
    """As many systems at a time as fit into memory."""
    names: list[str] = []
    cells, width = 0, max(1, len(references.dates))
    for name, timeline in timelines.items():
        if names and cells + len(timeline) * width > _CELLS_AT_ONCE:
            yield names, Comparison([timelines[n] for n in names], references)
            names, cells = [], 0
        names.append(name)
        cells += len(timeline) * width
    if names:
        yield names, Comparison([timelines[n] for n in names], references)


def evaluate(
    systems: Mapping[str, Mapping[str, Days]],
    references: Mapping[str, References],
    metrics: Sequence[str | Metric] | None = None,
    preset: str | Preset = "tilse",
    missing: Missing = "error",
    extra: Extra = "error",
    progress: Progress | None = None,
) -> Results:
    """Score systems (`{system: {topic: timeline}}`) against references (`{topic: timelines}`)."""
    if progress is not None and not callable(progress):
        raise expected("a function of two numbers, progress(done, of)", progress)
    return prepared(systems, references, metrics, preset, missing, extra).run(progress)


def prepared(
    systems: Mapping[str, Mapping[str, Days]],
    references: Mapping[str, References],
    metrics: Sequence[str | Metric] | None = None,
    preset: str | Preset = "tilse",
    missing: Missing = "error",
    extra: Extra = "error",
) -> Evaluation:
    """What a caller gave, checked and in our own values."""
    _check_word("rule for missing topics", missing, get_args(Missing))
    _check_word("rule for extra topics", extra, get_args(Extra))
    runs, gold = _systems(systems), _references(references)
    return Evaluation(runs, gold, chosen(metrics), preset_named(preset), Allowance(missing, extra))


def score(
    system: Days,
    references: References,
    metrics: Sequence[str | Metric] | None = None,
    preset: str | Preset = "tilse",
) -> PairResult:
    """Score one system's timeline against the references of its topic."""
    ours, theirs = Timeline.of(system), ReferenceSet(references)
    return PairResult(evaluate({"system": {"topic": ours}}, {"topic": theirs}, metrics, preset))


def chosen(metrics: Sequence[str | Metric] | None, evidence: str = "references") -> list[Metric]:
    """The metrics that were asked for, each once; without any, the usual ones for this kind of gold."""
    if isinstance(metrics, str) or is_metric(metrics):
        raise UsageError(f"metrics must be a list, found the one {metrics!r}; write [{metrics!r}]")
    if metrics is not None and not isinstance(metrics, Sequence):
        raise expected('a list of metrics such as ["date", "align+m1(rouge=1)"]', metrics)
    parsed = [parse(metric) for metric in (EVIDENCE[evidence].usual if metrics is None else metrics)]
    if not parsed:
        raise UsageError("no metric was asked for; leave `metrics` out for the usual ones")
    for metric in parsed:
        expect_evidence(metric, evidence)
    return list(dict.fromkeys(parsed))


def _systems(systems: Mapping[str, Mapping[str, Days]]) -> dict[str, dict[str, Timeline]]:
    return {
        name: {
            topic: _at(f"systems[{name!r}][{topic!r}]", Timeline.of, timeline)
            for topic, timeline in _named(run, f"systems[{name!r}]", "{topic: timeline}")
        }
        for name, run in _named(systems, "systems", "{system: {topic: timeline}}")
    }


def _references(references: Mapping[str, References]) -> dict[str, ReferenceSet]:
    return {
        topic: _at(f"references[{topic!r}]", ReferenceSet, timelines)
        for topic, timelines in _named(references, "references", "{topic: [timeline, ...]}")
    }


def _named(given: Mapping[str, T], place: str, shape: str) -> ItemsView[str, T]:
    """What stands under each name; a timeline, which has dates for names, is refused here."""
    if isinstance(given, Mapping) and all(isinstance(name, str) for name in given):
        return given.items()
    raise UsageError(f"{place} must be {shape}, found {shown(given)}")


def _at(place: str, read: Callable[[T], V], value: T) -> V:
    """What a value stands for; a complaint about it starts with its place."""
    try:
        return read(value)
    except CliometerError as error:
        raise type(error)(f"{place}: {error}") from None


def _check_word(kind: str, word: object, known: tuple[str, ...]) -> None:
    if word not in known:
        raise unknown(kind, word, known)
