"""Writers' timelines: one event and one date a line."""

from __future__ import annotations

import pytest

from cliometer.errors import Refused
from cliometer.study.topics import Topic
from workbench.tests.unit.study.units.unit_study import TOPIC, Row, writer


def add(date: str, text: str = "It ends.") -> Row:
    return ("add", {"date": date, "text": text})


def test_lines_stand_by_date_and_then_as_they_were_written() -> None:
    sheet = writer(add("1953", "c"), add("1950-06", "a"), add("1953", "d"), add("1950-07", "b"))
    assert [line.text for line in sheet.lines] == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("1997", "1997"),
        ("1997-06", "1997-06"),
        ("1997-06/1997-08", "1997-06/1997-08"),
        ("-0799", "-0799"),
        ("800 BC", "-0799"),
        ("1 bce", "0000"),
        ("79 AD", "0079"),
        ("AD 79", "0079"),
        ("44 B.C./31 BC", "-0043/-0030"),
    ],
)
def test_dates_are_read_as_files_and_as_people_write_them(given: str, read: str) -> None:
    assert str(writer(add(given)).lines[0].date) == read


@pytest.mark.parametrize("given", ["", "May 27th", "1997-13", "0 BC", "800 BC/700 BC/600 BC", "79"])
def test_what_is_no_date_is_refused_with_examples(given: str) -> None:
    with pytest.raises(Refused, match=r"expected a date such as|there is no month 13"):
        writer(add(given))


def test_an_edited_line_moves_to_its_new_date_and_keeps_the_rest() -> None:
    sheet = writer(add("1953", "End."), add("1954", "Later."), ("edit", {"line": "l1", "date": "1955"}))
    assert [str(line) for line in sheet.lines] == ["1954 Later.", "1955 End."]
    assert [line.id for line in sheet.lines] == ["l2", "l1"]


def test_a_text_can_be_edited_alone() -> None:
    sheet = writer(add("1953", "End."), ("edit", {"line": "l1", "text": "The  end\ncomes."}))
    assert str(sheet.lines[0]) == "1953 The end comes."


def test_a_removed_line_is_gone() -> None:
    assert writer(add("1953"), ("remove", {"line": "l1"})).lines == ()


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


def test_without_a_length_any_number_of_lines_will_do() -> None:
    sheet = writer(*[add("1953")] * 9, topic=Topic("war"))
    assert (sheet.unsettled, sheet.room, sheet.progress) == ((), None, (9, 0))


def test_progress_counts_lines_of_those_wanted() -> None:
    assert (writer(add("1953")).progress, writer(add("1953")).room) == ((1, 3), 2)


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


def test_a_timeline_is_a_reference_of_its_writer() -> None:
    timeline = writer(add("1953", "b"), add("1950", "a"), add("1953", "c")).timeline
    assert timeline.name == "ann"
    assert [(str(date), said) for date, said in timeline.items()] == [("1950", ("a",)), ("1953", ("b", "c"))]
    assert TOPIC.length == 3
