"""Names that differ in case only."""

from __future__ import annotations

from cliometer.model.judgements import case_notes


def test_names_that_only_case_tells_apart_are_noted_once() -> None:
    (note,) = case_notes("systems", ["Lead", "b", "lead", "lead"])
    assert note == "the systems Lead and lead differ only in upper and lower case; they count as different"


def test_other_names_are_not_noted() -> None:
    assert case_notes("systems", ["a", "b", "a"]) == []
