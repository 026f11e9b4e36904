"""What a gate said of one system."""

from __future__ import annotations

import pytest

from cliometer.engine.compare.gates import Gate, Ruling
from cliometer.model.records import encode

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
