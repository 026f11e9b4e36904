"""Columns by name, and tables without gaps."""

from __future__ import annotations

import numpy as np
import pytest

from cliometer.engine.score_grid import complete
from cliometer.errors import CoverageError, InputError
from tests.unit.court.agree_scores import column


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
