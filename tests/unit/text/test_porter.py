"""Martin Porter's own stemmer."""

import pytest

from cliometer.text.stemmers import porter_stem


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
    assert porter_stem(word) == stemmed


@pytest.mark.parametrize(("word", "stemmed"), [("possibly", "possibl"), ("archaeology", "archaeolog")])
def test_the_two_later_rules(word: str, stemmed: str) -> None:
    assert porter_stem(word) == stemmed


def test_a_syllable_is_short_by_its_end_alone() -> None:
    assert porter_stem("tracting") == "tract" and porter_stem("devised") == "devis" and porter_stem("biased") == "bias"


def test_three_letters_are_stemmed() -> None:
    assert porter_stem("ies") == "i" and porter_stem("was") == "wa" and porter_stem("dye") == "dye"


@pytest.mark.parametrize("word", ["", "a", "is", "as", "naïves"])
def test_short_words_and_words_beyond_ascii_stay(word: str) -> None:
    assert porter_stem(word) == word
