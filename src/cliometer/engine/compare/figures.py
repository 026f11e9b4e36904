"""The design of a comparison, and the figures it is made on: systems x topics, ready to be resampled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Unpack

import numpy as np

from cliometer.engine.results import Results, ScoreRow
from cliometer.errors import InputError, UsageError
from cliometer.metrics.catalogue import lower_is_better
from cliometer.model.notes import Note
from cliometer.model.score import Score, SingleScore
from cliometer.settings import completed
from cliometer.settings.groups import Average, Comparing, Correction, Grouping, Interval, ScoreSide, Test, Weighing
from cliometer.spelling import listed, many
from cliometer.stats.aggregates import Aggregate, group_means, means, ratios
from cliometer.stats.samples import Floats


@dataclass(frozen=True, kw_only=True)
class Design:
    """The settings of a comparison, which `Comparing` declares; `of` completes them.

    `average=None` means F of means, or the mean where there is one number. With a `baseline` only the differences to
    this system are tested.
    """

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
    groups: Grouping = "letters"  # as in documents, which do not name it
    baseline: str | None

    @classmethod
    def of(cls, baseline: str | None = None, **settings: Unpack[Comparing]) -> Design:
        """Return a design with the settings that are given, checked, and the defaults of the others."""
        design = cls(baseline=baseline, **completed(Comparing, settings))
        if design.groups == "leaders" and (baseline is not None or design.test != "t" or design.interval != "t"):
            raise UsageError("leaders-exclude-options")
        return design

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
    effect uses it. `values` is systems x units, the chosen side of each unit, for ranks; `rounds` is what
    is won, tied or lost: units, or tasks where tasks have equal weight. `side` is "value" for a metric of one
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
    left_out = {key for key, row in rows.items() if row.score.undefined and None in results.numbers(row).values()}
    systems, every = tuple(results.systems), results.topics
    topics = tuple(topic for topic in every if left_out.isdisjoint((s, topic) for s in systems))
    if not topics:
        names: dict[str, dict[str, None]] = {}
        for (system, _), row in rows.items():
            if row.score.undefined is not None:
                names.setdefault(row.score.undefined, {})[system] = None
        gap = "; ".join(f"{listed(without)}: {reason}" for reason, without in names.items())
        raise InputError("metric-undefined-everywhere", metric=metric, gap=gap)
    table = [[rows[system, topic] for topic in topics] for system in systems]
    side, is_single = design.side, "value" in results.numbers(table[0][0])
    if is_single and side not in ("f", "value"):
        raise UsageError("metric-has-one-value", metric=metric, side=side)
    if side == "value" and not is_single:
        raise UsageError("metric-needs-side", metric=metric)
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
    return figured(metric, systems, topics, aggregate, values, side, lower, cells=cells, weigh=design.weigh)


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
            system: dict(zip(topics, row, strict=True)) for system, row in zip(systems, values.tolist(), strict=True)
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
    units = int(values.shape[1])
    return ScoreFigures(
        metric,
        systems,
        topics,
        aggregate,
        contributions,
        values=values,
        rounds=rounds,
        cells=cells,
        side=side,
        lower=lower,
        tied=tied,
        order=order,
        units=units,
        counted=f"{many(units, 'topic')}{'' if groups is None else ' with all their tasks'}",
    )


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
        raise UsageError("metric-not-poolable", metric=table[0][0].metric)
    counts = [[[getattr(row.score, key) for key in keys] for row in line] for line in table]
    parts, wholes = (
        np.array([[[getattr(ratio, what) for ratio in cells] for cells in line] for line in counts], np.float64)
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
    notes = [note for note in results.notes if not (isinstance(note, Note) and note.rule == "topics-skipped")]
    for place, note in enumerate(notes):
        if isinstance(note, Note) and note.rule == "means-uneven":
            notes[place] = Note.of(note.rule, **{**note.values, "outcome": "left out for every system"})
    results = replace(results, notes=notes)
    answered = {(row.system, row.topic) for row in results.rows}
    lacking = [topic for topic in results.topics if any((name, topic) not in answered for name in results.systems)]
    if len(lacking) == len(results.topics):
        raise InputError("shared-topics-missing")
    if not lacking:
        return results
    lack = [f"{t} ({', '.join(n for n in results.systems if (n, t) not in answered)})" for t in lacking]
    return results.without(lacking).noted([Note.of("topics-left-out", topics=", ".join(lack))])
