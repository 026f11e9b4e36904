"""What a correlation is made of: the means of systems by metric and by people, and every text's scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cliometer.court.agree.plan import Plan
from cliometer.engine.score_grid import Grid
from cliometer.stats.aggregates import means
from cliometer.stats.resampling import bootstrap, percentile
from cliometer.stats.samples import Floats


@dataclass(frozen=True)
class SystemPoint:
    """The mean of a system over topics, by a metric and by people, each with its interval over topics."""

    metric: str
    system: str
    value: float
    low: float
    high: float
    human: float
    human_low: float
    human_high: float


def system_points(grid: Grid, human: Floats, plan: Plan) -> list[SystemPoint]:
    """A point for each metric and system; percentile bootstrap, the same topics drawn for all."""
    people = _means(human, plan)
    return [
        SystemPoint(name, system, *own, *theirs)
        for name, table in grid.scores.items()
        for system, own, theirs in zip(grid.systems, _means(table, plan), people, strict=True)
    ]


def text_scores(grid: Grid, human: Floats) -> dict[str, Any]:
    """Every score: a list a system, with a number a topic, for people and for each metric."""
    metrics = {name: table.tolist() for name, table in grid.scores.items()}
    names = {"systems": list(grid.systems), "topics": list(grid.topics)}
    return {**names, "human": human.tolist(), "metrics": metrics}


def _means(table: Floats, plan: Plan) -> list[tuple[float, float, float]]:
    found = percentile(bootstrap(means(table), plan.draws(table.size), seed=plan.seed), plan.confidence)
    return list(zip(table.mean(axis=1).tolist(), found.low.tolist(), found.high.tolist(), strict=True))
