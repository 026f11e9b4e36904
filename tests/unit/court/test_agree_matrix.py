"""Metric against metric, over tables without gaps."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from cliometer.court.meta_evaluation.metric_matrix import matrix
from cliometer.engine.score_grid import complete
from cliometer.errors import CoverageError, InputError, UsageError
from tests.unit.court.agree_scores import column

M = column("m", [[1, 2, 3], [4, 5, 6], [7, 9, 8]])
N = column("n", [[2, 1, 3], [4, 6, 5], [7, 8, 9]])
O = column("o", [[5, 1, 3], [9, 2, 1], [3, 3, 7]])  # noqa: E741
FLAT = [1, 2, 3, 4, 5, 6, 7, 9, 8], [2, 1, 3, 4, 6, 5, 7, 8, 9], [5, 1, 3, 9, 2, 1, 3, 3, 7]


def test_a_cell_is_the_correlation_over_all_summaries_as_scipys() -> None:
    cell = matrix([M, N, O]).cell("n", "m")
    assert cell.n == 9
    assert cell.value == pytest.approx(stats.spearmanr(FLAT[0], FLAT[1]).statistic)


def test_p_is_the_share_of_shuffles_of_systems_and_topics_that_agree_as_well() -> None:
    m, n = np.array(FLAT[0]).reshape(3, 3), np.array(FLAT[1]).reshape(3, 3)
    orders = list(permutations(range(3)))
    values = [
        stats.pearsonr(m[np.ix_(rows, columns)].ravel(), n.ravel()).statistic for rows in orders for columns in orders
    ]
    wanted = np.mean(np.abs(values) >= abs(values[0]) - 1e-9)
    assert matrix([M, N], "pearson").matrix[0].p == pytest.approx(wanted)


def test_a_gap_is_shuffled_with_its_system_and_topic() -> None:
    gappy = column("o", [[2, 1, 3], [4, 6, None], [7, 8, 9]])
    cell = matrix([M, gappy], "pearson", missing="skip").matrix[0]
    assert cell.n == 8 and cell.p is not None and cell.p >= 1 / 36


def test_holm_takes_all_pairs_together() -> None:
    plain, corrected = (matrix([M, N, O], corrected=flag).cell("m", "n") for flag in (False, True))
    assert plain.p is not None
    assert corrected.p == pytest.approx(3 * plain.p)


def test_a_gap_is_an_error_or_leaves_each_pair_what_both_have() -> None:
    gappy = column("o", [[5, 1, 3], [9, 2, None], [None, 3, 7]])
    with pytest.raises(CoverageError, match=r"o\.csv:7: no score of o for b on t3"):
        matrix([M, N, gappy])
    found = matrix([M, N, gappy], missing="skip")
    assert [cell.n for cell in found.matrix] == [9, 7, 7]
    assert found.notes == ["not all pairs rest on the same summaries (n = 9): m and o (n = 7), n and o (n = 7)"]


def test_kendalls_tau_has_no_stars_and_says_so() -> None:
    found = matrix([M, N], "kendall-b")
    assert found.matrix[0].p is None
    assert "Kendall's tau and tau_AP have no p" in found.notes[0]


def test_what_has_no_correlation_is_refused() -> None:
    with pytest.raises(InputError, match="f: all scores are equal"):
        matrix([M, column("f", [[1, 1, 1]] * 3)])
    with pytest.raises(InputError, match="share 2 scores; a correlation needs at least 3"):
        matrix([column("m", [[1, 2]]), column("n", [[1, 2]])])
    with pytest.raises(UsageError, match="at least two metrics"):
        matrix([M])


def test_a_pair_that_is_constant_where_both_have_scores_is_undefined_with_its_reason() -> None:
    uneven = column("u", [[1, 1, 1], [None, None, None], [None, None, 2]])
    (cell,) = matrix([uneven, column("v", [[1, 2, 3], [4, 5, 6], [7, 8, None]])], missing="skip").matrix
    assert (cell.value, cell.p, cell.undefined) == (None, None, "all scores of u are equal")


def test_the_first_gap_is_named_with_its_place_and_the_remedy() -> None:
    with pytest.raises(CoverageError) as error:
        complete([column("m", [[1, 2], [3, None]]), column("n", [[1, 2], [None, None]])])
    assert str(error.value) == (
        "n.csv:4: no score of n for b on t1 (and 2 more such gaps); add it, or leave gaps out with --missing skip, "
        'in Python missing="skip"'
    )


def test_a_row_that_is_not_there_is_a_gap_too() -> None:
    with pytest.raises(CoverageError, match=r"n\.csv: no score of n for b on t1"):
        complete([column("m", [[1], [3]]), column("n", [[1]])])


def test_a_system_that_one_side_does_not_know_is_left_out_and_named() -> None:
    grid = complete([column("m", [[1, 2], [3, 4], [5, 6]]), column("n", [[1, 2], [3, 4]])], "skip")
    assert (grid.systems, grid.topics) == (["a", "b"], ["t1", "t2"])
    assert grid.notes == ["1 of 3 systems that have no score at all by one side left out: c"]


def test_where_nothing_is_left_it_is_an_error() -> None:
    with pytest.raises(InputError, match="no topic has all the scores"):
        complete([column("m", [[1, None], [None, 4]])], "skip")


def test_lower_is_better_turns_the_sign_and_says_so() -> None:
    grid = complete([column("m", [[1, 0], [3, 4]])]).flipped(["m"])
    assert np.array_equal(grid.scores["m"], [[-1, 0], [-3, -4]])
    assert not np.signbit(grid.scores["m"][0, 1])
    assert grid.notes == ["m: lower is better, so its sign is changed"]
