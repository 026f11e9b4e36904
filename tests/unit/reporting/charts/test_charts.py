"""What charts do with ranks, majorities, scores by many metrics, and much to show."""

from __future__ import annotations

from math import isclose

import pytest

from cliometer.reporting.charts.grammar import INK
from cliometer.reporting.charts.heat_maps import OverviewColumn, overview
from cliometer.reporting.charts.line_charts import hours_axis, since_axis, trade
from cliometer.reporting.charts.system_charts import AverageRanks, critical
from cliometer.reporting.charts.unit_charts import earned
from cliometer.reporting.charts.vote_charts import MOST_LABELS, MajorityArrow, majority_graph
from tests.pictured import records

RANKS = {"a": 1.5, "b": 2.0, "c": 3.25, "d": 4.0, "e": 4.25}


def test_every_system_hangs_at_its_rank() -> None:
    hung = records(critical(AverageRanks(RANKS, 1.0, [])), "system", "rank")
    assert {one["system"]: one["rank"] for one in hung} == RANKS


def test_equal_ranks_still_have_a_bar_that_can_be_seen() -> None:
    (bar,) = records(critical(AverageRanks({"a": 1.5, "b": 1.5, "c": 3.0}, 1.0, [["a", "b"]])), "level")
    assert bar["high"] > bar["low"]


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


def test_numbers_on_strong_colours_are_written_in_the_colour_of_the_paper() -> None:
    spec = overview([MORE], ["a", "b", "c"])
    assert spec["layer"][-1]["encoding"]["color"] == INK


def test_beyond_five_tiers_the_lightest_share_a_colour() -> None:
    bars = [{"system": "a", "tier": tier, "earned": 1.0} for tier in range(1, 8)]
    words = {bar["tier"]: bar["word"] for bar in records(earned(bars, ["a"], 9.0, "weight"), "word")}
    assert (words[7], words[4], words[3], words[1]) == (
        *("7 writers had", "4 writers had", "3 or fewer writers had", "3 or fewer writers had"),
    )


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
