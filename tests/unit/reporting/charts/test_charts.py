"""What charts do with ranks, majorities, scores by many metrics, and much to show."""

from __future__ import annotations

from math import isclose

import pytest

from cliometer.reporting.charts.grammar import INK
from cliometer.reporting.charts.heat_maps import Axes, OverviewColumn, grid, grid_cell, overview
from cliometer.reporting.charts.line_charts import SystemLine, hours_axis, lines, since_axis, spoken, trade
from cliometer.reporting.charts.system_charts import AverageRanks, critical
from cliometer.reporting.charts.unit_charts import earned, tier_positions
from cliometer.reporting.charts.vote_charts import MOST_LABELS, MajorityArrow, majority_graph
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


def test_an_arrow_runs_from_the_winner_to_the_loser() -> None:
    """Two systems stand at the top and at the bottom, so that the arrow points straight down."""
    (arrow, *_) = records(majority_graph(["a", "b"], [MajorityArrow("a", "b", 3, 1, True)]), "votes")
    assert arrow["y"] > 0 > arrow["y2"] and isclose(abs(arrow["angle"]), 180)
    assert (arrow["winner"], arrow["loser"], arrow["votes"], arrow["margin"]) == ("a", "b", "3 : 1", 2)


def test_arrows_with_a_wider_margin_are_thicker() -> None:
    both = [MajorityArrow("a", "b", 3, 1, True), MajorityArrow("b", "c", 9, 1, True)]
    thin, thick = records(majority_graph(["a", "b", "c"], both), "thickness")[:2]
    assert thin["thickness"] < thick["thickness"]


def test_many_arrows_have_no_numbers_that_would_cover_each_other() -> None:
    names = [f"s{place}" for place in range(9)]
    arrows = [MajorityArrow(a, b, 2, 1, True) for place, a in enumerate(names) for b in names[place + 1 :]]
    assert len(arrows) > MOST_LABELS
    few, many = (majority_graph(names, some)["layer"] for some in (arrows[:3], arrows))
    assert len(few) == len(many) + 2


MORE = OverviewColumn("f", {"a": 0.5, "b": 0.25, "c": None})
LESS = OverviewColumn("jsd", {"a": 0.5, "b": 0.25, "c": 0.3}, lower_is_better=True)


def test_the_best_has_the_first_place_whichever_way_is_better() -> None:
    assert [MORE.place(name) for name in "abc"] == [1, 2, None]
    assert [LESS.place(name) for name in "abc"] == [3, 1, 2]


def test_shades_run_from_the_worst_to_the_best() -> None:
    assert [MORE.shade(name) for name in "abc"] == [1.0, 0.0, None]
    assert [LESS.shade(name) for name in "abc"] == [0.0, 1.0, pytest.approx(0.8)]


def test_a_cell_says_score_and_place_or_that_it_is_undefined() -> None:
    texts = [one["text"] for one in records(overview([MORE], ["a", "b", "c"]), "text")]
    assert texts == ["0.500  #1", "0.250  #2", "undefined"]


def test_given_ranks_stand_in_place_of_places() -> None:
    (cell,) = records(overview([OverviewColumn("f", {"a": 0.5}, ranks={"a": "1/2"})], ["a"]), "text")
    assert cell["text"] == "0.500  1/2"


def test_numbers_on_strong_colours_are_written_in_the_colour_of_the_paper() -> None:
    assert overview([MORE], ["a", "b", "c"])["layer"][-1]["encoding"]["color"] == INK


def test_a_tier_that_is_too_wide_takes_several_lines_the_longest_below() -> None:
    (tier,) = tier_positions([25])
    lengths = [sum(y == line for _, y in tier) for line in (0, 1, 2)]
    assert lengths == [8, 8, 9]


def test_few_rows_have_their_names_and_words_and_many_have_neither() -> None:
    few, many = (Axes([f"r{n}" for n in range(rows)], ["a"], "event") for rows in (5, 500))
    assert (few.high, few.readable) == (24, True)
    assert (many.high, many.readable) == (4, False)
    assert len(grid([grid_cell(0, 0, 1, "1")], few, "rank")["layer"]) == 3
    assert len(grid([grid_cell(0, 0, 1, "1")], many, "rank")["layer"]) == 2


def test_beyond_five_tiers_the_lightest_share_a_colour() -> None:
    bars = [{"system": "a", "tier": tier, "earned": 1.0} for tier in range(1, 8)]
    words = {bar["tier"]: bar["word"] for bar in records(earned(bars, ["a"], 9.0, "weight"), "word")}
    assert (words[7], words[4], words[3], words[1]) == (
        *("7 writers had", "4 writers had", "3 or fewer writers had", "3 or fewer writers had"),
    )


def test_the_first_eight_systems_are_told_apart_and_the_others_are_quiet() -> None:
    systems = [f"s{n}" for n in range(20)]
    axis = {"title": "x"}
    drawn = records(lines([SystemLine(name, [(0, 1)]) for name in systems], systems, axis, axis), "named")
    assert [one["system"] for one in drawn if one["named"]] == systems[:8] and len(drawn) == 20


@pytest.mark.parametrize(
    ("hours", "said"),
    [(0, "+0 min"), (-0.25, "-15 min"), (1, "+1 h"), (5.84, "+5.8 h"), (47, "+47 h"), (-72, "-3 d"), (500, "+21 d")],
)
def test_a_delay_is_said_in_few_letters(hours: float, said: str) -> None:
    assert spoken(hours) == said


@pytest.mark.parametrize(("highest", "end"), [(0.5, 0.54), (0.99, 1.0), (1.0, 1.0), (1.2, 1.2)])
def test_the_axis_of_a_share_ends_at_one_unless_a_value_is_beyond(highest: float, end: float) -> None:
    point = {"system": "a", "gain": 0.2, "late_gain": 0.1, "told": highest, "late_told": 0.3}
    scales = [one["encoding"]["y"]["scale"]["domain"] for one in trade([point], ["a"])["layer"]]
    assert all(domain == [0, pytest.approx(end)] for domain in scales)


def test_ticks_of_hours_stay_within_the_axis() -> None:
    assert hours_axis(-7, 30)["axis"]["values"] == [-6, -1, 0, 1, 6, 24]
    assert since_axis(0, 10)["axis"]["values"] == [0, 2, 4, 6, 8, 10]
    assert since_axis(0, 200)["title"] == "days since the first nugget"
    assert since_axis(0, 200)["axis"]["values"] == [0, 48, 96, 144, 192]
