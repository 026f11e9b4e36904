"""The design of a comparison, and the figures it is made on: systems x topics, ready to be resampled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Literal, TypedDict, get_args

import numpy as np

from cliometer.engine.remarks import LEFT_OUT, NO_MATCH
from cliometer.engine.results import Results, ScoreRow
from cliometer.errors import InputError, UsageError, expected, unknown
from cliometer.metrics.catalogue import lower_is_better
from cliometer.model.score import Score, SingleScore
from cliometer.stats.aggregates import Aggregate, group_means, means, ratios
from cliometer.stats.samples import Floats, checked_seed

ScoreSide = Literal["f", "precision", "recall", "value"]  # value: of metrics with one number
Average = Literal["f-of-means", "mean-of-f", "micro"]
Weighing = Literal["topics", "tasks"]
Interval = Literal["t", "bca", "percentile"]
Test = Literal["t", "sign-flip", "randomisation", "bootstrap", "wilcoxon"]
Correction = Literal["holm", "bh", "none"]
Grouping = Literal["letters", "leaders"]  # of systems that are not told apart
RESAMPLES = range(100, 1_000_001)  # fewer leave a bound to chance; more fill memory and change no digit shown


@dataclass(frozen=True)
class Design:
    """The settings of a comparison; `average=None` means F of means, or the mean where there is one number."""

    side: ScoreSide = "f"
    average: Average | None = None
    weigh: Weighing = "topics"  # what weighs alike where several tasks belong to one topic
    test: Test = "t"
    correction: Correction = "holm"
    interval: Interval = "t"
    level: float = 0.95
    resamples: int = 10_000
    seed: int = 0
    margin: float = 0.1  # the share of the writers' score by which a system may fall short and be as good
    groups: Grouping = "letters"  # leaders: for many systems, of which only the differences to the best one are kept
    baseline: str | None = None  # only differences to this system are tested; None: all pairs

    def __post_init__(self) -> None:
        for name, words in _WORDS.items():
            value = getattr(self, name)
            if value not in words and not (name == "average" and value is None):
                raise unknown(name, value, words)
        if not (isinstance(self.level, float) and 0 < self.level < 1):
            raise expected("a level between 0 and 1, such as 0.95", self.level)
        checked_seed(self.seed)
        if isinstance(self.margin, bool) or not isinstance(self.margin, int | float) or not 0 < self.margin < 1:
            raise expected("a margin between 0 and 1, such as 0.1", self.margin)
        if not isinstance(self.resamples, int) or self.resamples not in RESAMPLES:
            raise expected(f"resamples from {RESAMPLES[0]:,} to {RESAMPLES[-1]:,}", self.resamples)
        if self.groups == "leaders" and (self.baseline is not None or self.test != "t" or self.interval != "t"):
            raise UsageError(
                "groups by leaders rest on t tests of all pairs; leave --baseline, --test and --interval out"
            )

    @property
    def averaged(self) -> Average:
        """The average that is compared: the field's F of means, unless another was asked for."""
        return self.average or "f-of-means"

    @property
    def significance(self) -> float:
        """The largest p that counts as a difference."""
        return round(1 - self.level, 12)  # 1 - 0.9 is a little less than 0.1

    def to_dict(self) -> dict[str, object]:
        """Return every setting, with the average that was meant; letters, the usual groups, are not named."""
        settings = asdict(self) | {"average": self.averaged}
        return {name: value for name, value in settings.items() if (name, value) != ("groups", "letters")}


class DesignSettings(TypedDict, total=False):
    """The settings of a design as keywords of a call, which names its baseline itself."""

    side: ScoreSide
    average: Average | None
    weigh: Weighing
    test: Test
    correction: Correction
    interval: Interval
    level: float
    resamples: int
    seed: int
    margin: float
    groups: Grouping


_WORDS = {
    "side": get_args(ScoreSide),
    "average": get_args(Average),
    "weigh": get_args(Weighing),
    "test": get_args(Test),
    "correction": get_args(Correction),
    "interval": get_args(Interval),
}


def score_word(design: Design, side: ScoreSide | None = None) -> str:
    """Return what the compared number is called; `side` is the metric's own where it has one number."""
    side = side or design.side
    if side == "value":
        return "micro mean" if design.averaged == "micro" else "mean"
    if side == "f":
        return {"f-of-means": "F of means", "mean-of-f": "mean of F", "micro": "micro F"}[design.averaged]
    return f"{'micro' if design.averaged == 'micro' else 'mean'} {side}"


Table = Sequence[Sequence[ScoreRow]]
Cells = Mapping[str, Mapping[str, float | None]]  # of each system, topic by topic


@dataclass(frozen=True, eq=False)
class ScoreFigures:
    """What one metric gave each system on each topic.

    Tasks of one topic are one unit of `aggregate`, which is what is drawn, left out and swapped.
    `contributions` is systems x units, and its mean over the units is the score: every interval, test and
    effect goes by it. `values` is systems x units, the chosen side of each unit, for ranks; `rounds` is what
    is won, tied or lost: units, or tasks where tasks weigh alike. `side` is "value" for a metric of one
    number. `cells` are the numbers topic by topic, also of topics that were left out; None where undefined.
    """

    metric: str
    systems: tuple[str, ...]
    topics: tuple[str, ...]
    aggregate: Aggregate
    contributions: Floats
    values: Floats
    rounds: Floats
    cells: Cells
    side: ScoreSide
    lower: bool  # whether lower is better
    tied: bool  # whether no topic tells any two systems apart
    order: tuple[int, ...]  # the places of the systems, best first
    units: int  # how many independent topics there are
    counted: str  # the same in words, such as `8 topics with all their tasks`


