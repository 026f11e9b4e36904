"""Verdicts: what a metric did against what a sound metric does."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.court.perturbation import Expectation
from cliometer.court.verdicts import Means, Rises, Verdict, judge, judge_ladder
from cliometer.errors import UsageError
from cliometer.model.score import f_measure

BOTH_FALL = Expectation("falls", "falls")
HALF_GOES = Expectation("falls", "falls", loss=0.5)
RECALL_FALLS = Expectation("holds", "falls")
PRECISION_FALLS = Expectation("falls", "holds")
BOTH_HOLD = Expectation("holds", "holds")
FREE = Expectation("free", "free")
NO_GAIN = Expectation("free", "free", most=1.1)


def means(precision: float, recall: float) -> Means:
    return Means(precision, recall, f_measure(precision, recall))


ONE = means(1, 1)


@pytest.mark.parametrize(
    ("expectation", "after", "verdict"),
    [
        (BOTH_FALL, means(0.9, 0.8), "passes"),
        (BOTH_FALL, means(1, 1), "fails: blind, no side moves"),
        (BOTH_FALL, means(1 - 1e-12, 1), "fails: blind, no side moves"),
        (BOTH_FALL, means(0.9, 1), "fails: half blind, recall does not move"),
        (BOTH_FALL, means(1, 0.9), "fails: half blind, precision does not move"),
        (HALF_GOES, means(0.5, 0.5), "passes"),
        (HALF_GOES, means(0.2, 0.2), "passes"),
        (HALF_GOES, means(0.8, 0.8), "fails: can be gamed, keeps 80 % of F where at least 50 % should go"),
        (HALF_GOES, means(0.97, 0.97), "fails: nearly blind, keeps 97 % of F where at least 50 % should go"),
        (HALF_GOES, means(1, 1), "fails: blind, no side moves"),
        (RECALL_FALLS, means(1, 0.9), "passes"),
        (RECALL_FALLS, means(0.995, 0.9), "passes"),
        (RECALL_FALLS, means(1, 1), "fails: blind, recall does not move"),
        (
            RECALL_FALLS,
            means(0.8, 0.9),
            "fails: punishes the wrong side, precision should hold and falls by .200",
        ),
        (
            PRECISION_FALLS,
            means(1, 0.5),
            "fails: blind, precision does not move; punishes the wrong side, recall should hold and falls by .500",
        ),
        (BOTH_HOLD, means(1, 1), "passes"),
        (BOTH_HOLD, means(0.77, 0.77), "fails: punishes what should not matter, loses 23 % of F"),
        (FREE, means(0.1, 0.9), "passes"),
        (
            NO_GAIN,
            means(0.1, 0.9),
            "does not apply: the answers score 1 before anything is done to them, and nothing raises that",
        ),
    ],
)
def test_a_perfect_score_after_a_change(expectation: Expectation, after: Means, verdict: str) -> None:
    assert str(judge(expectation, ONE, after)) == verdict


@pytest.mark.parametrize(
    ("expectation", "after", "verdict"),
    [
        (BOTH_FALL, means(0.4, 0.52), "fails: rewards it, recall rises by .020"),
        (
            BOTH_FALL,
            means(0.4, 0.501),
            "fails: half blind, recall does not move by more than 1 % of its value",
        ),
        (
            BOTH_FALL,
            means(0.497, 0.497),
            "fails: nearly blind, no side moves by more than 1 % of its value",
        ),
        (
            PRECISION_FALLS,
            means(0.497, 0.5),
            "fails: nearly blind, precision does not move by more than 1 % of its value",
        ),
        (PRECISION_FALLS, means(0.494, 0.5), "passes"),
        (PRECISION_FALLS, means(0.3, 0.55), "fails: recall should hold and rises by .050"),
        (PRECISION_FALLS, means(0.499, 0.8), "fails: rewards it, recall rises by .300"),
        (
            HALF_GOES,
            means(0.499, 0.501),
            "fails: nearly blind, keeps 100 % of F where at least 50 % should go",
        ),
        (BOTH_HOLD, means(0.5, 0.7), "fails: rewards it, recall rises by .200"),
        (NO_GAIN, means(0.8, 0.8), "fails: rewards it, keeps 160 % of F where at most 110 % may be left"),
        (NO_GAIN, means(0.54, 0.55), "passes"),
        (NO_GAIN, means(0.1, 0.1), "passes"),
    ],
)
def test_a_score_that_could_rise(expectation: Expectation, after: Means, verdict: str) -> None:
    assert str(judge(expectation, means(0.5, 0.5), after)) == verdict


def test_what_scores_1_cannot_show_that_nothing_is_gained() -> None:
    assert not judge(NO_GAIN, ONE, means(0.1, 0.9)).applies


def test_the_limit_of_f_is_at_least_all_of_it() -> None:
    with pytest.raises(UsageError, match="at least 1, or None"):
        Expectation("free", "free", most=0.5)


def test_without_timelines_there_is_no_verdict() -> None:
    verdict = judge(BOTH_FALL, None, None)
    assert str(verdict).startswith("does not apply: ") and not verdict.passes and not verdict.applies


def test_a_score_of_0_cannot_be_tried() -> None:
    assert str(judge(BOTH_FALL, means(0, 0), means(0, 0))).startswith("does not apply: ")


FALLING = [means(0.9, 0.9), means(0.8, 0.8)]


@pytest.mark.parametrize(
    ("expectation", "steps", "rises", "verdict"),
    [
        (BOTH_FALL, FALLING, Rises(0, 0, 19), "passes"),
        (
            BOTH_FALL,
            FALLING,
            Rises(3, 16, 19),
            "fails: not monotone in days, precision rises in 3 and recall rises in 16 of 19 timelines",
        ),
        (
            BOTH_FALL,
            FALLING[::-1],
            Rises(2, 1, 2),
            "fails: not monotone in days, precision rises in 2 and recall rises in 1 of 2 timelines, and in the mean",
        ),
        (RECALL_FALLS, FALLING, Rises(5, 0, 19), "passes"),
        (BOTH_FALL, [ONE, ONE], Rises(0, 0, 19), "fails: blind, no side moves at any step"),
        (BOTH_HOLD, FALLING, Rises(0, 0, 19), "does not apply: no side has to fall"),
        (BOTH_FALL, [], Rises(0, 0, 0), "does not apply: not every step changes these answers"),
    ],
)
def test_a_ladder_must_not_rise(expectation: Expectation, steps: list[Means], rises: Rises, verdict: str) -> None:
    assert str(judge_ladder(expectation, ONE, steps, rises, "days")) == verdict


def test_a_verdict_without_a_fault_passes() -> None:
    assert Verdict().passes and str(Verdict()) == "passes"


def test_half_blind_is_a_kind_of_its_own() -> None:
    assert [fault.kind for fault in judge(BOTH_FALL, ONE, means(0.9, 1)).faults] == ["half blind"]


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
