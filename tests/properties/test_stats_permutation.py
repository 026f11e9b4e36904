"""Permutation tests: compared with every sign pattern in exact fractions, and with scipy."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given
from hypothesis import strategies as st

from cliometer.stats.paired_tests import sign_flip
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
