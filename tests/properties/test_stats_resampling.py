"""The bootstrap over topics: compared with a loop, and with scipy's BCa on the same resamples."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cliometer.errors import InputError
from cliometer.model.score import Ratio, Score
from cliometer.stats.aggregates import Aggregate, means, ratios
from cliometer.stats.resampling import all_pairs, bca, bootstrap, paired_p_values, percentile, resamples
from cliometer.stats.samples import Floats

SEEDS = st.integers(0, 2**32)


@st.composite
def tables(draw: st.DrawFn, columns: int | None = None, least: int = 0) -> Floats:
    """Whole numbers, systems x topics (x columns): their sums are exact, so ties are ties in every order."""
    systems, topics = draw(st.integers(2, 4)), draw(st.integers(2, 9))
    shape = (systems, topics) if columns is None else (systems, topics, columns)
    seed = draw(SEEDS)
    return np.random.default_rng(seed).integers(least, 12, size=shape).astype(float)


def slow_score(parts: Floats, wholes: Floats, drawn: list[int], beta: float, root: float) -> float | None:
    """One system's score by the definition, topic by topic."""
    pooled = [
        sum((Ratio(parts[t, c], wholes[t, c]) for t in drawn), start=Ratio(0, 0))
        for c in range(parts.shape[1])
    ]
    if len(pooled) == 1:
        return pooled[0].value
    score = Score(pooled[0], pooled[1], beta, root)
    return score.numbers()["f"]


def agrees_with_the_loop(aggregate: Aggregate, seed: int) -> None:
    drawn = resamples(aggregate.topics, 20, seed)
    fast = bootstrap(aggregate, 20, seed=seed).replicates
    for row, topics in enumerate(drawn.tolist()):
        for system in range(aggregate.systems):
            slow = slow_score(
                aggregate.parts[system], aggregate.wholes[system], topics, aggregate.beta, aggregate.root
            )
            assert fast[row, system] == pytest.approx(
                np.nan if slow is None else slow, abs=1e-12, nan_ok=True
            )


@given(tables(), SEEDS)
def test_means_are_resampled_as_a_loop_would(values: Floats, seed: int) -> None:
    agrees_with_the_loop(means(values), seed)


@given(tables(columns=2), SEEDS, st.sampled_from([0.5, 1.0, 2.0]))
def test_f_of_means_is_resampled_as_a_loop_would(values: Floats, seed: int, beta: float) -> None:
    agrees_with_the_loop(means(values / 12, beta), seed)


@given(tables(columns=2), SEEDS, st.sampled_from([1.0, 1.2, 2.0]))
def test_micro_f_is_resampled_as_a_loop_would(wholes: Floats, seed: int, root: float) -> None:
    wholes = np.maximum(wholes - 6, 0)  # many topics have nothing to count
    assume((wholes[:, :, 1].sum(axis=1) > 0).all())
    parts = np.floor(wholes * np.random.default_rng(seed).random(wholes.shape))
    agrees_with_the_loop(ratios(parts, wholes, root=root), seed)


@given(tables(), SEEDS, st.sampled_from([0.5, 0.9, 0.95]))
def test_percentile_intervals_are_numpys_percentiles(values: Floats, seed: int, level: float) -> None:
    sample = bootstrap(means(values), 99, seed=seed)
    found = percentile(sample, level)
    tails = [(1 - level) / 2, (1 + level) / 2]
    assert np.allclose([found.low, found.high], np.quantile(sample.replicates, tails, axis=0), atol=1e-12)


@settings(deadline=None)
@given(tables(), SEEDS, st.sampled_from([0.5, 0.9, 0.95]))
def test_bca_is_scipys_on_the_same_resamples(values: Floats, seed: int, level: float) -> None:
    sample = bootstrap(means(values), 199, seed=seed)
    try:
        found = bca(sample, level)
    except InputError:
        assume(False)
    for system, row in enumerate(values):
        expected = scipy.stats.bootstrap(
            (row,),
            np.mean,
            n_resamples=0,
            confidence_level=level,
            bootstrap_result=SimpleNamespace(bootstrap_distribution=sample.replicates[:, system]),
        ).confidence_interval
        assert found.low[system] == pytest.approx(expected.low, abs=1e-9)
        assert found.high[system] == pytest.approx(expected.high, abs=1e-9)


@given(tables(columns=2), SEEDS)
def test_a_paired_difference_is_the_difference_on_the_same_resamples(values: Floats, seed: int) -> None:
    aggregate = means(values / 12)
    sample = bootstrap(aggregate, 30, seed=seed)
    pairs = all_pairs(aggregate.systems)
    difference = sample.differences(pairs)
    for column, (i, j) in enumerate(pairs):
        assert np.allclose(
            difference.replicates[:, column], sample.replicates[:, i] - sample.replicates[:, j]
        )
    p = paired_p_values(difference)
    assert ((p > 0) & (p <= 1)).all()


@given(tables(), SEEDS)
def test_the_paired_p_value_counts_shifted_resamples(values: Floats, seed: int) -> None:
    difference = bootstrap(means(values), 50, seed=seed).differences(all_pairs(len(values)))
    for column, p in enumerate(paired_p_values(difference)):
        d = difference.observed[column]
        extreme = sum(abs(x - d) >= abs(d) - 1e-9 for x in difference.replicates[:, column])
        assert p == pytest.approx((extreme + 1) / 51)
