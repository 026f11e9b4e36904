"""The bootstrap over topics: compared with a loop, and with scipy's BCa on the same resamples."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cliometer.model.score import Ratio, Score
from cliometer.stats.aggregates import Aggregate, means, ratios
from cliometer.stats.bootstrap import Method, all_pairs, bca, bootstrap, percentile, resamples, studentised_p_values
from cliometer.stats.effect_sizes import SIDES, Side, bounds
from cliometer.stats.samples import Floats

SEEDS = st.integers(0, 2**32)


@st.composite
def tables(draw: st.DrawFn, columns: int | None = None, least: int = 0) -> Floats:
    """Whole numbers, systems x topics (x columns): their sums are exact, so ties are ties in every order."""
    systems, topics = draw(st.integers(2, 4)), draw(st.integers(2, 9))
    shape = (systems, topics) if columns is None else (systems, topics, columns)
    return np.random.default_rng(draw(SEEDS)).integers(least, 12, size=shape).astype(float)


def slow_score(parts: Floats, wholes: Floats, drawn: list[int], beta: float, root: float) -> float | None:
    """One system's score by the definition, topic by topic."""
    pooled = [sum((Ratio(parts[t, c], wholes[t, c]) for t in drawn), start=Ratio(0, 0)) for c in range(parts.shape[1])]
    if len(pooled) == 1:
        return pooled[0].value
    return Score(pooled[0], pooled[1], beta, root).numbers()["f"]


def agrees_with_the_loop(aggregate: Aggregate, seed: int) -> None:
    drawn = resamples(aggregate.parts.shape[1], 20, seed)
    fast = bootstrap(aggregate, 20, seed=seed).replicates
    for row, topics in enumerate(drawn.tolist()):
        for system in range(len(aggregate.parts)):
            slow = slow_score(aggregate.parts[system], aggregate.wholes[system], topics, aggregate.beta, aggregate.root)
            assert fast[row, system] == pytest.approx(np.nan if slow is None else slow, abs=1e-12, nan_ok=True)


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
    assert np.allclose([found.low, found.high], np.quantile(sample.replicates, tails, axis=0), rtol=0, atol=1e-12)


@settings(deadline=None)
@given(tables(), SEEDS, st.sampled_from([0.5, 0.9, 0.95]))
def test_bca_is_scipys_on_the_same_resamples(values: Floats, seed: int, level: float) -> None:
    sample = bootstrap(means(values), 199, seed=seed)
    found, plain = bca(sample, level), percentile(sample, level)
    for system, row in enumerate(values):
        if found.reasons[system] is not None:
            assert (found.low[system], found.high[system]) == (plain.low[system], plain.high[system])
            continue
        expected = scipy.stats.bootstrap(
            (row,),
            np.mean,
            n_resamples=0,
            confidence_level=level,
            bootstrap_result=SimpleNamespace(bootstrap_distribution=sample.replicates[:, system]),
        ).confidence_interval
        assert found.low[system] == pytest.approx(expected.low, abs=1e-9)
        assert found.high[system] == pytest.approx(expected.high, abs=1e-9)


@settings(deadline=None)
@given(tables(columns=2, least=1), SEEDS, st.sampled_from([0.5, 0.9, 0.95]))
def test_bca_of_a_difference_of_pooled_ratios_is_scipys(values: Floats, seed: int, level: float) -> None:
    """Parts and wholes of two systems are four samples that scipy draws together."""
    parts, wholes = values[:2, :, 0], values[:2, :, 1]
    sample = bootstrap(ratios(parts, wholes), 199, seed=seed).differences(all_pairs(2))
    found = bca(sample, level)
    assume(found.methods == ("bca",))

    def difference(a: Floats, b: Floats, m: Floats, n: Floats) -> float:
        return float(a.sum() / m.sum() - b.sum() / n.sum())

    expected = scipy.stats.bootstrap(
        (*parts, *wholes),
        difference,
        paired=True,
        vectorized=False,
        n_resamples=0,
        confidence_level=level,
        bootstrap_result=SimpleNamespace(bootstrap_distribution=sample.replicates[:, 0]),
    ).confidence_interval
    assert (found.low[0], found.high[0]) == pytest.approx((expected.low, expected.high), abs=1e-9)


@given(tables(columns=2), SEEDS)
def test_a_paired_difference_is_the_difference_on_the_same_resamples(values: Floats, seed: int) -> None:
    aggregate = means(values / 12)
    sample = bootstrap(aggregate, 30, seed=seed)
    pairs = all_pairs(len(aggregate.parts))
    difference = sample.differences(pairs)
    for column, (i, j) in enumerate(pairs):
        assert np.allclose(
            difference.replicates[:, column], sample.replicates[:, i] - sample.replicates[:, j], rtol=0, atol=1e-12
        )


