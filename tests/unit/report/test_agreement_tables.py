"""Agreement as tables."""

from __future__ import annotations

from cliometer.court.meta_evaluation.human_scores import agree
from cliometer.court.meta_evaluation.metric_matrix import matrix
from cliometer.court.meta_evaluation.plan import MetaEvaluationPlan
from cliometer.report.metric_examination_text import agreement_tables, matrix_table
from tests.unit.court.agree_scores import column

M = column("m", [[1, 2, 3], [4, 5, 6], [7, 9, 8]])
H = column("h", [[2, 1, 3], [4, 6, 5], [7, 8, 9]])


def test_levels_stand_side_by_side_with_p_where_there_is_one() -> None:
    first, pairs = agreement_tables(agree([M], [H], MetaEvaluationPlan(("pearson",), resamples=9)))
    assert first.title == "pearson with h: 3 systems, 3 topics; 0.95 intervals over systems and topics"
    assert first.table.heading == [
        "metric",
        "system",
        "interval",
        "p",
        "text",
        "interval",
        "p",
        "global",
        "interval",
    ]
    assert pairs.table.rows[0][0] == "m"


def test_the_legend_explains_only_what_is_shown() -> None:
    texts = [
        next(agreement_tables(agree([M], [H], MetaEvaluationPlan(("pearson",), levels, resamples=9)))).text()
        for levels in (("text",), ("global",))
    ]
    assert ["p: share" in text for text in texts] == [True, False]
    assert ["global: no p" in text for text in texts] == [False, True]


def test_what_has_no_value_is_called_undefined() -> None:
    level = column("h", [[1, 2], [2, 1], [1.5, 1.5]])
    metric = column("m", [[1, 2], [3, 4], [3, 5]])
    table = next(
        agreement_tables(agree([metric], [level], MetaEvaluationPlan(("pearson",), ("system",), resamples=9)))
    )
    assert table.table.rows == [["m", None, "", "undefined"]]
    assert "undefined" in table.text()


def test_a_matrix_is_symmetric_with_ones_on_the_diagonal() -> None:
    rows = matrix_table(matrix([M, H], "pearson")).table.rows
    assert [rows[0][1], rows[1][2]] == ["1", "1"]
    assert rows[0][2] == rows[1][1]
