"""A whole comparison, also of the scores of other tools, and as a LaTeX table of runs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cliometer
from cliometer.engine.compare.figures import Design, figured
from cliometer.engine.compare.score_comparison import compare_scores
from cliometer.engine.compare.standings import Standings, standings_of
from cliometer.engine.compare.system_comparison import runs_latex
from cliometer.errors import UsageError
from cliometer.model.judgements import ScoreTable
from cliometer.stats.aggregates import means
from tests.compared import benchmark

RUNS, GOLD = benchmark()
METRICS = ["date", "agreement(rouge=1)"]


def compared(*metrics: str, runs: Any = RUNS, gold: Any = GOLD, **settings: Any) -> Any:
    return cliometer.compare(runs, gold, list(metrics) or METRICS, **{"resamples": 100, **settings})


def test_a_metric_that_was_not_compared_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown metric of the comparison 'align"):
        compared()["align"]


def test_metrics_that_only_a_gate_names_are_compared_as_well() -> None:
    found = compared("date", gates=["date > 0.1", "align+m1 > 0.9"])
    assert [one.metric for one in found.standings] == ["date", "align+m1(rouge=1)"]
    assert not found.passed()
    assert compared("date", gates=["date > 0.1"]).passed()


@pytest.mark.parametrize("gates", ["date > 1", 3, None, [3], [None]])
def test_gates_are_a_list_of_gates(gates: object) -> None:
    with pytest.raises(UsageError, match=r'gates must be a list, found|expected a .*gate such as .*"align\+m1.*found'):
        compared(gates=gates)


def test_the_signature_holds_all_that_the_numbers_hang_on() -> None:
    text = str(compared(seed=5, test="t", level=0.9, baseline="bad").signature)
    tail = "side:f|average:f-of-means|weigh:topics|test:t|correction:holm|interval:t|level:0.9|resamples:100|seed:5"
    assert text.endswith(f"{tail}|margin:0.1|baseline:bad")
    assert "averaging" not in text


def test_a_gate_on_what_the_gold_does_not_hold_is_refused() -> None:
    with pytest.raises(UsageError, match="ts is measured against nuggets"):
        compared("date", gates=["ts > 0.1"])


def test_a_gate_on_the_value_of_a_metric_of_three_numbers_is_refused() -> None:
    with pytest.raises(UsageError, match="date has no single value"):
        compared("date", gates=["date.value > 0.1"])


A, B = (0.1, 0.4, 0.35, 0.8), (0.2, 0.3, 0.15, 0.5)


def table(**systems: tuple[float, ...]) -> ScoreTable:
    scores = {("bert", name, f"t{at}"): value for name, values in systems.items() for at, value in enumerate(values)}
    return ScoreTable(scores, {}, "scores.csv")


@pytest.mark.parametrize(
    ("gate", "complaint"),
    [("bret > 0.1", "unknown column of these scores 'bret'"), ("bert > writers", "no human level with --scores")],
)
def test_a_gate_on_what_no_table_has_is_refused(gate: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        compare_scores(table(a=A, b=B), None, Design.of(), gates=[gate])


HIGH = [0.9, 0.8, 0.7, 0.95, 0.6, 0.85, 0.75]
HIGHER = [0.91, 0.79, 0.72, 0.93, 0.61, 0.86, 0.74]
LOW = [0.1, 0.2, 0.3, 0.2, 0.15, 0.15, 0.4]
DESIGN = Design.of(test="t", resamples=100)


def standings(values: dict[str, list[float]], metric: str = "made", lower: bool = False) -> Standings:
    table = np.array(list(values.values()))
    topics = tuple(f"t{at}" for at in range(table.shape[1]))
    return standings_of(figured(metric, tuple(values), topics, means(table), table, lower=lower), DESIGN)


def rows(latex: str) -> list[list[str]]:
    """The cells of the table's body."""
    body = latex.partition("\\midrule\n")[2].partition("\\bottomrule")[0]
    return [line.removesuffix(" \\\\").split(" & ") for line in body.splitlines()]


def latex_of(*found: Standings, design: Design = DESIGN) -> str:
    return runs_latex(found, design, "signature:1")


def test_whoever_is_not_beaten_takes_the_room_of_a_letter() -> None:
    found = rows(latex_of(standings({"good": HIGH, "bad": LOW, "better": HIGHER})))
    assert found[0][2] == r"\textbf{0.794}\textsuperscript{c}\hphantom{\textsuperscript{b}}"
    assert found[2][2] == r"0.214\hphantom{\textsuperscript{ab}}"


def test_scores_that_print_alike_are_bold_alike() -> None:
    nearly = [value + 1e-6 for value in HIGH]
    found = rows(latex_of(standings({"x": HIGH, "y": nearly, "z": LOW})))
    assert [r"\textbf" in cells[2] for cells in found] == [True, True, False]


def test_what_was_not_tested_has_no_marks_and_is_named() -> None:
    latex = latex_of(standings({"x": HIGH, "y": HIGH}))
    assert "Not tested: made." in latex and "superscript" not in latex.lower()
