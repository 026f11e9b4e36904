"""Permutation tests: compared with every sign pattern in exact fractions, and with scipy."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from cliometer.stats.aggregates import means, ratios
from cliometer.stats.permutation import randomisation, sign_flip
from cliometer.stats.resampling import all_pairs

SEEDS = st.integers(0, 2**32)
HUNDREDTHS = st.integers(-30, 30)


def brute_force(hundredths: list[int]) -> Fraction:
    """Share of the sign patterns whose sum is at least as far from 0, in whole numbers."""
    patterns = list(product([1, -1], repeat=len(hundredths)))
    sums = [abs(sum(s * d for s, d in zip(signs, hundredths, strict=True))) for signs in patterns]
    return Fraction(sum(total >= abs(sum(hundredths)) for total in sums), len(patterns))


@given(
    st.integers(2, 9).flatmap(lambda n: st.lists(st.lists(HUNDREDTHS, min_size=n, max_size=n), min_size=1))
)
def test_the_exact_test_counts_every_sign_pattern(rows: list[list[int]]) -> None:
    found = sign_flip(np.array(rows) / 100, seed=0)
    assert found.method == "exact"
    assert found.p.tolist() == [float(brute_force(row)) for row in rows]


@settings(deadline=None, max_examples=50)
@given(st.lists(st.integers(-9, 9), min_size=2, max_size=8))
def test_the_exact_test_is_scipys(values: list[int]) -> None:
    expected = scipy.stats.permutation_test(
        (np.array(values, float),), np.sum, permutation_type="samples", n_resamples=np.inf, vectorized=False
    )
    assert sign_flip([values], seed=0).p[0] == pytest.approx(expected.pvalue, abs=1e-9)


@settings(deadline=None, max_examples=25)
@given(SEEDS)
def test_drawn_flips_come_near_the_exact_share(seed: int) -> None:
    d = np.random.default_rng(seed).normal(0.3, 1, size=(3, 10))
    exact, drawn = sign_flip(d, seed=seed), sign_flip(d, 20_000, seed=seed, exact_topics=0)
    assert drawn.method == "monte carlo"
    assert np.abs(exact.p - drawn.p).max() < 0.025  # seven standard errors


@settings(deadline=None, max_examples=25)
@given(SEEDS)
def test_randomisation_of_means_comes_near_the_sign_flips(seed: int) -> None:
    values = np.random.default_rng(seed).random((3, 8))
    pairs = all_pairs(3)
    found = randomisation(means(values), pairs, 20_000, seed=seed)
    exact = sign_flip(values[pairs[:, 0]] - values[pairs[:, 1]], seed=seed)
    assert np.allclose(found.observed, exact.observed)
    assert np.abs(found.p - exact.p).max() < 0.025


@settings(deadline=None, max_examples=25)
@given(SEEDS, st.sampled_from([1, 2]))
def test_randomisation_swaps_counts_before_it_divides(seed: int, columns: int) -> None:
    """The slow twin swaps whole topics and scores the two mixtures anew."""
    generator = np.random.default_rng(seed)
    wholes = generator.integers(1, 9, size=(3, 6, columns)).astype(float)
    parts = np.floor(wholes * generator.random(wholes.shape))
    if columns == 1:
        parts, wholes = parts[:, :, 0], wholes[:, :, 0]
    pairs, swaps = all_pairs(3), 40
    found = randomisation(ratios(parts, wholes), pairs, swaps, seed=seed)
    masks = np.random.default_rng(seed).integers(0, 2, size=(swaps, 6)).astype(bool)
    for column, (i, j) in enumerate(pairs):
        extreme = 0
        for mask in masks:
            mixed_parts, mixed_wholes = parts[[i, j]].copy(), wholes[[i, j]].copy()
            mixed_parts[:, mask], mixed_wholes[:, mask] = parts[[j, i]][:, mask], wholes[[j, i]][:, mask]
            first, second = ratios(mixed_parts, mixed_wholes).observed()
            extreme += abs(first - second) >= abs(found.observed[column]) - 1e-10
        assert found.p[column] == pytest.approx((extreme + 1) / (swaps + 1), abs=1e-12)
