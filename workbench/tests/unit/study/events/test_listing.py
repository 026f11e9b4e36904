"""One judge's list of candidate events."""

from __future__ import annotations

import pytest

from cliometer.errors import Refused
from cliometer_workbench.study.events.event_listing import EventCandidate, ListingSheet
from workbench.tests.unit.study.events.small import do, listing


def texts(work: ListingSheet) -> list[str]:
    return [one.text for one in work.candidates]


def test_events_are_added_at_the_end_with_a_note() -> None:
    work = do(listing("a"), "add", 5, text="b", note="perhaps")
    assert work.candidates == (EventCandidate("c1", "a"), EventCandidate("c5", "b", "perhaps"))


def test_an_event_can_be_reworded_noted_and_removed() -> None:
    work = do(do(listing("a", "b"), "reword", event="c1", text="x"), "note", event="c1", note="why")
    assert work.candidates == (EventCandidate("c1", "x", "why"), EventCandidate("c2", "b"))
    assert texts(do(work, "remove", event="c1")) == ["b"]


@pytest.mark.parametrize(("to", "order"), [(1, "bac"), (2, "abc"), (3, "acb"), (-5, "bac"), (99, "acb")])
def test_an_event_moves_to_a_place_counted_from_one(to: int, order: str) -> None:
    assert "".join(texts(do(listing("a", "b", "c"), "move", event="c2", to=to))) == order


def test_an_empty_text_is_refused() -> None:
    with pytest.raises(Refused, match="an event needs a text; write what happened"):
        do(listing(), "add", text="  ")


def test_an_unknown_event_is_refused_with_near_ones() -> None:
    with pytest.raises(Refused, match="unknown event of the list 'c3'; did you mean c1"):
        do(listing("a"), "remove", event="c3")


def test_an_empty_list_must_be_settled_and_a_repeated_event_is_remarked() -> None:
    assert listing().unsettled == ("no event is listed; add at least one",)
    assert listing("a").unsettled == listing("a", "b").remarks == ()
    assert listing("It rains", "it rains").remarks == (
        '"It rains" appears more than once',
        '"it rains" appears more than once',
    )
    assert listing("a", "b").progress == (2, 0)
