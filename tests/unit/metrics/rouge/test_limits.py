"""Length limits cut raw text."""

import pytest

from cliometer.errors import UsageError
from cliometer.metrics.rouge.variants import Limit

SENTENCES = ["one two", "three four five", "six"]


def test_no_limit_keeps_everything() -> None:
    assert Limit().text(SENTENCES) == SENTENCES == Limit().units(SENTENCES)


def test_words_are_counted_across_sentences() -> None:
    assert Limit(words=4).text(SENTENCES) == ["one two", "three four"] == Limit(words=4).units(SENTENCES)


def test_a_limit_met_exactly_ends_the_text() -> None:
    assert Limit(words=2).text(SENTENCES) == ["one two"]


def test_leading_space_counts_as_a_word() -> None:
    assert Limit(words=2).text([" one two"]) == [" one"]


def test_a_line_of_white_space_costs_nothing() -> None:
    assert Limit(words=1).text(["\r", "", "one two"]) == ["\r", "", "one"]


def test_bytes_are_counted_across_sentences() -> None:
    assert Limit(bytes=10).text(SENTENCES) == ["one two", "thr"]


def test_for_alignment_each_sentence_is_cut_alone() -> None:
    assert Limit(bytes=10).units(SENTENCES) == ["one two", "three four"]


def test_bytes_are_bytes_and_not_characters() -> None:
    assert Limit(bytes=3).text(["ééé"]) == ["é\ufffd"]
    assert Limit(bytes=3, encoding="latin-1").text(["éééé"]) == ["ééé"]


@pytest.mark.parametrize("limits", [(-1, 0), (0, -1), (1, 1)])
def test_a_negative_limit_or_two_limits_are_refused(limits: tuple[int, int]) -> None:
    with pytest.raises(UsageError, match=r"words or (in )?bytes"):
        Limit(*limits)
