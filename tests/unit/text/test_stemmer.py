"""The stemmer of ROUGE-1.5.5; all of its 59,556 known stems are compared in tests/real."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.text.stemmers import exceptions, rouge_stem

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
