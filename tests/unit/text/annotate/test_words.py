"""How a text comes apart for the tagger."""

from __future__ import annotations

import pytest

from cliometer.text.annotate.sentences import words


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("She didn't.", ["She", "did", "n't", "."]),
        ("It's O'Neill's", ["It", "'s", "O'Neill", "'s"]),
        ("the 27-year-old, 1,500 and 3.5", ["the", "27-year-old", ",", "1,500", "and", "3.5"]),
        ("U.S. troops at 5 p.m.", ["U.S.", "troops", "at", "5", "p.m."]),
        ("``Yes,'' -- he", ["``", "Yes", ",", "''", "--", "he"]),
        ("pro-war café", ["pro-war", "café"]),
    ],
)
def test_words_and_marks(text: str, parts: list[str]) -> None:
    assert [word.text for word in words(text)] == parts


def test_only_the_stretch_is_read_but_places_count_from_the_start() -> None:
    assert [tuple(word) for word in words("He left. She came.", 9, 17)] == [("She", 9, 12), ("came", 13, 17)]
