"""Letters and joint ranks for any table of significant differences."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import integrate, stats

from cliometer.stats import multiple_comparisons
from tests.strategies import examples


@st.composite
def significance(draw: st.DrawFn) -> NDArray[np.bool_]:
    size = draw(st.integers(2, 8))
    table = np.zeros((size, size), dtype=np.bool_)
    for a, b in combinations(range(size), 2):
        table[a, b] = table[b, a] = draw(st.booleans())
    return table


@given(significance())
def test_two_systems_share_a_letter_iff_they_do_not_differ(table: NDArray[np.bool_]) -> None:
    scores = np.arange(len(table))
    letters = [set(of_system) for of_system in multiple_comparisons.compact_letters(scores, table)]
    assert all(letters)
    for a, b in combinations(range(len(table)), 2):
        assert bool(letters[a] & letters[b]) != table[a, b]


@given(significance())
def test_no_letter_can_be_spared(table: NDArray[np.bool_]) -> None:
    groups = multiple_comparisons.letter_groups(table)
    for group in groups:
        others = [other for other in groups if other != group]
        bonds = [{a, b} for a in group for b in group]
        assert not all(any(bond <= other for other in others) for bond in bonds)


@given(significance())
def test_systems_share_joint_ranks_iff_they_do_not_differ(table: NDArray[np.bool_]) -> None:
    places = multiple_comparisons.joint_ranks(-np.arange(len(table)), table).places
    if places is not None:
        assert sorted(place for of_system in set(places) for place in of_system) == list(range(1, len(table) + 1))
        for a, b in combinations(range(len(table)), 2):
            assert (places[a] != places[b]) == table[a, b]


@given(st.lists(st.integers(1, 3), min_size=1, max_size=4).filter(lambda sizes: sum(sizes) > 1))
def test_blocks_of_equals_have_joint_ranks_and_a_letter_each(sizes: list[int]) -> None:
    block = np.repeat(np.arange(len(sizes)), sizes)
    table = block[:, None] != block[None, :]
    assert multiple_comparisons.joint_ranks(-np.arange(len(block)), table).places is not None
    letters = multiple_comparisons.compact_letters(-np.arange(len(block)), table)
    assert [of_system[0] for of_system in letters] == ["abcd"[index] for index in block]


@given(st.lists(st.permutations(range(4)), min_size=2, max_size=9))
def test_friedman_without_ties_is_that_of_scipy(topics: list[list[int]]) -> None:
    scores = np.array(topics).T
    expected = stats.friedmanchisquare(*scores)
    found = multiple_comparisons.critical_difference(scores)
    assert (found.friedman, found.p_value) == pytest.approx((expected.statistic, expected.pvalue), abs=1e-9)


def range_below(width: float, systems: int) -> float:
    """P(the range of so many standard normal numbers is below a width), integrated over the smallest."""

    def smallest(z: float) -> float:
        rest = stats.norm.cdf(z + width) - stats.norm.cdf(z)
        return float(systems * stats.norm.pdf(z) * rest ** (systems - 1))

    return float(sum(integrate.quad(smallest, *span, epsabs=1e-13)[0] for span in ((-12, -2), (-2, 0), (0, 9))))


@examples(25)
@given(st.integers(2, 12), st.sampled_from([0.01, 0.05, 0.1]))
def test_the_nemenyi_quantile_leaves_just_the_significance_above_it(systems: int, level: float) -> None:
    width = multiple_comparisons.nemenyi_quantile(systems, level) * np.sqrt(2)
    assert range_below(width, systems) == pytest.approx(1 - level, abs=1e-9)


@given(st.lists(st.permutations(range(5)), min_size=2, max_size=30))
def test_two_systems_share_a_bar_iff_their_ranks_are_nearer_than_the_critical_difference(
    topics: list[list[int]],
) -> None:
    found = multiple_comparisons.critical_difference(np.array(topics).T)
    for a, b in combinations(range(5), 2):
        near = abs(found.average_ranks[a] - found.average_ranks[b]) < found.critical_difference
        assert any({a, b} <= set(bar) for bar in found.bars) == near
