"""N-grams and skip-bigrams."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from cliometer.metrics.rouge.variants import Variant, grams, ngrams, overlap, skip_bigrams

WORDS = st.lists(st.sampled_from("abcd"), max_size=12)


def test_bigrams_are_neighbours() -> None:
    assert ngrams(list("abab"), 2) == {("a", "b"): 2, ("b", "a"): 1}


def test_a_text_shorter_than_n_has_no_grams() -> None:
    assert not ngrams(["a"], 2)


@given(WORDS)
def test_without_a_limit_every_ordered_pair_is_a_skip_bigram(words: list[str]) -> None:
    assert skip_bigrams(words, None) == Counter(combinations(words, 2))


@given(WORDS)
def test_without_a_gap_skip_bigrams_are_bigrams(words: list[str]) -> None:
    assert skip_bigrams(words, 0) == ngrams(words, 2)


def test_a_gap_of_one_reaches_over_one_word() -> None:
    assert skip_bigrams(list("abc"), 1) == {("a", "b"): 1, ("b", "c"): 1, ("a", "c"): 1}


def test_su_counts_every_word_but_the_last() -> None:
    assert grams(Variant("SU", skip=0), list("abc")) == {("a", "b"): 1, ("b", "c"): 1, ("a",): 1, ("b",): 1}


def test_a_single_word_has_no_su_units() -> None:
    assert not grams(Variant("SU", skip=4), ["a"])


@given(WORDS, WORDS)
def test_overlap_is_the_size_of_the_multiset_intersection(one: list[str], other: list[str]) -> None:
    left, right = ngrams(one, 1), ngrams(other, 1)
    assert overlap(left, right) == (left & right).total() == overlap(right, left)
