"""Do metrics agree with people? Correlations at three levels, their differences, and pairwise accuracy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cliometer.court.agree.correlations import CorrelationRow, correlations
from cliometer.court.agree.design import design_warnings
from cliometer.court.agree.differences import DifferenceRow, differences
from cliometer.court.agree.plan import Plan
from cliometer.court.agree.points import SystemPoint, system_points, text_scores
from cliometer.engine.score_grid import Column, Grid, Missing, complete
from cliometer.errors import InputError
from cliometer.io.frames import Framed, Records, columns_of
from cliometer.model.display import Displayed
from cliometer.model.progress import Progress
from cliometer.stats.pairwise_accuracy import (
    calibrated_pairwise_accuracy,
    pairwise_accuracy,
    soft_pairwise_accuracy,
)
from cliometer.stats.samples import Floats
from cliometer.version import __version__


@dataclass(frozen=True)
class AccuracyRow:
    """Pairs of systems on the same topic that a metric orders, or ties, as people do.

    `accuracy` counts scores within the `threshold` as ties, `uncalibrated` only equal ones; `all_ties` is
    what calling every pair a tie would get. `soft` compares how sure both sides are (soft pairwise accuracy).
    """

    metric: str
    accuracy: float | None
    threshold: float | None
    uncalibrated: float | None
    all_ties: float
    pairs: int
    soft: float | None


@dataclass(frozen=True, repr=False)
class Agreement(Framed, Displayed):
    """What was found; `warnings` tell what the design cannot show, `notes` what was done on the way.

    `points` and `texts` are what it was found on: the means of systems, and the score of every text.
    """

    systems: Sequence[str]
    topics: Sequence[str]
    human: str
    plan: Plan
    resamples: int
    correlations: Sequence[CorrelationRow]
    differences: Sequence[DifferenceRow]
    accuracy: Sequence[AccuracyRow]
    warnings: Sequence[str]
    notes: Sequence[str]
    points: Sequence[SystemPoint]
    texts: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"Agreement({len(self.systems)} systems, {len(self.topics)} topics, with {self.human!r})"

    def to_dict(self) -> dict[str, object]:
        """The document that `cliometer agree --json` prints."""
        return {
            "cliometer": __version__,
            "systems": len(self.systems),
            "topics": len(self.topics),
            "human": self.human,
            "over": "topics" if self.plan.over == "texts" else self.plan.over,
            "level": self.plan.confidence,
            "resamples": self.resamples,
            "seed": self.plan.seed,
            "correlations": [dict(vars(row)) for row in self.correlations],
            "differences": [dict(vars(row)) for row in self.differences],
            "accuracy": [dict(vars(row)) for row in self.accuracy],
            "points": [dict(vars(row)) for row in self.points],
            "texts": dict(self.texts),
            "notes": [*self.warnings, *self.notes],
        }

    def frames(self) -> Mapping[str, Records]:
        """`correlations`, `differences` between metrics, and pairwise `accuracy`."""
        rows = {
            "correlations": (CorrelationRow, self.correlations),
            "differences": (DifferenceRow, self.differences),
            "accuracy": (AccuracyRow, self.accuracy),
        }
        return {name: Records(columns_of(kind), list(map(vars, own))) for name, (kind, own) in rows.items()}


def agree(
    metrics: Sequence[Column],
    human: Sequence[Column],
    plan: Plan,
    *,
    missing: Missing = "error",
    lower: Sequence[str] = (),
    progress: Progress | None = None,
) -> Agreement:
    """Each metric against the mean of the human columns, on the systems and topics that all of them share."""
    people = [Column(f"human {column.label}", column.table, column.metric) for column in human]
    grid = complete([*metrics, *people], missing)
    scores = np.mean([grid.scores[column.label] for column in people], axis=0)
    others = {column.label: grid.scores[column.label] for column in metrics}
    tested = Grid(grid.systems, grid.topics, others, grid.notes).flipped(lower)
    _refuse(tested, scores)
    found, more = correlations(tested, scores, plan, progress)
    read = human[0].table.notes if human[0].table is not metrics[0].table else ()
    notes = [*read, *tested.notes, *_averaged(human), *plan.note(scores.size), *more]
    return Agreement(
        tested.systems,
        tested.topics,
        " + ".join(column.label for column in human),
        plan,
        plan.draws(scores.size),
        found,
        differences(tested, scores, plan),
        [_accuracy(name, table, scores, plan) for name, table in tested.scores.items()],
        design_warnings(tested, scores, plan),
        notes,
        system_points(tested, scores, plan),
        text_scores(tested, scores),
    )


def _averaged(human: Sequence[Column]) -> list[str]:
    if len(human) == 1:
        return []
    names = ", ".join(column.label for column in human)
    return [f"the human score is the mean of {len(human)} columns: {names}; FILE:COLUMN takes one"]


def _refuse(grid: Grid, human: Floats) -> None:
    """What has no answer is refused before anything is computed."""
    systems, topics = human.shape
    if systems < 2:
        raise InputError(f"one system, {grid.systems[0]}: agreement needs at least two, better ten, systems")
    if topics < 2:
        raise InputError(f"one topic, {grid.topics[0]}: agreement needs the scores of at least two topics")
    for name, table in {"the human scores": human, **grid.scores}.items():
        if np.all(table == table[:1]):
            raise InputError(
                f"{name}: on every topic all systems have the same score, so there is nothing to agree on"
            )


def _accuracy(name: str, metric: Floats, human: Floats, plan: Plan) -> AccuracyRow:
    """Without a value where one side never tells two systems apart on a topic."""
    first, second = np.triu_indices(len(human), k=1)
    all_ties = float(np.mean(human[first] == human[second]))
    pairs = len(first) * human.shape[1]
    try:
        calibrated = calibrated_pairwise_accuracy(metric, human)
    except InputError:
        return AccuracyRow(name, None, None, None, all_ties, pairs, None)
    plain = pairwise_accuracy(metric, human).value
    soft = soft_pairwise_accuracy(metric, human, seed=plan.seed, resamples=plan.draws(human.size))
    return AccuracyRow(name, calibrated.value, calibrated.threshold, plain, all_ties, pairs, soft)
