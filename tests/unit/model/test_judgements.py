"""Votes, ballots and polls, and names that differ in case only."""

from __future__ import annotations

from cliometer.model.judgements import Ballot, Poll, Vote, case_notes, pooled, spelled


def test_a_pair_is_the_same_whichever_was_shown_first() -> None:
    assert Vote("a", "b", "a").pair == Vote("b", "a", None).pair == ("a", "b")


def test_an_order_is_spelled_best_first() -> None:
    assert spelled((("c",), ("h", "sb"))) == str(Ballot((("c",), ("h", "sb")))) == "c > h = sb"


def test_pooling_keeps_every_vote_and_every_note() -> None:
    one, two = (Poll("x", (Vote("a", "b", "a"),), notes=("n",)), Poll("y", (Vote("a", "b", "b"),), notes=("m",)))
    assert pooled([one, two]) == Poll("x + y", (*one.votes, *two.votes), notes=("n", "m"))


def test_names_that_only_case_tells_apart_are_noted_once() -> None:
    (note,) = case_notes("systems", ["Lead", "b", "lead", "lead"])
    assert note == "the systems Lead and lead differ only in upper and lower case; they count as different"


def test_other_names_are_not_noted() -> None:
    assert case_notes("systems", ["a", "b", "a"]) == []
