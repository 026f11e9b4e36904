"""Bootstrap intervals over topics, how often to draw, and one-sided bounds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cliometer.errors import CliometerError, InputError, UsageError
from cliometer.stats.aggregates import group_means, means, ratios
from cliometer.stats.bootstrap import Bootstrap, Method, all_pairs, bca, bootstrap, percentile
from cliometer.stats.effect_sizes import METHODS, SIDES, bounds
from cliometer.stats.samples import checked_resamples, checked_seed

VALUES = np.random.default_rng(7).random((3, 12))


def falls_back(sample: Bootstrap, level: float = 0.95) -> str | None:
    """Why the only column has no BCa interval, once it has been seen to have the percentile interval."""
    found, plain = bca(sample, level), percentile(sample, level)
    assert (found.method, found.methods) == ("bca", ("percentile",))
    assert (found.low, found.high) == (plain.low, plain.high)
    return found.reasons[0]


def test_a_macro_average_can_leave_topics_out() -> None:
    assert ratios([[0.5, 0.0, 0.7]], [[1, 0, 1]]).observed().tolist() == [0.6]


def test_rouge_w_takes_its_root_after_pooling() -> None:
    assert ratios([[1, 3]], [[7, 9]], root=2).observed().tolist() == [0.5]


def test_f_of_means_is_not_the_mean_of_f() -> None:
    assert means([[[1.0, 0.0], [0.0, 1.0]]]).observed().tolist() == [0.5]


def test_a_system_that_said_nothing_scores_zero() -> None:
    assert ratios(parts=[[[0, 0], [0, 0]]], wholes=[[[0, 5], [0, 5]]]).observed().tolist() == [0.0]


def test_references_with_nothing_to_find_give_no_score() -> None:
    with pytest.raises(InputError, match="system 0 has no score"):
        ratios(parts=[[[0, 0], [0, 0]]], wholes=[[[5, 0], [5, 0]]]).observed()


def test_resamples_without_a_score_are_left_out_and_counted() -> None:
    found = percentile(bootstrap(ratios([[1, 0]], [[2, 0]]), 1000, seed=1))
    assert 200 < found.undefined[0] < 300  # a quarter draws the empty topic twice
    assert (found.low[0], found.high[0]) == (0.5, 0.5)


def test_without_a_score_for_each_topic_left_out_bca_falls_back() -> None:
    sample = bootstrap(ratios([[1, 0]], [[2, 0]]), 100, seed=1)
    assert falls_back(sample) == "with one topic left out there is no score"


def test_an_interval_says_how_it_came_about() -> None:
    found = bca(bootstrap(means(VALUES), 500, seed=1), 0.9)
    assert (found.method, found.level, found.resamples) == ("bca", 0.9, 500)
    assert (found.low < found.estimate).all()
    assert (found.estimate < found.high).all()


def test_large_samples_are_drawn_in_blocks_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bootstrap(means(VALUES), 100, seed=5).replicates
    monkeypatch.setattr("cliometer.stats.bootstrap.BLOCK", 84)
    assert np.allclose(bootstrap(means(VALUES), 100, seed=5).replicates, whole, rtol=0, atol=1e-15)


def test_a_score_that_no_topic_changes_falls_back_to_a_point() -> None:
    sample = bootstrap(means([[0.1] * 7]), 100, seed=1)
    assert falls_back(sample) == "no topic changes the score"
    assert bca(sample).low == pytest.approx([0.1])
    assert bca(sample).high == pytest.approx([0.1])


def test_a_column_that_falls_back_leaves_the_others_alone() -> None:
    sample = bootstrap(means(np.vstack([VALUES[0], np.full(12, 0.5), VALUES[1]])), 200, seed=1)
    found, alone = bca(sample), bca(bootstrap(means(VALUES[:2]), 200, seed=1))
    assert found.method == "bca"
    assert found.methods == ("bca", "percentile", "bca")
    assert found.reasons == (None, "no topic changes the score", None)
    assert found.low[[0, 2]] == pytest.approx(alone.low, abs=1e-12)
    assert found.high[[0, 2]] == pytest.approx(alone.high, abs=1e-12)


def test_a_percentile_interval_needs_no_reason() -> None:
    found = percentile(bootstrap(means(VALUES), 50, seed=1))
    assert (found.methods, found.reasons) == (("percentile",) * 3, (None,) * 3)


def test_a_column_without_any_resampled_score_is_refused() -> None:
    nothing = Bootstrap(np.array([0.5]), np.full((9, 1), np.nan), np.full((2, 1), 0.5))
    for interval in (percentile, bca):
        with pytest.raises(InputError, match="no resample of column 1 has a value"):
            interval(nothing)


def test_systems_that_differ_by_rounding_do_not_differ() -> None:
    scores = np.array([[0.3, 0.1 + 0.2], [0.7, 0.1 * 7]])
    difference = Bootstrap(scores[0], scores, scores).differences(np.array([[0, 1]]))
    assert not difference.observed.any()
    assert not difference.replicates.any()
    assert not difference.jackknife.any()


def test_resamples_all_on_one_side_fall_back() -> None:
    sample = bootstrap(means(VALUES[:1]), 1, seed=1)
    assert falls_back(sample) == "every resampled score lies on one side of the observed one"


def test_a_level_beyond_the_skewness_falls_back() -> None:
    sample = bootstrap(means([[1.0] + [0.0] * 49]), 100, seed=1)
    assert falls_back(sample, 1 - 1e-15) == "the scores are too skewed for this level"


def test_a_group_is_drawn_as_one() -> None:
    sample = bootstrap(means([[1.0, 3.0, 0.0, 0.0]]).pooled(["a", "a", "b", "b"]), 200, seed=1)
    assert sample.observed.tolist() == [1.0]
    assert set(sample.replicates[:, 0]) == {0.0, 1.0, 2.0}
    assert sample.jackknife[:, 0].tolist() == [0.0, 2.0]


def test_copies_of_a_topic_in_its_group_do_not_narrow_the_interval() -> None:
    twice = np.repeat(VALUES, 2, axis=1)
    found = percentile(bootstrap(means(twice).pooled(np.repeat(range(12), 2).tolist()), 500, seed=1))
    alone = percentile(bootstrap(means(VALUES), 500, seed=1))
    assert found.low == pytest.approx(alone.low, abs=1e-12)
    assert found.high == pytest.approx(alone.high, abs=1e-12)


def test_group_means_weigh_each_topic_of_a_group_alike() -> None:
    assert group_means([[1, 2, 6, 5]], ["b", "a", "b", "b"]).tolist() == [[4.0, 2.0]]


@pytest.mark.parametrize(
    ("groups", "message"), [(["a"] * 12, "all topics are in one group"), (["a", "b"], "found 2 groups for 12 topics")]
)
def test_wrong_groups_are_told_in_a_sentence(groups: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        means(VALUES).pooled(groups)
    with pytest.raises(InputError, match=message):
        group_means(VALUES, groups)


def test_pairs_name_each_two_systems_once() -> None:
    assert all_pairs(3).tolist() == [[0, 1], [0, 2], [1, 2]]


def test_pairs_of_systems_that_are_not_there_are_refused() -> None:
    sample = bootstrap(means(VALUES), 10, seed=1)
    with pytest.raises(UsageError, match="systems from 0 to 2"):
        sample.differences(np.array([[0, 3]]))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([[0.5]], "found 1 topic; a test over topics needs two or more"),
        ([[0.5, float("nan")]], r"nan at place \(1, 2\), counted from 1, where a finite number"),
        ([[]], "there are no values"),
        ([[1, 2], [3]], "every row as long as the others"),
        ([1, 2], "2 or 3 dimension"),
        ([[[1, 2, 3], [1, 2, 3]]], "precision and recall on the third axis"),
    ],
)
def test_bad_values_are_told_in_a_sentence(values: object, message: str) -> None:
    with pytest.raises(CliometerError, match=message):
        means(values)  # type: ignore[arg-type]  # wrong on purpose


def test_bad_parts_and_settings_are_told_in_a_sentence() -> None:
    with pytest.raises(InputError, match="each part needs its whole"):
        ratios([[1, 2]], [[1, 2, 3]])
    with pytest.raises(InputError, match="below 0"):
        ratios([[1, 2]], [[1, -2]])
    with pytest.raises(UsageError, match="beta"):
        means(VALUES, beta=0)
    with pytest.raises(UsageError, match="root"):
        ratios([[1, 2]], [[1, 2]], root=float("nan"))
    with pytest.raises(InputError, match="has no root"):
        ratios([[1, -2]], [[1, 2]], root=2)
    with pytest.raises(UsageError, match="resamples"):
        bootstrap(means(VALUES), 0, seed=1)
    with pytest.raises(UsageError, match="seed"):
        bootstrap(means(VALUES), 10, seed=-1)
    with pytest.raises(UsageError, match="a level between 0 and 1"):
        percentile(bootstrap(means(VALUES), 10, seed=1), 95)


@pytest.mark.parametrize("count", [2, 100, 10_000_000])
def test_resamples_that_make_sense_pass(count: int) -> None:
    assert checked_resamples(count) == count


@pytest.mark.parametrize("count", [1, 0, -5, 10_000_001, 2.0, True, None, "100"])
def test_resamples_that_make_none_are_refused(count: Any) -> None:
    with pytest.raises(UsageError, match="the number of resamples as a whole number from 2 to 10,000,000"):
        checked_resamples(count)


@pytest.mark.parametrize("seed", [-1, 0.5, None, True])
def test_a_seed_is_a_whole_number_of_at_least_zero(seed: Any) -> None:
    with pytest.raises(UsageError, match="expected a seed as a whole number of at least 0"):
        checked_seed(seed)


SAMPLE = bootstrap(means(np.random.default_rng(5).random((3, 12))), 500, seed=1)


@pytest.mark.parametrize("method", ["bca", "percentile"])
def test_a_bound_at_95_percent_is_an_end_of_the_90_percent_interval(method: Method) -> None:
    ends = METHODS[method](SAMPLE, 2 * 0.95 - 1)
    lower, upper = (bounds(SAMPLE, side, 0.95, method) for side in SIDES)
    assert lower.values.tolist() == ends.low.tolist()
    assert upper.values.tolist() == ends.high.tolist()
    assert (lower.side, upper.side, lower.level, lower.methods) == ("lower", "upper", 0.95, ends.methods)


def test_a_score_that_no_topic_changes_has_a_percentile_bound_and_the_reason() -> None:
    found = bounds(bootstrap(means([[0.5, 0.5, 0.5], [0.1, 0.5, 0.3]]), 99, seed=0), "upper")
    assert (found.values[0], found.methods) == (0.5, ("percentile", "bca"))
    assert found.reasons == ("no topic changes the score", None)


@pytest.mark.parametrize(
    ("side", "level", "method", "message"),
    [
        ("left", 0.95, "bca", "unknown side of a bound 'left'"),
        ("lower", 0.5, "bca", "between 0.5 and 1, such as 0.95, found 0.5"),
        ("lower", 1.0, "bca", "between 0.5 and 1, such as 0.95, found 1.0"),
        ("lower", float("nan"), "bca", "found nan"),
        ("lower", 0.95, "normal", "unknown method 'normal'"),
    ],
)
def test_a_wrong_call_is_told_in_a_sentence(side: Any, level: float, method: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        bounds(SAMPLE, side, level, method)
