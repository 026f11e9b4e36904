"""A last judge decides, disagreements first."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.errors import Refused
from cliometer_workbench.study.events.event_links import LinkCase
from workbench.tests.unit.study.events.small import do, verifying


def test_what_was_agreed_can_be_rejected() -> None:
    assert do(verifying(), "reject", sentences=["m/s1"], event="dam").verified["dam"] == ()


def test_the_verifier_may_add_a_link_and_take_it_away() -> None:
    work = do(verifying(), "add", sentences=["m/s2"], event="dam")
    assert work.verified["dam"] == (("m/s1",), ("m/s2",))
    assert work.cases[-1] == LinkCase(("m/s2",), "dam")
    for verb in ("clear", "reject"):
        assert do(work, verb, sentences=["m/s2"], event="dam") == verifying()


def test_undecided_disagreements_are_unsettled() -> None:
    assert verifying().unsettled == (
        '"The dam broke at noon!" is undecided: linked to "The dam breaks" by bo, not by ann',
        '"The mayor resigned." is undecided: linked to "The mayor resigns" by ann, not by bo',
        '"The Navy says yes." and "The firm says no." is undecided: linked to "The mayor resigns" by bo, not by ann',
    )
    assert verifying().remarks == ('no sentence is left for "The mayor resigns": no system can find it',)


@pytest.mark.parametrize(
    ("verb", "details", "message"),
    [
        ("accept", {"sentences": ["m/s2"], "event": "dam"}, "nobody linked m/s2 to dam; add it"),
        ("reject", {"sentences": ["m/s2"], "event": "dam"}, "nobody linked m/s2 to dam"),
        ("add", {"sentences": [], "event": "dam"}, "name a sentence"),
        ("add", {"sentences": ["m/s2"], "event": "x"}, "unknown event 'x'"),
        ("clear", {"sentences": ["x"], "event": "dam"}, "unknown sentence 'x'"),
    ],
)
def test_what_cannot_be_done_is_refused(verb: str, details: dict[str, Any], message: str) -> None:
    with pytest.raises(Refused, match=message):
        do(verifying(), verb, **details)


def test_a_strange_setting_is_refused() -> None:
    with pytest.raises(Refused, match="the setting preaccept must be true or false"):
        verifying(preaccept="yes")
