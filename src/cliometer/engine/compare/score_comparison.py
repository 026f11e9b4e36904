"""Comparison of systems by scores that are there already: a table of any tool, or shards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cliometer.engine.compare.figures import Design, ScoreFigures, enough, figured
from cliometer.engine.compare.gates import Gate, gates_of, rule_figures
from cliometer.engine.compare.human_level import WRITERS
from cliometer.engine.compare.system_comparison import SystemComparison, bounds_of, compared, signed
from cliometer.engine.score_grid import (
    MissingScores,
    ScoreGrid,
    chosen_columns,
    column_name,
    complete,
    score_columns,
    split_part,
)
from cliometer.errors import UsageError
from cliometer.metrics.catalogue import lower_is_better
from cliometer.model.judgements import ScoreTable
from cliometer.model.notes import Note
from cliometer.model.score import Signature
from cliometer.stats.aggregates import means
from cliometer.version import __version__

if TYPE_CHECKING:
    from cliometer.engine.score_shards import ScoreShards

_MOST_PAIRED = 1000  # systems of shards of which all pairs are compared


def compare_scores(
    table: ScoreTable | ScoreShards,
    metrics: Sequence[str] | None,
    design: Design,
    missing: MissingScores = "error",
    gates: Sequence[str | Gate] = (),
    confident: bool = False,
    lower: Sequence[str] = (),
) -> SystemComparison:
    """Compare the systems of a table by some of its columns; without any named, by all but parts of an F.

    A gate names a column; columns that only a gate names are compared as well. `lower` names the columns for
    which lower is better.
    """
    if not isinstance(table, ScoreTable):
        return _compare_shards(table, metrics, design, missing, gates, confident, lower)
    if design.average not in (None, "mean-of-f") or design.side not in ("f", "value"):
        raise UsageError("options-of-runs")
    design = replace(design, side="value", average="mean-of-f")
    conditions, columns = _conditions(table.metrics, metrics, gates, confident)
    grid = complete(score_columns(table, columns), missing)
    _expect_two(grid.systems, conditions, table.source)
    less = {column_name(name, list(grid.scores)) for name in lower}
    less.update(filter(lower_is_better, grid.scores))
    systems, topics = tuple(grid.systems), tuple(grid.topics)
    figures = {
        metric: figured(
            metric, systems, topics, means(enough(values)), values, "value", metric in less, weigh=design.weigh
        )
        for metric, values in grid.scores.items()
    }
    signature = [("cliometer", __version__), ("scores", "given"), ("metrics", ",".join(grid.scores))]
    return _of_figures(Signature.of(signature), figures, design, [*table.notes, *grid.notes], conditions, confident)


def _compare_shards(
    table: ScoreShards,
    metrics: Sequence[str] | None,
    design: Design,
    missing: MissingScores,
    gates: Sequence[str | Gate],
    confident: bool,
    lower: Sequence[str],
) -> SystemComparison:
    """Compare the systems of shards as their runs are compared; oracles bound the others and do not compete."""
    oracles, signature = table.manifest.oracles, Signature.parse(table.manifest.signature)
    if design.averaged == "micro":
        raise UsageError("micro-average-of-scores")
    if design.baseline in oracles:
        raise UsageError("baseline-saw-references", baseline=design.baseline)
    conditions, columns = _conditions(table.columns, metrics, gates, confident)
    grid = _shard_grid(table, columns, design, missing)
    competing = [system for system in grid.systems if system not in oracles]
    _expect_two(competing, conditions or oracles, table.folder)
    less = {column_name(name, columns) for name in lower}
    figures, bounding = (
        {column: _shard_figures(table, column, grid, systems, design, column in less) for column in columns}
        for systems in (competing, grid.systems)
    )
    named = ",".join(figure.metric for figure in figures.values())
    signature = Signature.of([(key, named if key == "metrics" else value) for key, value in signature.fields])
    lacking = Note.of("human-level-left-out")
    notes = [*table.notes, *[lacking] * (dict(signature.fields).get("nrefs", "1") != "1"), *grid.notes]
    bounds = [bound for figures in bounding.values() for bound in bounds_of(figures, oracles)]
    return replace(_of_figures(signature, figures, design, notes, conditions, confident), bounds=bounds)


def _shard_grid(table: ScoreShards, columns: Sequence[str], design: Design, missing: MissingScores) -> ScoreGrid:
    """Return the columns that are compared, with precision and recall beside each F."""
    wanted = [name for column in columns for name in (column, *_sides(table, column))]
    grid = table.grid(list(dict.fromkeys(wanted)), missing)
    if len(grid.systems) > _MOST_PAIRED and design.baseline is None:
        raise UsageError("comparison-too-large", folder=table.folder, count=len(grid.systems))
    return grid


def _shard_figures(
    table: ScoreShards, column: str, grid: ScoreGrid, systems: Sequence[str], design: Design, lower: bool
) -> ScoreFigures:
    """Return the figures of one column: an F, under the name of its metric, is compared as that of runs is."""
    rows = [place for place, name in enumerate(grid.systems) if name in set(systems)]
    names = tuple(grid.systems[place] for place in rows)
    sides, topics = _sides(table, column), tuple(grid.topics)
    if not sides:
        if design.side not in ("f", "value") and column in table.manifest.metrics:
            raise UsageError("metric-has-one-value", metric=column, side=design.side)
        values = grid.scores[column][rows]
        is_lower = lower or lower_is_better(column)
        return figured(column, names, topics, means(enough(values)), values, "value", is_lower, weigh=design.weigh)
    metric, side = split_part(column)[0], "f" if design.side == "value" else design.side
    values = grid.scores[f"{metric}.{side}"][rows]
    parts = np.stack([grid.scores[name][rows] for name in sides], axis=-1)
    is_joined = side == "f" and design.averaged == "f-of-means"
    aggregate = means(enough(parts if is_joined else values), table.beta(metric))
    is_lower = lower or lower_is_better(metric)
    return figured(metric, names, topics, aggregate, values, side, is_lower, weigh=design.weigh)


def _sides(table: ScoreShards, column: str) -> list[str]:
    """The columns of precision and recall of an F."""
    metric, side = split_part(column)
    is_f = side == "f" and column not in table.manifest.metrics
    return [f"{metric}.precision", f"{metric}.recall"] if is_f else []


def _conditions(
    names: Sequence[str], metrics: Sequence[str] | None, gates: Sequence[str | Gate], confident: bool
) -> tuple[list[Gate], list[str]]:
    """Return the gates, each on a column, and the columns that they or the caller name."""
    conditions = gates_of(gates, confident, lambda text: (column_name(text, names), "value"))
    return conditions, chosen_columns(names, [*chosen_columns(names, metrics), *(gate.metric for gate in conditions)])


def _expect_two(systems: Sequence[str], alone: Collection[object], source: object) -> None:
    if len(systems) < (1 if alone else 2):
        raise UsageError("table-systems-too-few", source=source, count=len(systems))


def _of_figures(
    signature: Signature,
    figures: Mapping[str, ScoreFigures],
    design: Design,
    notes: Sequence[str],
    conditions: Sequence[Gate],
    confident: bool,
) -> SystemComparison:
    """Compare by the figures of each column, and rule on the gates, which name columns."""
    standings = compared(list(figures.values()), design, bool(conditions), confident)
    for gate in conditions:
        if gate.other == WRITERS and WRITERS not in next(iter(figures.values())).systems:
            raise UsageError("gate-human-level-of-scores", gate=gate)
    rulings = [
        ruling
        for gate in conditions
        for compared in [figures[gate.metric]]
        for ruling in rule_figures(replace(gate, metric=compared.metric), compared, design, confident)
    ]
    return replace(signed(signature, design, standings, notes), rulings=rulings)
