"""Arrows of majorities point from the preferred system to the other."""

from __future__ import annotations

from math import isclose

from cliometer.reporting.charts.vote_charts import MOST_LABELS, MajorityArrow, majority_graph
from tests.pictured import records


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
