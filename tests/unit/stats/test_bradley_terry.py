from __future__ import annotations

import math

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.model.judgements import Vote
from cliometer.stats.bradley_terry import bradley_terry, bradley_terry_intervals
from cliometer.stats.preferences import Counts, Preferences, preferences_from_votes
from cliometer.stats.vote_clusters import VoteClusters, vote_clusters

NO_TIES: Counts = ((0, 0, 0), (0, 0, 0), (0, 0, 0))


def three(wins: Counts, ties: Counts = NO_TIES) -> Preferences:
    return Preferences(("a", "b", "c"), wins, ties)


SOUND = three(((0, 5, 3), (2, 0, 6), (3, 2, 0)), ((0, 1, 2), (1, 0, 0), (2, 0, 0)))


def test_two_candidates_are_as_strong_as_their_share_of_votes() -> None:
    fit = bradley_terry(Preferences(("a", "b"), ((0, 3), (1, 0)), ((0, 0), (0, 0))))
    assert fit.strength == pytest.approx({"a": 0.75, "b": 0.25}, abs=1e-10)
    assert fit.tie == 0
    assert fit.groups == (("a",), ("b",))


def test_two_candidates_with_ties_have_davidsons_closed_form() -> None:
    fit = bradley_terry(Preferences(("a", "b"), ((0, 4), (1, 0)), ((0, 2), (2, 0))))
    assert fit.strength == pytest.approx({"a": 0.8, "b": 0.2}, abs=1e-10)
    assert fit.tie == pytest.approx(1, abs=1e-9)  # 2 ties / sqrt(4 wins * 1 defeat)


def test_a_circle_of_equals_is_one_group() -> None:
    fit = bradley_terry(three(((0, 2, 1), (1, 0, 2), (2, 1, 0))))
    assert [set(group) for group in fit.groups] == [{"a", "b", "c"}]


def test_one_upset_in_a_million_still_has_strengths() -> None:
    fit = bradley_terry(Preferences(("a", "b"), ((0, 999_999), (1, 0)), ((0, 0), (0, 0))))
    assert fit.strength["b"] == pytest.approx(1e-6, rel=1e-8)


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (three(((0, 1, 0), (1, 0, 0), (0, 0, 0))), "there are no votes on 'c'"),
        (three(((0, 1, 1), (1, 0, 1), (0, 0, 0))), "'c' has never won or tied a vote"),
        (three(((0, 1, 1), (0, 0, 1), (0, 1, 0))), "'a' has never lost or tied a vote"),
        (three(((0, 0, 0), (0, 0, 0), (0, 0, 0)), ((0, 1, 1), (1, 0, 1), (1, 1, 0))), "every vote is a tie"),
        (three(((0, 1, 0), (0, 0, 0), (0, 0, 0)), ((0, 1, 1), (1, 0, 1), (1, 1, 0))), "too few upsets"),
        (
            Preferences(
                ("a", "b", "c", "d"), ((0, 1, 0, 0), (1, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0)), ((0,) * 4,) * 4
            ),
            "no chain of votes compares 'a' with 'c' and 'd'",
        ),
        (
            Preferences(
                ("a", "b", "c", "d"), ((0, 1, 1, 0), (1, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0)), ((0,) * 4,) * 4
            ),
            "no chain of wins or ties leads from 'c' up to 'a' and 'b'",
        ),
    ],
)
def test_no_finite_strengths_are_an_error(table: Preferences, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        bradley_terry(table)
    with pytest.raises(InputError, match=sentence):
        bradley_terry_intervals(table)


@pytest.mark.parametrize("confidence", [0.0, 1.0, float("nan")])
def test_confidence_must_lie_between_none_and_all(confidence: float) -> None:
    with pytest.raises(UsageError, match="expected a confidence between 0 and 1"):
        bradley_terry_intervals(SOUND, confidence=confidence)


def test_two_votes_have_an_interval_that_says_nothing() -> None:
    (low, high) = bradley_terry_intervals(Preferences(("a", "b"), ((0, 1), (1, 0)), ((0, 0), (0, 0)))).interval["a"]
    assert low < 0.01 and high > 0.99


def test_of_two_candidates_the_interval_is_the_t_interval_of_the_logit() -> None:
    """Each vote for itself: the variance of the logit of a share is 1 / (n p q), but for one Newton step."""
    table = Preferences(("a", "b"), ((0, 60), (40, 0)), ((0, 0), (0, 0)))
    low, high = bradley_terry_intervals(table).interval["a"]
    half = 1.984217 / math.sqrt(100 * 0.6 * 0.4)  # t with 99 degrees of freedom
    assert math.log(high / (1 - high)) - math.log(1.5) == pytest.approx(half, rel=0.02)
    assert math.log(1.5) - math.log(low / (1 - low)) == pytest.approx(half, rel=0.02)


def test_clusters_are_left_out_in_portions_that_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = bradley_terry_intervals(SOUND)
    monkeypatch.setattr("cliometer.stats.bradley_terry.BLOCK", 8 * 9)
    assert bradley_terry_intervals(SOUND) == at_once


def votes_on(*topics: str) -> VoteClusters:
    """Each topic with three votes, such as `aab` of a vote for a, one for a and one for b."""
    votes = [Vote("a", "b", winner, str(topic)) for topic, winners in enumerate(topics) for winner in winners]
    return vote_clusters(votes, (), "ab")


def test_votes_that_topics_decide_have_wider_intervals_than_as_many_on_their_own() -> None:
    table = Preferences(("a", "b"), ((0, 12), (12, 0)), ((0, 0), (0, 0)))
    alike, mixed = (
        bradley_terry_intervals(table, votes_on(*topics)) for topics in (["aaa", "bbb"] * 4, ["aab", "abb"] * 4)
    )
    assert alike.over == mixed.over == "8 topics"
    assert alike.interval["a"][0] < 0.2 < 0.3 < mixed.interval["a"][0]


def test_a_topic_without_which_nobody_can_be_compared_leaves_no_interval() -> None:
    votes = [Vote("a", "b", w, t) for t in "12" for w in "ab"] + [Vote("b", "c", w, "3") for w in "bc"]
    clusters, table = vote_clusters(votes, (), "abc"), preferences_from_votes(votes)
    with pytest.raises(InputError, match="without one of the 3 topics no chain of votes compares all candidates"):
        bradley_terry_intervals(table, clusters)
