"""Metrics against human scores."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cliometer.court.meta_evaluation.human_scores import MetricAgreement, agree
from cliometer.court.meta_evaluation.plan import MetaEvaluationPlan
from cliometer.engine.score_grid import ScoreColumn
from cliometer.errors import InputError, UsageError
from cliometer.stats.correlation import correlate_tables
from cliometer.stats.correlation_tests import correlation_interval, perm_both, williams
from cliometer.stats.multiple_comparisons import holm
from tests.unit.court.agree_scores import column

QUICK = MetaEvaluationPlan(resamples=50, seed=7)
HUMAN = column("h", [[1, 2, 2], [2, 1, 3], [4, 3, 5], [5, 6, 4], [3, 5, 6]])
GOOD = column("good", [[1, 1, 2], [2, 2, 3], [4, 4, 4], [5, 5, 4.5], [3, 4, 6]])
BAD = column("bad", [[3, 1, 2], [1, 7, 3], [2, 0, 4], [1, 5, 1], [3, 4, 2]])
WORSE = column("worse", [[9, 1, 2], [1, 7, 8], [2, 0, 1], [3, 5, 1], [3, 0, 2]])


def table(column: ScoreColumn) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    values = list(column.table.scores.values())
    return np.array(values).reshape(-1, 3)


def found(*metrics: ScoreColumn, plan: MetaEvaluationPlan = QUICK, human: ScoreColumn = HUMAN) -> MetricAgreement:
    return agree(metrics or (GOOD, BAD), [human], plan)


def test_every_metric_level_and_coefficient_has_a_row_with_the_value_of_stats() -> None:
    rows = found().correlations
    assert len(rows) == 2 * 3 * 2
    for row in rows:
        scores = table(GOOD if row.metric == "good" else BAD)
        expected = correlate_tables(scores, table(HUMAN), row.coefficient, row.level)
        assert row.value == expected.value


def test_intervals_are_those_of_stats_for_the_seed_the_level_and_what_is_drawn() -> None:
    plan = MetaEvaluationPlan(("spearman",), ("text",), over="texts", confidence=0.8, resamples=40, seed=3)
    (row,) = found(GOOD, plan=plan).correlations
    expected = correlation_interval(
        table(GOOD), table(HUMAN), "spearman", "text", over="texts", seed=3, resamples=40, confidence=0.8
    )
    assert (row.low, row.high) == (expected.low, expected.high)


def test_the_global_level_has_no_p() -> None:
    assert {row.level for row in found().correlations if row.p is None} == {"global"}


def test_the_same_seed_gives_the_same_document() -> None:
    plan = replace(QUICK, tests=("perm-both",))
    assert found(plan=plan).to_dict() == found(plan=plan).to_dict()
    assert found(plan=plan).to_dict() != found(plan=replace(plan, seed=8)).to_dict()


def test_several_human_columns_are_averaged_and_named() -> None:
    other = ScoreColumn("h2", replace(HUMAN.table), "h")
    result = agree([GOOD], [HUMAN, other], QUICK)
    assert result.human == "h + h2"
    assert result.correlations == found(GOOD).correlations
    assert "the human score is the mean of 2 columns: h, h2; FILE:COLUMN takes one" in result.notes


def test_judges_weigh_the_same() -> None:
    other = column("h2", [[4, 1, 1], [9, 9, 9], [0, 2, 5], [1, 6, 4], [3, 8, 2]])
    rows = agree([GOOD], [HUMAN, other], QUICK).correlations
    expected = correlate_tables(table(GOOD), (table(HUMAN) + table(other)) / 2, "pearson", "global")
    values = {(row.level, row.coefficient): row.value for row in rows}
    assert values["global", "pearson"] == expected.value


def test_williams_compares_system_means_corrected_by_holm() -> None:
    plan = MetaEvaluationPlan(("pearson",), tests=("williams",), resamples=20)
    rows = found(GOOD, BAD, WORSE, plan=plan).differences
    pairs = [(GOOD, BAD), (GOOD, WORSE), (BAD, WORSE)]
    means = [[table(side).mean(axis=1) for side in (*pair, HUMAN)] for pair in pairs]
    expected = [williams(first, second, human) for first, second, human in means]
    assert [row.p for row in rows] == pytest.approx([test.p_value for test in expected])
    assert [row.p_holm for row in rows] == pytest.approx(list(holm([test.p_value for test in expected])))
    assert {(row.test, row.level) for row in rows} == {("williams", "system")}


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


def test_three_systems_are_warned_of() -> None:
    three = [column(name, [[1, 2, 3], [2, 3, 1], [5, 4, 4]]) for name in ("m", "h")]
    assert agree(three[:1], three[1:], QUICK).warnings[0] == (
        "3 systems: no system-level correlation can be significant; "
        "the smallest possible p is 0.167; look at the text level"
    )


def test_two_systems_on_two_topics_cannot_be_significant_at_any_level() -> None:
    two = [column(name, [[1, 2], [2, 3.5]]) for name in ("m", "h")]
    warnings = agree(two[:1], two[1:], QUICK).warnings
    assert "the smallest possible p is 0.500; more systems are needed" in warnings[0]
    assert "2 systems on 2 topics: no text-level correlation can be significant" in warnings[1]


def test_ten_systems_are_not_warned_of() -> None:
    ten = [column(name, [[i, i * i % 7] for i in range(10)]) for name in ("m", "h")]
    assert agree(ten[:1], ten[1:], QUICK).warnings == []


def test_systems_that_are_one_and_the_same_are_told() -> None:
    twins = [column(name, [[1, 2], [3, 1], [1, 2], [0, 5], [7, 7.5]]) for name in ("m", "h")]
    warnings = agree(twins[:1], twins[1:], QUICK).warnings
    assert "a and c have the same scores everywhere: 5 systems, 4 distinct" in warnings[0]


def test_topics_without_a_correlation_are_counted_and_named() -> None:
    flat = column("h", [[1, 2, 2], [1, 1, 3], [1, 3, 5], [1, 6, 4], [1, 5, 6]])
    result = found(GOOD, human=flat)
    text = next(row for row in result.correlations if row.level == "text")
    assert {(row.topics, row.left_out) for row in result.correlations if row.level != "text"} == {(3, 0)}
    assert (text.topics, text.left_out) == (2, 1)
    assert result.warnings == ["on 1 of 3 topics all human scores are equal, so the text level leaves them out: t1"]


def test_topics_that_only_the_metric_ties_are_named_with_it() -> None:
    flat = column("m", [[1, 2, 2], [2, 2, 3], [4, 2, 4], [5, 2, 4.5], [3, 2, 6]])
    assert found(flat).warnings == ["on 1 of 3 topics all scores of m are equal, so the text level leaves them out: t2"]


def test_a_level_without_a_value_has_a_reason_instead_of_a_number() -> None:
    level = column("h", [[1, 2], [2, 1], [1.5, 1.5], [0, 3], [3, 0]])
    metric = column("m", [[1, 2], [3, 4], [3, 5], [7, 7], [2, 1]])
    result = agree([metric], [level], QUICK)
    row = result.correlations[0]
    assert (row.level, row.value, row.p, row.low) == ("system", None, None, None)
    assert row.undefined == "all system means of the human scores are equal"
    assert any("no value, because all system means" in note for note in result.notes)


@pytest.mark.parametrize(
    ("metric", "human", "complaint"),
    [
        ([[1, 2]], [[1, 2]], "one system, a: agreement needs at least two"),
        ([[1], [2]], [[1], [2]], "one topic, t1: agreement needs"),
        (
            [[1, 2], [3, 4]],
            [[1, 1], [1, 1]],
            "the human scores: on every topic all systems have the same score",
        ),
        (
            [[1, 2], [3, 4]],
            [[1, 2], [1, 2]],
            "the human scores: on every topic all systems have the same score",
        ),
        ([[1, 2], [1, 2]], [[1, 2], [3, 4]], "m: on every topic all systems have the same score"),
    ],
)
def test_what_has_no_answer_is_refused(metric: list[list[float]], human: list[list[float]], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        agree([column("m", metric)], [column("h", human)], QUICK)


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


@pytest.mark.parametrize(("cells", "draws"), [(24, 1000), (1000, 500), (2500, 200), (10**6, 200)])
def test_large_tables_are_drawn_less_often_unless_it_is_said(cells: int, draws: int) -> None:
    assert MetaEvaluationPlan().draws(cells) == draws
    assert MetaEvaluationPlan(resamples=7).draws(cells) == 7
    assert bool(MetaEvaluationPlan().note(cells)) == (draws < 1000)


@pytest.mark.parametrize("wrong", [{"confidence": 95.0}, {"resamples": 0}, {"seed": -1}])
def test_a_plan_refuses_what_cannot_be_drawn(wrong: dict[str, float]) -> None:
    with pytest.raises(UsageError, match="expected"):
        MetaEvaluationPlan(**wrong)  # type: ignore[arg-type]


def test_the_number_of_draws_is_round() -> None:
    assert MetaEvaluationPlan().draws(700) == 700
    assert MetaEvaluationPlan().draws(900) == 500


def test_the_points_of_systems_are_their_means_with_bootstrap_intervals_over_topics() -> None:
    points = found(plan=replace(QUICK, confidence=0.8)).points
    assert [(point.metric, point.system) for point in points[:5]] == [("good", name) for name in "abcde"]
    drawn = np.random.default_rng(QUICK.seed).integers(0, 3, size=(50, 3))
    for row, point in enumerate(points[:5]):
        low, high = np.quantile(table(GOOD)[row][drawn].mean(axis=1), [0.1, 0.9])
        assert (point.value, point.low, point.high) == pytest.approx((table(GOOD)[row].mean(), low, high))
        human_low, human_high = np.quantile(table(HUMAN)[row][drawn].mean(axis=1), [0.1, 0.9])
        expected = (table(HUMAN)[row].mean(), human_low, human_high)
        assert (point.human, point.human_low, point.human_high) == pytest.approx(expected)


def test_every_text_has_its_scores_in_the_document() -> None:
    texts = found().to_dict()["texts"]
    assert texts == {
        "systems": list("abcde"),
        "topics": ["t1", "t2", "t3"],
        "human": table(HUMAN).tolist(),
        "metrics": {"good": table(GOOD).tolist(), "bad": table(BAD).tolist()},
    }
