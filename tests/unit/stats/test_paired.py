"""Two systems on the same topics: tests, permutations, effects and power."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from cliometer.errors import CliometerError, InputError, UsageError
from cliometer.stats.effect_sizes import detectable_effect, hedges_correction, power, topics_needed, topics_to_reach
from cliometer.stats.paired_tests import equal_signs_p, sign_flip, topic_means, wilcoxon


def test_student_1908_table_of_sleep() -> None:
    """Additional hours of sleep under two drugs: t = 4.06 on nine degrees of freedom."""
    first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    found = topic_means([[1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]], [first])
    t = float(found.mean[0] / found.error[0])
    assert (round(t, 4), round(float(found.p[0]), 5), found.freedom) == (4.0621, 0.00283, 9)


@pytest.mark.parametrize("topics", [5, 60])
def test_five_wins_of_one_size_are_no_better_than_five_wins(topics: int) -> None:
    """Five coins fall alike in 1 of 16 cases, whatever the normal curve says."""
    found = wilcoxon([1] * 5 + [0] * (topics - 5), [0] * topics)
    assert (found.method, found.z, found.p) == ("exact", None, 1 / 16)
    assert (found.zeros, found.ties) == (topics - 5, 5)


def test_ranks_shared_by_two_make_a_test_by_hand() -> None:
    """Ranks 1.5, 1.5 and 3: the sum 1.5 or less in 3 of 8 patterns."""
    found = wilcoxon([1, 0, 2, 0], [0, 1, 0, 0])
    assert (found.p, found.ties, found.zeros) == (6 / 8, 2, 1)
    assert wilcoxon([1, 0, 2, 0], [0, 1, 0, 0], "greater").p == 3 / 8
    assert wilcoxon([1, 0, 2, 0], [0, 1, 0, 0], "less").p == 7 / 8


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


def test_half_a_deviation_needs_thirty_four_topics() -> None:
    assert topics_needed(0.5) == 34
    assert power(0.5, 34) == pytest.approx(0.8078, abs=5e-5)


def test_no_effect_is_found_as_often_as_alpha_says() -> None:
    assert power(0.0, 10, 0.05) == pytest.approx(0.05)


def test_thirty_four_topics_show_less_than_half_a_deviation() -> None:
    assert 0.4 < detectable_effect(34) < 0.5


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
    with pytest.raises(UsageError, match="unknown alternative 'lesser'; did you mean less"):
        wilcoxon([1, 2], [3, 5], "lesser")  # type: ignore[arg-type]  # wrong on purpose
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
    with pytest.raises(InputError, match="found 1 degree of freedom"):
        hedges_correction(1)
    with pytest.raises(UsageError, match="expected alpha between 0 and 1"):
        topics_to_reach(0)
    with pytest.raises(UsageError, match="exact_topics from 0 to 20"):
        sign_flip(np.ones((1, 3)), seed=0, exact_topics=40)
    with pytest.raises(UsageError, match="swaps"):
        sign_flip(np.ones((1, 30)), 0, seed=0)


def test_importing_the_tests_does_not_import_scipy() -> None:
    names = ["bootstrap", "paired_tests", "effect_sizes", "multiple_comparisons"]
    code = "import sys; from cliometer.stats import {}; sys.exit('scipy' in sys.modules)".format(", ".join(names))
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(("topics", "p"), [(0, 1.0), (1, 1.0), (2, 0.5), (5, 0.0625), (6, 0.03125)])
def test_all_signs_alike_have_two_of_all_patterns(topics: int, p: float) -> None:
    assert equal_signs_p(topics) == p


def test_fisher_1935_darwins_maize() -> None:
    """The design of experiments, section 21: 1,726 of 32,768 patterns are as extreme, both ways counted."""
    eighths = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    assert sign_flip([eighths], seed=0).p[0] == 1726 / 32768


def test_twenty_topics_are_still_exact() -> None:
    found = sign_flip(np.ones((2, 20)), seed=0)
    assert (found.method, found.swaps) == ("exact", 2**20)
    assert found.p.tolist() == [2 / 2**20] * 2


def test_with_twenty_one_topics_flips_are_drawn_and_p_is_never_zero() -> None:
    found = sign_flip(np.ones((1, 21)), 99, seed=0)
    assert (found.method, found.swaps) == ("monte carlo", 99)
    assert found.p.tolist() == [1 / 100]


def test_a_pair_has_the_same_p_in_whatever_company() -> None:
    d = np.random.default_rng(1).random((4, 30)) - 0.4
    assert sign_flip(d, 500, seed=9).p[0] == sign_flip(d[:1], 500, seed=9).p[0]


def test_flips_are_drawn_in_blocks_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    d = np.random.default_rng(1).random((4, 31)) - 0.4
    whole = sign_flip(d, 500, seed=9)
    monkeypatch.setattr("cliometer.stats.paired_tests.BLOCK", 7 * 31)
    assert sign_flip(d, 500, seed=9).p.tolist() == whole.p.tolist()


@pytest.mark.parametrize(
    ("differences", "message"),
    [
        ([[0.1]], "found 1 topic"),
        ([[0.1, float("nan")]], "finite number"),
        ([[]], "there are no differences"),
        ([0.1, 0.2], "2 dimension"),
    ],
)
def test_bad_differences_are_told_in_a_sentence(differences: object, message: str) -> None:
    with pytest.raises(CliometerError, match=message):
        sign_flip(differences, seed=0)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize(("alpha", "topics"), [(0.05, 6), (0.0625, 5), (0.01, 8), (0.001, 11), (0.9, 2)])
def test_so_many_topics_reach_the_level(alpha: float, topics: int) -> None:
    assert topics_to_reach(alpha) == topics


@pytest.mark.parametrize("alpha", [0.05, 0.0625, 0.01])
def test_one_topic_fewer_does_not(alpha: float) -> None:
    """However different two systems are, a sign flip of all topics is as extreme."""
    least = topics_to_reach(alpha)
    reached = [float(sign_flip([[1.0] * topics], seed=0).p[0]) <= alpha for topics in (least - 1, least)]
    assert reached == [False, True]
