"""Which words are topic words."""

from cliometer.metrics.sources.formulas import (
    fraction_of_topic_words,
    likelihood_ratio,
    topic_tokens,
    topic_words,
)
from cliometer.model.documents import Background, WordForm

BACKGROUND = Background(WordForm(), {"storm": 10, "year": 50_000, "rest": 949_990})
# -2 ln lambda of "storm", 3 of 100 words against 10 of 1,000,000, is about 40.9
A = {"storm": 3, "rest": 97}


def test_a_word_used_more_than_elsewhere_is_one() -> None:
    assert topic_words(A, BACKGROUND) == {"storm"}


def test_simetrix_divides_by_ln_10() -> None:
    assert topic_words(A, BACKGROUND, cutoff=25) == {"storm"}
    assert topic_words(A, BACKGROUND, "simetrix", cutoff=25) == frozenset()


def test_simetrix_takes_words_that_the_sources_avoid_and_dunning_does_not() -> None:
    rare = {"year": 1, "rest": 1999}
    assert "year" in topic_words(rare, BACKGROUND, "simetrix")
    assert "year" not in topic_words(rare, BACKGROUND, "dunning")


def test_the_cut_off_of_dunning_is_the_chi_square_of_one_in_a_thousand() -> None:
    half = Background(WordForm(), {"storm": 1, "rest": 999})
    assert topic_words({"storm": 3, "rest": 97}, half) == frozenset()  # 9.4
    assert topic_words({"storm": 4, "rest": 96}, half) == {"storm"}  # 13.7


def test_a_background_without_the_word_makes_it_one_sooner() -> None:
    assert topic_words({"zq": 2, "rest": 98}, BACKGROUND) == {"zq"}


def test_fraction_counts_words_once_and_tokens_count_repetitions() -> None:
    words = frozenset({"storm", "coast"})
    assert fraction_of_topic_words(words, {"storm": 3, "opera": 1}) == 0.5
    assert topic_tokens(words, {"storm": 3, "opera": 1}) == 0.75


def test_simetrix_says_0_where_there_is_nothing() -> None:
    assert fraction_of_topic_words(frozenset(), {"storm": 1}) == 0
    assert topic_tokens(frozenset({"storm"}), {}) == 0


def test_a_word_at_the_cut_off_is_none() -> None:
    assert topic_words(A, BACKGROUND, cutoff=likelihood_ratio(3, 100, 10, 1_000_000)) == frozenset()
