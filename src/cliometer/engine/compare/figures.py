"""From results to numbers that can be resampled: systems x topics, as parts and wholes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cliometer.engine.compare.design import Design
from cliometer.engine.results import Results, Row
from cliometer.errors import InputError
from cliometer.stats.aggregates import Aggregate, means, ratios
from cliometer.stats.clusters import group_means

Floats = NDArray[np.float64]
Table = Sequence[Sequence[Row]]


@dataclass(frozen=True, eq=False)
class Figures:
    """What one metric gave each system on each topic.

    `groups` names what each topic belongs to, None where all topics are independent; `values` is systems x
    independent units, the chosen side of each topic or the mean of each group.
    """

    metric: str
    systems: tuple[str, ...]
    topics: tuple[str, ...]
    groups: tuple[str, ...] | None
    aggregate: Aggregate
    values: Floats

    @property
    def tied(self) -> bool:
        """Whether no topic tells any two systems apart."""
        return bool((self.values == self.values[0]).all())

    @property
    def units(self) -> int:
        """How many independent topics there are."""
        return int(self.values.shape[1])


def figures_of(results: Results, metric: str, design: Design) -> Figures:
    """The figures of one metric, on the topics where the preset gives it a value."""
    rows = {(row.system, row.topic): row for row in results.rows if row.metric == metric}
    systems = tuple(results.systems)
    # Whether a score is undefined hangs on the references alone, so one system speaks for all.
    topics = tuple(topic for topic in results.topics if not _left_out(rows[systems[0], topic], results))
    if not topics:
        raise InputError(f"{metric} is undefined on every topic, so there is nothing to compare")
    table = [[rows[system, topic] for topic in topics] for system in systems]
    aggregate = _aggregate(results, table, design)
    return figured(metric, systems, topics, aggregate, _numbers(results, table, (design.side,))[:, :, 0])


def figured(
    metric: str, systems: tuple[str, ...], topics: tuple[str, ...], aggregate: Aggregate, values: Floats
) -> Figures:
    """Figures of values (systems x topics), tasks of one topic taken together."""
    groups = grouped(topics)
    if groups is not None:
        alone = len(set(groups)) == 1
        values = values.mean(axis=1, keepdims=True) if alone else group_means(values, groups)
    return Figures(metric, systems, topics, groups, aggregate, values)


def _left_out(row: Row, results: Results) -> bool:
    return results.undefined == "null" and row.score.undefined is not None


def grouped(topics: Sequence[str]) -> tuple[str, ...] | None:
    """Tasks `topic/reference` of one topic are not independent; None where each topic stands alone."""
    groups = tuple(topic.partition("/")[0] for topic in topics)
    return groups if len(set(groups)) < len(groups) else None


def _aggregate(results: Results, table: Table, design: Design) -> Aggregate:
    """The average that the design asks for, as sums over topics."""
    score = table[0][0].score
    keys = ("precision", "recall") if design.side == "f" else (design.side,)
    if design.averaged == "micro":
        return ratios(_counts(table, keys, "part"), _counts(table, keys, "whole"), score.beta, score.root)
    return means(
        _squeezed(_numbers(results, table, (design.side,) if design.averaged == "mean-of-f" else keys)),
        score.beta,
    )


def _numbers(results: Results, table: Table, keys: Sequence[str]) -> Floats:
    """Systems x topics x keys."""
    cells = [[[results.numbers(row)[key] for key in keys] for row in line] for line in table]
    return np.array(cells, dtype=np.float64)


def _counts(table: Table, keys: Sequence[str], what: str) -> Floats:
    cells = [[[getattr(getattr(row.score, key), what) for key in keys] for row in line] for line in table]
    return _squeezed(np.array(cells, dtype=np.float64))


def _squeezed(values: Floats) -> Floats:
    """A lone column needs no third axis."""
    return values[:, :, 0] if values.shape[2] == 1 else values


def shared_topics(results: Results) -> Results:
    """Results on the topics that every system answered, with a note on those that were left out."""
    answered = {(row.system, row.topic) for row in results.rows}
    lacking = [
        topic for topic in results.topics if any((name, topic) not in answered for name in results.systems)
    ]
    if len(lacking) == len(results.topics):
        raise InputError("no topic was answered by every system; a comparison needs the same topics for all")
    if not lacking:
        return results
    kept = results.without(lacking)
    return kept.noted([f"left out for every system, because some lack them: {', '.join(lacking)}"])
