"""Content units are built from the lines of all writers."""

from __future__ import annotations

import pytest

from cliometer.errors import Refused
from workbench.tests.unit.study.units.unit_study import BUILT, Row, board, writer

START: Row = ("make", {"lines": ["ann/l1", "bo/l1"]})
END: Row = ("make", {"lines": ["ann/l2"]})


def test_each_line_is_a_candidate_at_first() -> None:
    sheet = board(draft=False)
    assert [tuple(unit.parts) for unit in sheet.units.values()] == [(id,) for id in sheet.lines]
    assert list(sheet.units) == ["c1", "c2", "c3", "c4", "c5", "c6"]
    assert sheet.unsettled == ()


def test_with_drafts_there_is_no_unit_but_suggestions() -> None:
    sheet = board()
    assert not sheet.units
    assert ("ann/l2", "bo/l2", "cy/l1") in [one.about for one in sheet.suggestions]
    assert all(len({sheet.lines[line].writer for line in one.about}) > 1 for one in sheet.suggestions)


def test_a_suggestion_that_was_followed_or_turned_down_is_gone() -> None:
    first = board().suggestions[0]
    made = board(("make", {"lines": list(first.about)}))
    turned_down = board(("omit", {"line": first.about[0], "why": "vague"}))
    assert first.id not in [one.id for one in made.suggestions]
    assert first.id not in [one.id for one in turned_down.suggestions]


def test_a_unit_weighs_as_many_writers_as_have_it() -> None:
    sheet = board(("make", {"lines": ["ann/l1", "ann/l2", "bo/l1"]}))
    assert sheet.content[0].weight == 2
    assert "unit u1 has several lines of ann, who counts once" in sheet.remarks


def test_a_unit_takes_the_time_of_one_that_joins_it_where_it_has_none() -> None:
    told: Row = ("describe", {"unit": "u1", "time": "1950-06"})
    join: Row = ("join", {"unit": "u1", "into": "u2"})
    assert [str(unit.time) for unit in board(START, END, told, join).content] == ["1950-06"]


def test_dates_that_exclude_each_other_are_remarked_on_and_leave_no_time() -> None:
    sheet = board(("make", {"lines": ["ann/l1", "ann/l2"]}))
    assert sheet.content[0].time is None
    assert any("conflicting dates: ann says 1950-06-25, ann says 1953" in one for one in sheet.remarks)


def test_a_described_time_beside_the_lines_is_remarked_on() -> None:
    sheet = board(END, ("describe", {"unit": "u1", "time": "1954"}))
    assert sheet.remarks == ("unit u1 is set to 1954, but ann says 1953",)


@pytest.mark.parametrize(
    "row",
    [
        ("make", {"lines": ["ann/l1", "ann/l2"]}),
        ("put", {"line": "ann/l2", "unit": "u1"}),
        ("join", {"unit": "u2", "into": "u1"}),
    ],
)
def test_dates_that_exclude_each_other_can_be_refused(row: Row) -> None:
    with pytest.raises(Refused, match="dates that exclude each other"):
        board(START, END, row, conflicts="refuse")


def test_ids_of_ones_own_must_be_new() -> None:
    with pytest.raises(Refused, match="there is a unit 'x' already"):
        board(("make", {"lines": ["ann/l1"], "id": "x"}), ("make", {"lines": ["ann/l2"], "id": "x"}))


def test_an_id_of_ones_own_does_not_stand_in_the_way_of_a_number() -> None:
    assert list(board(("make", {"lines": ["ann/l1"], "id": "u2"}), END).units) == ["u2", "u2-2"]


def test_a_board_without_units_cannot_be_handed_in() -> None:
    omit: list[Row] = [("omit", {"line": line, "why": "x"}) for line in board().lines]
    assert board(*omit).unsettled == ("there is no unit; make at least one",)


def test_the_pyramid_shows_while_it_grows() -> None:
    assert board(*BUILT).shape.levels == (1, 0, 2, 0)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("make", {"lines": []}), "a unit needs a line"),
        (("make", {"lines": ["ann/l9"]}), "there is no line 'ann/l9'; did you mean"),
        (("put", {"line": "ann/l1", "unit": "u9"}), "there is no unit 'u9'"),
        (("take", {"line": "x", "unit": "u1"}), "there is no line 'x'"),
        (("trim", {"line": "ann/l2", "unit": "u1", "text": "x"}), "ann/l2 is not in u1; put it there first"),
        (("trim", {"line": "ann/l1", "unit": "u1", "text": ""}), "what is kept is empty"),
        (("omit", {"line": "ann/l1", "why": ""}), "the reason is empty"),
        (("omit", {"line": "x", "why": "y"}), "there is no line 'x'"),
        (("restore", {"line": "x"}), "there is no line 'x'"),
        (("role", {"unit": "u1", "name": "agent", "value": "x"}), "agent is not a free role; use describe"),
        (("role", {"unit": "u1", "name": "", "value": "x"}), "without a name is not a free role"),
        (("describe", {"unit": "u1", "time": "soon"}), "expected a date"),
        (("move", {"unit": "x", "to": 0}), "there is no unit 'x'"),
    ],
)
def test_what_cannot_be_done_is_refused(row: Row, message: str) -> None:
    with pytest.raises(Refused, match=message):
        board(START, row)


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
def test_lines_that_cannot_be_are_refused(row: Row, message: str) -> None:
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
