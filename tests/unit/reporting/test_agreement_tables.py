"""Agreement as tables."""

from __future__ import annotations

from cliometer.court.meta_evaluation.human_scores import agree
from cliometer.court.meta_evaluation.metric_matrix import matrix
from cliometer.court.meta_evaluation.plan import MetaEvaluationPlan
from cliometer.reporting.chapters import result_section
from cliometer.reporting.render.terminal import terminal
from tests.unit.court.agree_scores import column

M = column("m", [[1, 2, 3], [4, 5, 6], [7, 9, 8]])
H = column("h", [[2, 1, 3], [4, 6, 5], [7, 8, 9]])


def test_levels_stand_side_by_side_with_p_where_there_is_one() -> None:
    found = agree([M], [H], MetaEvaluationPlan(("pearson",), resamples=9))
    (title, first), (_, pairs) = result_section(found).tables()
    assert title == "pearson with h: 3 systems, 3 topics; 95 % intervals over systems and topics"
    assert first.heading == ["metric", "system", "interval", "p", "text", "interval", "p", "global", "interval"]
    assert pairs.rows[0][0] == "m"


def test_the_legend_explains_only_what_is_shown() -> None:
    texts = [
        terminal(result_section(agree([M], [H], MetaEvaluationPlan(("pearson",), levels, resamples=9))))
        for levels in (("text",), ("global",))
    ]
    assert ["p: share" in text for text in texts] == [True, False]
    assert ["global: no p" in text for text in texts] == [False, True]


def test_what_has_no_value_is_called_undefined() -> None:
    level = column("h", [[1, 2], [2, 1], [1.5, 1.5]])
    metric = column("m", [[1, 2], [3, 4], [3, 5]])
    found = agree([metric], [level], MetaEvaluationPlan(("pearson",), ("system",), resamples=9))
    section = result_section(found)
    assert next(section.tables())[1].rows == [["m", None, "no interval", "undefined"]]
    assert "undefined" in terminal(section)


def test_a_matrix_is_symmetric_with_ones_on_the_diagonal() -> None:
    ((_, table),) = result_section(matrix([M, H], "pearson")).tables()
    rows = table.rows
    assert [rows[0][1], rows[1][2]] == ["1", "1"]
    assert rows[0][2] == rows[1][1]