def figures_of(results: Results, metric: str, design: Design) -> ScoreFigures:
    """Return the figures of one metric, on the topics where the preset gives it a value."""
    rows = {(row.system, row.topic): row for row in results.rows if row.metric == metric}
    nulls = results.undefined == "null"
    left_out = {key for key, row in rows.items() if nulls and row.score.undefined is not None}
    systems, every = tuple(results.systems), results.topics
    topics = tuple(topic for topic in every if left_out.isdisjoint((s, topic) for s in systems))
    if not topics:
        raise InputError(f"{metric} is undefined on every topic, so there is nothing to compare")
    table = [[rows[system, topic] for topic in topics] for system in systems]
    side, is_single = design.side, "value" in results.numbers(table[0][0])
    if is_single and side not in ("f", "value"):
        raise UsageError(f"{metric} has one value and no {side}; leave the side out")
    if side == "value" and not is_single:
        raise UsageError(f"{metric} has no single value; write .f, .precision or .recall")
    side = "value" if is_single else side
    cells = {
        system: {
            topic: None if key in left_out else results.numbers(rows[key])[side] or 0.0
            for topic in every
            for key in [(system, topic)]
        }
        for system in systems
    }
    aggregate, lower = _aggregate(results, table, side, design), lower_is_better(metric)
    values = np.array([[cells[system][topic] for topic in topics] for system in systems], dtype=np.float64)
    return figured(metric, systems, topics, aggregate, values, side, lower, cells, design.weigh)


def figured(
    metric: str,
    systems: tuple[str, ...],
    topics: tuple[str, ...],
    aggregate: Aggregate,
    values: Floats,
    side: ScoreSide = "f",
    lower: bool = False,
    cells: Cells | None = None,
    weigh: Weighing = "topics",
) -> ScoreFigures:
    """Return figures of values (systems x topics), tasks of one topic taken together."""
    if cells is None:
        cells = {
            system: dict(zip(topics, own, strict=True)) for system, own in zip(systems, values.tolist(), strict=True)
        }
    groups, rounds = grouped(topics), values
    if groups is not None and len(set(groups)) == 1:
        values = values.mean(axis=1, keepdims=True)
    elif groups is not None:
        values, aggregate = group_means(values, groups), aggregate.pooled(groups, alike=weigh == "topics")
    contributions = aggregate.contributions()
    tied = bool((contributions == contributions[0]).all())
    observed = aggregate.observed()
    order = tuple(np.argsort(observed if lower else -observed, kind="stable").tolist())
    rounds = rounds if weigh == "tasks" else values
    about = (metric, systems, topics, aggregate, contributions, values, rounds, cells, side, lower)
    units = int(values.shape[1])
    counted = f"{units} topics{'' if groups is None else ' with all their tasks'}"
    return ScoreFigures(*about, tied, order, units, counted)


def grouped(topics: Sequence[str]) -> tuple[str, ...] | None:
    """Return the topic of each task `topic/reference`, as those are not independent; None where each stands alone."""
    groups = tuple(topic.partition("/")[0] for topic in topics)
    return groups if len(set(groups)) < len(groups) else None


def _aggregate(results: Results, table: Table, side: ScoreSide, design: Design) -> Aggregate:
    """Return the average that the design asks for, as sums over topics."""
    score, average = table[0][0].score, design.averaged
    keys = ("precision", "recall") if side == "f" and average != "mean-of-f" else (side,)
    if average != "micro":  # precision of nothing retrieved, where a metric has none, counts as 0
        numbers = [[[results.numbers(row)[key] or 0.0 for key in keys] for row in line] for line in table]
        return means(enough(np.array(numbers, dtype=np.float64)), score.beta)
    if not isinstance(score, Score | SingleScore):
        raise UsageError(f"{table[0][0].metric} is not a ratio of counts and cannot be pooled; choose another average")
    counts = [[[getattr(row.score, key) for key in keys] for row in line] for line in table]
    parts, wholes = (
        np.array([[[getattr(ratio, what) for ratio in own] for own in line] for line in counts], np.float64)
        for what in ("part", "whole")
    )
    return ratios(enough(parts), enough(wholes), score.beta, score.root)


def enough(values: Floats) -> Floats:
    """Return a lone topic twice, since averages want two and this has the same; a lone column needs no third axis."""
    values = values[:, :, 0] if values.shape[2:] == (1,) else values
    return np.repeat(values, 2, axis=1) if values.shape[1] == 1 else values


def shared_topics(results: Results) -> Results:
    """Return results on the topics that every system answered, with a note on those that were left out.

    Remarks on means that are not over the same topics do not hold here, where all systems have the same.
    """
    kept = [note.replace(NO_MATCH, "left out for every system") for note in results.notes if LEFT_OUT not in note]
    results = replace(results, notes=kept)
    answered = {(row.system, row.topic) for row in results.rows}
    lacking = [topic for topic in results.topics if any((name, topic) not in answered for name in results.systems)]
    if len(lacking) == len(results.topics):
        raise InputError("no topic was answered by every system; a comparison needs the same topics for all")
    if not lacking:
        return results
    lack = [f"{t} ({', '.join(n for n in results.systems if (n, t) not in answered)})" for t in lacking]
    return results.without(lacking).noted([f"left out for every system, because some lack them: {', '.join(lack)}"])
