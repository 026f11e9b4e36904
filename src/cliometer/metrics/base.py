"""What a metric is, the kinds of gold that metrics read, and the registry of all metrics."""

from __future__ import annotations

import dataclasses
import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from cliometer.errors import UsageError, shown
from cliometer.expressions import Expression, Registry, settings_of
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.presets import TILSE, Preset
from cliometer.model.documents import SummaryText
from cliometer.model.extracts import Extract
from cliometer.model.score import MetricResult, Score
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.text.tokenisation import TextSettings


@dataclass(frozen=True)
class Properties:
    """What a metric with its settings promises; the common tests hold it to its word."""

    identity_is_one: bool  # of an answer that says all that the gold says
    bounded: bool  # between 0 and 1
    removal_never_helps_recall: bool  # of a part that says what the gold says
    reference_order_is_irrelevant: bool  # of references, units, events, nuggets or documents
    sentence_order_is_irrelevant: bool  # within a day; of what was selected, where that has no order
    uses_dates: bool


@dataclass(frozen=True)
class ExplanationTable:
    """A table of an explanation; cells are texts, numbers, or None where there is nothing to show."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | float | None, ...], ...]


@dataclass(frozen=True)
class Explanation:
    """Where the score of one system on one topic comes from, as tables."""

    metric: str
    score: Any

    def tables(self) -> tuple[ExplanationTable, ...]:
        """Return the whole explanation as tables, to be printed."""
        raise NotImplementedError


@dataclass(frozen=True)
class PartsExplanation(Explanation):
    """A score taken apart into words, units, sentences or nuggets: frozen dataclasses of one class.

    `sentences` say what the parts as a whole come to.
    """

    title: str
    parts: tuple[Any, ...]
    sentences: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the parts as lists and numbers."""
        parts = [dataclasses.asdict(part) for part in self.parts]
        return {"title": self.title, "sentences": list(self.sentences), "parts": parts}

    def tables(self) -> tuple[ExplanationTable, ...]:
        """Return one table, a row a part."""
        names = [field.name for field in dataclasses.fields(self.parts[0])] if self.parts else []
        rows = (tuple(_cell(getattr(part, name)) for name in names) for part in self.parts)
        columns = tuple(name.replace("_", " ") for name in names)
        return (ExplanationTable(self.title, columns, tuple(rows)),) if self.parts else ()


def _cell(value: Any) -> str | float | None:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value


class Metric(Protocol):
    """A formula with its settings fixed: a frozen dataclass, equal when the settings are.

    What a system's answer and the gold are depends on the kind of gold, `evidence`: timelines and references,
    extracts and content units or judged events, updates and nuggets, reported facts and pools, summaries and sources.
    """

    name: ClassVar[str]
    formula: ClassVar[str]
    citation: ClassVar[str]
    evidence: ClassVar[str]

    @property
    def lower_is_better(self) -> bool:
        """Whether the number is a cost or a distance."""
        ...

    @property
    def silence(self) -> float | None:
        """What a system that says nothing gets: 0, the worst value, or None where there is no worst."""
        ...

    @property
    def is_slow(self) -> bool:
        """Whether a long text takes the metric about a second, so that a court must be asked for it."""
        ...

    @property
    def properties(self) -> Properties:
        """What the metric promises."""
        ...

    @property
    def text(self) -> TextSettings | None:
        """How words of timelines are counted; None where the metric counts none."""
        ...

    def dependencies(self, gold: Any) -> tuple[tuple[str, str], ...]:
        """Return what else can move a number, for the signature: versions of libraries, a background."""
        ...

    def under(self, preset: Preset) -> Self:
        """Return the metric with every open setting filled from a preset."""
        ...

    def measure(self, system: Any, gold: Any) -> Any:
        """Score one system on one topic."""
        ...

    def measure_all(self, systems: Sequence[Any], gold: Any) -> Sequence[Any]:
        """Score many systems on one topic; equals `measure` one by one."""
        ...

    def measure_in(self, comparison: TopicComparison) -> Sequence[Any]:
        """Score the systems of a comparison, sharing tables with other metrics."""
        ...

    def notes(self, comparison: TopicComparison) -> Sequence[str]:
        """Return what a reader should know of how the texts of a topic were read."""
        ...

    def remark(self, score: Any) -> str | None:
        """Say what a reader of the number should know, None where it speaks for itself."""
        ...

    def remarks(self, scores: Sequence[Any]) -> list[tuple[str, list[int]]]:
        """Return the remarks on many scores, each with the places of the scores that it is about."""
        ...

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> Explanation:
        """Show where the score of one system of a comparison comes from."""
        ...


