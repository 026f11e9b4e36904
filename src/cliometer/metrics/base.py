"""What a metric is, the kinds of gold that metrics read, and the registry of all metrics."""

from __future__ import annotations

import dataclasses
import math
import tomllib
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from cliometer.errors import UsageError, shown
from cliometer.expressions import Expression, Registry, settings_of
from cliometer.grouping import by_key
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.documents import SummaryText
from cliometer.model.extracts import Extract
from cliometer.model.records import inline, renamed
from cliometer.model.score import RecordedScore, Score
from cliometer.model.timeline import Timeline
from cliometer.text.tokenisation import TextSettings

if TYPE_CHECKING:
    from cliometer.metrics.catalogue import Preset


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

    metric: str = field(metadata=renamed("settings"))
    score: Any = field(metadata=inline(RecordedScore))

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

    def tables(self) -> tuple[ExplanationTable, ...]:
        """Return one table, a row a part; a column in which no part has a value is left out."""
        parts = [part if isinstance(part, dict) else vars(part) for part in self.parts]  # those read back are objects
        names = [name for name in (parts[0] if parts else ()) if any(part[name] is not None for part in parts)]
        rows = tuple(tuple(_cell(part[name]) for name in names) for part in parts)
        return (ExplanationTable(self.title, tuple(name.replace("_", " ") for name in names), rows),) if rows else ()


def _cell(value: Any) -> str | float | None:
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else value


class Metric(Expression):
    """A formula with its settings fixed: a frozen dataclass, equal when the settings are.

    What a system's answer and the gold are depends on the kind of gold, `evidence`: timelines and references,
    extracts and content units or judged events, updates and nuggets, reported facts and pools, summaries and sources.
    A subclass brings its settings, its kind of gold, `properties` and `measure_in`.
    """

    name: ClassVar[str]
    formula: ClassVar[str] = ""
    citation: ClassVar[str] = ""
    evidence: ClassVar[str]
    lower_is_better: ClassVar[bool] = False  # whether the number is a cost or a distance
    text: ClassVar[TextSettings | None] = None  # how words of timelines are counted; None where none are

    @property
    def silence(self) -> float | None:
        """What a system that says nothing gets: 0, the worst value, or None where there is no worst."""
        return 0.0

    @property
    def is_slow(self) -> bool:
        """Whether a long text takes the metric about a second, so that a court must be asked for it."""
        return False

    @property
    def properties(self) -> Properties:
        """What the metric promises."""
        raise NotImplementedError

    def dependencies(self, gold: Any) -> tuple[tuple[str, str], ...]:
        """Return what else can move a number, for the signature: versions of libraries, a background."""
        return ()

    def under(self, preset: Preset) -> Self:
        """Return the metric with every open setting (None) filled from the preset."""
        values, present = vars(preset), vars(self)
        names = [field.name for field in settings_of(self)]
        open_settings = {name: values[name] for name in names if present[name] is None and name in values}
        return dataclasses.replace(self, **open_settings) if open_settings else self  # type: ignore[type-var]

    def measure(self, system: Any, gold: Any) -> Any:
        """Score one system on one topic."""
        return self.measure_all([system], gold)[0]

    def measure_all(self, systems: Sequence[Any], gold: Any) -> Sequence[Any]:
        """Score many systems on one topic; equals `measure` one by one."""
        return self.measure_in(TopicComparison(systems, gold))

    @abstractmethod
    def measure_in(self, comparison: TopicComparison) -> Sequence[Any]:
        """Score the systems of a comparison, sharing tables with other metrics."""
        raise NotImplementedError

    def notes(self, comparison: TopicComparison) -> Sequence[str]:
        """Return what a reader should know of how the texts of a topic were read; mostly nothing."""
        return ()

    def remarks(self, scores: Sequence[Any]) -> list[tuple[str, list[int]]]:
        """Return what a reader of some scores should know, each with the places of the scores that it is about."""
        return []

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> Explanation:
        """Show where the score of one system of a comparison comes from; families of metrics override this."""
        raise UsageError("metric-unexplained", gold_metric=str(self))


_TABLES = tomllib.loads(Path(__file__).with_name("metrics.toml").read_text("utf-8"))
metrics: Registry[Metric] = Registry("metric", Metric, _TABLES["modules"], group="cliometer.metrics")
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


_NOTHING = {"references": Timeline(), "units": Extract(()), "events": Extract(()), "sources": SummaryText()}
GOLD_KINDS = {
    name: GoldKind(name, table["meaning"], table["answer"], _NOTHING.get(name, ()), tuple(table["usual"]))
    for name, table in _TABLES["kinds"].items()
}


class TimelineMetric(Metric):
    """A metric of timelines against references."""

    evidence: ClassVar[str] = "references"

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> Explanation:
        """Show, date by date, which dates were paired and which words earned the points."""
        from cliometer.metrics.catalogue import TILSE
        from cliometer.metrics.explanation import explain_in

        return explain_in(TopicComparison([comparison.systems[place]], comparison.references), self.under(TILSE))


def with_places(remarks: Iterable[str | None]) -> list[tuple[str, list[int]]]:
    """Return each distinct remark with the places where it stands; None is no remark."""
    return list(by_key((remark, place) for place, remark in enumerate(remarks) if remark).items())


def is_metric(value: object) -> bool:
    """Return whether a value is a metric; a class of metrics is none, its instances are."""
    return hasattr(value, "measure_in") and not isinstance(value, type)


def measure_systems(metric: Metric, comparison: TopicComparison) -> Sequence[Any]:
    """Return a score for each system; one line says where a metric of a user's own gave anything else."""
    scores, systems = metric.measure_in(comparison), len(comparison.systems)
    if not isinstance(scores, Sequence) or not all(
        hasattr(kind, "undefined") and hasattr(kind, "numbers") for kind in set(map(type, scores))
    ):
        raise UsageError("metric-scores-expected", metric=metric, scores=shown(scores))
    if len(scores) != systems:
        raise UsageError("metric-score-count", metric=metric, systems=systems, count=len(scores))
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
        raise UsageError(
            "metric-score-kind",
            metric=metric,
            wanted=wanted,
            score=shown(score),
            kind=type(error).__name__,
            reason=str(error),
        ) from None
    for name, value in numbers.items():
        if value is not None and not math.isfinite(value):
            raise UsageError("metric-score-not-finite", metric=metric, name=name, value=value)
