"""Metrics against votes."""

from __future__ import annotations

import pytest

from cliometer.court.meta_evaluation.human_votes import MetricVoteAgreement, agree_with_votes, votes_of
from cliometer.court.meta_evaluation.plan import MetaEvaluationPlan
from cliometer.errors import CoverageError, InputError
from cliometer.model.judgements import Ballot, Poll, Vote
from tests.unit.court.agree_scores import column

PLAN = MetaEvaluationPlan(resamples=100, seed=1)
METRIC = column("m", [[1, 5, 3], [2, 4, 3], [3, 3, 3]])


def poll(*votes: Vote) -> Poll:
    return Poll("people", votes)


def agreement(*votes: Vote, **options: object) -> MetricVoteAgreement:
    return agree_with_votes([METRIC], poll(*votes), PLAN, **options)  # type: ignore[arg-type]


VOTES = (
    Vote("a", "b", "b", "t1", "x", count=2),
    Vote("b", "a", "a", "t1", "y"),
    Vote("a", "b", "a", "t2", "x"),
    Vote("a", "c", None, "t3", "x"),
)


def test_each_vote_counts_as_often_as_it_was_given() -> None:
    row = agreement(*VOTES).accuracy[0]
    assert (row.of, row.choices, row.accuracy, row.ties) == ("votes", 5, 0.8, 0.2)


def test_a_threshold_does_not_part_scores_that_differ_by_float_noise() -> None:
    """0.2 - 0.1 < 0.8 - 0.7 as floats: neither difference can be a tie while the other is none."""
    scores = [[0.2, 0.8, 0.5], [0.1, 0.7, 0.5]]
    votes = (Vote("a", "b", None, "t1"), Vote("a", "b", "a", "t2", count=2))
    for given in (scores, [[10 * value for value in row] for row in scores]):
        found = agree_with_votes([column("m", given)], poll(*votes), PLAN).accuracy[0]
        assert found.uncalibrated == pytest.approx(2 / 3) and found.threshold == 0.0


def test_lower_is_better_turns_every_decision() -> None:
    row = agreement(*VOTES, lower=["m"]).accuracy[0]
    assert row.uncalibrated == pytest.approx(2 / 5)  # the dissenting vote and the tie


def test_an_ordering_is_a_vote_for_each_pair() -> None:
    ballots = (Ballot((("a",), ("b", "c")), 2, "t1"),)
    assert [(vote.pair, vote.winner, vote.count) for vote in votes_of(Poll("p", ballots=ballots))] == [
        (("a", "b"), "a", 2),
        (("a", "c"), "a", 2),
        (("b", "c"), None, 2),
    ]


@pytest.mark.parametrize(("winner", "verdict"), [("b", "above chance"), ("a", "below chance")])
def test_enough_topics_tell_a_metric_from_chance(winner: str, verdict: str) -> None:
    metric = column("m", [[1] * 6, [2] * 6])
    votes = [Vote("a", "b", winner, f"t{number}") for number in range(1, 7)]
    found = agree_with_votes([metric], poll(*votes), PLAN)
    assert {row.verdict for row in found.accuracy} == {verdict}
    assert found.warnings == []


def test_a_vote_on_what_has_no_score_is_an_error_or_left_out_and_told() -> None:
    stranger = Vote("a", "z", "z", "t1", place="votes.csv:7")
    with pytest.raises(CoverageError, match=r"^votes\.csv:7: unknown system 'z', of which"):
        agreement(*VOTES, stranger)
    found = agreement(*VOTES, stranger, missing="skip")
    assert found.votes == 5
    assert "1 of 5 votes left out: no score for what was voted on" in found.notes


@pytest.mark.parametrize(
    ("votes", "complaint"),
    [
        ([], "holds no vote"),
        ([Vote("a", "b", "a")], "names no topic"),
        ([Vote("a", "b", "a", "t1")], "all votes are on one topic, t1"),
        ([Vote("a", "b", None, "t1"), Vote("a", "b", None, "t2")], "all votes are ties"),
    ],
)
def test_votes_without_an_answer_are_refused(votes: list[Vote], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        agreement(*votes)


def test_where_no_vote_is_left_it_is_an_error() -> None:
    with pytest.raises(InputError, match="do the names match"):
        agreement(Vote("y", "z", "z", "t1"), missing="skip")


def test_no_score_can_meet_more_than_the_most_frequent_answers() -> None:
    """Two of three say b on t1; all else is of one mind."""
    assert agreement(*VOTES).ceiling == pytest.approx(4 / 5)
    assert agreement(*VOTES).to_dict()["ceiling"] == pytest.approx(4 / 5)
