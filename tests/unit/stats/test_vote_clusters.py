"""Votes that stand or fall together: the variance by hand, and what tests of pairs promise."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from benchmarks.cases.validity_votes import drawn_votes
from cliometer.model.judgements import Ballot, Vote
from cliometer.stats.bradley_terry import bradley_terry_intervals
from cliometer.stats.vote_clusters import ClusterTables, VoteClusters, clustered_variance, share_test, vote_clusters


def on_topics(*topics: str) -> VoteClusters:
    """Each topic with its winners, such as `aab`; `-` is a tie."""
    votes = [
        Vote("a", "b", None if winner == "-" else winner, str(topic))
        for topic, winners in enumerate(topics)
        for winner in winners
    ]
    return vote_clusters(votes, (), "ab")


def test_of_topics_with_as_many_votes_the_test_is_students_up_to_the_variance_of_one_half() -> None:
    topics = ("aaab", "aabb", "aaaa", "abbb", "aaab")
    shares = np.array([topic.count("a") / 4 for topic in topics])
    found = share_test(on_topics(*topics), 0, 1)
    t = ttest_1samp(shares, 0.5).statistic
    # Wilson's test has the variance at one half, the same design effect, and n / (n - 1) of the binomial one
    p, n = shares.mean(), 20
    wanted = t * np.sqrt(p * (1 - p) / 0.25 * n / (n - 1))
    from scipy.special import stdtr

    assert found is not None and found.p == pytest.approx(2 * stdtr(4, -abs(wanted)))


def test_the_interval_excludes_one_half_exactly_where_p_is_below_its_level() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        topics = ["".join(rng.choice(list("aab"), size=3)) for _ in range(6)]
        found = share_test(on_topics(*topics), 0, 1)
        assert found is not None and 0 <= found.low < found.high <= 1
        assert (found.p < 0.05) == (not found.low <= 0.5 <= found.high)


def test_crossed_judges_add_their_variance_less_what_both_share() -> None:
    topics, judges, both = (np.array([[moved]] * 2) for moved in (3.0, 2.0, 1.0))
    ones = np.ones(2)
    variance, freedom = clustered_variance([(topics, ones), (judges, ones), (both, ones)])
    assert (variance.tolist(), freedom) == ([9 + 4 - 1], 1)


def test_a_variance_that_the_difference_makes_too_small_is_that_of_the_smaller_way() -> None:
    small, large = np.full((2, 1), 1.0), np.full((2, 1), 5.0)
    variance, _ = clustered_variance([(small, np.ones(2)), (small, np.ones(2)), (large, np.ones(2))])
    assert variance.tolist() == [1.0]


def test_an_ordering_stands_or_falls_as_a_whole() -> None:
    ballots = (Ballot((("a",), ("b", "c")), 3), Ballot((("c",), ("b",), ("a",)), 2))
    (way,) = vote_clusters((), ballots, "abc").ways
    assert way.times.tolist() == [3, 2]
    assert way.wins[0].tolist() == [[0, 1, 1], [0, 0, 0], [0, 0, 0]] and way.ties[0][1][2] == way.ties[0][2][1] == 1


def test_all_votes_in_one_topic_have_no_test() -> None:
    assert share_test(on_topics("aab"), 0, 1) is None
    assert (
        share_test(VoteClusters("", (ClusterTables(np.zeros((3, 2, 2)), np.zeros((3, 2, 2)), np.ones(3)),)), 0, 1)
        is None
    )


def test_equal_systems_are_told_apart_as_rarely_as_promised_where_taste_varies_by_topic() -> None:
    """The table of docs/statistics.md in small; taken for independent, these votes reject in 13 %."""
    rng, rejected, covered = np.random.default_rng(7), [], []
    for _ in range(120):
        table, clusters = drawn_votes(rng, 8, 0, 1.5, 0.0)
        tests = [share_test(clusters, a, b) for a in range(4) for b in range(a)]
        rejected += [found.p <= 0.05 for found in tests if found]
        covered += [low <= 0.25 <= high for low, high in bradley_terry_intervals(table, clusters).interval.values()]
    assert 0.02 <= np.mean(rejected) <= 0.07
    assert 0.92 <= np.mean(covered) <= 0.98
