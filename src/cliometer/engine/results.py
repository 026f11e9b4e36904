"""Results: every score, the means over topics, remarks and the signature."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cliometer.errors import InputError, UsageError, unknown
from cliometer.io.frames import Records, TabularResult, columns_of
from cliometer.metrics.catalogue import parse
from cliometer.model.display import NotebookDisplay
from cliometer.model.records import decode, head
from cliometer.model.score import MetricResult, RecordedScore, Score, Signature, Undefined, f_measure
from cliometer.spelling import many, many_tasks

Numbers = Mapping[str, float | None]
BESIDE = ("chance", "assessed")  # numbers that stand beside scores, and are none


@dataclass(frozen=True)
class Mean:
    """One system by one metric over all topics; topics whose score is undefined are left out and counted.

    A metric of one value has `value` and none of the others.
    """

    system: str
    metric: str
    topics: int
    undefined: int
    precision: float | None = None
    recall: float | None = None
    f_of_means: float | None = None
    mean_of_f: float | None = None
    value: float | None = None
    single: bool = False
    chance: float | None = None  # the mean of the chance levels, where they were asked for
    assessed: float | None = None  # the mean share of what was answered that people judged, where that is known

    def numbers(self) -> dict[str, float | None]:
        """Return the means by name."""
        names = ("value",) if self.single else ("precision", "recall", "f_of_means", "mean_of_f")
        beside = [name for name in BESIDE if getattr(self, name) is not None]
        return {name: getattr(self, name) for name in (*names, *beside)}

    def to_dict(self) -> dict[str, object]:
        """Return the JSON object of the mean."""
        counts = {"topics": self.topics, "undefined": self.undefined}
        return {"system": self.system, "metric": self.metric, **counts, **self.numbers()}


def mean_of(empty: Mean, numbers: Sequence[Numbers], beta: float) -> Mean:
    """Return the mean with both averages of F: F of the means (tilse, news-tls) and the mean of F; or of one value."""
    if empty.single:
        return replace(empty, value=_average(one["value"] for one in numbers))
    p, r, f = (_average(one[key] for one in numbers) for key in ("precision", "recall", "f"))
    of_means = None if p is None or r is None else f_measure(p, r, beta)
    return replace(empty, precision=p, recall=r, f_of_means=of_means, mean_of_f=f)


def _average(values: Iterable[float | None]) -> float | None:
    numbers = [value for value in values if value is not None]
    return math.fsum(numbers) / len(numbers) if numbers else None  # sum() rounds differently from 3.12 on


@dataclass(frozen=True)
class ScoreRow:
    """One system on one topic by one metric."""

    system: str
    topic: str
    metric: str
    score: MetricResult
    chance: float | None = None  # what the same texts earn on rotated dates, where that was asked for


NUMBERS = ("precision", "recall", "f", "value", "assessed")


def ties_of(score: MetricResult) -> Mapping[str, Any] | None:
    """Return how many dates had a choice of partner, and the range of each number; None without a choice."""
    if isinstance(score, RecordedScore):
        return score.ties
    if not (isinstance(score, Score) and score.ties):
        return None
    bounds = {key: list(value) for key, value in (score.range() or {}).items()}
    return {"dates": score.ties.dates, "range": bounds}


@dataclass(frozen=True)
class _ScoreEntry:
    """One score in the JSON document; a metric has the three numbers, or a value."""

    system: str
    topic: str
    metric: str
    precision: float | None = None
    recall: float | None = None
    f: float | None = None
    value: float | None = None
    chance: float | None = None
    assessed: float | None = None
    undefined: str | None = None
    ties: Mapping[str, object] | None = None


@dataclass(frozen=True)
class _ScoreDocument:
    """The members of the JSON document of scores."""

    signature: str
    notes: Sequence[str]
    scores: Sequence[Mapping[str, object]]
    means: Sequence[Mean]
    oracles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, repr=False)
class Results(TabularResult, NotebookDisplay):
    """What an evaluation found."""

    rows: Sequence[ScoreRow]
    signature: Signature
    undefined: Undefined
    notes: Sequence[str] = ()
    recorded_means: Sequence[Mean] | None = None  # of results that were read back
    picked: frozenset[str] = frozenset()  # which of metric, system and topic subscripts have fixed
    oracles: Mapping[str, str] = field(default_factory=dict)  # runs made with the gold in view, and what made them

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
        empty = Mean(system, metric, len(rows), undefined, single="value" in self.numbers(rows[0]))
        numbers = [self.numbers(row) for row in kept]
        found = mean_of(empty, numbers, rows[0].score.beta)
        if not any(name in own for own in numbers for name in BESIDE):
            return found
        chance, assessed = (_average(own.get(name) for own in numbers) for name in BESIDE)
        return replace(found, chance=chance, assessed=assessed)

    def to_dict(self) -> dict[str, object]:
        """Return the document that `cliometer score --json` prints."""
        return {
            **head("scores"),
            "signature": str(self.signature),
            "notes": list(self.notes),
            **({"oracles": dict(self.oracles)} if self.oracles else {}),
            "scores": [self._row_dict(row) for row in self.rows],
            "means": [mean.to_dict() for mean in self.means()],
        }

    @classmethod
    def from_dict(cls, document: Mapping[str, object]) -> Results:
        """Read a document that `cliometer score --json` printed.

        Raises
        ------
        InputError
            If a member is absent or of another type.
        """
        read = decode(_ScoreDocument, document)
        rows = []
        for place, entry in enumerate(read.scores):
            known = decode(_ScoreEntry, entry, f"$.scores[{place}]")
            numbers = {name: getattr(known, name) for name in NUMBERS if name in entry}
            score = RecordedScore(numbers, known.undefined, known.ties)
            rows.append(ScoreRow(known.system, known.topic, known.metric, score, known.chance))
        single = {row.metric for row in rows if "value" in row.score.numbers()}
        means = [replace(mean, single=mean.metric in single) for mean in read.means]
        if absent := {(row.system, row.metric) for row in rows} - {(mean.system, mean.metric) for mean in means}:
            raise InputError("$.means: holds no mean of {} by {}, whose scores it has".format(*min(absent)))
        return cls(rows, Signature.parse(read.signature), "null", read.notes, means, oracles=read.oracles)

    def frames(self) -> Mapping[str, Records]:
        """Return the tables `scores`, with the reason where one is undefined, and `means` over topics."""
        known = {name for row in self.rows for name in self.numbers(row)}
        absent = [name for name in BESIDE if name not in known]
        numbers = (name for name in (*NUMBERS, "chance") if name not in absent)
        columns = {"system": str, "topic": str, "metric": str, **dict.fromkeys(numbers, float)}
        return {
            "scores": Records({**columns, "undefined": str}, [self._row_dict(row) for row in self.rows]),
            "means": Records(
                columns_of(Mean, "single", *absent),
                [vars(mean) for mean in self.means()],
            ),
        }

    def __repr__(self) -> str:
        return f"Results({many(len(self.systems), 'system')}, {self.counted}, {many(len(self.metrics), 'metric')})"

    def _row_dict(self, row: ScoreRow) -> dict[str, object]:
        entry: dict[str, object] = {"system": row.system, "topic": row.topic, "metric": row.metric}
        entry |= self.numbers(row)
        if row.score.undefined:
            entry["undefined"] = row.score.undefined
        if ties := ties_of(row.score):
            entry["ties"] = ties
        return entry


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
    """The scores of one system against the gold of one topic."""

    results: Results

    @property
    def scores(self) -> dict[str, Any]:
        """By metric expression."""
        return {row.metric: row.score for row in self.results.rows}

    def frames(self) -> Mapping[str, Records]:
        """Return `scores`, a row each, and `means`, as of all results."""
        return self.results.frames()

    @property
    def notes(self) -> Sequence[str]:
        """What is worth knowing about the numbers."""
        return self.results.notes

    @property
    def signature(self) -> Signature:
        """Everything the numbers depend on."""
        return self.results.signature

    def to_dict(self) -> dict[str, dict[str, float | None]]:
        """Return `{"align+m1(rouge=1)": {"precision": p, "recall": r, "f": f}, ...}`."""
        return {row.metric: dict(self.results.numbers(row)) for row in self.results.rows}

    def __repr__(self) -> str:
        return f"PairResult({len(self.results.metrics)} metrics)"

    def __getitem__(self, metric: str) -> Numbers:
        """Numbers by metric, however the expression is spelled: `align` is `align(rouge=1)`."""
        scores, asked = self.to_dict(), full_spelling(metric)
        if asked not in scores:
            raise unknown("metric of this result", asked, scores)
        return scores[asked]

    def keys(self) -> list[str]:
        """Return the metrics, in the order of the evaluation."""
        return self.results.metrics
