"""Texts as counts."""

import pytest

from cliometer.errors import UsageError
from cliometer.model.documents import WordForm
from cliometer.text.source_words import count, formed, simetrix

PLAIN = WordForm("word", stop=False, tokens="simetrix")


def test_simetrix_cuts_at_everything_but_letters_and_digits() -> None:
    assert simetrix("Don't: A-Rod café #9") == ["don", "t", "a", "rod", "caf", "9"]


def test_a_line_of_signs_is_one_empty_word_for_simetrix_only() -> None:
    assert count(["---", "storm"], PLAIN) == {"": 1, "storm": 1}
    assert count(["---", "storm"], WordForm("word")) == {"storm": 1}


def test_lines_end_where_java_ends_them() -> None:
    assert count(["!\r!\r\n!\n!\x0b"], PLAIN) == {"": 4}


def test_stop_words_go_before_stemming() -> None:
    assert count(["The storms of others"], WordForm("stem")) == {"storm": 1}
    assert count(["The storms"], WordForm("stem", stop=False)) == {"the": 1, "storm": 1}


def test_stop_words_of_others_replace_ours() -> None:
    assert count(["the storm"], WordForm("word"), stop={"storm"}) == {"the": 1}


def test_bigrams_are_of_stems_and_cross_no_line() -> None:
    assert count(["the storms of coasts", "flood"], WordForm("bigram")) == {"storm coast": 1}
    assert count(["storm surge floods coast"], WordForm("trigram")) == {"storm surg flood": 1, "surg flood coast": 1}


def test_counts_of_words_become_counts_of_stems() -> None:
    assert formed({"storm": 2, "storms": 3, "the": 9}, WordForm("stem")) == {"storm": 5}


def test_an_unknown_tokeniser_is_named() -> None:
    with pytest.raises(UsageError, match="unknown tokeniser 'simetric'; did you mean simetrix"):
        count(["x"], WordForm("word", tokens="simetric"))


def test_a_post_is_one_line_and_loses_urls_mentions_and_credits() -> None:
    post = "RT @cnn: Fires near\n#ColoradoSprings don't stop http://t.co/x :)"
    assert count([post], WordForm("stem", tokens="posts")) == {"fire": 1, "colorado": 1, "spring": 1, "stop": 1}


def test_words_of_posts_become_the_stems_that_posts_have() -> None:
    words = count(["lying dying"], WordForm("word", tokens="posts"))
    assert formed(words, WordForm("stem", tokens="posts")) == {"lie": 1, "die": 1}
    assert formed(words, WordForm("stem")) == {"ly": 1, "dy": 1}
