"""Metric against metric (Mackie et al. 2014, table 7): correlations over topics x systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar

import numpy as np

from cliometer.court.meta_evaluation.plan import MetaEvaluation
from cliometer.engine.score_grid import MissingScores, ScoreColumn
from cliometer.errors import CoverageError, InputError, UsageError, unknown
from cliometer.metrics.catalogue import lower_is_better
from cliometer.model.notes import Note
from cliometer.spelling import listed, many
from cliometer.stats.correlation import Coefficient, correlate
from cliometer.stats.correlation_tests import PRODUCT_MOMENT, shuffled_p
from cliometer.stats.multiple_comparisons import holm_of_known
from cliometer.stats.samples import SIGNIFICANT, Floats

FEWEST_SUMMARIES = 3  # of a correlation; below, the t-approximation has no degrees of freedom


@dataclass(frozen=True)
class MatrixCell:
    """Two metrics over the `n` summaries that both have scored; two-sided `p` from shuffled systems and topics."""

    first: str
    second: str
    n: int
    value: float | None
    p: float | None
    significant: bool | None
    undefined: str | None = None


@dataclass(frozen=True, repr=False)
class MetricMatrix(MetaEvaluation[MatrixCell]):
    """The correlation of each pair of metrics, once, in their order."""

    kind: ClassVar[str] = "agree-matrix"
    tables: ClassVar[Mapping[str, str]] = {"matrix": "matrix"}
    metrics: Sequence[str]
    coefficient: Coefficient
    correction: str | None
    matrix: Sequence[MatrixCell]
    notes: Sequence[str] = ()
    warnings: Sequence[str] = ()

    def __getitem__(self, metric: str) -> list[MatrixCell]:
        """Return the cells of one metric."""
        if metric not in self.metrics:
            raise unknown("metric of this result", metric, self.metrics)
        return [cell for cell in self.matrix if metric in (cell.first, cell.second)]

    def keys(self) -> list[str]:
        return list(self.metrics)

    def __repr__(self) -> str:
        return f"MetricMatrix({many(len(self.metrics), 'metric')}, {self.coefficient})"

    def cell(self, first: str, other: str) -> MatrixCell:
        """Return the cell of two metrics, in either order."""
        return next(cell for cell in self.matrix if {cell.first, cell.second} == {first, other})


def matrix(
    metrics: Sequence[ScoreColumn],
    coefficient: Coefficient = "spearman",
    *,
    corrected: bool = False,
    missing: MissingScores = "error",
    lower: Sequence[str] = (),
    seed: int = 0,
    resamples: int = 1000,
) -> MetricMatrix:
    """Correlate all pairs; with `missing="skip"` each pair over the summaries that both have scored."""
    if len(metrics) < 2:
        raise UsageError("matrix-needs-metrics")
    rows = _rows(metrics, missing)
    for column in metrics:
        if len({column.score(*row) for row in rows} - {None}) < 2:
            raise InputError("metric-constant", label=column.label)
    cells = [matrix_cell(a, b, rows, coefficient, lower) for a, b in combinations(metrics, 2)]
    notes: list[str] = []
    if coefficient not in PRODUCT_MOMENT:
        notes.append(Note.of("kendall-without-p"))
    else:
        pairs = combinations([_table(column, rows) for column in metrics], 2)
        p = [
            None if cell.value is None else shuffled_p(*tables, coefficient, seed=seed, resamples=resamples)
            for cell, tables in zip(cells, pairs, strict=True)
        ]
        tests = zip(cells, holm_of_known(p) if corrected else p, strict=True)
        cells = [c if p is None else replace(c, p=p, significant=p <= SIGNIFICANT) for c, p in tests]
    labels = [column.label for column in metrics]
    notes += [Note.of("sign-changed", name=name) for name in lower]
    notes += [Note.of("sign-kept", name=name) for name in labels if name not in lower and lower_is_better(name)]
    notes += [
        Note.of("pair-undefined", first=cell.first, second=cell.second, undefined=cell.undefined)
        for cell in cells
        if cell.undefined
    ]
    most = max(cell.n for cell in cells)
    if fewer := [f"{cell.first} and {cell.second} (n = {cell.n})" for cell in cells if cell.n < most]:
        notes.append(Note.of("summaries-differ", most=most, rest=listed(fewer, 5, last=", ")))
    return MetricMatrix(labels, coefficient, "holm" if corrected else None, cells, notes)


def _rows(metrics: Sequence[ScoreColumn], missing: MissingScores) -> list[tuple[str, str]]:
    """Return every system on every topic that one metric knows."""
    rows = dict.fromkeys((s, t) for c in metrics for m, s, t in (*c.table.scores, *c.table.gaps) if m == c.metric)
    if missing == "error":
        for system, topic in rows:
            for column in metrics:
                if column.score(system, topic) is None:
                    raise CoverageError("matrix-score-missing", why_missing=column.why_missing(system, topic))
    return list(rows)


def matrix_cell(
    a: ScoreColumn, b: ScoreColumn, rows: Sequence[tuple[str, str]], coefficient: Coefficient, lower: Sequence[str] = ()
) -> MatrixCell:
    """Correlate two metrics over the systems and topics that both have scored; p is left open."""
    pairs = [(a.score(*row), b.score(*row)) for row in rows]
    both = np.array([pair for pair in pairs if None not in pair], dtype=np.float64).reshape(-1, 2)
    if len(both) < FEWEST_SUMMARIES:
        raise InputError(
            "shared-scores-too-few", label=a.label, b_label=b.label, count=len(both), fewest_summaries=FEWEST_SUMMARIES
        )
    both *= [-1 if column.label in lower else 1 for column in (a, b)]
    correlation = correlate(both[:, 0], both[:, 1], coefficient)
    constant = [c.label for c, side in zip((a, b), both.T, strict=True) if np.all(side == side[0])]
    undefined = f"all scores of {listed(constant)} are equal" if correlation.value is None else None
    return MatrixCell(a.label, b.label, len(both), correlation.value, None, None, undefined)


def _table(column: ScoreColumn, rows: Sequence[tuple[str, str]]) -> Floats:
    """Return the scores of a metric, systems x topics, with NaN where it has none."""
    systems, topics = (list(dict.fromkeys(names)) for names in zip(*rows, strict=True))
    return np.array([[column.score(system, topic) for topic in topics] for system in systems], dtype=np.float64)
