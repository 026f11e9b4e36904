"""The critical-difference diagram."""

from __future__ import annotations

from cliometer.reporting.charts.system_charts import AverageRanks, critical
from tests.pictured import records

RANKS = {"a": 1.5, "b": 2.0, "c": 3.25, "d": 4.0, "e": 4.25}


def test_every_system_hangs_at_its_rank() -> None:
    hung = records(critical(AverageRanks(RANKS, 1.0, [])), "system", "rank")
    assert {one["system"]: one["rank"] for one in hung} == RANKS


def test_the_better_half_stands_at_the_left_best_on_top_and_the_worst_on_top_at_the_right() -> None:
    hung = records(critical(AverageRanks(RANKS, 1.0, [])), "system", "side")
    rows = {side: [one for one in hung if one["side"] == side] for side in ("left", "right")}
    ordered = {side: [one["system"] for one in sorted(own, key=lambda one: one["row"])] for side, own in rows.items()}
    assert ordered == {"left": ["a", "b", "c"], "right": ["e", "d"]}


def test_a_bar_joins_the_ranks_of_its_systems_and_stands_out_a_little() -> None:
    (bar,) = records(critical(AverageRanks(RANKS, 1.0, [["a", "b"]])), "level")
    assert bar["low"] < 1.5 < 2.0 < bar["high"] and bar["high"] - bar["low"] < 0.6


def test_bars_that_overlap_stand_below_one_another_and_others_side_by_side() -> None:
    bars = [["a", "b"], ["b", "c"], ["d", "e"]]
    assert [one["level"] for one in records(critical(AverageRanks(RANKS, 1.0, bars)), "level")] == [0, 1, 0]


def test_the_distance_is_drawn_to_scale_even_where_it_is_longer_than_the_axis() -> None:
    found = AverageRanks({"a": 1.0, "b": 2.0, "c": 3.0}, 5.5, [])
    lines = [one for one in records(critical(found), "rank", "end", "shown") if "5.50" in one["shown"]]
    assert {(one["rank"], one["end"]) for one in lines} == {(1, 6.5)} and found.last >= 6.5


def test_ranks_beyond_the_number_of_systems_shown_stay_on_the_axis() -> None:
    assert AverageRanks({"a": 40.5, "b": 80.25}, 3.0, []).last == 81


def test_equal_ranks_still_have_a_bar_that_can_be_seen() -> None:
    (bar,) = records(critical(AverageRanks({"a": 1.5, "b": 1.5, "c": 3.0}, 1.0, [["a", "b"]])), "level")
    assert bar["high"] > bar["low"]
