"""Systems by metrics at a glance."""

from __future__ import annotations

import pytest

from cliometer.reporting.charts.grammar import INK
from cliometer.reporting.charts.heat_maps import OverviewColumn, overview
from tests.pictured import records

MORE = OverviewColumn("f", {"a": 0.5, "b": 0.25, "c": None})
LESS = OverviewColumn("jsd", {"a": 0.5, "b": 0.25, "c": 0.3}, lower_is_better=True)


def test_the_best_has_the_first_place_whichever_way_is_better() -> None:
    assert [MORE.place(name) for name in "abc"] == [1, 2, None]
    assert [LESS.place(name) for name in "abc"] == [3, 1, 2]


def test_shades_run_from_the_worst_to_the_best() -> None:
    assert [MORE.shade(name) for name in "abc"] == [1.0, 0.0, None]
    assert [LESS.shade(name) for name in "abc"] == [0.0, 1.0, pytest.approx(0.8)]


def test_equal_scores_share_a_place_and_have_no_shade() -> None:
    same = OverviewColumn("f", {"a": 0.5, "b": 0.5})
    assert [(same.place(name), same.shade(name)) for name in "ab"] == [(1, 0.0), (1, 0.0)]


def test_a_cell_says_score_and_place_or_that_it_is_undefined() -> None:
    texts = [one["text"] for one in records(overview([MORE], ["a", "b", "c"]), "text")]
    assert texts == ["0.500  #1", "0.250  #2", "undefined"]


def test_given_ranks_stand_in_place_of_places() -> None:
    (cell,) = records(overview([OverviewColumn("f", {"a": 0.5}, ranks={"a": "1/2"})], ["a"]), "text")
    assert cell["text"] == "0.500  1/2"


def test_numbers_on_strong_colours_are_written_in_the_colour_of_the_paper() -> None:
    spec = overview([MORE], ["a", "b", "c"])
    assert spec["layer"][-1]["encoding"]["color"] == INK