def slow_t(values: Floats, mean: float) -> float:
    """The distance of the mean from another in standard errors; values without spread lie 0 or endlessly far."""
    distance = values.mean() - mean
    if abs(distance) < 1e-9:
        return 0.0
    deviation = 0.0 if np.ptp(values) < 1e-9 else values.std(ddof=1)
    return float(distance / deviation * len(values) ** 0.5) if deviation else float(np.copysign(np.inf, distance))


@given(tables(), SEEDS)
def test_the_studentised_p_value_counts_shifted_resamples(values: Floats, seed: int) -> None:
    """The slow twin lists the topics of each resample, and studentises the list."""
    drawn = resamples(values.shape[1], 50, seed)
    for row, p in zip(values - 3, studentised_p_values(values - 3, 50, seed=seed), strict=True):
        observed = slow_t(row, 0.0)
        found = sum(abs(slow_t(row[places], row.mean())) >= abs(observed) - 1e-9 for places in drawn)
        assert p == pytest.approx((found + 1) / 51, abs=1e-12)


@st.composite
def clustered(draw: st.DrawFn) -> tuple[Floats, Floats, list[str]]:
    """Parts and wholes (systems x topics x 2), and the topics' groups: two or more, in any order."""
    wholes = draw(tables(columns=2, least=1))
    parts = np.floor(wholes * np.random.default_rng(draw(SEEDS)).random(wholes.shape))
    topics = wholes.shape[1]
    groups = draw(st.lists(st.sampled_from("xyz"), min_size=topics, max_size=topics))
    assume(len(set(groups)) > 1)
    return parts, wholes, groups


@given(clustered(), SEEDS)
def test_a_drawn_group_brings_all_its_topics(case: tuple[Floats, Floats, list[str]], seed: int) -> None:
    """The slow twin lists the topics of the drawn groups and scores the list."""
    parts, wholes, groups = case
    names = list(dict.fromkeys(groups))
    found = bootstrap(ratios(parts, wholes).pooled(groups), 20, seed=seed)
    lists = [
        [t for g in row for t, name in enumerate(groups) if name == names[g]]
        for row in resamples(len(names), 20, seed).tolist()
    ]
    left_out = [[t for t, name in enumerate(groups) if name != absent] for absent in names]
    for system in range(len(parts)):
        slow = [slow_score(parts[system], wholes[system], topics, 1.0, 1.0) for topics in lists]
        assert found.replicates[:, system].tolist() == pytest.approx(slow, abs=1e-12)
        slow = [slow_score(parts[system], wholes[system], topics, 1.0, 1.0) for topics in left_out]
        assert found.jackknife[:, system].tolist() == pytest.approx(slow, abs=1e-12)


@settings(deadline=None)
@given(tables(), SEEDS, st.floats(0.51, 0.99), st.sampled_from(SIDES))
def test_a_one_sided_bca_bound_is_scipys(values: Floats, seed: int, level: float, side: Side) -> None:
    sample = bootstrap(means(values), 199, seed=seed)
    found = bounds(sample, side, level)
    for system, row in enumerate(values):
        if found.methods[system] == "bca":
            expected = scipy.stats.bootstrap(
                (row,),
                np.mean,
                n_resamples=0,
                confidence_level=level,
                alternative="greater" if side == "lower" else "less",
                bootstrap_result=SimpleNamespace(bootstrap_distribution=sample.replicates[:, system]),
            ).confidence_interval
            end = expected.low if side == "lower" else expected.high
            assert found.values[system] == pytest.approx(end, abs=1e-9)


@given(tables(), SEEDS, st.floats(0.51, 0.99), st.sampled_from(["bca", "percentile"]), st.sampled_from(SIDES))
def test_a_one_sided_bound_leaves_the_rest_of_the_level_beyond_it(
    values: Floats, seed: int, level: float, method: Method, side: Side
) -> None:
    difference = bootstrap(means(values), 99, seed=seed).differences(all_pairs(len(values)))
    found = bounds(difference, side, level, method)
    for column, kind in enumerate(found.methods):
        if kind == "percentile":
            tail = 1 - level if side == "lower" else level
            expected = np.quantile(difference.replicates[:, column], tail)
            assert found.values[column] == pytest.approx(expected, abs=1e-9)
