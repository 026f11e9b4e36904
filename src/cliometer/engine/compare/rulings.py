"""What gates say of systems: on the scores themselves, and on what the topics at hand allow to promise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cliometer.engine.compare.ceiling import WRITERS
from cliometer.engine.compare.design import Design
from cliometer.engine.compare.figures import Figures, figures_of
from cliometer.engine.compare.gates import Gate, Ruling
from cliometer.engine.results import Results
from cliometer.errors import UsageError, unknown
from cliometer.stats.percentile import quantiles
from cliometer.stats.resampling import bootstrap


def rule(gate: Gate, results: Results, writers: Results | None, design: Design) -> list[Ruling]:
    """The ruling on every system but the one that the gate names."""
    if gate.other == WRITERS:
        if writers is None:
            raise UsageError(
                f"{gate}: no topic has two writers, so there is no human ceiling to hold it against"
            )
        results = writers
    figures = figures_of(results, gate.metric, replace(design, side=gate.side))
    other = _other(gate, figures, design)
    scores = figures.aggregate.observed()
    against = 0.0 if other is None else float(scores[other])
    bounds = _bounds(figures, gate, other, design)
    return [
        Ruling(
            gate,
            system,
            float(scores[at]),
            against + gate.margin,
            gate.holds(float(scores[at]), against),
            None if bounds is None else gate.holds(float(bounds[at]), 0.0),
        )
        for at, system in enumerate(figures.systems)
        if at != other and not (results is writers and system == WRITERS)
    ]


def _other(gate: Gate, figures: Figures, design: Design) -> int | None:
    """The place of the system on the right; `baseline` is the design's, a run of that name, or the first."""
    if gate.other is None:
        return None
    name = gate.other
    if name == "baseline" and (design.baseline or name not in figures.systems):
        name = design.baseline or figures.systems[0]
    if name not in figures.systems:
        raise unknown("system in the gate", name, [*figures.systems, "baseline", WRITERS])
    if len(figures.systems) < 2:
        raise UsageError(f"{gate}: there is no other system to hold against {name}; name two runs")
    return figures.systems.index(name)


def _bounds(figures: Figures, gate: Gate, other: int | None, design: Design) -> Sequence[float] | None:
    """One-sided confidence bound of each score, or of its distance to the other; None for a single unit."""
    if figures.units < 2:
        return None
    sample = bootstrap(figures.aggregate, design.resamples, seed=design.seed, groups=figures.groups)
    replicates = sample.replicates if other is None else sample.replicates - sample.replicates[:, [other]]
    tail = 1 - design.level if gate.sign.startswith(">") else design.level
    found: list[float] = quantiles(replicates, np.array([[tail]]))[0].tolist()
    return found
