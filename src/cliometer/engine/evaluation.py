"""Evaluate systems x topics x metrics, topic by topic, sharing every table between metrics and systems."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Literal

from cliometer.engine.countability import damaged, uncountable
from cliometer.engine.coverage import Allowance, cover
from cliometer.engine.remarks import remarks_on, silent
from cliometer.engine.results import PairResult, Results, Row
from cliometer.engine.signing import sign
from cliometer.errors import InputError, UncountableTextWarning, UsageError
from cliometer.metrics.catalogue import DEFAULT, Metric, parse
from cliometer.metrics.comparison import Comparison
from cliometer.metrics.presets import Preset, preset_named
from cliometer.model.score import Score
from cliometer.model.timeline import Date, Duplicates, ReferenceSet, Timeline

Progress = Callable[[int, int], None]
Days = Timeline | Mapping[Date, Sequence[str]] | Mapping[str, Sequence[str]]
References = ReferenceSet | Sequence[Days] | Days
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
        work, notes = cover(self.systems, self.references, self.allow)
        closed = [metric.under(self.preset) for metric in self.metrics]
        scores: dict[tuple[str, str], list[Score]] = {}
        for done, (topic, timelines) in enumerate(work.items()):
            if progress:
                progress(done, len(work))
            for names, comparison in _batches(timelines, self.references[topic]):
                notes += self._inspect(closed, names, topic, comparison)
                for position, metric in enumerate(closed):
                    for name, score in zip(names, metric.measure_in(comparison), strict=True):
                        scores.setdefault((name, topic), [None] * len(closed))[position] = score  # type: ignore[list-item]
        rows = self._rows(work, scores)
        notes += remarks_on(rows)
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
    missing: Literal["error", "skip", "zero"] = "error",
    extra: Literal["error", "skip"] = "error",
    progress: Progress | None = None,
) -> Results:
    """Score systems (`{system: {topic: timeline}}`) against references (`{topic: timelines}`)."""
    runs = {name: {topic: as_timeline(t) for topic, t in run.items()} for name, run in systems.items()}
    gold = {topic: as_references(timelines) for topic, timelines in references.items()}
    evaluation = Evaluation(runs, gold, chosen(metrics), preset_named(preset), Allowance(missing, extra))
    return evaluation.run(progress)


def score(
    system: Days,
    references: References,
    metrics: Sequence[str | Metric] | None = None,
    preset: str | Preset = "tilse",
) -> PairResult:
    """Score one system's timeline against the references of its topic."""
    results = evaluate({"system": {"topic": system}}, {"topic": references}, metrics, preset)
    return PairResult(results)


def chosen(metrics: Sequence[str | Metric] | None) -> list[Metric]:
    """The metrics that were asked for, each once; without any, the usual ones."""
    if isinstance(metrics, str):
        raise UsageError(f"metrics must be a list, found the string {metrics!r}; write [{metrics!r}]")
    parsed = [parse(metric) for metric in (DEFAULT if metrics is None else metrics)]
    if not parsed:
        raise UsageError("no metric was asked for; leave `metrics` out for the usual ones")
    return list(dict.fromkeys(parsed))


def as_timeline(days: Days) -> Timeline:
    """A timeline from what a caller may use for one."""
    if isinstance(days, str | PathLike):
        raise UsageError(
            f"expected a timeline, found {str(days)!r}; read a file with cliometer.read_timeline"
        )
    return days if isinstance(days, Timeline) else Timeline(days)


def as_references(references: References) -> ReferenceSet:
    """One reference or several, timelines or plain dictionaries."""
    if isinstance(references, ReferenceSet):
        return references
    if isinstance(references, Mapping | str | PathLike):
        return ReferenceSet([as_timeline(references)])
    return ReferenceSet([as_timeline(reference) for reference in references])
