"""Gates: how they are read and printed, what they say of systems, and runs called by their path."""

from __future__ import annotations

from pathlib import Path

import pytest

import cliometer
from cliometer.engine.compare.figures import Design
from cliometer.engine.compare.gates import Gate, Ruling, gates_of, parse_gate, with_names
from cliometer.errors import InputError, UsageError
from cliometer.model.records import encode
from tests.compared import benchmark

READ = {
    "align+m1(rouge=1).f >= baseline - 0.01": Gate("align+m1(rouge=1)", "f", ">=", "baseline", -0.01),
    "align+m1>=baseline-0.01": Gate("align+m1(rouge=1)", "f", ">=", "baseline", -0.01),
    "align+m1 > writers+.5": Gate("align+m1(rouge=1)", "f", ">", "writers", 0.5),
    "date > baseline + 0.123456789": Gate("date", "f", ">", "baseline", 0.123456789),
    "date.recall < 0.5": Gate("date", "recall", "<", None, 0.5),
    "date.precision <= -1e-3": Gate("date", "precision", "<=", None, -0.001),
    "date > run-2": Gate("date", "f", ">", "run-2", 0.0),
    "date > run-2 - 0.1": Gate("date", "f", ">", "run-2", -0.1),
    "date > baseline-2": Gate("date", "f", ">", "baseline", -2.0),
    "date > baseline-b": Gate("date", "f", ">", "baseline-b", 0.0),
    "date > my run + 1": Gate("date", "f", ">", "my run", 1.0),
    "align+m1(rouge=W1.2) > .1": Gate("align+m1(rouge=W1.2)", "f", ">", None, 0.1),
    "date(tolerance=within(days=1)).f > .1": Gate("date(tolerance=within(days=1))", "f", ">", None, 0.1),
}


@pytest.mark.parametrize(("text", "gate"), READ.items(), ids=list(READ))
def test_a_gate_is_read_as_it_is_meant(text: str, gate: Gate) -> None:
    assert parse_gate(text) == gate


@pytest.mark.parametrize("gate", READ.values(), ids=list(READ))
def test_what_is_printed_is_read_again(gate: Gate) -> None:
    assert parse_gate(str(gate)) == gate


@pytest.mark.parametrize(
    "text",
    [
        "",
        "date",
        "date >",
        "> 3",
        "date = 3",
        "date == 3",
        "date >> 3",
        "1 < date < 2",
        "date => 3",
        "date =< 3",
    ],
)
def test_what_is_no_condition_is_answered_with_the_grammar_and_an_example(text: str) -> None:
    with pytest.raises(UsageError, match=r'is not a gate; write METRIC.*then >=, >, .*: "align\+m1'):
        parse_gate(text)


def test_a_side_that_no_metric_has_is_refused() -> None:
    with pytest.raises(UsageError, match=r"expected \.f, \.precision or \.recall .* found \.g"):
        parse_gate("date.g > 1")


def test_an_unknown_metric_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown metric 'dates'; did you mean date"):
        parse_gate("dates.f > 1")


@pytest.mark.parametrize("text", ["date > 1e999", "date > baseline - 1e999"])
def test_a_number_beyond_all_numbers_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="the number 1e999 of the gate is larger than any possible score"):
        parse_gate(text)


@pytest.mark.parametrize(
    ("sign", "below", "equal", "above"),
    [
        (">=", False, True, True),
        (">", False, False, True),
        ("<=", True, True, False),
        ("<", True, False, False),
    ],
)
def test_each_sign_means_what_it_says(sign: str, below: bool, equal: bool, above: bool) -> None:
    gate = Gate("date", "f", sign, "baseline", -0.25)
    assert [gate.holds(score, 0.5) for score in (0.125, 0.25, 0.375)] == [below, equal, above]


def test_a_metric_of_one_value_is_printed_without_a_side() -> None:
    assert str(parse_gate("ts(of=gain).value >= 0.2")) == "ts(of=gain) >= 0.2"


def test_to_be_confident_without_a_gate_is_refused() -> None:
    with pytest.raises(UsageError, match=r"--confident\) makes a gate stricter, but no gate was set"):
        gates_of([], confident=True)


RUNS, GOLD = benchmark()
METRIC = "agreement(rouge=1)"


