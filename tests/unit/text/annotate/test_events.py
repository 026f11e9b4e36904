"""Which words mention an event."""

from __future__ import annotations

import pytest

import cliometer


def events(text: str) -> list[str]:
    return [event.text for event in cliometer.annotate(text).events]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The army attacked the town.", ["attacked"]),
        ("The attack killed three people, officials said.", ["attack", "killed", "said"]),
        ("He has not been seen and will have left.", ["seen", "left"]),
        ("Did they agree? They do not.", ["agree", "do"]),
        ("They have to leave because they have a plan.", ["leave", "have", "plan"]),
        ("It is going to change.", ["change"]),
        ("The growing market hurt an estimated 500 people.", ["hurt"]),
        ("The war loan was repaid after the war.", ["repaid", "war"]),
        ("Bush was optimistic about a settlement.", ["optimistic", "settlement"]),
        ("The big dog sat under the old tree.", ["sat"]),
        ("Several bombings and crises followed the elections.", ["bombings", "crises", "followed", "elections"]),
        ("Three firms, including Foo, were sold.", ["sold"]),
    ],
)
def test_events_are_the_heads_that_say_what_happened(text: str, found: list[str]) -> None:
    assert events(text) == found


def test_planes_are_no_plans() -> None:
    assert events("The planes were near the ships.") == []


def test_no_event_lies_inside_a_time() -> None:
    assert events("He left at the beginning of the year.") == ["left"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("She said so.", "REPORTING"),
        ("It stopped.", "ASPECTUAL"),
        ("He hopes so.", "I_STATE"),
        ("They tried it.", "I_ACTION"),
        ("They saw it.", "PERCEPTION"),
        ("It exploded.", "OCCURRENCE"),
        ("He was angry.", "STATE"),
    ],
)
def test_an_event_has_the_class_of_timeml(text: str, kind: str) -> None:
    assert [event.kind for event in cliometer.annotate(text).events] == [kind]
