"""Perl's random numbers and ROUGE's averages, against the procedure written out."""

from collections.abc import Iterator, Sequence
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.metrics.rouge.rouge155 import (
    Counts,
    Resampling,
    RougeScore,
    over_texts,
    over_tokens,
    samples,
)
from tests.strategies import examples

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


def test_one_text_has_an_interval_without_width() -> None:
    assert over_texts([RougeScore(0.3, 0.2, 0.24)], Resampling()) == ((0.3,) * 3, (0.2,) * 3, (0.24,) * 3)


def test_no_texts_average_to_zero() -> None:
    assert over_texts([], Resampling()) == ((0.0,) * 3,) * 3
    assert over_tokens([], 0.5, Resampling()) == ((0.0,) * 3,) * 3


def test_tokens_are_pooled_before_dividing() -> None:
    recall, precision, f = over_tokens([Counts(1, 2, 4)], 0.8, Resampling())
    assert (recall.value, precision.value) == (0.25, 0.5)
    assert f.value == round(0.125 / (0.2 * 0.5 + 0.8 * 0.25), 5)


@pytest.mark.parametrize("confidence", [0, 50, 90, 99.9, 100])
def test_low_never_exceeds_high(confidence: float) -> None:
    scores = [RougeScore(i / 10, i / 20, i / 15) for i in range(10)]
    assert all(interval.low <= interval.high for interval in over_texts(scores, Resampling(confidence, 200)))
