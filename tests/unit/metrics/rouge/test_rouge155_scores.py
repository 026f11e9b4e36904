"""Counts, scores, jackknife and bootstrap averages of ROUGE-1.5.5."""

from collections.abc import Iterator, Sequence
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.errors import UsageError
from cliometer.metrics.rouge.rouge155 import (
    NOTHING,
    Counts,
    Resampling,
    RougeMatch,
    RougeScore,
    Tokens,
    combine,
    counts,
    f_measure,
    jackknife,
    match,
    over_texts,
    over_tokens,
    round_score,
    samples,
    score,
    tokenise,
)
from cliometer.metrics.rouge.variants import Limit, Variant
from cliometer.text.tokenisation import TextSettings
from tests.strategies import examples

ONE = Variant("N", n=1)


def text(*sentences: str) -> Tokens:
    return tokenise(sentences, TextSettings(), Limit())


def test_counts_are_hits_peer_size_and_reference_size() -> None:
    assert counts(ONE, text("a b b"), text("b c d e")) == Counts(1, 3, 4)


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
    matches = [RougeMatch(Counts(1, 9, 3), 0.3), RougeMatch(Counts(2, 2, 4), 0.5), RougeMatch(Counts(1, 7, 2), 0.5)]
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


MATCHES = [RougeMatch(Counts(1, 4, 4), 0.25), RougeMatch(Counts(2, 4, 4), 0.5), RougeMatch(Counts(4, 4, 5), 0.8)]


def test_each_reference_is_left_out_once_and_the_best_of_the_rest_averaged() -> None:
    assert jackknife(ONE, MATCHES, "B", 0.5).recall == round((0.8 + 0.8 + 0.5) / 3, 5)


def test_a_single_reference_is_never_left_out() -> None:
    assert jackknife(ONE, MATCHES[:1], "B", 0.5) == (0.25, 0.25, 0.25)


UNIT = st.integers(0, 100_000).map(lambda n: n / 100_000)
SCORES = st.lists(st.builds(RougeScore, UNIT, UNIT, UNIT), min_size=1, max_size=9)


def drand48(seed: int) -> Iterator[float]:
    """Yield numbers in [0, 1) as Perl draws them after `srand(seed)`."""
    state = (seed << 16) + 0x330E
    while True:
        state = (state * 0x5DEECE66D + 0xB) % 2**48
        yield state / 2**48


def left_to_right(values: Sequence[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


def resampled_means(values: Sequence[float], resamples: int) -> list[float]:
    """The means of resamples, drawn one by one, in order of size."""
    n = len(values)
    draws = ([values[int(u * n)] for u in islice(drand48(seed), n)] for seed in range(resamples))
    return sorted(left_to_right(drawn) / n for drawn in draws)


def test_the_first_numbers_after_srand_0_and_srand_1_are_perls() -> None:
    # perl -e 'srand(0); printf "%.15g %.15g\\n", rand, rand; srand(1); printf "%.15g\\n", rand'
    assert [f"{u:.15g}" for u in islice(drand48(0), 2)] == ["0.17082803610629", "0.749901980484964"]
    assert f"{next(drand48(1)):.15g}" == "0.0416303447718782"


@given(st.integers(1, 30), st.integers(1, 20))
def test_samples_draw_what_the_generator_draws(size: int, resamples: int) -> None:
    expected = [[int(u * size) for u in islice(drand48(seed), size)] for seed in range(resamples)]
    assert samples(size, resamples).T.tolist() == expected


@examples(30)
@given(SCORES, st.integers(1, 60))
def test_the_average_is_the_mean_of_the_resamples(scores: list[RougeScore], resamples: int) -> None:
    means = resampled_means([score.recall for score in scores], resamples)
    recall, _, _ = over_texts(scores, Resampling(95, resamples))
    assert f"{recall.value:.5f}" == f"{left_to_right(means) / resamples:.5f}"


def test_the_interval_interpolates_both_ends_with_the_upper_ratio() -> None:
    scores = [RougeScore(0.1, 0.0, 0.0), RougeScore(0.9, 0.0, 0.0), RougeScore(0.4, 0.0, 0.0)]
    means = resampled_means([score.recall for score in scores], 50)
    recall, _, _ = over_texts(scores, Resampling(95, 50))
    ratio = 50 - 1.25 - 1 - 47
    assert recall.low == round(means[1] + (means[2] - means[1]) * ratio, 5)
    assert recall.high == round(means[47] + (means[48] - means[47]) * ratio, 5)


def test_beyond_the_last_resample_perl_reads_zero() -> None:
    recall, _, _ = over_texts([RougeScore(0.4, 0.4, 0.4)], Resampling(95, 1))
    assert recall == (0.4, 0.41, 0.41)  # as ROUGE-1.5.5.pl -r 1 prints it


def test_no_texts_average_to_zero() -> None:
    assert over_texts([], Resampling()) == ((0.0,) * 3,) * 3
    assert over_tokens([], 0.5, Resampling()) == ((0.0,) * 3,) * 3


def test_tokens_are_pooled_before_dividing() -> None:
    recall, precision, f = over_tokens([Counts(1, 2, 4)], 0.8, Resampling())
    assert (recall.value, precision.value) == (0.25, 0.5)
    assert f.value == round(0.125 / (0.2 * 0.5 + 0.8 * 0.25), 5)
