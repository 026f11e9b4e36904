"""Bootstrap intervals over topics."""

from __future__ import annotations

import numpy as np
import pytest

from cliometer.errors import CliometerError, InputError, UsageError
from cliometer.stats.aggregates import group_means, means, ratios
from cliometer.stats.bootstrap import (
    Bootstrap,
    all_pairs,
    bca,
    bootstrap,
    multiplicities,
    percentile,
    resamples,
    studentised_p_values,
)

VALUES = np.random.default_rng(7).random((3, 12))


def falls_back(sample: Bootstrap, level: float = 0.95) -> str | None:
    """Why the only column has no BCa interval, once it has been seen to have the percentile interval."""
    found, plain = bca(sample, level), percentile(sample, level)
    assert (found.method, found.methods) == ("bca", ("percentile",))
    assert (found.low, found.high) == (plain.low, plain.high)
    return found.reasons[0]


def test_the_same_seed_draws_the_same_topics() -> None:
    assert (resamples(5, 100, 3) == resamples(5, 100, 3)).all()
    assert (resamples(5, 100, 3) != resamples(5, 100, 4)).any()


def test_every_resample_has_as_many_topics_as_the_sample() -> None:
    assert (multiplicities(resamples(7, 50, 1), 7).sum(axis=1) == 7).all()


def test_a_topic_drawn_twice_counts_twice() -> None:
    assert multiplicities(np.array([[0, 2, 2]]), 3).tolist() == [[1.0, 0.0, 2.0]]


def test_a_macro_average_is_a_mean() -> None:
    assert np.allclose(means(VALUES).observed(), VALUES.mean(axis=1))


def test_a_micro_average_pools_before_it_divides() -> None:
    assert ratios([[1, 1]], [[1, 9]]).observed().tolist() == [0.2]


def test_a_macro_average_can_leave_topics_out() -> None:
    assert ratios([[0.5, 0.0, 0.7]], [[1, 0, 1]]).observed().tolist() == [0.6]


def test_rouge_w_takes_its_root_after_pooling() -> None:
    assert ratios([[1, 3]], [[7, 9]], root=2).observed().tolist() == [0.5]


def test_f_of_means_is_not_the_mean_of_f() -> None:
    assert means([[[1.0, 0.0], [0.0, 1.0]]]).observed().tolist() == [0.5]


def test_a_system_that_said_nothing_scores_zero() -> None:
    silent = ratios(parts=[[[0, 0], [0, 0]]], wholes=[[[0, 5], [0, 5]]])
    assert silent.observed().tolist() == [0.0]


def test_references_with_nothing_to_find_give_no_score() -> None:
    with pytest.raises(InputError, match="system 0 has no score"):
        ratios(parts=[[[0, 0], [0, 0]]], wholes=[[[5, 0], [5, 0]]]).observed()


def test_resamples_without_a_score_are_left_out_and_counted() -> None:
    sample = bootstrap(ratios([[1, 0]], [[2, 0]]), 1000, seed=1)
    found = percentile(sample)
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


def test_the_difference_of_equal_systems_falls_back() -> None:
    sample = bootstrap(means(np.vstack([VALUES, VALUES])), 100, seed=1)
    assert falls_back(sample.differences(np.array([[0, 3]]))) == "no topic changes the score"


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


def test_a_difference_of_nought_is_never_extreme() -> None:
    assert studentised_p_values([[0.25, -0.5, 0.25]], 100, seed=1).tolist() == [1.0]


def test_resamples_all_on_one_side_fall_back() -> None:
    sample = bootstrap(means(VALUES[:1]), 1, seed=1)
    assert falls_back(sample) == "every resampled score lies on one side of the observed one"


def test_a_level_beyond_the_skewness_falls_back() -> None:
    sample = bootstrap(means([[1.0] + [0.0] * 49]), 100, seed=1)
    assert falls_back(sample, 1 - 1e-15) == "the scores are too skewed for this level"


def test_a_group_is_drawn_as_one() -> None:
    values = [[1.0, 3.0, 0.0, 0.0]]
    sample = bootstrap(means(values), 200, seed=1, groups=["a", "a", "b", "b"])
    assert sample.observed.tolist() == [1.0]
    assert set(sample.replicates[:, 0]) == {0.0, 1.0, 2.0}
    assert sample.jackknife[:, 0].tolist() == [0.0, 2.0]


def test_groups_of_one_topic_each_change_nothing() -> None:
    alone = bootstrap(means(VALUES), 50, seed=1).replicates
    assert np.allclose(bootstrap(means(VALUES), 50, seed=1, groups=range(12)).replicates, alone, atol=1e-15)


def test_copies_of_a_topic_in_its_group_do_not_narrow_the_interval() -> None:
    twice = np.repeat(VALUES, 2, axis=1)
    found = percentile(bootstrap(means(twice), 500, seed=1, groups=np.repeat(range(12), 2).tolist()))
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
        bootstrap(means(VALUES), 10, seed=1, groups=groups)
    with pytest.raises(InputError, match=message):
        group_means(VALUES, groups)


def test_an_unknown_alternative_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown alternative 'lesser'; did you mean less"):
        studentised_p_values(VALUES, 10, seed=1, alternative="lesser")  # type: ignore[arg-type]  # the mistake is the point


def test_pairs_name_each_two_systems_once() -> None:
    assert all_pairs(3).tolist() == [[0, 1], [0, 2], [1, 2]]


def test_one_system_leaves_no_pair() -> None:
    sample = bootstrap(means(VALUES[:1]), 10, seed=1)
    with pytest.raises(InputError, match="two systems or more"):
        sample.differences(all_pairs(1))


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
