"""Judges merge their lists; nothing is destroyed."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.errors import Refused
from cliometer_workbench.study.events.event_listing import CandidateCard, MergedEvent
from workbench.tests.unit.study.events.small import board, do, merged


def test_each_judge_has_a_column() -> None:
    assert board().columns == {
        "ann": (
            CandidateCard("ann/c1", "The dam breaks", judge="ann"),
            CandidateCard("ann/c2", "The mayor resigns", judge="ann"),
        ),
        "bo": (CandidateCard("bo/c1", "The dam is breaking", judge="bo"),),
    }


def test_an_event_says_what_its_first_candidate_says_unless_told() -> None:
    work = do(board(), "make", 4, candidates=["bo/c1", "ann/c1"])
    work = do(work, "make", 5, candidates=["bo/c1"], text="Water comes")
    assert work.events == (
        MergedEvent("e4", "The dam is breaking", ("bo/c1", "ann/c1")),
        MergedEvent("e5", "Water comes", ("bo/c1",)),
    )


def test_the_judges_of_its_candidates_proposed_an_event() -> None:
    assert merged().judges_of("dam") == ("ann", "bo")
    assert do(merged(), "take", candidate="ann/c1", event="dam").judges_of("dam") == ("bo",)


def test_a_candidate_may_be_in_several_events_and_twice_in_none() -> None:
    work = do(do(merged(), "put", candidate="ann/c1", event="mayor"), "put", candidate="ann/c1", event="mayor")
    assert work.event("mayor").cards == ("ann/c2", "ann/c1")
    assert [event.id for event in work.events_of("ann/c1")] == ["dam", "mayor"]


def test_taking_out_what_is_not_in_changes_nothing() -> None:
    assert do(merged(), "take", candidate="ann/c2", event="dam") == merged()


def test_joined_events_keep_id_and_text_of_the_second_and_all_candidates() -> None:
    assert do(merged(), "join", event="dam", into="mayor").events == (
        MergedEvent("mayor", "The mayor resigns", ("ann/c2", "ann/c1", "bo/c1")),
    )


def test_a_dropped_event_frees_its_candidates() -> None:
    assert [card.id for card in do(merged(), "drop", event="dam").loose] == ["ann/c1", "bo/c1"]


@pytest.mark.parametrize("verb", ["drop", "join"])
def test_the_id_of_an_event_that_is_gone_is_never_used_again(verb: str) -> None:
    details: dict[str, Any] = {"event": "dam"} | ({"into": "mayor"} if verb == "join" else {})
    work = do(merged(), verb, **details)
    with pytest.raises(Refused, match="is or was another event's"):
        do(work, "make", 9, candidates=[], text="x", id="dam")


def test_an_id_that_somebody_chose_does_not_meet_a_later_one() -> None:
    work = do(merged(), "make", 3, candidates=[], text="x", id="e4")
    assert do(work, "make", 4, candidates=[], text="y").events[-1].id == "e4.2"


def test_events_are_reworded_and_moved() -> None:
    work = do(do(merged(), "reword", event="dam", text="Flood"), "move", event="dam", to=2)
    assert [(event.id, event.text) for event in work.events] == [
        ("mayor", "The mayor resigns"),
        ("dam", "Flood"),
    ]


def test_what_is_left_out_keeps_its_reason_until_it_is_wanted_again() -> None:
    work = do(board(), "omit", candidate="ann/c2", why="satire")
    assert work.omitted == {"ann/c2": "satire"}
    assert do(work, "restore", candidate="ann/c2").omitted == {}
    assert do(work, "make", candidates=["ann/c2"]).omitted == {}


def test_only_candidates_that_nobody_decided_on_are_unsettled() -> None:
    assert board().unsettled[-1] == "there is no event; make at least one"
    assert merged().unsettled == ()
    work = do(do(board(), "omit", candidate="ann/c2", why="satire"), "make", candidates=["ann/c1"])
    assert work.unsettled == ('"The dam is breaking" of bo is in no event and not left out',)
    assert work.progress == (2, 3)


def test_likely_matches_of_different_judges_are_suggested_until_they_are_together() -> None:
    (pair,) = board().suggestions
    assert pair.about == ("ann/c1", "bo/c1")
    assert merged().suggestions == ()
    assert do(board(), "omit", candidate="bo/c1", why="no event").suggestions == ()


def test_two_events_of_one_judge_are_not_suggested_as_one() -> None:
    pairs = {pair.about for pair in board("The dams break").suggestions}
    assert pairs == {("ann/c1", "bo/c1"), ("ann/c3", "bo/c1")}


def test_an_event_from_the_talk_alone_is_remarked() -> None:
    assert do(merged(), "make", 3, candidates=[], text="Rain").remarks == ('"Rain" was on no judge\'s list',)


@pytest.mark.parametrize(
    ("verb", "details", "message"),
    [
        ("make", {"candidates": ["ann/c9"]}, "unknown candidate 'ann/c9'; did you mean ann/c"),
        ("make", {"candidates": []}, "an event without candidates needs a text"),
        ("make", {"candidates": [], "text": "x", "id": "a\nb"}, "has blanks that a table would lose"),
        ("put", {"candidate": "ann/c1", "event": "damm"}, "unknown event 'damm'; did you mean dam?"),
        ("put", {"candidate": "x", "event": "dam"}, "unknown candidate 'x'"),
        ("join", {"event": "dam", "into": "dam"}, "cannot be joined with itself"),
        ("join", {"event": "dam", "into": "x"}, "unknown event 'x'"),
        ("drop", {"event": "x"}, "unknown event 'x'"),
        ("omit", {"candidate": "ann/c1", "why": "satire"}, "is in the event dam; take it out of there first"),
        ("reword", {"event": "dam", "text": ""}, "an event needs a text"),
        ("restore", {"candidate": "x"}, "unknown candidate"),
    ],
)
def test_what_cannot_be_done_is_refused(verb: str, details: dict[str, Any], message: str) -> None:
    with pytest.raises(Refused, match=message):
        do(merged(), verb, 9, **details)


def test_leaving_out_needs_a_reason() -> None:
    with pytest.raises(Refused, match="leaving a candidate out needs a"):
        do(board(), "omit", candidate="ann/c1", why="")
