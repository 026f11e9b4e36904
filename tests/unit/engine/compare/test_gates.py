"""Gates: how they are read and printed, what they say of systems, and runs called by their path."""

from __future__ import annotations

from pathlib import Path

import pytest

import cliometer
from cliometer.engine.compare.figures import Design
from cliometer.engine.compare.gates import Gate, Ruling, parse_gate, with_names
from cliometer.errors import InputError, UsageError
from tests.compared import benchmark


def test_a_side_that_no_metric_has_is_refused() -> None:
    with pytest.raises(UsageError, match=r"expected \.f, \.precision or \.recall .* found \.g"):
        parse_gate("date.g > 1")


@pytest.mark.parametrize("text", ["date > 1e999", "date > baseline - 1e999"])
def test_a_number_beyond_all_numbers_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="the number 1e999 of the gate is larger than any possible score"):
        parse_gate(text)


@pytest.mark.parametrize(
    ("sign", "below", "equal", "above"),
    [(">=", False, True, True), (">", False, False, True), ("<=", True, True, False), ("<", True, False, False)],
)
def test_each_sign_means_what_it_says(sign: str, below: bool, equal: bool, above: bool) -> None:
    gate = Gate("date", "f", sign, "baseline", -0.25)
    assert [gate.holds(score, 0.5) for score in (0.125, 0.25, 0.375)] == [below, equal, above]


RUNS, GOLD = benchmark()
METRIC = "agreement(rouge=1)"


def rulings(*gates: str, baseline: str | None = None, level: float = 0.95) -> dict[str, Ruling]:
    found = cliometer.compare(RUNS, GOLD, [METRIC], gates=gates, baseline=baseline, level=level, resamples=500, seed=0)
    return {ruling.system: ruling for ruling in found.rulings}


def test_every_run_but_the_one_on_the_right_is_ruled_on() -> None:
    assert list(rulings(f"{METRIC} > fair")) == ["good", "bad"]
    assert list(rulings(f"{METRIC} > 0.5")) == list(RUNS)
    assert list(rulings(f"{METRIC} > writers")) == list(RUNS)


@pytest.mark.parametrize("right", ["0.1", "writers - 0.5", "fair"])
def test_no_gate_rules_on_the_baseline_that_the_design_names(right: str) -> None:
    assert "bad" not in rulings(f"{METRIC} > {right}", baseline="bad")


def test_a_gate_that_would_rule_on_nothing_is_refused() -> None:
    runs = {"new": RUNS["good"], "old": RUNS["bad"]}
    with pytest.raises(UsageError, match="it applies to no run"):
        cliometer.compare(runs, GOLD, [METRIC], gates=[f"{METRIC} > new"], baseline="old", resamples=100)


def test_without_a_design_baseline_is_the_run_of_that_name() -> None:
    runs = {"new": RUNS["good"], "baseline": RUNS["bad"]}
    found = cliometer.compare(runs, GOLD, [METRIC], gates=[f"{METRIC} > baseline"], resamples=100)
    assert [(ruling.system, ruling.passed) for ruling in found.rulings] == [("new", True)]


def test_without_either_baseline_is_the_first_run() -> None:
    assert list(rulings(f"{METRIC} > baseline")) == ["fair", "bad"]


def test_a_gate_on_the_writers_uses_the_tasks_of_the_ceiling() -> None:
    found = cliometer.compare(RUNS, GOLD, [METRIC], gates=[f"{METRIC} > writers"], resamples=100)
    (human_level,) = found.human_levels
    assert {ruling.required for ruling in found.rulings} == {human_level.writers}
    assert [ruling.score for ruling in found.rulings] == [one.score for one in human_level.systems]


def test_without_several_writers_there_is_no_such_gate() -> None:
    gold = {topic: writers[:1] for topic, writers in GOLD.items()}
    with pytest.raises(UsageError, match="no topic has two writers"):
        cliometer.compare(RUNS, gold, [METRIC], gates=[f"{METRIC} > writers"], resamples=100)


def test_an_unknown_run_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown system in the gate 'fare'; did you mean fair"):
        rulings(f"{METRIC} > fare")


def test_a_ceiling_of_nought_is_no_bar() -> None:
    """Two writers who share no day: whoever says anything, or nothing, reaches them."""
    writers = [{"2010-05-01": ["oil"]}, {"2010-06-01": ["rig"]}]
    gold = dict.fromkeys("abc", writers)
    runs = {"mine": dict.fromkeys(gold, writers[0])}
    with pytest.raises(InputError, match="the writers score 0 against each other"):
        cliometer.compare(runs, gold, ["date"], gates=["date >= writers"], resamples=100)


@pytest.mark.parametrize("right", ["baseline * 0.9", "30%", "nan"])
def test_what_is_neither_number_nor_run_is_answered_with_the_grammar(right: str) -> None:
    with pytest.raises(UsageError, match=r"unknown system in the gate .*\(write METRIC.*baseline - 0\.01"):
        rulings(f"{METRIC} >= {right}")


PATHS = [Path("ci/new"), Path("ci/released")]


def test_what_is_neither_is_left_for_whoever_complains() -> None:
    design, _ = with_names(Design.of(baseline="ci/old"), [], ["new", "released"], PATHS)
    assert design.baseline == "ci/old"
