"""Gates: how they are read and printed."""

from __future__ import annotations

import pytest

from cliometer.engine.compare.gates import Gate, gates_of, parse_gate
from cliometer.errors import UsageError

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