def rulings(*gates: str, baseline: str | None = None, level: float = 0.95) -> dict[str, Ruling]:
    found = cliometer.compare(RUNS, GOLD, [METRIC], gates=gates, baseline=baseline, level=level, resamples=500, seed=0)
    return {ruling.system: ruling for ruling in found.rulings}


def test_every_run_but_the_one_on_the_right_is_ruled_on() -> None:
    assert list(rulings(f"{METRIC} > fair")) == ["good", "bad"]
    assert list(rulings(f"{METRIC} > 0.5")) == list(RUNS)
    assert list(rulings(f"{METRIC} > writers")) == list(RUNS)


def test_scores_and_bounds_are_those_of_the_standings() -> None:
    standings = cliometer.compare(RUNS, GOLD, [METRIC], resamples=100)[METRIC]
    ruling = rulings(f"{METRIC} > fair - 0.125")["bad"]
    assert ruling.score == standings["bad"].score
    assert ruling.required == standings["fair"].score - 0.125


def test_a_side_is_held_against_the_same_side() -> None:
    mean = cliometer.score(RUNS, GOLD, [METRIC]).means()
    recall = {one.system: one.recall for one in mean}
    ruling = rulings(f"{METRIC}.recall > fair")["good"]
    assert (ruling.score, ruling.required) == pytest.approx((recall["good"], recall["fair"]))


def test_baseline_is_the_run_that_the_design_names() -> None:
    assert list(rulings(f"{METRIC} > baseline", baseline="bad")) == ["good", "fair"]


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


def test_a_run_named_writers_is_ruled_on_where_there_is_no_ceiling() -> None:
    gold = {topic: writers[:1] for topic, writers in GOLD.items()}
    runs = {"writers": RUNS["good"], "bad": RUNS["bad"]}
    found = cliometer.compare(runs, gold, [METRIC], gates=[f"{METRIC} > 0.1"], resamples=100)
    assert [ruling.system for ruling in found.rulings] == ["writers", "bad"]


def test_an_unknown_run_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown system in the gate 'fare'; did you mean fair"):
        rulings(f"{METRIC} > fare")


def test_a_lone_run_cannot_be_held_against_itself() -> None:
    with pytest.raises(UsageError, match="no other system to compare with good; name two runs"):
        cliometer.compare({"good": RUNS["good"]}, GOLD, gates=[f"{METRIC} > baseline"], resamples=100)


def test_the_bound_is_one_sided_and_moves_with_the_level() -> None:
    """A margin between the score and its bound passes, but not surely; a lower level makes it sure."""
    scores = cliometer.compare(RUNS, GOLD, [METRIC], resamples=500, level=0.9)
    low = scores[METRIC]["fair"].low  # the 5 % quantile: the bound at level 0.95
    high = scores[METRIC]["fair"].high
    assert low is not None and high is not None
    for shift, surely in ((-1e-9, True), (1e-9, False)):
        assert rulings(f"{METRIC} > {low + shift!r}")["fair"].bound_passes is surely
        assert rulings(f"{METRIC} < {high - shift!r}")["fair"].bound_passes is surely
    assert rulings(f"{METRIC} > {low + 1e-9!r}", level=0.8)["fair"].bound_passes


def test_the_distance_to_another_is_resampled_with_it() -> None:
    """Two runs that always lie the same distance apart: nothing is uncertain."""
    runs = {"first": RUNS["fair"], "twin": RUNS["fair"], "bad": RUNS["bad"]}
    found = cliometer.compare(runs, GOLD, [METRIC], gates=[f"{METRIC} >= first"], resamples=100)
    assert {ruling.system: ruling.bound_passes for ruling in found.rulings}["twin"] is True


def test_with_one_topic_of_several_writers_nothing_is_sure() -> None:
    gold = {topic: writers if topic == "bay" else writers[:1] for topic, writers in GOLD.items()}
    for confident in (False, True):
        gates = ["date > writers - 1"]
        found = cliometer.compare(RUNS, gold, ["date"], gates=gates, resamples=100, confident=confident)
        assert [ruling.bound_passes for ruling in found.rulings] == [None] * 3
        assert found.passed() is not confident


def test_the_bound_that_decides_is_that_of_the_distance() -> None:
    runs = {"new": RUNS["fair"], "old": RUNS["fair"]}
    (ruling,) = cliometer.compare(
        runs, GOLD, [METRIC], gates=[f"{METRIC} >= old"], resamples=100, confident=True
    ).rulings
    assert (ruling.confidence_bound, ruling.passed, ruling.confident) == (0, True, True)


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


