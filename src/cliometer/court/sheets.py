"""Score sheets: every metric on one timeline, before and after each perturbation.

All variants of all perturbations of a timeline are scored together, each distinct one once, so that texts are
cut into words once and twelve metrics over two hundred variants cost little more than one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cliometer.court.perturbation import Case, Perturbation
from cliometer.engine.countability import uncountable
from cliometer.errors import InputError, UsageError, shown
from cliometer.metrics.base import Metric
from cliometer.metrics.comparison import Comparison
from cliometer.metrics.measuring import measured
from cliometer.model.score import Score
from cliometer.model.timeline import ReferenceSet, Timeline

Floats = NDArray[np.float64]
_CELLS_AT_ONCE = 1_000_000  # days of variants x dates of references that are compared in one go


@dataclass(frozen=True)
class Task:
    """A timeline on the stand, and what it is scored against."""

    case: Case
    references: ReferenceSet


@dataclass(frozen=True)
class Sheet:
    """Precision and recall (the columns) by metric (the rows); NaN where a metric has no score."""

    before: Floats
    after: Mapping[Perturbation, Floats]  # the mean over the variants; only what applies
    variants: Mapping[Perturbation, int]
    betas: Sequence[float]  # of F, by metric


def fill(task: Task, metrics: Sequence[Metric], perturbations: Iterable[Perturbation]) -> Sheet:
    """Score the timeline and all that becomes of it; open settings of the metrics are filled already."""
    places: dict[Timeline, int] = {task.case.timeline: 0}
    variants: dict[Perturbation, list[int]] = {}
    for perturbation in perturbations:
        found = _variants(perturbation, task.case)
        if found:
            variants[perturbation] = [places.setdefault(timeline, len(places)) for timeline in found]
    _refuse_uncountable(task, metrics)
    scores = _scores(list(places), task.references, metrics)
    numbers = np.array([[_pair(score) for score in row] for row in scores])
    after = {perturbation: numbers[:, at].mean(axis=1) for perturbation, at in variants.items()}
    counts = {perturbation: len(at) for perturbation, at in variants.items()}
    return Sheet(numbers[:, 0], after, counts, [row[0].beta for row in scores])


def _scores(
    timelines: Sequence[Timeline], references: ReferenceSet, metrics: Sequence[Metric]
) -> list[list[Score]]:
    """By metric, then by timeline."""
    scores: list[list[Score]] = [[] for _ in metrics]
    for batch in _batches(timelines, len(references.dates)):
        comparison = Comparison(batch, references)
        for row, metric in zip(scores, metrics, strict=True):
            row += measured(metric, comparison, len(batch), Score)
    return scores


def _variants(perturbation: Perturbation, case: Case) -> Sequence[Timeline]:
    """Anyone may have written it, so what comes back is looked at."""
    found = perturbation.variants(case)
    if not isinstance(found, Sequence) or not all(isinstance(timeline, Timeline) for timeline in found):
        raise UsageError(f"the perturbation {perturbation}: variants() gave {shown(found)}, not Timelines")
    return found


def _batches(timelines: Sequence[Timeline], width: int) -> Iterator[Sequence[Timeline]]:
    """As many timelines at a time as fit into memory."""
    most = max(1, _CELLS_AT_ONCE // max(1, width * max(map(len, timelines))))
    for start in range(0, len(timelines), most):
        yield timelines[start : start + most]


def _pair(score: Score) -> tuple[float, float]:
    """What is undefined is left out whatever the preset: a metric without a score cannot be tried."""
    numbers = score.numbers()
    precision, recall = numbers["precision"], numbers["recall"]
    if precision is None or recall is None:
        return float("nan"), float("nan")
    return precision, recall


def _refuse_uncountable(task: Task, metrics: Sequence[Metric]) -> None:
    """A text without a countable word would pass every trial or none, by accident."""
    comparison = Comparison([task.case.timeline], task.references)
    found = uncountable(metrics, ["the timeline"], task.case.topic, comparison)
    if found:
        raise InputError(found[-1])  # the reference's own complaint, where it has one
