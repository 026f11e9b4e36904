"""The members of the ROUGE family: their names, their grams, and length limits."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.errors import UsageError
from cliometer.metrics.rouge.variants import Limit, Variant, grams, ngrams, overlap, skip_bigrams

VARIANTS = st.one_of(
    st.builds(Variant, st.just("N"), n=st.integers(1, 40)),
    st.just(Variant("L")),
    st.builds(Variant, st.just("W"), weight=st.floats(1, 50)),
    st.builds(Variant, st.sampled_from(["S", "SU"]), skip=st.none() | st.integers(0, 40)),
)


@given(VARIANTS)
def test_a_variant_reads_back_what_it_prints(variant: Variant) -> None:
    assert Variant.parse(str(variant)) == variant


@pytest.mark.parametrize("text", ["1", "12", "L", "W1.2", "W2", "S4", "SU4", "S0", "S*", "SU*"])
def test_a_name_prints_as_it_was_written(text: str) -> None:
    assert str(Variant.parse(text)) == text


@pytest.mark.parametrize("text", ["", "0", "-1", "l", "W", "Wx", "S", "SU-1", "rouge1", "1.5", "S4 "])
def test_an_unknown_name_is_refused_with_the_known_ones(text: str) -> None:
    with pytest.raises(UsageError, match=r"W1\.2.*SU\*"):
        Variant.parse(text)


@pytest.mark.parametrize("text", ["W0", "W-1", "Winf", "Wnan"])
def test_a_weight_is_a_number_from_one_on(text: str) -> None:
    with pytest.raises(UsageError, match="from 1 on"):
        Variant.parse(text)


WORDS = st.lists(st.sampled_from("abcd"), max_size=12)


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


@given(WORDS, WORDS)
def test_overlap_is_the_size_of_the_multiset_intersection(one: list[str], other: list[str]) -> None:
    left, right = ngrams(one, 1), ngrams(other, 1)
    assert overlap(left, right) == (left & right).total() == overlap(right, left)


SENTENCES = ["one two", "three four five", "six"]


@pytest.mark.parametrize(
    ("limit", "sentences", "together", "cut"),
    [
        (Limit(words=2), SENTENCES, True, ["one two"]),  # a limit met exactly ends the text
        (Limit(words=2), [" one two"], True, [" one"]),  # leading space counts as a word
        (Limit(words=1), ["\r", "", "one two"], True, ["\r", "", "one"]),  # a line of white space costs nothing
        (Limit(bytes=10), SENTENCES, True, ["one two", "thr"]),  # bytes are counted across sentences
        (Limit(bytes=10), SENTENCES, False, ["one two", "three four"]),  # for alignment each sentence is cut alone
        (Limit(bytes=3), ["ééé"], True, ["é\ufffd"]),  # bytes are bytes and not characters
        (Limit(bytes=3, encoding="latin-1"), ["éééé"], True, ["ééé"]),
    ],
)
def test_a_limit_cuts(limit: Limit, sentences: list[str], together: bool, cut: list[str]) -> None:
    assert limit.cut(sentences, together) == cut


@pytest.mark.parametrize("limits", [(-1, 0), (0, -1), (1, 1)])
def test_a_negative_limit_or_two_limits_are_refused(limits: tuple[int, int]) -> None:
    with pytest.raises(UsageError, match=r"words or (in )?bytes"):
        Limit(*limits)