GATE = Gate("date", "f", ">", None, 0.25)
RELATIVE = Gate("date", "f", ">=", "old", -0.01)


@pytest.mark.parametrize(
    ("score", "bound", "passed", "passed_if_confident"),
    [
        (0.5, 0.3, True, True),
        (0.5, 0.2, True, False),
        (0.5, None, True, False),
        (0.1, 0.05, False, False),
        (0.1, 0.3, False, False),
    ],
)
def test_a_confident_gate_wants_the_bound_as_well(
    score: float, bound: float | None, passed: bool, passed_if_confident: bool
) -> None:
    found = [Ruling(GATE, "mine", score, 0.25, bound, confident=asked).passed for asked in (False, True)]
    assert found == [passed, passed_if_confident]


def test_a_line_says_who_and_how_far() -> None:
    line = Ruling(GATE, "mine", 0.5, 0.25, 0.2).line()
    assert line == "gate passed: mine: date.f > 0.25 (0.5000 against 0.2500)"


@pytest.mark.parametrize(
    ("ruling", "line"),
    [
        (
            Ruling(GATE, "mine", 0.5, 0.25, 0.3, confident=True),
            "gate passed: mine: date.f > 0.25 (0.5000 against 0.2500; 95 % bound 0.3000 against 0.2500)",
        ),
        (
            Ruling(RELATIVE, "mine", 0.5, 0.49, -0.02, 0.9, confident=True),
            "gate failed: mine: date.f >= old - 0.01 (0.5000 against 0.4900; "
            "90 % bound of the difference -0.0200 against -0.0100: not certain enough)",
        ),
        (
            Ruling(GATE, "mine", 0.1, 0.25, 0.05, confident=True),
            "gate failed: mine: date.f > 0.25 (0.1000 against 0.2500; 95 % bound 0.0500 against 0.2500)",
        ),
        (
            Ruling(GATE, "mine", 0.5, 0.25, None, confident=True),
            "gate failed: mine: date.f > 0.25 (0.5000 against 0.2500; one topic has no confidence bound)",
        ),
    ],
)
def test_a_confident_line_shows_the_bound_that_decided(ruling: Ruling, line: str) -> None:
    assert ruling.line() == line


def test_the_document_explains_itself() -> None:
    assert encode(Ruling(RELATIVE, "mine", 0.5, 0.49, -0.02, confident=True)) == {
        "level": 0.95,
        "gate": "date.f >= old - 0.01",
        "system": "mine",
        "passed": False,
        "score": 0.5,
        "required_score": 0.49,
        "score_passes": True,
        "confident": True,
        "confidence_bound": -0.02,
        "required_bound": -0.01,
        "bound_passes": False,
    }


PATHS = [Path("ci/new"), Path("ci/released")]


@pytest.mark.parametrize("given", ["released", "ci/released", "ci/released/", "./ci/new/../released"])
def test_a_path_is_as_good_as_a_name(given: str) -> None:
    gates = [parse_gate(f"date >= {given} - 0.01")]
    design, (gate,) = with_names(Design.of(baseline=given), gates, ["new", "released"], PATHS)
    assert (design.baseline, gate.other, gate.margin) == ("released", "released", -0.01)


@pytest.mark.parametrize("word", ["baseline", "writers"])
def test_our_own_words_are_no_paths(word: str) -> None:
    """A run folder of that name stands elsewhere."""
    _, (gate,) = with_names(Design.of(), [parse_gate(f"date >= {word}")], ["new"], [Path(word)])
    assert gate.other == word


def test_a_number_stays_a_number() -> None:
    design, (gate,) = with_names(Design.of(), [parse_gate("date >= 0.1")], ["new", "released"], PATHS)
    assert (design.baseline, gate.other) == (None, None)


def test_what_is_neither_is_left_for_whoever_complains() -> None:
    design, _ = with_names(Design.of(baseline="ci/old"), [], ["new", "released"], PATHS)
    assert design.baseline == "ci/old"


def test_a_file_of_several_systems_has_no_path_for_one_of_them() -> None:
    design, _ = with_names(Design.of(baseline="runs.txt"), [], ["a", "b"], [Path("runs.txt")])
    assert design.baseline == "runs.txt"
