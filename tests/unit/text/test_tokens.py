"""Three tokenisers, and text settings: the order of the steps and the names that are allowed."""

import string
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.errors import UsageError
from cliometer.text.tokenisation import TOKENISERS, TextSettings, _marks, rouge155, unicode_words

whitespace = TOKENISERS["whitespace"]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("The U.S. spent 1,234.56", ["the", "u", "s", "spent", "1", "234", "56"]),
        ("year-old x_y don't", ["year", "old", "x", "y", "don", "t"]),
        ("café naïve", ["caf", "na", "ve"]),
        ("Москва 中文", []),
        ("İstanbul", ["stanbul"]),
        ("\ud800 lone", ["lone"]),
    ],
)
def test_rouge_keeps_ascii_letters_and_digits_only(text: str, tokens: list[str]) -> None:
    assert rouge155(text) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Café NAÏVE", ["café", "naïve"]),
        ("МОСКВА, Straße", ["москва", "strasse"]),
        ("cafe\u0301", ["café"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("한국어 단어", ["한국어", "단어"]),
        ("snake_case don't ünder_score", ["snake", "case", "don", "t", "ünder", "score"]),
        ("co\u00adoperate nai\u0308ve", ["cooperate", "naïve"]),
        ("ﬁne ２０２４", ["fine", "2024"]),
    ],
)
def test_unicode_words_are_runs_of_letters_marks_and_digits(text: str, tokens: list[str]) -> None:
    assert unicode_words(text) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("中国abc人", ["中", "国", "abc", "人"]),
        ("2024年5月", ["2024", "年", "5", "月"]),
        ("ひらカナー", ["ひ", "ら", "カ", "ナ", "ー"]),
        ("ที่นี่", ["ที่", "นี่"]),
        ("๑๒๓ ก", ["๑๒๓", "ก"]),
        ("ລາວ", ["ລ", "າ", "ວ"]),
        ("ខ្មែរ", ["ខ្", "មែ", "រ"]),
        ("မြန်မာ", ["မြ", "န်", "မာ"]),
    ],
)
def test_scripts_without_spaces_give_a_token_for_each_character_with_its_marks(text: str, tokens: list[str]) -> None:
    assert unicode_words(text) == tokens


def test_white_space_keeps_case_and_drops_runs_found_in_the_punctuation_list() -> None:
    assert whitespace("The end . , -. ... don't <= ./") == ["The", "end", "...", "don't"]


def test_marks_are_looked_for_wherever_unicode_has_them() -> None:
    everywhere = [i for i in range(sys.maxunicode + 1) if unicodedata.category(chr(i))[0] == "M"]
    assert list(_marks()) == everywhere


@given(st.text(alphabet=string.printable))
def test_on_ascii_unicode_words_equal_rouge_tokens(text: str) -> None:
    assert unicode_words(text + " é")[:-1] == rouge155(text)


@given(st.text())
def test_no_token_is_empty_and_none_holds_white_space(text: str) -> None:
    for tokenise in TOKENISERS.values():
        assert all(token and not any(map(str.isspace, token)) for token in tokenise(text))


@given(st.text())
def test_tokenising_the_joined_unicode_words_changes_nothing(text: str) -> None:
    words = unicode_words(text)
    assert unicode_words(" ".join(words)) == words


def test_text_is_normalised_before_and_after_case_is_folded() -> None:
    assert unicode_words("\u2168x") == unicode_words("IXx")  # the sign for nine is the letters IX


def test_stop_words_go_before_stemming() -> None:
    words = TextSettings(stem=True, stop=True).words("The mice were using allowances")
    assert words == ["mouse", "allow"]  # "allow" is a stop word too, but came after


def test_an_unknown_tokeniser_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="unicode"):
        TextSettings(tokens="unicoed")
