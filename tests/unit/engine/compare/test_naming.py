"""Runs called by their path."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.engine.compare.figures import Design
from cliometer.engine.compare.gates import parse_gate, with_names

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
