"""Martin Porter's own stemmer."""

import pytest

from cliometer.text.porter import stem


@pytest.mark.parametrize(
    ("word", "stemmed"),
    [
        ("caresses", "caress"), ("ponies", "poni"), ("agreed", "agre"), ("hopping", "hop"),
        ("filing", "file"), ("happy", "happi"), ("sky", "sky"), ("relational", "relat"),
        ("statement", "statement"), ("adoption", "adopt"), ("tuesday", "tuesdai"),
        ("controll", "control"), ("rate", "rate"),
    ],
)  # fmt: skip
def test_the_examples_of_the_paper(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


@pytest.mark.parametrize(("word", "stemmed"), [("possibly", "possibl"), ("archaeology", "archaeolog")])
def test_the_two_later_rules(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


def test_a_syllable_is_short_by_its_end_alone() -> None:
    assert stem("tracting") == "tract" and stem("devised") == "devis" and stem("biased") == "bias"


def test_three_letters_are_stemmed() -> None:
    assert stem("ies") == "i" and stem("was") == "wa" and stem("dye") == "dye"


@pytest.mark.parametrize("word", ["", "a", "is", "as", "naïves"])
def test_short_words_and_words_beyond_ascii_stay(word: str) -> None:
    assert stem(word) == word