metrics: Registry[Metric] = Registry(
    "metric",
    Metric,
    {
        "cliometer.metrics.dates": "date",
        "cliometer.metrics.timeline_rouge": "concat agreement align align+ align+m1 "
        "rouge1 rouge2 rougeL rougeLsum rougeW1.2 rougeS4 rougeSU4",
        "cliometer.metrics.ledger": "ledger",
        "cliometer.metrics.vectors": "ledger+",
        "cliometer.metrics.units.pyramid": "pyramid scu unit_dates unit_surface",
        "cliometer.metrics.units.nu": "nu size",
        "cliometer.metrics.nuggets.temporal": "ts",
        "cliometer.metrics.facts": "facts",
        "cliometer.metrics.sources.catalogue": "jsd kl fotw topic_tokens topic_cosine cosine unigram multinomial",
    },
    group="cliometer.metrics",
)
metrics.aliases = {  # papers mean one thing by AR-1 and AR-2; results show our expression
    name: ("align+m1", {"rouge": size}) for size in ("1", "2") for name in (f"AR-{size}", f"AR{size}")
}
register = metrics.register


@dataclass(frozen=True)
class GoldKind:
    """A kind of gold: what it is, what a system answers, and what is measured where no metric is named."""

    name: str
    meaning: str
    answer: str
    nothing: Any  # the answer of a system that says nothing
    usual: tuple[str, ...]

    @property
    def metrics(self) -> list[type[Metric]]:
        """All metrics that read this kind of gold."""
        return [cls for cls in metrics if cls.evidence == self.name]


_ROUGES = ("concat", "agreement", "align", "align+", "align+m1")
_GAINS = ("gain", "normalised_gain", "latency_gain", "comprehensiveness", "verbosity", "latency", "updates")
GOLD_KINDS = {
    kind.name: kind
    for kind in (
        GoldKind(
            "references",
            "timelines that people wrote",
            "timeline",
            Timeline(),
            (*(f"{name}(rouge={n})" for name in _ROUGES for n in (1, 2)), "ledger", "date"),
        ),
        GoldKind("units", "content units linked to sources", "answer", Extract(()), ("pyramid",)),
        GoldKind("events", "judged events linked to sentences", "answer", Extract(()), ("nu",)),
        GoldKind(
            "nuggets",
            "nuggets matched with updates",
            "answer",
            (),
            ("ts", *(f"ts(of={name})" for name in _GAINS)),
        ),
        GoldKind(
            "facts",
            "pooled facts with the labels of assessors",
            "answer",
            (),
            ("facts", "facts(repeats=ratio2022)", "facts(day=accumulated)"),
        ),
        GoldKind(
            "sources",
            "the documents of a topic",
            "summary",
            SummaryText(),
            ("jsd", "jsd(smoothed=true)", "cosine", "fotw", "topic_tokens"),
        ),
    )
}

System = TypeVar("System")
Gold = TypeVar("Gold")
Result = TypeVar("Result", bound=MetricResult)


