"""Sentences, their words, and parts of speech."""

from __future__ import annotations

import pytest

from cliometer.text.annotate.sentences import TaggerModel, split_sentences, tag, words


def sentences(text: str) -> list[str]:
    return [sentence.text for sentence in split_sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Mr. Bush met Gov. Smith in St. Louis.",
        "The U.S. Navy sailed at 5 p.m. Friday.",
        "Profit rose 3.5 percent to $1.20 a share.",
        "John F. Kennedy and J.R.R. Tolkien never met.",
        "It fell on Oct. 13 to 2.1 points, vs. 3 before.",
        "He waited ... and then he left.",
        "They saw that Mr.\nBush had met Gov.\nSmith.",
        "Yahoo! was bought, or so he said.",
    ],
)
def test_a_stop_inside_a_sentence_ends_nothing(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("He left. She came.", 2),
        ('"I left." She came.', 2),
        ("``I left,'' he said. ``So did I.'' They met.", 3),
        ("Did he? Yes! Well...\nThen (so be it.) No.", 5),
        ('" They left . "\nShe came .', 2),
        ("He works for Foo Inc. The firm is big.", 2),
        ("They met at 5 p.m. The talks failed.", 2),
        ("Storm hits coast\nThe storm came at night.", 2),
        ("One paragraph\n\nanother paragraph", 2),
        ("他来了。她走了！", 2),
        ("वह आया। वह गया।", 2),
    ],
)
def test_a_sentence_ends(text: str, parts: int) -> None:
    assert len(sentences(text)) == parts


def test_a_wrapped_line_goes_on() -> None:
    assert sentences("The convention voted on Friday to\nmake Australia a republic.") == [
        "The convention voted on Friday to\nmake Australia a republic."
    ]


def test_a_short_line_in_the_middle_of_a_sentence_is_no_headline() -> None:
    text = "The minister said that he had met the Attorney General of the United\nStates and Daryl\nWilliams."
    assert sentences(text) == [text]


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
