"""Writers' timelines: one event and one date a line."""

from __future__ import annotations

import pytest

from cliometer.errors import Refused
from workbench.tests.unit.study.units.unit_study import Row, writer


def add(date: str, text: str = "It ends.") -> Row:
    return ("add", {"date": date, "text": text})


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("remove", {"line": "l11"}), "there is no line 'l11'; did you mean l1?"),
        (("remove", {"line": "zz"}), "there is no line 'zz'; reload"),
        (("edit", {"line": "l1", "text": " "}), "the line is empty"),
        (("edit", {"line": "l1", "date": "soon"}), "expected a date such as .* 44 BC"),
    ],
)
def test_what_cannot_be_done_is_refused(row: Row, message: str) -> None:
    with pytest.raises(Refused, match=message):
        writer(add("1953"), row)


def test_a_timeline_needs_a_line_and_no_more_than_asked_for() -> None:
    three = [add("1953")] * 3
    assert writer().unsettled == ("the timeline has no line; write at least one",)
    assert writer(*three).unsettled == ()
    assert writer(*three, add("1954")).unsettled == ("the timeline has 4 lines, at most 3 are wanted; remove 1",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Nano is elected Prime Minister.", ""),
        ("Troops and tanks enter Seoul.", ""),
        ("Nano was elected. Berisha resigned.", "2 sentences"),
        ("Nano wins; Berisha goes.", "a semicolon"),
        ("Berisha resigned and Nano was elected.", '"and" between two verbs'),
    ],
)
def test_a_line_that_looks_like_two_events_is_remarked_on(text: str, why: str) -> None:
    sheet = writer(add("1997-06", text))
    assert len(sheet.remarks) == bool(why)
    assert all(why in remark for remark in sheet.remarks)


def test_a_long_line_is_quoted_in_short() -> None:
    (remark,) = writer(add("1997", "Nano wins; " + "Berisha goes " * 20)).remarks
    assert len(remark) < 140
