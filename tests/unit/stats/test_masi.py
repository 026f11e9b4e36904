"""The MASI distance and alpha over sets."""

from __future__ import annotations

import pytest

from cliometer.errors import InputError
from cliometer.stats.agreement import masi, masi_alpha


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
    assert masi(a, b) == pytest.approx(distance)


def test_alpha_over_sets_by_hand() -> None:
    """Distances 2/3, 1, 2/3 among three sets given 3, 1 and 2 times: 1 - 5 (4/3) / (56/3)."""
    one, both, two = frozenset({1}), frozenset({1, 2}), frozenset({2})
    assert masi_alpha([[one, one, two], [one, both, two]]) == pytest.approx(9 / 14, abs=1e-12)


def test_a_subset_is_a_smaller_disagreement_than_another_set() -> None:
    one, both, two = frozenset({1}), frozenset({1, 2}), frozenset({2})
    near, far = ([[one, two, one], [one, two, other]] for other in (both, two))
    assert masi_alpha(near) > masi_alpha(far)


def test_coders_who_agree_on_different_sets_have_alpha_1() -> None:
    sets = [frozenset({1}), frozenset({1, 2}), frozenset[int]()]
    assert masi_alpha([sets, sets]) == 1


def test_a_set_that_only_one_coder_gave_does_not_count() -> None:
    one, two, lone = frozenset({1}), frozenset({2}), frozenset({9})
    whole = masi_alpha([[one, two, one], [one, two, two]])
    assert masi_alpha([[lone, one, two, one], [None, one, two, two]]) == whole


def test_alpha_has_no_value_where_all_sets_are_equal() -> None:
    with pytest.raises(InputError, match="all values are equal"):
        masi_alpha([[frozenset({1})], [frozenset({1})]])
