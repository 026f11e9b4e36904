"""The one call: what it takes, what it refuses."""

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


@pytest.mark.parametrize("text", ["", " \n", "。", "\x00", "🙂" * 5, "Москва, 5 мая.", "東京は晴れ。", "١٢٣ ½ ² Ⅷ"])
def test_any_text_can_be_read(text: str) -> None:
    assert cliometer.annotate(text, "1998-02-12").text == text


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
