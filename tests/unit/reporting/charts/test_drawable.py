"""Charts of comparisons, scores, explanations and experiments are Vega-Lite that draws without a warning."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.reporting.charts.grammar import themed
from cliometer.reporting.charts.heat_maps import OverviewColumn, heat, heat_cell, overview
from cliometer.reporting.charts.system_charts import (
    BETTER,
    EARNED,
    MISSED,
    AverageRanks,
    ReferenceLine,
    credit,
    critical,
    differences,
    multiples,
    score_bars,
    standings,
)
from tests.pictured import HOSTILE, complaints

A, B = HOSTILE[0], HOSTILE[1]
_STANDING = {
    "system": A,
    "score": 0.5,
    "low": 0.4,
    "high": 0.6,
    "beside": [(0, "a"), (1, "b")],
    "role": "system",
}
_BARE = {"system": B, "score": 0.3, "low": None, "high": None, "beside": [], "role": "baseline"}
_PAIR = {"pair": A, "systems": A, "difference": 0.1, "low": 0.0, "high": 0.2, "record": "1-0-0", "p": "0.5"}
_DOT = {"pair": A, "topic": B, "first": 0.5, "second": 0.4, "by": 0.1, "outcome": BETTER}
_SIDE = {"name": A, "side": "F", "score": 0.5, "low": 0.5, "high": 0.5}
_GONE = {"name": B, "side": "F", "score": None, "low": None, "high": None}
_PANEL = {"topic": A, "system": B, "value": 0.5, "shown": "0.500", "best": True}
_BAR = {"day": A, "part": EARNED, "from": 0.0, "to": 1.0, "amount": 1.0}
CELLS = [heat_cell(A, A, 0.9, "0.900"), heat_cell(A, B, None, "undef."), heat_cell(B, A, -0.3, "-0.300")]

CHARTS: dict[str, Any] = {
    "standings": standings([_STANDING, _BARE], "F", "group", ReferenceLine("human writers", 0.7, 0.6, 0.8)),
    "standings without intervals": standings([_BARE], "F", "", ReferenceLine("human writers", 0.7)),
    "differences": differences([_PAIR], [_DOT], "by", False, "won-tied-lost"),
    "differences without topics": differences([_PAIR], [], "by", True, "won-tied-lost"),
    "critical difference": critical(AverageRanks({A: 1.2, B: 2.0, "c": 2.8}, 1.1, [[A, B], [B, "c"]])),
    "multiples": multiples([_PANEL, {**_PANEL, "topic": B, "value": None}], "F", [B], (0.0, 1.0)),
    "overview": overview([OverviewColumn("jsd", {A: 0.1, B: None}, True)], [A, B]),
    "two-sided heat map": heat(CELLS, "row", "column", ([A, B], [A, B]), two_sided=True),
    "sides": score_bars([_SIDE, _GONE], "F"),
    "credit": credit([_BAR, {**_BAR, "part": MISSED}], [{"day": A, "size": 2.0, "words": "1 of 2"}], "counted words"),
}


@pytest.mark.parametrize("name", sorted(CHARTS))
def test_a_chart_draws_without_a_warning(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert complaints(CHARTS[name], capfd) == ""


def test_a_chart_that_the_library_would_mend_is_noticed(capfd: pytest.CaptureFixture[str]) -> None:
    broken = {"mark": "point", "encoding": {"x": {"field": "a", "type": "nominal", "aggregate": "nonsense"}}}
    assert complaints({"data": {"values": [{"a": 1}]}, **broken}, capfd) != ""


@pytest.mark.parametrize("name", sorted(CHARTS))
def test_a_chart_is_valid_by_the_schema(name: str) -> None:
    altair = pytest.importorskip("altair")
    altair.Chart.from_dict(themed(CHARTS[name]))
