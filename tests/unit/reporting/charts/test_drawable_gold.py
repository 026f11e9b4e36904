"""Charts of units, events, nuggets, curves and agreement are Vega-Lite that draws without a warning."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.reporting.charts.grammar import themed
from cliometer.reporting.charts.heat_maps import Axes, grid, grid_cell
from cliometer.reporting.charts.line_charts import SystemLine, hours_axis, lines, panels, since_axis, trade
from cliometer.reporting.charts.unit_charts import earned, kept, matrix, measures, pyramids, silhouettes, spread, teams
from tests.pictured import HOSTILE, complaints

A, B = HOSTILE[0], HOSTILE[1]
AXES = Axes([A, B], HOSTILE, "unit")
MANY = Axes([f"row {number}" for number in range(120)], [A], "event")
SHARE: dict[str, Any] = {"title": "share", "scale": {"domain": [0, 1]}}
_UNIT = {
    "unit": A,
    "label": B,
    "weight": 2,
    "linking": "1",
    "linked": True,
    "nested": True,
    "credits": [0.5, 0],
}
_LOST = {**_UNIT, "x": 0.5, "y": 1.5, "linked": False, "nested": False, "credits": [0, 0]}
_TRADE = {"system": A, "gain": 0.5, "told": 0.4, "late_gain": 0.2, "late_told": 0.1}
_SPLIT = {"split": A, "first": 0, "second": 1, "units": 3, "grey": True}

CHARTS: dict[str, Any] = {
    "pyramids": pyramids([{**_UNIT, "x": -0.5, "y": 0.0}, _LOST], [A, B], [{"y": 0.5, "word": "2"}]),
    "coverage": matrix([{"r": 0, "c": 1, "credit": 0.5}], AXES, [2, 1]),
    "coverage of many": matrix([{"r": 100, "c": 0, "credit": 1.0}], MANY, [1] * 120),
    "earned": earned([{"system": A, "tier": tier, "earned": 1.5} for tier in range(9)], [A], 4.0, "weight"),
    "grid": grid([grid_cell(0, 0, 0.9, "1"), grid_cell(1, 4, 0.1, "12")], AXES, "rank"),
    "grid of many": grid([grid_cell(119, 0, 0.2, "3")], MANY, "rank"),
    "curves": lines([SystemLine(A, [(0, 1.0), (1, None)]), SystemLine(B, [(0, 0.5)])], [A, B], SHARE, SHARE),
    "one curve": lines([SystemLine(A, [(0, 1.0)])], [A], SHARE, SHARE),
    "panels": panels([SystemLine(A, [(0, 1.0)], B), SystemLine(B, [], A)], [A, B], SHARE, SHARE),
    "latency": lines([SystemLine(A, [(-200, 0.0)])], [A], hours_axis(-200, 900), SHARE, stepped=True, dots=False),
    "growth": panels([SystemLine(A, [(0, 0.0)], A)], [A], since_axis(-1, 200), SHARE, stepped=True),
    "trade": trade([_TRADE, {**_TRADE, "system": B, "gain": None}], [A, B]),
    "measures": measures([{"topic": A, "measure": B, "value": 0.5}, {"topic": B, "measure": B, "value": None}], [B]),
    "kept links": kept([{"event": A, "kind": "kept", "links": 2}], [("kept", "good")]),
    "silhouettes": silhouettes([{"topic": A, "weight": 1, "units": 3}, {"topic": A, "weight": 2, "units": 0}]),
    "teams": teams([_SPLIT, {**_SPLIT, "second": 2, "grey": False}]),
    "baselines": spread(
        [{"baseline": A, "mean": 0.5}, {"baseline": B, "mean": None}],
        [{"baseline": A, "topic": B, "score": 0.4}],
        "pyramid",
    ),
}


@pytest.mark.parametrize("name", sorted(CHARTS))
def test_a_chart_draws_without_a_warning(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert complaints(CHARTS[name], capfd) == ""


@pytest.mark.parametrize("name", sorted(CHARTS))
def test_a_chart_is_valid_by_the_schema(name: str) -> None:
    altair = pytest.importorskip("altair")
    altair.Chart.from_dict(themed(CHARTS[name]))
