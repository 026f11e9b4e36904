"""Metrics against human scores."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cliometer.court.meta_evaluation.human_scores import MetricAgreement, agree
from cliometer.court.meta_evaluation.plan import MetaEvaluationPlan
from cliometer.engine.score_grid import ScoreColumn
from cliometer.errors import UsageError
from cliometer.stats.correlation import correlate_tables
from cliometer.stats.correlation_tests import perm_both
from tests.unit.court.agree_scores import column

QUICK = MetaEvaluationPlan(resamples=50, seed=7)
HUMAN = column("h", [[1, 2, 2], [2, 1, 3], [4, 3, 5], [5, 6, 4], [3, 5, 6]])
GOOD = column("good", [[1, 1, 2], [2, 2, 3], [4, 4, 4], [5, 5, 4.5], [3, 4, 6]])
BAD = column("bad", [[3, 1, 2], [1, 7, 3], [2, 0, 4], [1, 5, 1], [3, 4, 2]])


def table(column: ScoreColumn) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array(list(column.table.scores.values())).reshape(-1, 3)


def found(*metrics: ScoreColumn, plan: MetaEvaluationPlan = QUICK, human: ScoreColumn = HUMAN) -> MetricAgreement:
    return agree(metrics or (GOOD, BAD), [human], plan)


def test_every_metric_level_and_coefficient_has_a_row_with_the_value_of_stats() -> None:
    rows = found().correlations
    assert len(rows) == 2 * 3 * 2
    for row in rows:
        scores = table(GOOD if row.metric == "good" else BAD)
        assert row.value == correlate_tables(scores, table(HUMAN), row.coefficient, row.level).value


def test_perm_both_is_run_at_every_level_that_was_asked_for() -> None:
    plan = MetaEvaluationPlan(("pearson",), ("text", "global"), tests=("perm-both",), resamples=30, seed=4)
    rows = found(plan=plan).differences
    assert [row.level for row in rows] == ["text", "global"]
    expected = perm_both(table(GOOD), table(BAD), table(HUMAN), "pearson", "text", seed=4, resamples=30)
    assert (rows[0].difference, rows[0].p) == (expected.difference, expected.p_value)


def test_pairwise_accuracy_counts_pairs_on_the_same_topic() -> None:
    row = found(HUMAN_AS_METRIC := ScoreColumn("same", HUMAN.table, "h")).accuracy[0]
    assert HUMAN_AS_METRIC.label == row.metric
    assert (row.accuracy, row.threshold, row.pairs, row.soft) == (1.0, 0.0, 30, 1.0)


def test_all_ties_is_what_a_metric_without_an_opinion_would_get() -> None:
    tied = column("h", [[1, 2, 2], [1, 1, 3], [4, 3, 5], [5, 6, 4], [3, 5, 6]])
    assert found(GOOD, human=tied).accuracy[0].all_ties == 1 / 30


def test_two_systems_on_two_topics_cannot_be_significant_at_any_level() -> None:
    two = [column(name, [[1, 2], [2, 3.5]]) for name in ("m", "h")]
    warnings = agree(two[:1], two[1:], QUICK).warnings
    assert "the smallest possible p is 0.500; more systems are needed" in warnings[0]
    assert "2 systems on 2 topics: no text-level correlation can be significant" in warnings[1]


def test_systems_that_are_one_and_the_same_are_told() -> None:
    twins = [column(name, [[1, 2], [3, 1], [1, 2], [0, 5], [7, 7.5]]) for name in ("m", "h")]
    warnings = agree(twins[:1], twins[1:], QUICK).warnings
    assert "a and c have the same scores everywhere: 5 systems, 4 distinct" in warnings[0]


def test_topics_that_only_the_metric_ties_are_named_with_it() -> None:
    flat = column("m", [[1, 2, 2], [2, 2, 3], [4, 2, 4], [5, 2, 4.5], [3, 2, 6]])
    assert found(flat).warnings == ["on 1 of 3 topics all scores of m are equal, so the text level leaves them out: t2"]


def test_a_test_needs_two_metrics_and_williams_four_systems() -> None:
    with pytest.raises(UsageError, match="only one"):
        found(GOOD, plan=replace(QUICK, tests=("perm-both",)))
    three = [column(name, [[1, 2, 3], [2, 3, 1], [5, 4, i]]) for i, name in enumerate("mnh")]
    with pytest.raises(UsageError, match="at least four systems, found 3; use --test perm-both"):
        agree(three[:2], three[2:], replace(QUICK, tests=("williams",)))


def test_a_pair_that_a_test_cannot_compare_has_the_reason() -> None:
    mirror = ScoreColumn("mirror", replace(GOOD.table, scores={k: -v for k, v in GOOD.table.scores.items()}), "good")
    plan = MetaEvaluationPlan(("pearson",), tests=("williams",), resamples=20)
    (row,) = found(GOOD, mirror, plan=plan).differences
    assert (row.p, row.p_holm) == (None, None)
    assert row.undefined is not None
    assert "mirrors" in row.undefined
