"""Systems compared by scores that stand in a table, whatever tool gave them: means of one number a topic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cliometer.engine.compare.ceiling import WRITERS
from cliometer.engine.compare.comparison import Comparison, compared, noted, signed
from cliometer.engine.compare.design import Design, Side
from cliometer.engine.compare.figures import Figures, enough, figured
from cliometer.engine.compare.gates import Gate, gates_of
from cliometer.engine.compare.ruling import Ruling
from cliometer.engine.compare.rulings import rule_figures
from cliometer.engine.score_grid import Grid, Missing, column_name, columns_of, complete
from cliometer.errors import UsageError
from cliometer.metrics.evidence import lower_is_better
from cliometer.model.score_table import ScoreTable
from cliometer.model.signature import Signature
from cliometer.stats.aggregates import means
from cliometer.version import __version__


def compare_scores(
    table: ScoreTable,
    metrics: Sequence[str] | None,
    design: Design,
    missing: Missing = "error",
    gates: Sequence[str | Gate] = (),
    confident: bool = False,
    lower: Sequence[str] = (),
) -> Comparison:
    """Compare the systems of a table by some of its columns; without any named, by all but parts of an F.

    A gate names a column; columns that only a gate names are compared as well. `lower` names the columns for
    which less is better.
    """
    if design.average not in (None, "mean-of-f") or design.side not in ("f", "value"):
        raise UsageError("a table has one number a topic; --average and --side have no meaning with --scores")
    design = replace(design, side="value", average="mean-of-f")
    conditions = gates_of(gates, confident, lambda text: _column(text, table))
    columns = [column.metric for column in columns_of(table, metrics)]
    grid = complete(columns_of(table, [*columns, *(gate.metric for gate in conditions)]), missing)
    if len(grid.systems) < 2 and not conditions:
        raise UsageError(f"{table.source}: a comparison needs two systems or more, found {len(grid.systems)}")
    less = {column_name(name, list(grid.scores)) for name in lower}
    figures = {metric: _figures(grid, metric, metric in less) for metric in grid.scores}
    standings = compared(list(figures.values()), design, bool(conditions), confident)
    rulings = [one for gate in conditions for one in _rule(gate, figures[gate.metric], design, confident)]
    notes = [*table.notes, *grid.notes, *noted(standings)]
    return Comparison(signed(_signature(grid), design), design, standings, (), rulings, notes)


def _column(text: str, table: ScoreTable) -> tuple[str, Side]:
    return column_name(text, table.metrics), "value"


def _rule(gate: Gate, figures: Figures, design: Design, confident: bool) -> list[Ruling]:
    if gate.other == WRITERS and WRITERS not in figures.systems:
        raise UsageError(f"{gate}: there is no human ceiling with --scores, where nothing is scored")
    return rule_figures(gate, figures, design, confident)


def _figures(grid: Grid, metric: str, lower: bool) -> Figures:
    values, names = grid.scores[metric], (tuple(grid.systems), tuple(grid.topics))
    return figured(metric, *names, means(enough(values)), values, "value", lower or lower_is_better(metric))


def _signature(grid: Grid) -> Signature:
    return Signature.of([("cliometer", __version__), ("scores", "given"), ("metrics", ",".join(grid.scores))])
