"""Every chart of the court, of votes and of agreement is Vega-Lite that draws without a warning."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.reporting.charts.grammar import themed
from cliometer.reporting.charts.heat_maps import card_map, shade, verdict_map
from cliometer.reporting.charts.line_charts import Climb, Cloud, ladder_panels, scatter
from cliometer.reporting.charts.system_charts import Forest, ThresholdLine, dots, forest, forests
from cliometer.reporting.charts.vote_charts import MajorityArrow, bars, bump, majority_graph, with_tick
from tests.pictured import HOSTILE, complaints

A, B = HOSTILE[0], HOSTILE[1]
_TOLD = {
    "kept": 0.5,
    "precision": -0.1,
    "recall": 0.0,
    "f": -0.1,
    "verdict": "passes",
    "tasks": 2,
    "text": "−50 %",
}
_CELL = {"trial": A, "metric": B, "heading": B, **_TOLD, **shade(0.5), "outcome": "fails"}
_UNTRIED = {**_CELL, "heading": A, "kept": None, **shade(None), "outcome": "does not apply"}
_CARD = {"metric": A, "kind": B, "score": 0.4, "text": ".40 [.30, .50]", "verdict": "undecided"}
_STEP = {"metric": A, "at": 1, "trial": "shift", "change": -0.1}
_WORD = {**_STEP, "at": "month", "metric": B}
_ROW = {"name": A, "value": 0.4, "low": 0.3, "high": None, "beside": "p = 0.030"}
_FOREST = Forest(
    [_ROW, {"name": B, "value": None, "low": None, "high": None}],
    "share",
    [ThresholdLine(0.5, "chance")],
    (0, 1),
)
_ENDS = {"low": 0.1, "high": 0.4, "human_low": 2.0, "human_high": 4.0, "span": "", "human_span": ""}
_POINT = {"system": A, "value": 0.3, "human": 3.0, **_ENDS}
_ARROW, _LINE = MajorityArrow, ThresholdLine(0.5, "chance")
_TEXT = {"system": A, "topic": B, "value": 0.2, "human": 1.0}
_BAR = {"name": A, "value": 3, "text": "3"}
_PLACE = {"rule": "borda", "system": A, "place": 1.5, "shown": "1/2"}

CHARTS: dict[str, Any] = {
    "verdict map": verdict_map([_CELL, _UNTRIED], {"recall": "recall", "f": "F"}, "timelines"),
    "cards": card_map([_CARD, {**_CARD, "kind": A, "score": None, "verdict": "not tried: one topic"}]),
    "ladder of numbers": ladder_panels([Climb(A, B, [2, 1], [_STEP, {**_STEP, "at": 2}])], [A], "F"),
    "ladder of words": ladder_panels([Climb(A, B, ["month", "year"], [_WORD])], [A, B], "F"),
    "forest": forest(_FOREST),
    "forests": forests([_FOREST]),
    "bars": with_tick(bars([_BAR, {**_BAR, "name": B, "value": None}], "votes"), A, 2.5, "by coins"),
    "bars by coder": bars([{**_BAR, "by": A}, {**_BAR, "by": B}], "votes", "coder"),
    "majorities": majority_graph([A, B, ""], [_ARROW(A, B, 3, 1, True), _ARROW(B, "", 2, 1, False)]),
    "places": bump([_PLACE, {**_PLACE, "system": B}], ["borda"], [A, B]),
    "scatter": scatter([Cloud(A, "pearson 0.90", [_POINT], [_TEXT])], B),
    "dots": dots([{"name": A, "kind": "soft", "value": 0.5}], ["soft"], "share", [_LINE]),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(CHARTS))
def test_a_chart_draws_without_a_warning(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert complaints(CHARTS[name], capfd) == ""


@pytest.mark.parametrize("name", sorted(CHARTS))
def test_a_chart_is_valid_by_the_schema(name: str) -> None:
    altair = pytest.importorskip("altair")
    altair.Chart.from_dict(themed(CHARTS[name]))