class GoldMetric(Expression, Generic[System, Gold, Result]):
    """What all metrics share; a subclass brings its settings, its kind of gold and `_measure`."""

    name: ClassVar[str]
    formula: ClassVar[str] = ""
    evidence: ClassVar[str]

    @property
    def lower_is_better(self) -> bool:
        """Most metrics measure something good."""
        return False

    @property
    def silence(self) -> float | None:
        """Whoever says nothing scores 0, by most metrics."""
        return 0.0

    @property
    def is_slow(self) -> bool:
        """Counting words takes a thousandth of a second."""
        return False

    @property
    def properties(self) -> Properties:
        """What the metric promises."""
        raise NotImplementedError

    @property
    def text(self) -> TextSettings | None:
        """How words of timelines are counted; None where the metric counts none."""
        return None

    def dependencies(self, gold: Gold) -> tuple[tuple[str, str], ...]:
        """Return what else can move a number, for the signature."""
        return ()

    def under(self, preset: Preset) -> Self:
        """Return the metric with open settings (None) filled from the preset."""
        values, own = vars(preset), vars(self)
        names = [field.name for field in settings_of(self)]
        open_settings = {name: values[name] for name in names if own[name] is None and name in values}
        return dataclasses.replace(self, **open_settings) if open_settings else self  # type: ignore[type-var]

    def measure(self, system: System, gold: Gold) -> Result:
        """Score one system on one topic."""
        return self.measure_all([system], gold)[0]

    def measure_all(self, systems: Sequence[System], gold: Gold) -> Sequence[Result]:
        """Score many systems on one topic."""
        return self.measure_in(TopicComparison(systems, gold))

    def measure_in(self, comparison: TopicComparison) -> Sequence[Result]:
        """Score the systems of a comparison; open settings mean the default preset."""
        scores: Sequence[Result] = self.under(TILSE)._measure(comparison)
        return scores

    @abstractmethod
    def _measure(self, comparison: TopicComparison) -> Sequence[Result]:
        raise NotImplementedError

    def notes(self, comparison: TopicComparison) -> Sequence[str]:
        """Return what a reader should know of how the texts of a topic were read; mostly nothing."""
        return ()

    def remark(self, score: Result) -> str | None:
        """Say what a reader of the number should know, None where it speaks for itself."""
        return None

    def remarks(self, scores: Sequence[Result]) -> list[tuple[str, list[int]]]:
        """Return the remarks on many scores, each with the places of the scores that it is about."""
        found: dict[str, list[int]] = {}
        for place, score in enumerate(scores):
            if remark := self.remark(score):
                found.setdefault(remark, []).append(place)
        return list(found.items())

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> Explanation:
        """Fail, since the metric has no explanation; families of metrics override this."""
        raise UsageError(f"{self} cannot explain its scores; most metrics can: see cliometer metrics")


class TimelineMetric(GoldMetric[Timeline, ReferenceSet, Score]):
    """A metric of timelines against references."""

    evidence: ClassVar[str] = "references"

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> Explanation:
        """Show, date by date, which dates were paired and which words earned the points."""
        from cliometer.metrics.explanation import explain_metric

        return explain_metric(self.under(TILSE), comparison.systems[place], comparison.references)


def is_metric(value: object) -> bool:
    """Return whether a value is a metric; a class of metrics is none, its instances are."""
    return hasattr(value, "measure_in") and not isinstance(value, type)


def measure_systems(metric: Metric, comparison: TopicComparison) -> Sequence[Any]:
    """Return a score for each system; one line says where a metric of a user's own gave anything else."""
    scores, systems = metric.measure_in(comparison), len(comparison.systems)
    if not isinstance(scores, Sequence) or not all(
        hasattr(kind, "undefined") and hasattr(kind, "numbers") for kind in set(map(type, scores))
    ):
        raise UsageError(f"the metric {metric}: expected a list of Scores, it gave {shown(scores)}")
    if len(scores) != systems:
        raise UsageError(f"the metric {metric}: expected a Score for each of {systems}, it gave {len(scores)}")
    if not type(metric).__module__.startswith("cliometer."):
        for score in scores:
            _divide(score, metric)
    return scores


def _divide(score: Any, metric: Metric) -> None:
    """Fail where a score cannot be divided, since it holds something else than Ratios."""
    try:
        numbers = score.numbers()
    except Exception as error:
        wanted = "Score(Ratio(part, whole), Ratio(part, whole))" if isinstance(score, Score) else "numbers"
        why = f"{type(error).__name__}: {error}"
        raise UsageError(f"the metric {metric}: expected {wanted}, it gave {shown(score)} ({why})") from None
    for name, value in numbers.items():
        if value is not None and not math.isfinite(value):
            remedy = "Ratio(0, 0) says that there is no value"
            raise UsageError(f"the metric {metric}: {name} is {value}, which is not a number; {remedy}")
