"""A comparison as a LaTeX table of runs."""

from __future__ import annotations

import re

import numpy as np

from cliometer.engine.compare.figures import Design, figured
from cliometer.engine.compare.standings import Standings, standings_of
from cliometer.engine.compare.system_comparison import runs_latex
from cliometer.stats.aggregates import means

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


def shown(cell: str) -> str:
    """A cell without what only takes room."""
    return re.sub(r"\\hphantom\{\\textsuperscript\{\w+\}\}", "", cell)


def table(*found: Standings, design: Design = DESIGN) -> str:
    return runs_latex(found, design, "signature:1")


def test_whoever_is_not_beaten_takes_the_room_of_a_letter() -> None:
    found = rows(table(standings({"good": HIGH, "bad": LOW, "better": HIGHER})))
    assert found[0][2] == r"\textbf{0.794}\textsuperscript{c}\hphantom{\textsuperscript{b}}"
    assert found[2][2] == r"0.214\hphantom{\textsuperscript{ab}}"


def test_every_metric_is_a_column_in_the_order_of_the_first() -> None:
    one = standings({"x": HIGH, "y": LOW}, "date")
    other = standings({"x": LOW, "y": HIGH}, "align_b")
    latex = table(one, other)
    assert r" & system & date & align\_b \\" in latex
    assert [shown(cell) for cell in rows(latex)[0]] == ["a", "x", r"\textbf{0.793}\textsuperscript{b}", "0.214"]


def test_scores_that_print_alike_are_bold_alike() -> None:
    nearly = [value + 1e-6 for value in HIGH]
    found = rows(table(standings({"x": HIGH, "y": nearly, "z": LOW})))
    assert [r"\textbf" in cells[2] for cells in found] == [True, True, False]


def test_the_caption_tells_the_test_the_correction_and_the_level() -> None:
    caption = table(standings({"x": HIGH, "y": LOW}))
    assert "p of at most 0.05; paired t test on 7 topics, 6 degrees of freedom; corrected after Holm." in caption
    assert caption.startswith("% signature:1\n\\begin{table}\n")


def test_what_was_not_tested_has_no_marks_and_is_named() -> None:
    latex = table(standings({"x": HIGH, "y": HIGH}))
    assert "Not tested: made." in latex and "superscript" not in latex.lower()


def test_names_are_escaped() -> None:
    assert r"a & run\_1 \& co & " in table(standings({"run_1 & co": HIGH, "y": LOW}))
