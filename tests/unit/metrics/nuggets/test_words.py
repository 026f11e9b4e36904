"""Which words of a text a span covers."""

from __future__ import annotations

import pytest

from cliometer.metrics.nuggets.gain import as_bytes, collapse_blanks, covered_words, exact_span, script_span, size
from cliometer.model.nuggets import NuggetMatch

TEXT = "the spire has fallen"


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        (4, 9, [1]),
        (0, 3, [0]),
        (0, 20, [0, 1, 2, 3]),
        (5, 11, [1, 2]),
        (3, 9, [1]),
        (3, 4, []),
        (14, 99, [3]),
    ],
)
def test_an_exact_span_covers_the_words_it_touches(start: int, end: int, words: list[int]) -> None:
    assert list(exact_span(TEXT, start, end)) == words


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [(4, 9, [0]), (0, 3, []), (0, 20, [0, 1, 2]), (14, 99, [2]), (5, 11, [0, 1]), (9, 13, [1])],
)
def test_the_script_marks_one_word_to_the_left(start: int, end: int, words: list[int]) -> None:
    assert list(script_span(TEXT, start, end)) == words


def test_a_word_that_two_matches_cover_counts_once() -> None:
    matches = [NuggetMatch("u", "n1", 4, 9), NuggetMatch("u", "n2", 4, 13)]
    assert covered_words(TEXT, matches, exact_span) == 2


def test_words_are_what_single_blanks_separate() -> None:
    assert [size(text) for text in ("", "one", "one  two")] == [1, 1, 3]


def test_a_letter_of_two_bytes_takes_two_places() -> None:
    assert len(as_bytes("é spire")) == 8


def test_white_space_collapses_to_single_blanks_but_for_blanks_that_only_unicode_knows() -> None:
    assert collapse_blanks(" the  spire\u00a0has\t fallen ") == "the spire\u00a0has fallen"
