"""Counts, references, rounding."""

import pytest

from cliometer.errors import UsageError
from cliometer.metrics.rouge.rouge155 import (
    NOTHING,
    Counts,
    RougeMatch,
    Tokens,
    combine,
    counts,
    f_measure,
    match,
    round_score,
    score,
    tokenise,
)
from cliometer.metrics.rouge.variants import Limit, Variant
from cliometer.text.tokenisation import TextSettings

ONE = Variant("N", n=1)


def text(*sentences: str) -> Tokens:
    return tokenise(sentences, TextSettings(), Limit())


def test_counts_are_hits_peer_size_and_reference_size() -> None:
    assert counts(ONE, text("a b b"), text("b c d e")) == Counts(1, 3, 4)


def test_ngrams_cross_sentence_borders() -> None:
    assert counts(Variant("N", n=2), text("a b"), text("a", "b")).hits == 1


def test_rouge_w_weighs_the_size_of_the_reference_twice() -> None:
    found = counts(Variant("W", weight=2.0), text("a b c"), text("a b", "c"))
    assert found == Counts(2**2 + 1, 3**2, (2**2 + 1) ** 2)


def test_a_reference_without_words_brings_nothing_to_rouge_w() -> None:
    assert match(Variant("W", weight=1.2), text("a"), text("...")) == RougeMatch(Counts(0.0, 1.0, 0.0), 0.0)


def test_a_weight_beyond_all_numbers_is_refused() -> None:
    with pytest.raises(UsageError, match="weight 300"):
        match(Variant("W", weight=300.0), text("a b c"), text("a b c d e f g h i j k l"))


def test_mode_a_pools_counts() -> None:
    matches = [RougeMatch(Counts(1, 2, 3), 0.3), RougeMatch(Counts(2, 2, 2), 1.0)]
    assert combine(matches, "A") == Counts(3, 4, 5)


def test_mode_b_takes_the_best_recall_and_the_first_of_equals() -> None:
    matches = [
        RougeMatch(Counts(1, 9, 3), 0.3),
        RougeMatch(Counts(2, 2, 4), 0.5),
        RougeMatch(Counts(1, 7, 2), 0.5),
    ]
    assert combine(matches, "B") == Counts(2, 2, 4)


def test_mode_b_compares_ngram_recall_after_rounding() -> None:
    words = [str(i) for i in range(251)]
    first = text(" ".join(words + ["x"] * 250))
    better = text(" ".join(words[:250] + ["x"] * 249))  # 250/499 is 0.000004 more than 251/501
    matches = [match(ONE, text(" ".join(words)), reference) for reference in (first, better)]
    assert combine(matches, "B") == Counts(251, 251, 501)


@pytest.mark.parametrize("mode", ["A", "B"])
def test_no_reference_counts_nothing(mode: str) -> None:
    assert combine([], "B" if mode == "B" else "A") == NOTHING


def test_f_comes_from_rounded_recall_and_precision() -> None:
    assert score(ONE, Counts(1, 2, 7), 0.5) == (0.14286, 0.5, 0.22223)
    assert round_score(f_measure(1 / 7, 1 / 2, 0.5)) == 0.22222


def test_a_text_without_units_scores_zero() -> None:
    assert score(ONE, NOTHING, 0.5) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(("alpha", "f"), [(0.0, 0.5), (1.0, 1.0), (0.5, 0.66667)])
def test_alpha_moves_f_from_recall_to_precision(alpha: float, f: float) -> None:
    assert score(ONE, Counts(2, 2, 4), alpha).f == f


def test_rouge_w_takes_the_root_of_the_ratio() -> None:
    assert score(Variant("W", weight=2.0), Counts(4, 16, 64), 0.5) == (0.25, 0.5, 0.33333)


def test_under_a_byte_limit_words_and_sentences_differ() -> None:
    assert tokenise(["one two", "three"], TextSettings(), Limit(bytes=8))[:2] == (
        ["one", "two", "t"],
        [["one", "two"], ["three"]],
    )
