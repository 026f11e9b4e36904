"""Every chart is Vega-Lite that draws without a warning."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.reporting.charts import heat_maps, line_charts, system_charts
from cliometer.reporting.charts.grammar import themed
from cliometer.reporting.charts.unit_charts import earned, kept, matrix, pyramids, spread
from cliometer.reporting.charts.vote_charts import MajorityArrow, bars, bump, majority_graph, with_tick
from tests.pictured import HOSTILE, complaints

A, B = HOSTILE[0], HOSTILE[1]
_STANDING = {"system": A, "score": 0.5, "low": 0.4, "high": 0.6, "beside": [(0, "a"), (1, "b")], "role": "system"}
_BARE = {"system": B, "score": 0.3, "low": None, "high": None, "beside": [], "role": "baseline"}
_PAIR = {"pair": A, "systems": A, "difference": 0.1, "low": 0.0, "high": 0.2, "record": "1-0-0", "p": "0.5"}
_DOT = {"pair": A, "topic": B, "first": 0.5, "second": 0.4, "by": 0.1, "outcome": system_charts.BETTER}
_SIDE = {"name": A, "side": "F", "score": 0.5, "low": 0.5, "high": 0.5}
_GONE = {"name": B, "side": "F", "score": None, "low": None, "high": None}
_PANEL = {"topic": A, "system": B, "value": 0.5, "shown": "0.500", "best": True}
_BAR = {"day": A, "part": system_charts.EARNED, "from": 0.0, "to": 1.0, "amount": 1.0}
CELLS = [
    heat_maps.heat_cell(A, A, 0.9, "0.900"),
    heat_maps.heat_cell(A, B, None, "undef."),
    heat_maps.heat_cell(B, A, -0.3, "-0.300"),
]

AXES = heat_maps.Axes([A, B], HOSTILE, "unit")
MANY = heat_maps.Axes([f"row {number}" for number in range(120)], [A], "event")
SHARE: dict[str, Any] = {"title": "share", "scale": {"domain": [0, 1]}}
_UNIT = {"unit": A, "label": B, "weight": 2, "linking": "1", "linked": True, "nested": True, "credits": [0.5, 0]}
_LOST = {**_UNIT, "x": 0.5, "y": 1.5, "linked": False, "nested": False, "credits": [0, 0]}
_TRADE = {"system": A, "gain": 0.5, "told": 0.4, "late_gain": 0.2, "late_told": 0.1}

_TOLD = {"kept": 0.5, "precision": -0.1, "recall": 0.0, "f": -0.1, "verdict": "passes", "tasks": 2, "text": "−50 %"}
_CELL = {"trial": A, "metric": B, "heading": B, **_TOLD, **heat_maps.shade(0.5), "outcome": "fails"}
_UNTRIED = {**_CELL, "heading": A, "kept": None, **heat_maps.shade(None), "outcome": "does not apply"}
_CARD = {"metric": A, "kind": B, "score": 0.4, "text": ".40 [.30, .50]", "verdict": "undecided"}
_STEP = {"metric": A, "at": 1, "trial": "shift", "change": -0.1}
_WORD = {**_STEP, "at": "month", "metric": B}
_ROW = {"name": A, "value": 0.4, "low": 0.3, "high": None, "beside": "p = 0.030"}
_FOREST = system_charts.Forest(
    [_ROW, {"name": B, "value": None, "low": None, "high": None}],
    "share",
    [system_charts.ThresholdLine(0.5, "chance")],
    (0, 1),
)
_ENDS = {"low": 0.1, "high": 0.4, "human_low": 2.0, "human_high": 4.0, "span": "", "human_span": ""}
_POINT = {"system": A, "value": 0.3, "human": 3.0, **_ENDS}
_ARROW, _LINE = MajorityArrow, system_charts.ThresholdLine(0.5, "chance")
_TEXT = {"system": A, "topic": B, "value": 0.2, "human": 1.0}
_COUNT = {"name": A, "value": 3, "text": "3"}
_PLACE = {"rule": "borda", "system": A, "place": 1.5, "shown": "1/2"}


CHARTS: dict[str, Any] = {
    "standings": system_charts.standings(
        [_STANDING, _BARE], "F", "group", system_charts.ReferenceLine("human writers", 0.7, 0.6, 0.8)
    ),
    "standings without intervals": system_charts.standings(
        [_BARE], "F", "", system_charts.ReferenceLine("human writers", 0.7)
    ),
    "differences": system_charts.differences([_PAIR], [_DOT], "by", False, "won-tied-lost"),
    "differences without topics": system_charts.differences([_PAIR], [], "by", True, "won-tied-lost"),
    "critical difference": system_charts.critical(
        system_charts.AverageRanks({A: 1.2, B: 2.0, "c": 2.8}, 1.1, [[A, B], [B, "c"]])
    ),
    "multiples": system_charts.multiples([_PANEL, {**_PANEL, "topic": B, "value": None}], "F", [B], (0.0, 1.0)),
    "overview": heat_maps.overview([heat_maps.OverviewColumn("jsd", {A: 0.1, B: None}, True)], [A, B]),
    "two-sided heat map": heat_maps.heat(CELLS, "row", "column", ([A, B], [A, B]), two_sided=True),
    "sides": system_charts.score_bars([_SIDE, _GONE], "F"),
    "credit": system_charts.credit(
        [_BAR, {**_BAR, "part": system_charts.MISSED}], [{"day": A, "size": 2.0, "words": "1 of 2"}], "counted words"
    ),
    "pyramids": pyramids([{**_UNIT, "x": -0.5, "y": 0.0}, _LOST], [A, B], [{"y": 0.5, "word": "2"}]),
    "coverage": matrix([{"r": 0, "c": 1, "credit": 0.5}], AXES, [2, 1]),
    "coverage of many": matrix([{"r": 100, "c": 0, "credit": 1.0}], MANY, [1] * 120),
    "earned": earned([{"system": A, "tier": tier, "earned": 1.5} for tier in range(9)], [A], 4.0, "weight"),
    "grid": heat_maps.grid([heat_maps.grid_cell(0, 0, 0.9, "1"), heat_maps.grid_cell(1, 4, 0.1, "12")], AXES, "rank"),
    "grid of many": heat_maps.grid([heat_maps.grid_cell(119, 0, 0.2, "3")], MANY, "rank"),
    "curves": line_charts.lines(
        [line_charts.SystemLine(A, [(0, 1.0), (1, None)]), line_charts.SystemLine(B, [(0, 0.5)])], [A, B], SHARE, SHARE
    ),
    "one curve": line_charts.lines([line_charts.SystemLine(A, [(0, 1.0)])], [A], SHARE, SHARE),
    "panels": line_charts.panels(
        [line_charts.SystemLine(A, [(0, 1.0)], B), line_charts.SystemLine(B, [], A)], [A, B], SHARE, SHARE
    ),
    "latency": line_charts.lines(
        [line_charts.SystemLine(A, [(-200, 0.0)])],
        [A],
        line_charts.hours_axis(-200, 900),
        SHARE,
        stepped=True,
        dots=False,
    ),
    "growth": line_charts.panels(
        [line_charts.SystemLine(A, [(0, 0.0)], A)], [A], line_charts.since_axis(-1, 200), SHARE, stepped=True
    ),
    "trade": line_charts.trade([_TRADE, {**_TRADE, "system": B, "gain": None}], [A, B]),
    "kept links": kept([{"event": A, "kind": "kept", "links": 2}], [("kept", "good")]),
    "baselines": spread(
        [{"baseline": A, "mean": 0.5}, {"baseline": B, "mean": None}],
        [{"baseline": A, "topic": B, "score": 0.4}],
        "pyramid",
    ),
    "verdict map": heat_maps.verdict_map([_CELL, _UNTRIED], {"recall": "recall", "f": "F"}, "timelines"),
    "cards": heat_maps.card_map([_CARD, {**_CARD, "kind": A, "score": None, "verdict": "not tried: one topic"}]),
    "ladder of numbers": line_charts.ladder_panels(
        [line_charts.Climb(A, B, [2, 1], [_STEP, {**_STEP, "at": 2}])], [A], "F"
    ),
    "ladder of words": line_charts.ladder_panels([line_charts.Climb(A, B, ["month", "year"], [_WORD])], [A, B], "F"),
    "forest": system_charts.forest(_FOREST),
    "forests": system_charts.forests([_FOREST]),
    "bars": with_tick(bars([_COUNT, {**_COUNT, "name": B, "value": None}], "votes"), A, 2.5, "by coins"),
    "bars by coder": bars([{**_COUNT, "by": A}, {**_COUNT, "by": B}], "votes", "coder"),
    "majorities": majority_graph([A, B, ""], [_ARROW(A, B, 3, 1, True), _ARROW(B, "", 2, 1, False)]),
    "places": bump([_PLACE, {**_PLACE, "system": B}], ["borda"], [A, B]),
    "scatter": line_charts.scatter([line_charts.Cloud(A, "pearson 0.90", [_POINT], [_TEXT])], B),
    "dots": system_charts.dots([{"name": A, "kind": "soft", "value": 0.5}], ["soft"], "share", [_LINE]),
}


@pytest.mark.parametrize("name", sorted(CHARTS))
def test_a_chart_draws_without_a_warning(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert complaints(CHARTS[name], capfd) == ""


def test_a_chart_that_the_library_would_mend_is_noticed(capfd: pytest.CaptureFixture[str]) -> None:
    broken = {"mark": "point", "encoding": {"x": {"field": "a", "type": "nominal", "aggregate": "nonsense"}}}
    assert complaints({"data": {"values": [{"a": 1}]}, **broken}, capfd) != ""


@pytest.mark.parametrize("name", sorted(CHARTS))
def test_a_chart_is_valid_by_the_schema(name: str) -> None:
    pytest.importorskip("altair").Chart.from_dict(themed(CHARTS[name]))
