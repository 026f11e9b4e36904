"""Permutation tests: compared with every sign pattern in exact fractions, and with scipy."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from cliometer.stats.paired_tests import sign_flip
from tests.strategies import examples

SEEDS = st.integers(0, 2**32)
HUNDREDTHS = st.integers(-30, 30)


def brute_force(hundredths: list[int]) -> Fraction:
    """Share of the sign patterns whose sum is as extreme, in whole numbers."""
    patterns = list(product([1, -1], repeat=len(hundredths)))
    sums = [sum(sign * d for sign, d in zip(signs, hundredths, strict=True)) for signs in patterns]
    return Fraction(sum(abs(total) >= abs(sum(hundredths)) for total in sums), len(patterns))


Rows = list[list[int]]
ROWS = st.integers(2, 9).flatmap(
    lambda n: st.lists(st.lists(HUNDREDTHS, min_size=n, max_size=n), min_size=1, max_size=5)
)


@given(ROWS)
def test_the_exact_test_counts_every_sign_pattern(rows: Rows) -> None:
    found = sign_flip(np.array(rows) / 100, seed=0)
    assert found.method == "exact"
    assert found.p.tolist() == [float(brute_force(row)) for row in rows]


@examples(50)
@given(st.lists(st.integers(-9, 9), min_size=2, max_size=8))
def test_the_exact_test_is_scipys(values: list[int]) -> None:
    expected = scipy.stats.permutation_test(
        (np.array(values, float),),
        np.sum,
        permutation_type="samples",
        n_resamples=np.inf,
        vectorized=False,
    )
    found = sign_flip([values], seed=0)
    assert found.p[0] == pytest.approx(expected.pvalue, abs=1e-9)


@examples(25)
@given(SEEDS)
def test_drawn_flips_come_near_the_exact_share(seed: int) -> None:
    d = np.random.default_rng(seed).normal(0.3, 1, size=(3, 10))
    exact = sign_flip(d, seed=seed)
    drawn = sign_flip(d, 20_000, seed=seed, exact_topics=0)
    assert drawn.method == "monte carlo"
    assert np.abs(exact.p - drawn.p).max() < 0.025  # seven standard errors
