"""Krippendorff's alpha, over sets too, and percentage agreement: published examples, and what has no value."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from numpy.typing import ArrayLike

from cliometer.errors import InputError, UsageError
from cliometer.stats import agreement

o = np.nan
KRIPPENDORFF_2011_C = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, o, o, o],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, o, 3],
    [o, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, o],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, o],
]
VOTES = [[0, 0, 0, 1], [0, 0, 1, 1], [0, 1, 0, 1]]


@pytest.mark.parametrize(
    ("scale", "expected"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_krippendorff_2011_four_coders_twelve_units(scale: agreement.Scale, expected: float) -> None:
    assert agreement.alpha(KRIPPENDORFF_2011_C, scale) == pytest.approx(expected, abs=5e-4)


def test_krippendorff_2011_two_coders_binary() -> None:
    meg = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0]
    owen = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    assert agreement.alpha([meg, owen], "nominal") == pytest.approx(0.095, abs=5e-4)


def test_krippendorff_2011_two_coders_five_labels() -> None:
    ben = ["a", "a", "b", "b", "d", "c", "c", "c", "e", "d", "d", "a"]
    gerry = ["b", "a", "b", "b", "b", "c", "c", "c", "e", "d", "d", "d"]
    assert agreement.alpha(agreement.coded([ben, gerry]), "nominal") == pytest.approx(0.692, abs=5e-4)


def test_zero_is_a_value_on_a_ratio_scale() -> None:
    assert agreement.alpha([[0, 0, 2], [0, 0, 2]], "ratio") == 1


def test_resamples_of_one_value_are_left_out_and_counted() -> None:
    assert agreement.alpha_interval([[1, 2], [1, 2]], "nominal", seed=0).left_out > 0


@pytest.mark.parametrize(
    ("values", "scale", "message"),
    [
        *(([[1, 1], [1, 1]], scale, "all values are equal") for scale in agreement.SCALES),
        ([[-1, 2], [1, 2]], "ratio", "zero or more"),
        ([[np.inf, 2.0], [1.0, 2.0]], "interval", "finite"),
        ([[1, 2, 3]], "nominal", "at least two coders"),
        ([[1, 2, 3], [1]], "nominal", "a row for each coder"),
    ],
)
def test_values_without_an_alpha_are_refused(values: ArrayLike, scale: agreement.Scale, message: str) -> None:
    with pytest.raises(InputError, match=message):
        agreement.alpha(values, scale)


def test_rows_of_labels_of_unequal_length_are_refused() -> None:
    with pytest.raises(InputError, match="unequal length"):
        agreement.coded([["a", "b"], ["a"]])


def test_an_unknown_scale_is_told_the_known_ones() -> None:
    with pytest.raises(UsageError, match="unknown scale 'ordinary'; did you mean ordinal"):
        agreement.alpha([[1, 2], [1, 2]], "ordinary")  # type: ignore[arg-type]  # the mistake is the point


@pytest.mark.parametrize(("resamples", "confidence"), [(0, 0.95), (10, 1.0), (10, 0.0)])
def test_a_senseless_interval_is_refused(resamples: int, confidence: float) -> None:
    with pytest.raises(UsageError):
        agreement.alpha_interval(VOTES, "nominal", seed=0, resamples=resamples, confidence=confidence)


def test_coins_agree_in_half_of_the_pairs() -> None:
    result = agreement.pairwise_agreement(VOTES)
    assert result.share == pytest.approx((1 + 1 / 3 + 1 / 3 + 1) / 4)
    assert result.chance == 0.5
    assert result.definition == "agreeing pairs against guessing among 2 labels"


def test_three_coins_give_the_majority_three_quarters() -> None:
    result = agreement.majority_agreement(VOTES)
    assert result.share == pytest.approx((1 + 2 / 3 + 2 / 3 + 1) / 4)
    assert result.chance == pytest.approx(0.75)


def test_the_majority_of_three_hundred_coins_is_that_of_the_binomial_distribution() -> None:
    result = agreement.majority_agreement(np.array([[coin % 2] for coin in range(300)]))
    exact = sum(comb(300, heads) * max(heads, 300 - heads) for heads in range(301)) / 2**300 / 300
    assert result.chance == pytest.approx(exact)


def test_labels_that_nobody_chose_lower_the_chance_level() -> None:
    assert agreement.pairwise_agreement(VOTES, labels=4).chance == 0.25


def test_fewer_labels_than_occur_are_refused() -> None:
    with pytest.raises(UsageError, match="at least 2 labels"):
        agreement.majority_agreement(VOTES, labels=1)
    with pytest.raises(UsageError, match="at least 2 labels"):
        agreement.pairwise_agreement(VOTES, labels=0)


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ({1, 2}, {1, 2}, 0),
        (set(), set(), 0),
        ({1}, {1, 2}, 1 - 1 / 2 * 2 / 3),
        ({1, 2}, {2, 3}, 1 - 1 / 3 * 1 / 3),
        ({1}, {2}, 1),
        (set(), {1}, 1),
    ],
)
def test_equal_sets_are_near_and_disjoint_ones_far(a: set[int], b: set[int], distance: float) -> None:
    assert agreement.masi(a, b) == pytest.approx(distance)


def test_alpha_over_sets_by_hand() -> None:
    """Distances 2/3, 1, 2/3 among three sets given 3, 1 and 2 times: 1 - 5 (4/3) / (56/3)."""
    one, both, two = frozenset({1}), frozenset({1, 2}), frozenset({2})
    assert agreement.masi_alpha([[one, one, two], [one, both, two]]) == pytest.approx(9 / 14, abs=1e-12)


def test_a_subset_is_a_smaller_disagreement_than_another_set() -> None:
    one, both, two = frozenset({1}), frozenset({1, 2}), frozenset({2})
    near, far = ([[one, two, one], [one, two, other]] for other in (both, two))
    assert agreement.masi_alpha(near) > agreement.masi_alpha(far)


def test_a_set_that_only_one_coder_gave_does_not_count() -> None:
    one, two, lone = frozenset({1}), frozenset({2}), frozenset({9})
    whole = agreement.masi_alpha([[one, two, one], [one, two, two]])
    assert agreement.masi_alpha([[lone, one, two, one], [None, one, two, two]]) == whole


def test_alpha_has_no_value_where_all_sets_are_equal() -> None:
    with pytest.raises(InputError, match="all values are equal"):
        agreement.masi_alpha([[frozenset({1})], [frozenset({1})]])
