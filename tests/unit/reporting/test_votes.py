from __future__ import annotations

import pytest

from cliometer.court.votes.tally import PollTallies, Tally, tally
from cliometer.model.judgements import Ballot, Order, Poll, Vote
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.votes import pair_table, polls, rank_table, rule_table, topic_table
from cliometer.reporting.render.terminal import terminal

TIED: Order = (("a",), ("b", "c"))
ORDERINGS = Poll(
    "one", ballots=(Ballot(TIED, 3), Ballot((("b",), ("c",), ("a",)), 1), Ballot((("c",), ("b",), ("a",))))
)
CIRCLE = tuple(Vote(x, y, x, "t", "j") for x, y in ("ab", "bc", "ca"))


def tally_text(tallies: list[Tally], by_topic: bool = False) -> str:
    """As a terminal shows it, without line breaks in sentences."""
    return terminal(polls(PollTallies(tuple(tallies)), FigureNames(), by_topic))


def test_ties_share_their_ranks() -> None:
    table = rank_table([tally(ORDERINGS, ["ranked-pairs"])])
    assert [list(row) for row in table.rows] == [["a", "1"], ["b", "2/3"], ["c", "2/3"]]


def test_several_polls_are_told_apart_by_name() -> None:
    two = [tally(ORDERINGS), tally(Poll("two", CIRCLE))]
    assert rank_table(two).heading[0] == topic_table(two).heading[0] == "dataset"
    assert "\n\none\n\n" in tally_text(two) and "\n\ntwo\n\n" in tally_text(two)


def test_a_rule_without_an_answer_has_an_empty_rank_and_a_reason() -> None:
    row = next(row for row in rule_table([tally(Poll("two", CIRCLE))]).rows if row[1] == "modal")
    assert row[3] is None
    assert row[-1] == "no topic has a total order"


def test_a_tiny_p_is_not_printed_as_zero() -> None:
    text = pair_table(tally(Poll("p", (Vote("a", "b", "a", count=40),)))).text()
    assert "<0.001" in text


def test_a_cycle_is_told_until_it_closes() -> None:
    text = tally_text([tally(Poll("two", CIRCLE))], by_topic=True)
    assert "Cycles of majorities: a > b > c > a." in text
    assert "0 of 1 topic give a total order, 1 a cycle. Random votes" in text


@pytest.mark.parametrize(
    ("votes", "sentence"),
    [
        ([Vote("a", "b", None, "t", "j")], "Every vote is a tie"),
        ([Vote("a", "b", "a", shown=False)], "Which of the two was shown first is not known."),
        ([Vote("a", "b", "a")], "no pair was shown both ways round"),
        (
            [Vote("a", "b", "a"), Vote("b", "a", "b")],
            "shown first won 2 of 2 decided votes, 100.0 %",
        ),
        ([Vote("a", "b", "a")], "No judge saw a pair both ways round."),
        (
            [Vote("a", "b", "a", "t", "j"), Vote("b", "a", "b", "t", "j")],
            "Of 1 pair that a judge saw both ways round, 1 got two answers: 1 twice the first shown",
        ),
        ([Vote("a", "b", "a", reason="shorter")], "Reasons, given in 1 of 1 vote: shorter (1)."),
    ],
)
def test_findings_are_sentences(votes: list[Vote], sentence: str) -> None:
    assert sentence in " ".join(tally_text([tally(Poll("p", tuple(votes)))]).split())


def test_many_reasons_are_cut_and_counted() -> None:
    votes = tuple(Vote("a", "b", "a", reason=f"reason {number:02}") for number in range(13))
    assert tally_text([tally(Poll("p", votes))]).endswith("reason 09 (1) and 3 more.\n")


def test_two_systems_are_not_asked_for_cycles() -> None:
    assert "ycle" not in tally_text([tally(Poll("p", (Vote("a", "b", "a"),)))])


def test_who_follows_a_tie_ranks_below_all_of_it() -> None:
    table = rank_table([tally(Poll("p", ballots=(Ballot((("a", "b"), ("c",))),)), ["ranked-pairs"])])
    assert [row[1] for row in table.rows] == ["1/2", "1/2", "3"]
