"""One judge's list of candidate events."""

from __future__ import annotations

import pytest

from cliometer.errors import Refused
from cliometer_workbench.study.events.event_listing import EventCandidate, ListingSheet
from workbench.tests.unit.study.events.small import do, listing


def texts(work: ListingSheet) -> list[str]:
    return [one.text for one in work.candidates]


def test_an_event_can_be_reworded_noted_and_removed() -> None:
    work = do(do(listing("a", "b"), "reword", event="c1", text="x"), "note", event="c1", note="why")
    assert work.candidates == (EventCandidate("c1", "x", "why"), EventCandidate("c2", "b"))
    assert texts(do(work, "remove", event="c1")) == ["b"]


@pytest.mark.parametrize(("to", "order"), [(1, "bac"), (2, "abc"), (3, "acb"), (-5, "bac"), (99, "acb")])
def test_an_event_moves_to_a_place_counted_from_one(to: int, order: str) -> None:
    assert "".join(texts(do(listing("a", "b", "c"), "move", event="c2", to=to))) == order


def test_an_unknown_event_is_refused_with_near_ones() -> None:
    with pytest.raises(Refused, match="unknown event of the list 'c3'; did you mean c1"):
        do(listing("a"), "remove", event="c3")
