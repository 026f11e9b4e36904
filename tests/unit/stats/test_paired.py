"""Two systems on the same topics: tests, effects and power."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from cliometer.errors import CliometerError, InputError, UsageError
from cliometer.stats.effect_sizes import detectable_effect, hedges_correction, power, topics_needed
from cliometer.stats.paired_tests import Zeros, equal_signs_p, topic_means, wilcoxon


def test_student_1908_table_of_sleep() -> None:
    """Additional hours of sleep under two drugs: t = 4.06 on nine degrees of freedom."""
    first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    found = topic_means([second], [first])
    t = float(found.mean[0] / found.error[0])
    assert (round(t, 4), round(float(found.p[0]), 5), found.freedom) == (4.0621, 0.00283, 9)


def test_the_first_ahead_on_every_topic_has_all_the_ranks() -> None:
    found = wilcoxon([2, 4, 6, 8, 10], [1, 2, 3, 4, 5])
    assert (found.plus, found.minus, found.method, found.z) == (15, 0, "exact", None)
    assert found.p == 2 / 2**5


def test_zeros_are_counted_and_their_handling_is_named() -> None:
    found = wilcoxon([1, 2, 3, 5], [1, 1, 1, 1])
    assert (found.zeros, found.ties, found.topics) == (1, 0, 4)
    assert found.zero_handling == "left out before ranking (Wilcoxon 1945)"
    assert wilcoxon([1, 2, 3, 5], [1, 1, 1, 1], "pratt").zero_handling == "ranked, then left out (Pratt 1959)"


@pytest.mark.parametrize("zeros", ["wilcox", "pratt"])
@pytest.mark.parametrize("topics", [5, 60])
def test_five_wins_of_one_size_are_no_better_than_five_wins(zeros: Zeros, topics: int) -> None:
    """Five coins fall alike in 1 of 16 cases, whatever the normal curve says."""
    found = wilcoxon([1] * 5 + [0] * (topics - 5), [0] * topics, zeros)
    assert (found.method, found.z, found.p) == ("exact", None, 1 / 16)
    assert (found.zeros, found.ties) == (topics - 5, 5)


@pytest.mark.parametrize(("zeros", "p"), [("wilcox", 6 / 8), ("pratt", 6 / 8)])
def test_ranks_shared_by_two_make_a_test_by_hand(zeros: Zeros, p: float) -> None:
    """Ranks 1.5, 1.5 and 3 (a zero makes them 2.5, 2.5 and 4): the sum 1.5 or less in 3 of 8 patterns."""
    found = wilcoxon([1, 0, 2, 0], [0, 1, 0, 0], zeros)
    assert (found.p, found.ties, found.zeros) == (p, 2, 1)
    assert wilcoxon([1, 0, 2, 0], [0, 1, 0, 0], zeros, "greater").p == 3 / 8
    assert wilcoxon([1, 0, 2, 0], [0, 1, 0, 0], zeros, "less").p == 7 / 8


def test_pratts_ranks_weigh_small_differences_more() -> None:
    """Ranks 1, 2 and 3 become 4, 5 and 6 behind three zeros: 1 + 2 is as much as 3, 4 + 5 is more than 6."""
    a, b = [1, 2, 0, 0, 0, 0], [0, 0, 3, 0, 0, 0]
    assert wilcoxon(a, b, alternative="greater").p == 5 / 8
    assert wilcoxon(a, b, "pratt", "greater").p == 4 / 8


def test_ties_but_for_rounding_are_ties() -> None:
    assert wilcoxon([0.3, 0.5, 0.9], [0.1, 0.3, 0.1]).ties == 2


def test_a_difference_of_rounding_alone_is_a_zero() -> None:
    found = wilcoxon([0.1 + 0.2, 0.5, 0.9], [0.3, 0.3, 0.1])
    assert (found.zeros, found.plus, found.minus) == (1, 3, 0)


def test_twins_on_either_side_of_a_rounding_line_stay_together() -> None:
    a = np.random.default_rng(3122053).random(25)
    assert wilcoxon(a + 0.1, a).ties == 25


def test_more_than_fifty_topics_that_differ_are_left_to_the_normal_curve() -> None:
    a, b = np.random.default_rng(1).random((2, 51))
    assert wilcoxon(a, b).method == "normal approximation"
    b[0] = a[0]
    assert wilcoxon(a, b).method == "exact"


def test_tiny_differences_have_the_t_of_large_ones() -> None:
    a, b = np.array([[3.0, 1.0, 2.0]]), np.array([[1.0, 2.0, 2.0]])
    tiny, large = topic_means(a * 1e-200, b * 1e-200), topic_means(a, b)
    assert tiny.mean / tiny.error == pytest.approx(large.mean / large.error)


def test_hedges_shrinks_an_effect_on_three_topics() -> None:
    assert hedges_correction(2) == pytest.approx(0.5641895835)  # J(2) = 1 / sqrt(pi)


def test_hedges_has_no_correction_for_one_degree_of_freedom() -> None:
    with pytest.raises(InputError, match="found 1 degree of freedom"):
        hedges_correction(1)


def test_half_a_deviation_needs_thirty_four_topics() -> None:
    assert topics_needed(0.5) == 34
    assert power(0.5, 34) == pytest.approx(0.8078, abs=5e-5)


def test_no_effect_is_found_as_often_as_alpha_says() -> None:
    assert power(0.0, 10, 0.05) == pytest.approx(0.05)


def test_the_sign_of_an_effect_does_not_change_its_power() -> None:
    assert power(-0.4, 12) == power(0.4, 12)
    assert topics_needed(-0.5) == 34


def test_thirty_four_topics_show_less_than_half_a_deviation() -> None:
    assert 0.4 < detectable_effect(34) < 0.5


def test_power_near_one_stays_a_number() -> None:
    assert power(50.0, 100) == pytest.approx(1.0)
    assert power(1.0, 100_000) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ([0.5], [0.4], "found 1 topic; a test over topics needs two or more"),
        ([], [], "there are no scores"),
        ([0.1, 0.2], [0.1, 0.2, 0.3], "2 and 3 scores"),
        ([0.1, float("nan"), 0.2], [0.1, 0.2, 0.3], "finite number"),
        ([0.1, float("inf"), 0.2], [0.1, 0.2, 0.3], "finite number"),
        ([0.1, 1e300, 0.2], [0.1, 0.2, 0.3], "beyond 1e\\+90"),
        (["a", "b"], [1, 2], "as numbers"),
        ([0.1, 0.2, 0.3], [0.1, 0.2, 0.3], "same on every topic"),
        ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0], "same on every topic"),
    ],
)
def test_bad_pairs_are_told_in_a_sentence(first: Any, second: Any, message: str) -> None:
    with pytest.raises(CliometerError, match=message):
        wilcoxon(first, second)


def test_bad_settings_are_told_in_a_sentence() -> None:
    with pytest.raises(UsageError, match="zero handling"):
        wilcoxon([1, 2], [3, 5], "prat")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(InputError, match="the effect is 0"):
        topics_needed(0.0)
    with pytest.raises(InputError, match="over 10,000,000 topics"):
        topics_needed(1e-5)
    with pytest.raises(UsageError, match="not above alpha"):
        topics_needed(0.5, 0.05)
    with pytest.raises(UsageError, match="alpha between 0 and 1"):
        power(0.5, 10, 5)
    with pytest.raises(UsageError, match="finite"):
        power(float("nan"), 10)
    with pytest.raises(InputError, match="found 1 topic"):
        detectable_effect(1)


def test_importing_the_tests_does_not_import_scipy() -> None:
    names = ["bootstrap", "paired_tests", "effect_sizes", "multiple_comparisons"]
    code = "import sys; from cliometer.stats import {}; sys.exit('scipy' in sys.modules)".format(", ".join(names))
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(("topics", "p"), [(0, 1.0), (1, 1.0), (2, 0.5), (5, 0.0625), (6, 0.03125)])
def test_all_signs_alike_have_two_of_all_patterns(topics: int, p: float) -> None:
    assert equal_signs_p(topics) == p
