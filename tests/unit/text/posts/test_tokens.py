"""Tokens of posts: what each class claims, and what it leaves alone."""

from __future__ import annotations

import pytest

from cliometer.errors import UsageError
from cliometer.text.post_tokens import PostReading, is_retweet, split_hashtag, tokenise, without_credits


def of(kind: str, text: str) -> list[str]:
    return [token.text for token in tokenise(text) if token.kind == kind]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see http://t.co/x…", ["http://t.co/x"]),
        ("(www.foo.com)", ["www.foo.com"]),
        ("bit.ly/x. And", ["bit.ly/x"]),
        ("U.S./Canada and/or km/h", []),
        ("mail a@b.com", []),
    ],
)
def test_a_url_ends_before_the_punctuation_around_it(text: str, found: list[str]) -> None:
    assert of("url", text) == found


@pytest.mark.parametrize("emoji", ["👩‍👩‍👧", "👩🏽‍🔧", "🇬🇧", "❤️", "1️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "☀"])
def test_an_emoji_of_several_characters_is_one_token(emoji: str) -> None:
    assert of("emoji", f"a {emoji} b") == [emoji]
    assert of("word", f"a{emoji}b") == ["a", "b"]


def test_emoticons_are_found_and_times_and_lists_are_not() -> None:
    assert of("emoticon", "yes :) no :-( love <3 lol xD") == [":)", ":-(", "<3", "xD"]
    assert of("emoticon", "at 12:30) item 8) http://x.example/ Note:(see)") == []


def test_a_mention_keeps_no_genitive_and_an_address_is_none() -> None:
    assert of("mention", "@met_office’s map, a@b.com") == ["@met_office's"]


def test_a_hashtag_ends_at_a_hyphen_and_has_a_letter() -> None:
    assert of("hashtag", "#storm-surge #1 #Москва &#39;") == ["#storm", "#Москва"]


def test_numbers_with_units_are_words_and_prices_are_numbers() -> None:
    assert of("number", "30% of 1,200 at 18:20, 19th") == ["30%", "1,200", "18:20"]


def test_entities_curly_quotes_and_wide_letters_are_folded() -> None:
    assert [token.text for token in tokenise("&amp;lt; it’s ＦＩＲＥ")] == ["it's", "fire"]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("RT @a: x", True),
        ("wow! RT @a x", True),
        ("rt @a x", True),
        (".RT @a: x", True),
        ("START @a x", False),
        ("RT if you like it", False),
        ("x (via @a)", False),
    ],
)
def test_a_retweet_names_whom_it_repeats(text: str, answer: bool) -> None:
    assert is_retweet(text) is answer


def test_credits_go_and_the_rest_stays() -> None:
    assert without_credits("So: RT @a: fire via @b") == "So: fire"


def test_a_hashtag_without_capitals_is_one_word() -> None:
    assert split_hashtag("#boulderflood") == ["boulderflood"]


@pytest.mark.parametrize(
    ("treatment", "words"), [("keep", ["x", "http://t.co/Y"]), ("strip", ["x"]), ("mask", ["x", "<url>"])]
)
def test_each_class_is_kept_stripped_or_masked(treatment: str, words: list[str]) -> None:
    settings = PostReading(url=treatment, stop=False)  # type: ignore[arg-type]
    assert settings.words("x http://t.co/Y") == words


def test_an_unknown_treatment_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown treatment of url 'drop'"):
        PostReading(url="drop")  # type: ignore[arg-type]


def test_a_contraction_counts_as_its_first_part_unless_it_is_a_stop_word() -> None:
    assert PostReading(stem=False).words("NASA's rocket doesn't fly") == ["nasa", "rocket", "fly"]
    assert PostReading(stem=False).words("I'm L'Oreal and somebody's dog") == ["loreal", "dog"]
