"""Columns by name, and tables without gaps."""

from __future__ import annotations

import numpy as np
import pytest

from cliometer.engine.score_grid import complete, score_columns, split_part
from cliometer.errors import CoverageError, InputError, UsageError
from cliometer.model.judgements import ScoreTable
from tests.unit.court.agree_scores import column

NAMES = ("align+m1(rouge=1).precision", "align+m1(rouge=1).recall", "align+m1(rouge=1).f", "jsd", "x.recall")
TABLE = ScoreTable({(name, "a", "t"): 1.0 for name in NAMES}, {}, "scores.csv")


def labels(*asked: str) -> list[str]:
    return [column.label for column in score_columns(TABLE, asked)]


def test_without_a_choice_precision_and_recall_stand_back_behind_f() -> None:
    assert labels() == ["align+m1(rouge=1).f", "jsd", "x.recall"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("jsd", "jsd"),
        ("align+m1(rouge=1)", "align+m1(rouge=1).f"),
        ("align+m1", "align+m1(rouge=1).f"),
        ("align+m1.recall", "align+m1(rouge=1).recall"),
        ("x.recall", "x.recall"),
    ],
)
def test_a_bare_expression_means_f_and_any_spelling_will_do(asked: str, found: str) -> None:
    assert labels(asked) == [found]


def test_f_is_meant_for_metrics_that_are_not_ours_too() -> None:
    theirs = ScoreTable({("bleurt.recall", "a", "t"): 1.0, ("bleurt.f", "a", "t"): 1.0}, {}, "scores.csv")
    assert [column.label for column in score_columns(theirs, ["bleurt"])] == ["bleurt.f"]


def test_a_column_asked_for_twice_is_one() -> None:
    assert labels("align+m1", "align+m1(rouge=1).f") == ["align+m1(rouge=1).f"]


def test_an_unknown_column_is_refused_with_near_misses() -> None:
    with pytest.raises(UsageError, match="unknown column of these scores 'jds'; did you mean jsd"):
        labels("jds")


def test_a_metric_is_split_from_its_part() -> None:
    assert [split_part(name) for name in ("date.recall", "date", "a.b")] == [
        ("date", "recall"),
        ("date", "f"),
        ("a.b", "f"),
    ]


def test_a_table_has_systems_in_rows_and_topics_in_columns() -> None:
    grid = complete([column("m", [[1, 2, 3], [4, 5, 6]])])
    assert (grid.systems, grid.topics) == (["a", "b"], ["t1", "t2", "t3"])
    assert np.array_equal(grid.scores["m"], [[1, 2, 3], [4, 5, 6]])


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


def test_topics_with_gaps_are_left_out_everywhere_and_named() -> None:
    grid = complete([column("m", [[1, 2, 3], [4, None, 6]]), column("n", [[1, 2, 3], [4, 5, 6]])], "skip")
    assert grid.topics == ["t1", "t3"]
    assert grid.notes == ["1 of 3 topics with gaps left out: t2"]


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
