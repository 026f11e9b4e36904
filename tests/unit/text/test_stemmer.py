"""The stemmer and word lists of ROUGE-1.5.5 (tests/real compares all 59,556 known stems), and Martin Porter's."""

import gzip
import hashlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cliometer.text.stemmers
from cliometer.text.stemmers import antonyms, exceptions, porter_stem, rouge_stem, stop_words

# Stems made by ROUGE-1.5.5.pl -m, one or more for each step of the algorithm.
STEMS = {
    "mice": "mouse",
    "caresses": "caress", "ponies": "poni", "cats": "cat", "caress": "caress",
    "agreed": "agre", "feed": "feed", "plastered": "plaster", "bled": "bleed", "motoring": "motor",
    "sing": "sing", "conflated": "conflat", "hopping": "hop", "falling": "fall", "hissing": "hiss",
    "filing": "file", "failing": "fail", "happy": "happi", "copied": "copy", "enjoy": "enjoi",
    "relational": "relat", "conditional": "condit", "digitizer": "digit", "radically": "radic",
    "vietnamization": "vietnam", "feudalism": "feudal", "decisiveness": "decis", "sensibiliti": "sensibl",
    "archaeology": "archaeolog", "possibly": "possibl",
    "triplicate": "triplic", "formative": "form", "electrical": "electr", "hopeful": "hope",
    "goodness": "good", "revival": "reviv", "allowance": "allow", "adjustable": "adjust", "irritant": "irrit",
    "adoption": "adopt", "communism": "commun", "effective": "effect",
    "statement": "statem", "parliament": "parliam", "environmental": "environ", "replacement": "replac",
    "probate": "probat", "rate": "rate", "controll": "control", "roll": "roll",
    "yearly": "yearli", "yyed": "yy", "sunday": "sundai", "10th": "10th", "1990s": "1990",
}  # fmt: skip


@pytest.mark.parametrize(("word", "expected"), STEMS.items())
def test_a_word_has_the_stem_that_the_perl_script_gives_it(word: str, expected: str) -> None:
    assert rouge_stem(word) == expected


@pytest.mark.parametrize("word", ["", "a", "is", "was", "ing", "ies"])
def test_three_letters_or_fewer_stay(word: str) -> None:
    assert rouge_stem(word) == word


def test_a_word_beyond_ascii_stays() -> None:
    assert rouge_stem("naïveties") == "naïveties"


@given(st.from_regex(r"[a-z0-9]{4,14}", fullmatch=True))
def test_a_regular_stem_is_no_longer_than_its_word_and_starts_like_it(word: str) -> None:
    found = rouge_stem(word)
    if word not in exceptions():
        assert 0 < len(found) <= len(word)
        assert found[0] == word[0]


# Porter's measure by regular expressions, the way the paper writes it: [C](VC)^m[V].
CONSONANTS, VOWELS = "[^aeiou][^aeiouy]*", "[aeiouy][aeiou]*"
MORE_THAN_ONE = re.compile(f"^({CONSONANTS})?({VOWELS}{CONSONANTS}){{2}}")


@given(st.from_regex(r"[a-xz][a-z]{1,10}", fullmatch=True))
def test_a_final_ent_falls_exactly_after_a_measure_above_one(stem_of: str) -> None:
    word = stem_of + "ent"
    if word in exceptions() or word.endswith("ment"):
        return
    assert (rouge_stem(word) != word) == bool(MORE_THAN_ONE.match(stem_of))


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


FOLDER = Path(cliometer.text.stemmers.__file__).parent / "data"


def content_hash(name: str) -> str:
    return hashlib.sha256(gzip.decompress((FOLDER / name).read_bytes())).hexdigest()


def test_the_irregular_forms_are_those_of_wordnet_2_0() -> None:
    assert (
        content_hash("wordnet-2.0-exceptions.txt.gz")
        == "3a4bb83017adaa453bcde932613158bdf4a0c58eda73120ce0d70315c1d63559"
    )


def test_the_stop_words_are_those_of_smart() -> None:
    assert content_hash("smart-stop-words.txt.gz") == "708a95967c37d7d52765589e92d787e912d971e60d6d41d81c92a00cff58a42e"


def test_an_adverb_replaces_an_adjective_and_a_verb_a_noun() -> None:
    assert exceptions()["better"] == "well"  # good as an adjective
    assert exceptions()["is"] == "be"  # "is" as a noun


def test_the_lists_cannot_be_changed() -> None:
    assert not hasattr(exceptions(), "__setitem__")
    assert not hasattr(stop_words(), "add")


def test_irregular_forms_have_antonyms_by_their_stem() -> None:
    assert rouge_stem("fell") in antonyms(True)[rouge_stem("rose")]
