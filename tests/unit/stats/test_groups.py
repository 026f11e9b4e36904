"""Joint ranks, letters, critical differences and corrections: the cases of the papers, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from cliometer.errors import CliometerError, InputError, UsageError
from cliometer.stats import multiple_comparisons
from cliometer.stats.samples import Floats


def differing(size: int, *pairs: tuple[int, int]) -> NDArray[np.bool_]:
    table = np.zeros((size, size), dtype=np.bool_)
    for a, b in pairs:
        table[a, b] = table[b, a] = True
    return table


CHAIN = differing(3, (0, 2))  # a ~ b, b ~ c, but a and c differ


def test_mackie_2014_table_6_divergence_on_the_microblog_track() -> None:
    ranks = multiple_comparisons.joint_ranks(
        [0.2143, 0.2180, 0.2472], differing(3, (0, 2), (1, 2)), higher_is_better=False
    )
    assert str(ranks) == "1/2, 1/2, 3"


def test_mackie_2014_table_6_topic_words_on_the_microblog_track() -> None:
    ranks = multiple_comparisons.joint_ranks([0.4008, 0.3449, 0.3825], ~np.eye(3, dtype=np.bool_))
    assert ranks.places == ((1,), (3,), (2,))


def test_a_chain_has_no_joint_ranks_and_says_which_systems_form_it() -> None:
    ranks = multiple_comparisons.joint_ranks([3, 2, 1], CHAIN)
    assert ranks.places is None
    assert str(ranks) == "system 1 and system 3 differ, but neither differs from system 2; use letter groups"


def test_a_system_between_two_that_do_not_differ_forbids_joint_ranks() -> None:
    ranks = multiple_comparisons.joint_ranks([3, 2, 1], differing(3, (0, 1), (1, 2)))
    assert str(ranks).startswith("system 2 stands between system 1 and system 3, which do not differ, yet")


def test_after_z_comes_aa() -> None:
    letters = multiple_comparisons.compact_letters(-np.arange(28), ~np.eye(28, dtype=np.bool_))
    assert letters[25:] == (("z",), ("aa",), ("ab",))


@pytest.mark.parametrize(
    ("scores", "differs", "message"),
    [
        ([1], [[False]], "at least two systems"),
        ([1, 2], [[False]], "a row and a column for each of 2 systems"),
        ([1, 2], [[1.0, 0.03], [0.03, 1.0]], "compare the p-values first"),
        ([1, 2], [[False, True], [False, False]], "the same answer"),
        ([1, 2], [[True, False], [False, True]], "differs from itself"),
        ([1, np.nan], [[False, True], [True, False]], "finite number"),
    ],
)
def test_a_wrong_table_is_refused(scores: ArrayLike, differs: ArrayLike, message: str) -> None:
    for function in (multiple_comparisons.joint_ranks, multiple_comparisons.compact_letters):
        with pytest.raises(CliometerError, match=message):
            function(scores, differs)


@pytest.mark.parametrize(("systems", "q"), [(2, 1.960), (3, 2.343), (4, 2.569), (5, 2.728), (7, 2.949), (10, 3.164)])
def test_demsar_2006_table_5_five_percent(systems: int, q: float) -> None:
    assert multiple_comparisons.nemenyi_quantile(systems, 0.05) == pytest.approx(q, abs=2e-3)


# the .9751 of the third system is printed as .975, but ranked above the other .975 there
DEMSAR_2006_TABLE_6 = [
    [0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661, 0.583, 0.775, 1.000, 0.940, 0.619, 0.972, 0.957],
    [0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668, 0.583, 0.838, 1.000, 0.962, 0.666, 0.981, 0.978],
    [0.771, 0.590, 0.968, 0.654, 0.886, 0.916, 0.609, 0.563, 0.866, 1.000, 0.965, 0.614, 0.9751, 0.946],
    [0.798, 0.569, 0.967, 0.657, 0.898, 0.931, 0.685, 0.625, 0.875, 1.000, 0.962, 0.669, 0.975, 0.970],
]


def test_demsar_2006_table_6() -> None:
    result = multiple_comparisons.critical_difference(DEMSAR_2006_TABLE_6)
    assert result.average_ranks == pytest.approx([3.143, 2.000, 2.893, 1.964], abs=5e-4)
    assert result.friedman == pytest.approx(9.28, abs=5e-3)
    assert result.critical_difference == pytest.approx(1.25, abs=5e-3)


def test_a_bar_joins_neighbours_within_the_critical_difference() -> None:
    clear = [[3.0] * 30, [2.0] * 15 + [1.0] * 15, [1.0] * 15 + [2.0] * 15]
    assert multiple_comparisons.critical_difference(clear).bars == ((1, 2),)


def test_ranks_of_ties_alone_are_refused() -> None:
    with pytest.raises(InputError, match="all systems tie"):
        multiple_comparisons.critical_difference([[1, 2], [1, 2]])


@pytest.mark.parametrize("scores", [[[1, 2]], [[1], [2]]])
def test_one_system_or_one_topic_is_refused(scores: ArrayLike) -> None:
    with pytest.raises(InputError, match=r"at least two|two or more"):
        multiple_comparisons.critical_difference(scores)


def test_a_senseless_significance_level_is_refused() -> None:
    with pytest.raises(UsageError, match="between 0 and 1"):
        multiple_comparisons.critical_difference([[1, 2], [2, 1]], significance=5)


def test_holm_multiplies_the_smallest_by_all_and_the_largest_by_one() -> None:
    assert multiple_comparisons.holm([0.01, 0.04, 0.03]).tolist() == pytest.approx([0.03, 0.06, 0.06])


def test_benjamini_hochberg_divides_by_the_rank() -> None:
    assert multiple_comparisons.benjamini_hochberg([0.01, 0.04, 0.03]).tolist() == pytest.approx([0.03, 0.04, 0.04])


@pytest.mark.parametrize("correct", [multiple_comparisons.holm, multiple_comparisons.benjamini_hochberg])
@pytest.mark.parametrize(
    ("p", "message"),
    [
        ([], "there are no p-values"),
        ([0.1, float("nan")], "finite number"),
        ([0.1, 1.2], "outside 0 to 1"),
        ([-0.1], "outside 0 to 1"),
        ([[0.1]], "dimension"),
    ],
)
def test_bad_p_values_are_told_in_a_sentence(correct: Callable[..., Floats], p: object, message: str) -> None:
    with pytest.raises(CliometerError, match=message):
        correct(p)


def test_the_best_system_without_a_group_leads_the_next_one() -> None:
    differs = np.zeros((4, 4), dtype=bool)
    for first, second in ((1, 3), (1, 0), (3, 2)):  # b leads; c is like it, a and d are not
        differs[first, second] = differs[second, first] = True
    assert multiple_comparisons.leader_groups([0.2, 0.9, 0.5, 0.3], differs) == (1, 0, 0, 1)
    assert multiple_comparisons.leader_groups([0.9, 0.2, 0.5, 0.7], differs, higher_is_better=False) == (1, 0, 0, 1)
