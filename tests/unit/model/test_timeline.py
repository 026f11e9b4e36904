"""Timelines and sets of references as values."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from cliometer.errors import InputError
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When

TIMELINE = Timeline({"2010-05-28": ["Later."], "2010-05-27": ["First.", "Second."]}, "bbc")
REPEATED = [("2010", ["a"]), ("2010", ["b"])]


def test_a_date_may_be_asked_for_in_any_form() -> None:
    assert TIMELINE["2010-05-27"] == TIMELINE[datetime.date(2010, 5, 27)] == ("First.", "Second.")
    assert When.parse("2010-05-27") in TIMELINE


def test_a_missing_date_has_no_sentences_but_is_an_error_in_brackets() -> None:
    assert TIMELINE.on("2011-01-01") == ()
    with pytest.raises(KeyError):
        TIMELINE["2011-01-01"]


def test_equality_is_about_days_and_not_about_names() -> None:
    assert TIMELINE.named("ap") == TIMELINE
    assert hash(TIMELINE) == hash(TIMELINE.named("ap"))
    assert TIMELINE.named("ap").name == "ap"


def test_a_repeated_date_is_appended_by_default_and_may_keep_the_last() -> None:
    assert Timeline(REPEATED)["2010"] == ("a", "b")
    assert Timeline(REPEATED, duplicates="last")["2010"] == ("b",)


@pytest.mark.parametrize(
    ("cls", "argument", "settings", "message"),
    [
        (Timeline, REPEATED, {"duplicates": "error"}, "2010 appears twice"),
        (Timeline, {"2010": "It rained."}, {}, "found a bare string"),
        (Timeline, {"2010": [7]}, {}, "sentence 1 of 2010 must be a text, found 7"),
        (ReferenceSet, [], {}, "at least one reference"),
    ],
)
def test_what_is_no_timeline_is_refused(cls: Any, argument: object, settings: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        cls(argument, **settings)


def test_references_know_the_union_of_their_dates() -> None:
    references = ReferenceSet([TIMELINE, Timeline({"2009": ["Early."]})])
    assert [str(when) for when in references.dates] == ["2009", "2010-05-27", "2010-05-28"]


def test_only_references_that_have_a_date_speak_on_it() -> None:
    references = ReferenceSet([TIMELINE, Timeline({"2010-05-28": ["Other."]}), Timeline({"2009": ["Early."]})])
    assert references.on("2010-05-28") == (("Later.",), ("Other.",))


def test_a_single_timeline_is_a_set_of_one() -> None:
    assert ReferenceSet(TIMELINE) == ReferenceSet([TIMELINE])
    assert hash(ReferenceSet(TIMELINE)) == hash(ReferenceSet([TIMELINE]))
    assert ReferenceSet(TIMELINE) != TIMELINE
