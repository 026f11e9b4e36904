"""What charts of units, events and nuggets do where there is much to show."""

from __future__ import annotations

import pytest

from cliometer.reporting.charts.heat_maps import Axes, grid, grid_cell
from cliometer.reporting.charts.line_charts import SystemLine, hours_axis, lines, since_axis, spoken, trade
from cliometer.reporting.charts.unit_charts import earned, tier_positions
from tests.pictured import records


def test_a_small_pyramid_has_a_line_a_tier() -> None:
    assert tier_positions([1, 2]) == [[(-0.5, 0.0)], [(-1.0, 1.5), (0.0, 1.5)]]


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


def test_names_stand_once_however_many_cells_there_are() -> None:
    axes = Axes(["a long name of a row"], [f"system {n}" for n in range(50)], "unit")
    spec = str(grid([grid_cell(0, n, 0.5, "x") for n in range(50)], axes, "rank"))
    assert spec.count("a long name of a row") == 3  # the axis, the ground and the lookup


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
    [
        (0, "+0 min"),
        (-0.25, "-15 min"),
        (1, "+1 h"),
        (5.84, "+5.8 h"),
        (47, "+47 h"),
        (-72, "-3 d"),
        (500, "+21 d"),
    ],
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
