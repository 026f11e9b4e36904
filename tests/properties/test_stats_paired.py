"""Paired and permutation tests, effects, power and corrections: compared with scipy and with their definitions."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
import scipy.integrate
import scipy.special
import scipy.stats
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cliometer.stats.effect_sizes import detectable_effect, hedges_correction, power, topics_needed
from cliometer.stats.multiple_comparisons import benjamini_hochberg, holm
from cliometer.stats.paired_tests import SignedRanks, sign_flip, wilcoxon
from cliometer.stats.samples import Alternative, Floats
from tests.strategies import examples

OLD = tuple(map(int, scipy.__version__.split(".")[:2])) < (1, 14)
NORMAL = "approx" if OLD else "asymptotic"  # scipy renamed it

SEEDS = st.integers(0, 2**32)
ALTERNATIVES = st.sampled_from(["two-sided", "greater", "less"])
SMALL = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=3, max_size=40)
FEW = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=10)
MANY = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=51, max_size=80)
PROBABILITIES = st.lists(st.floats(0, 1), min_size=1, max_size=20)


def reported(found: SignedRanks) -> float:
    """What scipy calls the statistic: the smaller rank sum, or the first's where a side is asked for."""
    return min(found.plus, found.minus) if found.alternative == "two-sided" else found.plus


@given(SEEDS, st.integers(2, 50), ALTERNATIVES)
def test_exact_signed_ranks_are_scipys(seed: int, topics: int, alternative: Alternative) -> None:
    a, b = np.random.default_rng(seed).random((2, topics))
    expected = scipy.stats.wilcoxon(a, b, method="exact", alternative=alternative)
    found = wilcoxon(a, b, alternative=alternative)
    assert found.method == "exact"
    assert reported(found) == expected.statistic
    assert found.p == pytest.approx(expected.pvalue, abs=1e-9)


@given(MANY, ALTERNATIVES)
def test_beyond_fifty_topics_signed_ranks_are_scipys_approximation(
    pairs: list[tuple[int, int]], alternative: Alternative
) -> None:
    a, b = np.array(pairs, float).T
    assume((a != b).sum() > 50)
    expected = scipy.stats.wilcoxon(a, b, method=NORMAL, alternative=alternative)
    found = wilcoxon(a, b, alternative)
    assert found.method == "normal approximation"
    assert reported(found) == expected.statistic
    assert found.p == pytest.approx(expected.pvalue, abs=1e-9)


def ranks_of(a: Floats, b: Floats) -> Floats:
    """scipy's ranks of the sizes other than zero, signed."""
    d = (a - b)[a != b]
    ranks: Floats = scipy.stats.rankdata(np.abs(d)) * np.sign(d)
    return ranks


def slow_p(ranks: Floats, alternative: Alternative) -> Fraction:
    """The share of all sign patterns whose sum of signed ranks is as extreme."""
    observed = ranks.sum()
    sums = [np.dot(signs, np.abs(ranks)) for signs in product([-1, 1], repeat=len(ranks))]
    extreme = {
        "two-sided": [abs(total) >= abs(observed) for total in sums],
        "greater": [total >= observed for total in sums],
        "less": [total <= observed for total in sums],
    }
    return Fraction(sum(extreme[alternative]), len(sums))


@settings(deadline=None)
@given(FEW, ALTERNATIVES)
def test_with_ties_and_zeros_signed_ranks_count_every_pattern(
    pairs: list[tuple[int, int]], alternative: Alternative
) -> None:
    a, b = np.array(pairs, float).T
    assume((a != b).any())
    ranks = ranks_of(a, b)
    found = wilcoxon(a, b, alternative)
    assert (found.method, found.zeros) == ("exact", (a == b).sum())
    assert (found.plus, found.minus) == (ranks[ranks > 0].sum(), -ranks[ranks < 0].sum())
    assert found.p == slow_p(ranks, alternative)


@examples(40)
@given(FEW, ALTERNATIVES)
def test_with_ties_and_zeros_signed_ranks_are_scipys_permutation_test(
    pairs: list[tuple[int, int]], alternative: Alternative
) -> None:
    a, b = np.array(pairs, float).T
    assume((a != b).sum() > 1)
    expected = scipy.stats.permutation_test(
        (ranks_of(a, b),), np.sum, permutation_type="samples", n_resamples=np.inf, alternative=alternative
    )
    assert wilcoxon(a, b, alternative).p == pytest.approx(expected.pvalue, abs=1e-9)


