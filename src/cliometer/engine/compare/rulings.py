"""What gates say of systems: on the scores themselves, and on what the topics at hand allow to promise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cliometer.engine.compare.ceiling import WRITERS
from cliometer.engine.compare.design import Design
from cliometer.engine.compare.figures import Figures, figures_of
from cliometer.engine.compare.gates import GRAMMAR, Gate
from cliometer.engine.compare.ruling import Ruling
from cliometer.engine.results import Results
from cliometer.errors import InputError, UsageError, unknown
from cliometer.stats.noninferiority import Side, bounds
from cliometer.stats.resampling import bootstrap


def rule(
    gate: Gate, results: Results, writers: Results | None, design: Design, confident: bool = False
) -> list[Ruling]:
    """The rulings of a gate on results; a gate on the writers is held on the tasks of the ceiling."""
    design = replace(design, side=gate.side)
    if gate.other != WRITERS:
        return rule_figures(gate, figures_of(results, gate.metric, design), design, confident)
    if writers is None:
        raise UsageError(f"{gate}: no topic has two writers, so there is no human ceiling to hold it against")
    figures = figures_of(writers, gate.metric, design)
    if figures.aggregate.observed()[figures.systems.index(WRITERS)] == 0:
        raise InputError(f"{gate}: the writers score 0 against each other, which is no ceiling to reach")
    return rule_figures(gate, figures, design, confident)


def rule_figures(gate: Gate, figures: Figures, design: Design, confident: bool = False) -> list[Ruling]:
    """The ruling on every system but the baseline and the one that the gate names."""
    gate = replace(gate, side=figures.side)
    other = _other(gate, figures, design)
    held = [at for at, name in enumerate(figures.systems) if at != other and name != design.baseline]
    if not held:
        raise UsageError(f"{gate}: no run is left to be held to it; name one more beside the baseline")
    scores = figures.aggregate.observed().tolist()
    required = gate.margin + (0.0 if other is None else scores[other])
    bounds = _bounds(figures, gate, other, design)
    return [
        Ruling(gate, figures.systems[at], scores[at], required, bounds[at], design.level, confident)
        for at in held
    ]


def _other(gate: Gate, figures: Figures, design: Design) -> int | None:
    """The place of the system on the right; `baseline` is the design's, a run of that name, or the first."""
    if gate.other is None:
        return None
    name = gate.other
    if name == "baseline" and (design.baseline or name not in figures.systems):
        name = design.baseline or figures.systems[0]
    if name not in figures.systems:
        raise UsageError(f"{unknown('system in the gate', name, _names(figures))} ({GRAMMAR})")
    if len(figures.systems) < 2:
        raise UsageError(f"{gate}: there is no other system to hold against {name}; name two runs")
    return figures.systems.index(name)


def _names(figures: Figures) -> list[str]:
    return list(dict.fromkeys([*figures.systems, "baseline", WRITERS]))


def _bounds(figures: Figures, gate: Gate, other: int | None, design: Design) -> Sequence[float | None]:
    """One-sided confidence bound of each score, or of its distance to the other; None for a single unit."""
    if figures.units < 2:
        return [None] * len(figures.systems)
    sample = bootstrap(figures.aggregate, design.resamples, seed=design.seed, groups=figures.groups)
    if other is not None:
        sample = sample.differences(np.array([(at, other) for at in range(len(figures.systems))]))
    side: Side = "lower" if gate.sign.startswith(">") else "upper"
    found: list[float | None] = bounds(sample, side, design.level, design.interval).values.tolist()
    return found
