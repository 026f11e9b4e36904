"""Systems compared by scores that stand in a table, whatever tool gave them: means of one number a topic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cliometer.engine.compare.comparison import Comparison, compared, signed
from cliometer.engine.compare.design import Design
from cliometer.engine.compare.figures import Figures, figured
from cliometer.engine.score_grid import Grid, Missing, columns_of, complete
from cliometer.errors import UsageError
from cliometer.model.score_table import ScoreTable
from cliometer.model.signature import Signature
from cliometer.stats.aggregates import means
from cliometer.version import __version__


def compare_scores(
    table: ScoreTable, metrics: Sequence[str] | None, design: Design, missing: Missing = "error"
) -> Comparison:
    """Compare the systems of a table by some of its columns; without any named, by all but parts of an F."""
    if design.average not in (None, "mean-of-f") or design.side not in ("f", "value"):
        raise UsageError("a table has one number a topic; --average and --side have no meaning with --scores")
    design = replace(design, side="value", average="mean-of-f")
    grid = complete(columns_of(table, metrics), missing)
    if len(grid.systems) < 2:
        raise UsageError(f"{table.source}: a comparison needs two systems or more, found {len(grid.systems)}")
    standings = compared([_figures(grid, metric) for metric in grid.scores], design)
    notes = [*table.notes, *grid.notes, *(note for found in standings for note in found.notes)]
    return Comparison(signed(_signature(grid), design), design, standings, notes=notes)


def _figures(grid: Grid, metric: str) -> Figures:
    values = grid.scores[metric]
    return figured(metric, tuple(grid.systems), tuple(grid.topics), means(values), values)


def _signature(grid: Grid) -> Signature:
    return Signature.of([("cliometer", __version__), ("scores", "given"), ("metrics", ",".join(grid.scores))])
