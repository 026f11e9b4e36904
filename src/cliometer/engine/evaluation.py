"""Evaluation of systems x topics x metrics against references or other gold (units, events, nuggets,
sources).
"""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Callable, ItemsView, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from typing import Any, Literal, TypeVar, get_args
from unicodedata import unidata_version

from cliometer.engine.remarks import (
    damaged,
    metric_remarks,
    remarks_on,
    silence_of,
    silent,
    uncountable,
    uneven,
)
from cliometer.engine.results import PairResult, Results, ScoreRow
from cliometer.engine.topic_coverage import Allowance, Terms, cover
from cliometer.errors import (
    CliometerError,
    InputError,
    UncountableTextWarning,
    UsageError,
    expected,
    shown,
    unknown,
)
from cliometer.expressions.expression import spell_value
from cliometer.expressions.settings import settings_of
from cliometer.metrics.base import Metric, Pairing, is_metric, measured
from cliometer.metrics.catalogue import EVIDENCE, expect_evidence, parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.presets import Preset, preset_named
from cliometer.model.display import Progress
from cliometer.model.score import Score, Signature, Undefined
from cliometer.model.timeline import Days, Duplicates, ReferenceSet, Timeline
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
            from cliometer.metrics.sources.catalogue import measurable

            metrics, notes = measurable(self.metrics, self.gold)
            object.__setattr__(self, "metrics", metrics)
            object.__setattr__(self, "aside", notes)

    def run(self, progress: Progress | None = None) -> Results:
        """Score everything, topic by topic; metrics share what they find out about a topic."""
        work, notes = self.answers()
        rows: list[ScoreRow] = []
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

    def _topic(self, topic: str, answers: Mapping[str, Any]) -> Iterator[ScoreRow]:
        pairing = Pairing(list(answers.values()), self.gold[topic])
        for metric in self.metrics:
            for system, score in zip(answers, measured(metric, pairing, len(answers)), strict=True):
                yield ScoreRow(system, topic, str(metric), score)

    def _ordered(self, rows: Sequence[ScoreRow]) -> list[ScoreRow]:
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


def sign(
    preset: Preset,
    metrics: Sequence[Metric],
    references: Mapping[str, ReferenceSet],
    duplicates: Duplicates | None,
    missing: str = "error",
) -> Signature:
    """Version, metrics, the preset with every setting that a metric leaves open, references, averaging.

    A setting that an expression spells out stands in the expression; the preset's value holds for the others.
    """
    open_settings = [
        field.name
        for metric in metrics
        for field in settings_of(metric)
        if getattr(metric, field.name) is None
    ]
    used = {*open_settings, "undefined"}
    settings = [
        (field.name, spell_value(getattr(preset, field.name)))
        for field in dataclasses.fields(preset)
        if field.name in used
    ]
    return Signature.of(
        [
            ("cliometer", __version__),
            ("preset", preset.name),
            ("metrics", ",".join(str(metric) for metric in metrics)),
            *settings,
            *_libraries(preset, metrics),
            *([("duplicates", duplicates)] if duplicates else []),
            *([("missing", missing)] if missing != "error" else []),
            ("nrefs", _reference_numbers(references)),
            ("averaging", "macro"),
        ]
    )


def _libraries(preset: Preset, metrics: Sequence[Metric]) -> list[tuple[str, str]]:
    """What else can move a number: scipy's choice between ties, and Unicode's idea of a letter."""
    closed = [metric.under(preset) for metric in metrics]
    libraries = []
    if any(getattr(m, "pairing", "") == "one to one" and getattr(m, "ties", "") == "solver" for m in closed):
        libraries.append(("scipy", _scipy_version()))
    if any(getattr(m, "tokens", "") == "unicode" for m in closed):
        libraries.append(("unicode", unidata_version))
    return libraries


@cache
def _scipy_version() -> str:
    return version("scipy")  # looked up on disk, which takes as long as scoring


def _reference_numbers(references: Mapping[str, ReferenceSet]) -> str:
    numbers = sorted({len(topic) for topic in references.values()})
    return "-".join(str(number) for number in dict.fromkeys((numbers[0], numbers[-1]))) if numbers else "0"


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
    ) -> list[ScoreRow]:
        names = [str(metric) for metric in self.metrics]
        return [
            ScoreRow(system, topic, name, score)
            for system in self.systems
            for topic in work
            if (system, topic) in scores
            for name, score in zip(names, scores[system, topic], strict=True)
        ]

    def _inspect(
        self, closed: Sequence[Metric], names: Sequence[str], topic: str, comparison: TopicComparison
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
) -> Iterator[tuple[list[str], TopicComparison]]:
    """As many systems at a time as fit into memory."""
    names: list[str] = []
    cells, width = 0, max(1, len(references.dates))
    for name, timeline in timelines.items():
        if names and cells + len(timeline) * width > _CELLS_AT_ONCE:
            yield names, TopicComparison([timelines[n] for n in names], references)
            names, cells = [], 0
        names.append(name)
        cells += len(timeline) * width
    if names:
        yield names, TopicComparison([timelines[n] for n in names], references)


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