@given(SEEDS, st.integers(2, 50))
def test_the_sides_of_signed_ranks_mirror_each_other(seed: int, topics: int) -> None:
    a, b = np.random.default_rng(seed).integers(0, 9, (2, topics)).astype(float)
    assume((a != b).any())
    assert wilcoxon(a, b, "greater").p == wilcoxon(b, a, "less").p
    sides = min(wilcoxon(a, b, side).p for side in ("greater", "less"))
    assert wilcoxon(a, b).p == min(1, 2 * sides)


@given(SMALL)
def test_tenths_tie_wherever_whole_numbers_tie(pairs: list[tuple[int, int]]) -> None:
    a, b = np.array(pairs, float).T
    assume((a != b).any())
    assert wilcoxon(a / 10, b / 10) == wilcoxon(a, b)


@given(st.integers(2, 300), st.floats(0.1, 3))
def test_hedges_correction_undoes_the_bias_of_scipys_noncentral_t(freedom: int, shift: float) -> None:
    """d is t over the root of n, so its mean is too large by that of t over its noncentrality."""
    too_large = scipy.stats.nct.mean(freedom, shift) / shift
    assert hedges_correction(freedom) == pytest.approx(1 / too_large, abs=1e-9)


def slow_power(effect: float, topics: int, alpha: float) -> float:
    """The definition: a normal mean over a chi-distributed deviation, integrated over the deviation."""
    m, shift = topics - 1, abs(effect) * math.sqrt(topics)
    limit = scipy.stats.t.ppf(1 - alpha / 2, m)

    def at(chi: float) -> float:
        bound = limit * chi / math.sqrt(m)
        tails = scipy.stats.norm.sf(bound - shift) + scipy.stats.norm.cdf(-bound - shift)
        return float(tails * scipy.stats.chi.pdf(chi, m))

    middle = math.sqrt(m)
    spans = pairwise([0.0, max(0.0, middle - 3), middle, middle + 3, middle + 12])
    return float(sum(scipy.integrate.quad(at, *span, epsabs=1e-12, epsrel=1e-12)[0] for span in spans))


@examples(40)
@given(st.floats(0, 3), st.integers(2, 60), st.sampled_from([0.01, 0.05, 0.1]))
def test_power_is_the_integral_over_the_deviation(effect: float, topics: int, alpha: float) -> None:
    assert power(effect, topics, alpha) == pytest.approx(slow_power(effect, topics, alpha), abs=1e-9)


@examples(40)
@given(st.integers(2, 200), st.sampled_from([0.5, 0.8, 0.95]))
def test_the_detectable_effect_has_just_the_power_wanted(topics: int, wanted: float) -> None:
    assert power(detectable_effect(topics, wanted), topics) == pytest.approx(wanted, abs=1e-9)


@examples(40)
@given(st.floats(0.05, 3), st.sampled_from([0.5, 0.8, 0.95]))
def test_the_topics_needed_are_enough_and_one_less_is_not(effect: float, wanted: float) -> None:
    n = topics_needed(effect, wanted)
    assert power(effect, n) >= wanted
    assert n == 2 or power(effect, n - 1) < wanted


@given(PROBABILITIES)
def test_benjamini_hochberg_is_scipys(p: list[float]) -> None:
    assert np.allclose(benjamini_hochberg(p), scipy.stats.false_discovery_control(p), rtol=0, atol=1e-12)


@given(PROBABILITIES)
def test_holm_is_its_definition(p: list[float]) -> None:
    def adjusted(mine: float) -> float:
        return max(min(1.0, sum(other >= q for other in p) * q) for q in p if q <= mine)

    assert np.allclose(holm(p), [adjusted(mine) for mine in p], rtol=0, atol=1e-12)


@given(PROBABILITIES, SEEDS)
def test_corrections_do_not_look_at_the_order(p: list[float], seed: int) -> None:
    order = np.random.default_rng(seed).permutation(len(p))
    for correct in (holm, benjamini_hochberg):
        assert correct(np.array(p)[order]).tolist() == correct(p)[order].tolist()


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
        (np.array(values, float),), np.sum, permutation_type="samples", n_resamples=np.inf, vectorized=False
    )
    assert sign_flip([values], seed=0).p[0] == pytest.approx(expected.pvalue, abs=1e-9)


@examples(25)
@given(SEEDS)
def test_drawn_flips_come_near_the_exact_share(seed: int) -> None:
    d = np.random.default_rng(seed).normal(0.3, 1, size=(3, 10))
    exact = sign_flip(d, seed=seed)
    drawn = sign_flip(d, 20_000, seed=seed, exact_topics=0)
    assert drawn.method == "monte carlo"
    assert np.abs(exact.p - drawn.p).max() < 0.025  # seven standard errors
