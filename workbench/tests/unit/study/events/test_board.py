"""Judges merge their lists; nothing is destroyed."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.errors import Refused
from cliometer_workbench.study.events.event_listing import CandidateCard
from workbench.tests.unit.study.events.small import board, do, merged


def test_each_judge_has_a_column() -> None:
    assert board().columns == {
        "ann": (
            CandidateCard("ann/c1", "The dam breaks", judge="ann"),
            CandidateCard("ann/c2", "The mayor resigns", judge="ann"),
        ),
        "bo": (CandidateCard("bo/c1", "The dam is breaking", judge="bo"),),
    }


def test_a_candidate_may_be_in_several_events_and_twice_in_none() -> None:
    work = do(do(merged(), "put", candidate="ann/c1", event="mayor"), "put", candidate="ann/c1", event="mayor")
    assert work.event("mayor").cards == ("ann/c2", "ann/c1")
    assert [event.id for event in work.events_of("ann/c1")] == ["dam", "mayor"]


def test_taking_out_what_is_not_in_changes_nothing() -> None:
    assert do(merged(), "take", candidate="ann/c2", event="dam") == merged()


@pytest.mark.parametrize("verb", ["drop", "join"])
def test_the_id_of_an_event_that_is_gone_is_never_used_again(verb: str) -> None:
    details: dict[str, Any] = {"event": "dam"} | ({"into": "mayor"} if verb == "join" else {})
    work = do(merged(), verb, **details)
    with pytest.raises(Refused, match="is or was another event's"):
        do(work, "make", 9, candidates=[], text="x", id="dam")


def test_likely_matches_of_different_judges_are_suggested_until_they_are_together() -> None:
    (pair,) = board().suggestions
    assert pair.about == ("ann/c1", "bo/c1")
    assert merged().suggestions == ()
    assert do(board(), "omit", candidate="bo/c1", why="no event").suggestions == ()


def test_two_events_of_one_judge_are_not_suggested_as_one() -> None:
    pairs = {pair.about for pair in board("The dams break").suggestions}
    assert pairs == {("ann/c1", "bo/c1"), ("ann/c3", "bo/c1")}


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
