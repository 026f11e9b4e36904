"""Parts of speech, one letter each."""

from __future__ import annotations

import pytest

from cliometer.text.annotate.sentences import TaggerModel, tag


@pytest.mark.parametrize(
    ("sentence", "letters"),
    [
        ("They plan to attack the town .", "OVTVAN."),
        ("The attack followed a long plan .", "ANDAJN."),
        ("He said it will rise .", "ODOMV."),
        ("The rise was expected .", "ANDE."),
        ("Troops are patrolling the streets .", "NVGAN."),
        ("Iraq controls the oil , and its controls failed .", "PZAN.KSND."),
    ],
)
def test_the_same_word_is_told_apart_by_its_neighbours(sentence: str, letters: str) -> None:
    assert "".join(tag(sentence.split())) == letters


def test_a_word_with_one_tag_needs_no_weights() -> None:
    assert tag(["the", "cat"], TaggerModel({"the": "A", "cat": "N"}, {})) == ["A", "N"]


def test_weights_speak_for_and_against_a_tag() -> None:
    assert tag(["the", "rise"], TaggerModel({"the": "A", "rise": "NV"}, {"wrise": {"N": -1.0}})) == ["A", "V"]


def test_an_unknown_word_is_guessed_from_its_shape() -> None:
    assert tag(["He", "zorbled", "27,000", "blicks", "§"])[1] in "DE"
    assert tag(["He", "zorbled", "27,000", "blicks", "§"])[2:] == ["C", "N", "."]


def test_a_sentence_of_nothing_has_no_tags() -> None:
    assert tag([]) == []
