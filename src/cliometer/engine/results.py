"""Results: every score, the means over topics, remarks and the signature."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from cliometer.errors import InputError, UsageError, unknown
from cliometer.io.frames import DocumentResult, Records, TabularResult
from cliometer.metrics.catalogue import parse
from cliometer.model.display import NotebookDisplay
from cliometer.model.records import OMITTED, inline, renamed
from cliometer.model.score import MetricResult, RecordedScore, Signature, Undefined, f_measure
from cliometer.spelling import many, many_tasks

Numbers = Mapping[str, float | None]
BESIDE = ("chance", "assessed")  # numbers that stand beside scores, and are none
MEANS = ("precision", "recall", "f_of_means", "mean_of_f", "value", *BESIDE)


def _number(name: str) -> Any:
    return property(lambda mean: mean.numbers.get(name), doc=f"The mean of {name}; None where there is none.")


@dataclass(frozen=True)
class Mean:
    """One system by one metric over all topics; topics whose score is undefined are left out and counted.

    `numbers` are the means by name: a metric of one value has `value`, others precision, recall and both averages of F.
    The means of chance levels and of the shares that people judged stand beside them, where they are known.
    """

    system: str
    metric: str
    topics: int
    undefined: int
    numbers: Numbers = field(default_factory=dict, metadata=inline(MEANS))

    precision, recall, f_of_means, mean_of_f, value, chance, assessed = map(_number, MEANS)


def mean_numbers(numbers: Sequence[Numbers], beta: float, single: bool = False) -> Numbers:
    """Return means with both averages of F: F of the means (tilse, news-tls) and the mean of F; or of one value."""
    if single:
        return {"value": _average(row["value"] for row in numbers)}
    p, r, f = (_average(row[key] for row in numbers) for key in ("precision", "recall", "f"))
    of_means = None if p is None or r is None else f_measure(p, r, beta)
    return {"precision": p, "recall": r, "f_of_means": of_means, "mean_of_f": f}


def _average(values: Iterable[float | None]) -> float | None:
    numbers = [value for value in values if value is not None]
    return math.fsum(numbers) / len(numbers) if numbers else None  # sum() rounds differently from 3.12 on


@dataclass(frozen=True)
class ScoreRow:
    """One system on one topic by one metric."""

    system: str
    topic: str
    metric: str
    score: MetricResult = field(metadata=inline(RecordedScore))
    chance: float | None = None  # what the same texts earn on rotated dates, where that was asked for


@dataclass(frozen=True, repr=False)
class Results(DocumentResult):
    """What an evaluation found."""

    kind: ClassVar[str] = "scores"
    tables: ClassVar[Mapping[str, str]] = {"scores": "scores", "means": "means"}
    rows: Sequence[ScoreRow] = field(metadata=renamed("scores"))
    signature: Signature
    undefined: Undefined = field(default="null", metadata=OMITTED)
    notes: Sequence[str] = ()
    recorded_means: Sequence[Mean] | None = field(default=None, metadata=renamed("means"))  # of results read back
    picked: frozenset[str] = field(default=frozenset(), metadata=OMITTED)  # of metric, system, topic: those subscripted
    oracles: Mapping[str, str] = field(default_factory=dict)  # runs made with the gold in view, and what made them

    def __post_init__(self) -> None:
        means = self.recorded_means
        absent = means and {(row.system, row.metric) for row in self.rows} - {(one.system, one.metric) for one in means}
        if absent:
            system, metric = min(absent)
            raise InputError("mean-missing", system=system, metric=metric).inside("$.means")

    def __getitem__(self, name: str) -> Any:
        """Pick a metric, a system or a topic, in any order; the numbers once all three are picked.

        `results["align+m1"]["lead"]["bp"]["f"]`; a metric may be spelled without its defaults.
        """
        for axis, wanted in (("metric", full_spelling(name)), ("system", name), ("topic", name)):
            rows = [] if axis in self.picked else [row for row in self.rows if getattr(row, axis) == wanted]
            if rows:
                picked = self.picked | {axis}
                return (
                    self.numbers(rows[0])
                    if len(picked) == 3
                    else replace(self, rows=rows, picked=picked, recorded_means=None)
                )
        known = [*self.metrics, *self.systems, *self.topics]
        raise unknown("metric, system or topic of these results", name, known)

    def keys(self) -> list[str]:
        """Return the metrics; once a metric is picked the systems, and then the topics."""
        axes = {"metric": self.metrics, "system": self.systems, "topic": self.topics}
        return next(names for axis, names in axes.items() if axis not in self.picked)

    @property
    def systems(self) -> list[str]:
        """In the order of the evaluation."""
        return list(dict.fromkeys(row.system for row in self.rows))

    @property
    def topics(self) -> list[str]:
        """In the order of the evaluation."""
        return list(dict.fromkeys(row.topic for row in self.rows))

    @property
    def counted(self) -> str:
        """How many topics, or tasks of how many topics, were scored."""
        return many_tasks(len(self.topics), len({name.partition("/")[0] for name in self.topics}))

    @property
    def metrics(self) -> list[str]:
        """In the order of the evaluation."""
        return list(dict.fromkeys(row.metric for row in self.rows))

    def numbers(self, row: ScoreRow) -> Numbers:
        """Return precision, recall and F of a row under the rule for undefined scores, and its chance level."""
        numbers = row.score.numbers(self.undefined)
        return numbers if row.chance is None else {**numbers, "chance": row.chance}

    def noted(self, notes: Sequence[str]) -> Results:
        """Return the same results with more notes before the others."""
        return replace(self, notes=(*notes, *self.notes))

    def without(self, topics: Collection[str]) -> Results:
        """Return the same results with some topics left out."""
        return replace(self, rows=[row for row in self.rows if row.topic not in topics])

    def only(self, systems: Collection[str]) -> Results:
        """Return the same results of some systems."""
        means = self.recorded_means and [mean for mean in self.recorded_means if mean.system in systems]
        return replace(self, rows=[row for row in self.rows if row.system in systems], recorded_means=means)

    def means(self) -> list[Mean]:
        """Return the means over topics, with both averages of F: F of the means (tilse, news-tls) and the mean of F."""
        if self.recorded_means is not None:
            return list(self.recorded_means)
        groups: dict[tuple[str, str], list[ScoreRow]] = {}
        for row in self.rows:
            groups.setdefault((row.system, row.metric), []).append(row)
        return [self._mean(*group, rows) for group, rows in groups.items()]

    def _mean(self, system: str, metric: str, rows: Sequence[ScoreRow]) -> Mean:
        undefined = sum(row.score.undefined is not None for row in rows)
        kept = [row for row in rows if self.undefined == "zero" or not row.score.undefined]
        numbers = [self.numbers(row) for row in kept]
        means = dict(mean_numbers(numbers, rows[0].score.beta, "value" in self.numbers(rows[0])))
        beside = {name: _average(row.get(name) for row in numbers) for name in BESIDE}
        means |= {name: number for name, number in beside.items() if number is not None}
        return Mean(system, metric, len(rows), undefined, means)

    def recorded(self) -> Results:
        """Return the numbers of scores under the rule for undefined ones, and their means."""
        rows = [replace(row, score=RecordedScore.of(row.score, self.undefined)) for row in self.rows]
        return replace(self, rows=rows, recorded_means=self.means())

    def __repr__(self) -> str:
        return f"Results({many(len(self.systems), 'system')}, {self.counted}, {many(len(self.metrics), 'metric')})"


def full_spelling(name: str) -> str:
    """Return the metric that a name stands for, with its settings; what is no metric stays as it is."""
    try:
        return str(parse(name))
    except UsageError:
        if isinstance(name, str):
            return name
        raise


@dataclass(frozen=True, repr=False)
class PairResult(TabularResult, NotebookDisplay):
    """The scores of one system against the gold of one topic; whatever else is asked of it, the results answer."""

    results: Results

    def __getattr__(self, name: str) -> Any:
        if name == "results":  # while it is copied
            raise AttributeError(name)
        return getattr(self.results, name)

    @property
    def scores(self) -> dict[str, Any]:
        """By metric expression."""
        return {row.metric: row.score for row in self.results.rows}

    def frames(self) -> Mapping[str, Records]:
        """Return `scores`, a row each, and `means`, as of all results."""
        return self.results.frames()

    def to_dict(self) -> dict[str, dict[str, float | None]]:
        """Return `{"align+m1(rouge=1)": {"precision": p, "recall": r, "f": f}, ...}`."""
        return {row.metric: dict(self.results.numbers(row)) for row in self.results.rows}

    def __repr__(self) -> str:
        return f"PairResult({many(len(self.results.metrics), 'metric')})"

    def __getitem__(self, metric: str) -> Numbers:
        """Numbers by metric, however the expression is spelled: `align` is `align(rouge=1)`."""
        scores, asked = self.to_dict(), full_spelling(metric)
        if asked not in scores:
            raise unknown("metric of this result", asked, scores)
        return scores[asked]

    def keys(self) -> list[str]:
        """Return the metrics, in the order of the evaluation."""
        return self.results.metrics
