"""The same sentence elsewhere."""

from __future__ import annotations

import pytest

from cliometer_workbench.study.events.story_sentences import find_near_duplicates


def twins(*texts: str) -> dict[str, tuple[str, ...]]:
    return find_near_duplicates({str(place): text for place, text in enumerate(texts)})


def test_case_and_punctuation_do_not_matter() -> None:
    assert twins("The dam broke.", "the DAM broke!", "It rained.") == {"0": ("1",), "1": ("0",)}


@pytest.mark.parametrize(("other", "alike"), [("a b c d f", False), ("a b c d", True), ("a b c d e f", True)])
def test_four_words_of_five_are_enough(other: str, alike: bool) -> None:
    assert bool(twins("a b c d e", other)) is alike


def test_twins_are_named_in_the_order_of_reading() -> None:
    assert twins("a b", "b a", "c", "A b.")["3"] == ("0", "1")
