"""The one call: what it takes and refuses, and which words mention an event."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

import cliometer
from cliometer.errors import InputError, UsageError
from cliometer.text.annotate.annotator import foreign_note

TEXT = "BP stopped on Friday. The ship sank."


@pytest.mark.parametrize(
    "date", ["1998-02-12", "1998-02-12T14:35:00", datetime.date(1998, 2, 12), cliometer.When.parse("1998-02-12")]
)
def test_the_day_of_writing_may_be_given_in_any_form(date: Any) -> None:
    found = cliometer.annotate(TEXT, date)
    assert (found.times[0].value, found.date) == ("1998-02-06", "1998-02-12")


def test_a_month_or_a_year_is_enough_for_what_needs_no_day() -> None:
    assert cliometer.annotate("He left last year.", "1998-02").times[0].value == "1997"
    assert cliometer.annotate("He left last year.", "1998").times[0].value == "1997"


def test_marks_are_numbered_through_the_whole_text() -> None:
    found = cliometer.annotate(TEXT + " It ended Sunday.", "1998-02-12")
    assert [sentence.id for sentence in found.sentences] == ["s1", "s2", "s3"]
    assert [time.id for time in found.times] == ["t1", "t2"]
    assert [event.id for event in found.events] == ["e1", "e2", "e3"]


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(UsageError, match="expected a text, found 3"):
        cliometer.annotate(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("date", ["Feb. 12", "1998-02-31", 7])
def test_what_is_no_date_is_refused(date: Any) -> None:
    with pytest.raises(InputError):
        cliometer.annotate(TEXT, date)


def test_an_unknown_anchor_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown anchor 'prev'; did you mean previous"):
        cliometer.annotate(TEXT, anchor="prev")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "is_noted"),
    [
        ("Der Konzern hat das Leck nicht gestopft.", True),
        ("Нефть идёт.", True),
        ("石油が流れる。", True),
        ("Oil spills.", False),
        ("El Nino hits La Paz and the coast of Peru.", False),
        ("", False),
    ],
)
def test_a_few_words_are_foreign_by_their_script_or_common_words(text: str, is_noted: bool) -> None:
    assert bool(foreign_note("bp", [text])) == is_noted


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
