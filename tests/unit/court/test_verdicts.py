"""Verdicts: what a metric did against what a sound metric does."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.court.perturbation import Expectation
from cliometer.court.verdicts import Means, judge
from cliometer.errors import UsageError
from cliometer.model.score import f_measure

BOTH_FALL = Expectation("falls", "falls")
HALF_GOES = Expectation("falls", "falls", loss=0.5)
PRECISION_FALLS = Expectation("falls", "holds")
BOTH_HOLD = Expectation("holds", "holds")
NO_GAIN = Expectation("free", "free", most=1.1)


def means(precision: float, recall: float) -> Means:
    return Means(precision, recall, f_measure(precision, recall))


@pytest.mark.parametrize(
    ("expectation", "after", "verdict"),
    [
        (BOTH_FALL, means(0.4, 0.52), "fails: rewards it, recall rises by .020"),
        (BOTH_FALL, means(0.4, 0.501), "fails: half blind, recall does not move by more than 1 % of its value"),
        (BOTH_FALL, means(0.497, 0.497), "fails: nearly blind, no side moves by more than 1 % of its value"),
        (
            PRECISION_FALLS,
            means(0.497, 0.5),
            "fails: nearly blind, precision does not move by more than 1 % of its value",
        ),
        (PRECISION_FALLS, means(0.494, 0.5), "passes"),
        (PRECISION_FALLS, means(0.3, 0.55), "fails: recall should hold and rises by .050"),
        (PRECISION_FALLS, means(0.499, 0.8), "fails: rewards it, recall rises by .300"),
        (HALF_GOES, means(0.499, 0.501), "fails: nearly blind, keeps 100 % of F where at least 50 % should go"),
        (BOTH_HOLD, means(0.5, 0.7), "fails: rewards it, recall rises by .200"),
        (NO_GAIN, means(0.8, 0.8), "fails: rewards it, keeps 160 % of F where at most 110 % may be left"),
        (NO_GAIN, means(0.54, 0.55), "passes"),
        (NO_GAIN, means(0.1, 0.1), "passes"),
    ],
)
def test_a_score_that_could_rise(expectation: Expectation, after: Means, verdict: str) -> None:
    assert str(judge(expectation, means(0.5, 0.5), after)) == verdict


def test_a_score_of_0_cannot_be_tried() -> None:
    assert str(judge(BOTH_FALL, means(0, 0), means(0, 0))).startswith("does not apply: ")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (("fals", "holds"), "unknown effect on precision 'fals'; did you mean falls"),
        (("falls", "hold"), "unknown effect on recall 'hold'; did you mean holds"),
        (("falls", None), "unknown effect on recall None"),
        (("falls", "falls", 50), "expected the share of F that must go"),
        (("falls", "falls", 0), "expected the share of F that must go"),
    ],
)
def test_a_misspelt_expectation_is_refused(wrong: tuple[Any, ...], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Expectation(*wrong)
