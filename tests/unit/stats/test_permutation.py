"""Permutation tests for paired scores."""

from __future__ import annotations

import numpy as np
import pytest

from cliometer.errors import CliometerError, UsageError
from cliometer.stats.paired_tests import sign_flip


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


def test_no_difference_at_all_has_p_one() -> None:
    assert sign_flip(np.zeros((1, 5)), seed=0).p.tolist() == [1.0]
    assert sign_flip(np.zeros((1, 25)), 50, seed=0).p.tolist() == [1.0]


def test_the_same_seed_gives_the_same_p() -> None:
    d = np.random.default_rng(1).random((4, 30)) - 0.4
    first = sign_flip(d, 500, seed=9).p
    assert first.tolist() == sign_flip(d, 500, seed=9).p.tolist()
    assert first.tolist() != sign_flip(d, 500, seed=10).p.tolist()


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


def test_bad_settings_are_told_in_a_sentence() -> None:
    with pytest.raises(UsageError, match="exact_topics from 0 to 20"):
        sign_flip(np.ones((1, 3)), seed=0, exact_topics=40)
    with pytest.raises(UsageError, match="swaps"):
        sign_flip(np.ones((1, 30)), 0, seed=0)
