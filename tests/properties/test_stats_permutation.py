"""Permutation tests: compared with every sign pattern in exact fractions, and with scipy."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given
from hypothesis import strategies as st

from cliometer.stats.aggregates import means, ratios
from cliometer.stats.bootstrap import all_pairs
from cliometer.stats.paired_tests import randomisation, sign_flip
from cliometer.stats.samples import Alternative
from tests.strategies import examples

SEEDS = st.integers(0, 2**32)
ALTERNATIVES = st.sampled_from(["two-sided", "greater", "less"])
HUNDREDTHS = st.integers(-30, 30)


def as_extreme(total: int, observed: int, alternative: Alternative) -> bool:
    if alternative == "two-sided":
        return abs(total) >= abs(observed)
    return total >= observed if alternative == "greater" else total <= observed


def brute_force(hundredths: list[int], alternative: Alternative, groups: list[str]) -> Fraction:
    """Share of the sign patterns whose sum is as extreme, in whole numbers; a group has one sign."""
    names = sorted(set(groups))
    patterns = [dict(zip(names, signs, strict=True)) for signs in product([1, -1], repeat=len(names))]
    sums = [sum(sign[g] * d for g, d in zip(groups, hundredths, strict=True)) for sign in patterns]
    return Fraction(sum(as_extreme(total, sum(hundredths), alternative) for total in sums), len(patterns))


Rows = list[list[int]]
ROWS = st.integers(2, 9).flatmap(
    lambda n: st.lists(st.lists(HUNDREDTHS, min_size=n, max_size=n), min_size=1, max_size=5)
)


@given(ROWS, ALTERNATIVES)
def test_the_exact_test_counts_every_sign_pattern(rows: Rows, alternative: Alternative) -> None:
    found = sign_flip(np.array(rows) / 100, seed=0, alternative=alternative)
    alone = [str(topic) for topic in range(len(rows[0]))]
    assert (found.method, found.alternative) == ("exact", alternative)
    assert found.p.tolist() == [float(brute_force(row, alternative, alone)) for row in rows]


@given(ROWS, ALTERNATIVES, st.data())
def test_the_signs_of_a_group_change_together(rows: Rows, alternative: Alternative, data: st.DataObject) -> None:
    groups = data.draw(st.lists(st.sampled_from("xyz"), min_size=len(rows[0]), max_size=len(rows[0])))
    assume(len(set(groups)) > 1)
    found = sign_flip(np.array(rows) / 100, seed=0, groups=groups, alternative=alternative)
    assert found.swaps == 2 ** len(set(groups))
    assert found.observed == pytest.approx(np.mean(rows, axis=1) / 100, abs=1e-12)
    assert found.p.tolist() == [float(brute_force(row, alternative, groups)) for row in rows]


@examples(50)
@given(st.lists(st.integers(-9, 9), min_size=2, max_size=8), ALTERNATIVES)
def test_the_exact_test_is_scipys(values: list[int], alternative: Alternative) -> None:
    expected = scipy.stats.permutation_test(
        (np.array(values, float),),
        np.sum,
        permutation_type="samples",
        n_resamples=np.inf,
        vectorized=False,
        alternative=alternative,
    )
    found = sign_flip([values], seed=0, alternative=alternative)
    assert found.p[0] == pytest.approx(expected.pvalue, abs=1e-9)


@examples(25)
@given(SEEDS, ALTERNATIVES)
def test_drawn_flips_come_near_the_exact_share(seed: int, alternative: Alternative) -> None:
    d = np.random.default_rng(seed).normal(0.3, 1, size=(3, 10))
    exact = sign_flip(d, seed=seed, alternative=alternative)
    drawn = sign_flip(d, 20_000, seed=seed, exact_topics=0, alternative=alternative)
    assert drawn.method == "monte carlo"
    assert np.abs(exact.p - drawn.p).max() < 0.025  # seven standard errors


@examples(25)
@given(SEEDS)
def test_randomisation_of_means_comes_near_the_sign_flips(seed: int) -> None:
    values = np.random.default_rng(seed).random((3, 8))
    pairs = all_pairs(3)
    found = randomisation(means(values), pairs, 20_000, seed=seed)
    exact = sign_flip(values[pairs[:, 0]] - values[pairs[:, 1]], seed=seed)
    assert np.allclose(found.observed, exact.observed)
    assert np.abs(found.p - exact.p).max() < 0.025


@examples(50)
@given(SEEDS, st.sampled_from([1, 2]), ALTERNATIVES, st.sampled_from([None, "aabbcc", "abacbc"]))
def test_randomisation_swaps_counts_before_it_divides(
    seed: int, columns: int, alternative: Alternative, groups: str | None
) -> None:
    """The slow twin swaps whole topics, or all topics of a group, and scores the two mixtures anew."""
    generator = np.random.default_rng(seed)
    wholes = generator.integers(1, 9, size=(3, 6, columns)).astype(float)
    parts = np.floor(wholes * generator.random(wholes.shape))
    if columns == 1:
        parts, wholes = parts[:, :, 0], wholes[:, :, 0]
    pairs, swaps = all_pairs(3), 40
    found = randomisation(ratios(parts, wholes), pairs, swaps, seed=seed, groups=groups, alternative=alternative)
    units = "012345" if groups is None else groups
    count = len(set(units))
    exact = 2**count <= swaps
    drawn = np.random.default_rng(seed).integers(0, 2, size=(swaps, count)).astype(bool)
    if exact:
        drawn = np.array(list(product((False, True), repeat=count)))
    assert (found.method, found.swaps) == (("exact", 2**count) if exact else ("monte carlo", swaps))
    masks = drawn[:, [sorted(set(units)).index(unit) for unit in units]]
    for column, (i, j) in enumerate(pairs):
        extreme = 0
        for mask in masks:
            mixed_parts, mixed_wholes = parts[[i, j]].copy(), wholes[[i, j]].copy()
            mixed_parts[:, mask], mixed_wholes[:, mask] = parts[[j, i]][:, mask], wholes[[j, i]][:, mask]
            first, second = ratios(mixed_parts, mixed_wholes).observed()
            rounded = [round(1e9 * value) for value in (first - second, found.observed[column])]
            extreme += as_extreme(rounded[0], rounded[1], alternative)
        wanted = extreme / len(drawn) if exact else (extreme + 1) / (swaps + 1)
        assert found.p[column] == pytest.approx(wanted, abs=1e-12)
