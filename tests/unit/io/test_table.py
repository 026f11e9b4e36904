"""Comma-separated values."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import FormatError, InputError
from cliometer.io import Reading, parse_timelines
from cliometer.io.timeline_table import TimelineTable
from cliometer.model.timeline import Timeline


def read(text: str) -> Reading:
    return parse_timelines(text, Path("a.csv"))


EXPECTED = (Timeline({"2010-05-27": ["a, b", "c"], "2010-05-28": ["d"]}),)


def test_a_row_is_a_sentence() -> None:
    reading = read('date,sentence\n2010-05-27,"a, b"\n2010-05-27,c\n2010-05-28,d\n')
    assert reading.timelines == EXPECTED
    assert (reading.notes, reading.format) == ((), "csv")


@pytest.mark.parametrize("word", ["text", "summary", "event", "Sentence", ' "SENTENCE" '])
def test_the_sentence_column_has_synonyms(word: str) -> None:
    assert read(f"Date,{word}\n2010,a\n").timelines == (Timeline({"2010": ["a"]}),)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_the_one_of_the_header(delimiter: str) -> None:
    text = '"a, b"|2010-05-27\nc|2010-05-27\nd|2010-05-28\n'.replace("|", delimiter)
    assert read(f"sentence{delimiter}date\n{text}").timelines == EXPECTED


@pytest.mark.parametrize("column", ["timeline", "name"])
def test_a_column_tells_several_timelines_apart(column: str) -> None:
    reading = read(f"{column},date,text\nbbc,2010,a\nap,2010,b\nbbc,2011,c\n")
    assert reading.timelines == (Timeline({"2010": ["a"], "2011": ["c"]}), Timeline({"2010": ["b"]}))
    assert [timeline.name for timeline in reading.timelines] == ["bbc", "ap"]


def test_other_columns_are_left_out_and_noted() -> None:
    reading = read(",date,sentence,source\n0,2010,a,bbc\n")
    assert reading.timelines == (Timeline({"2010": ["a"]}),)
    assert reading.notes == ('a.csv:1: columns left out: "" and "source"',)


def test_a_row_without_a_sentence_is_an_empty_day() -> None:
    reading = read("date,sentence\n2010,\n")
    assert reading.timelines == (Timeline({"2010": []}),)
    assert reading.notes == ("a.csv:2: a row without a sentence; its day was kept",)


def test_a_header_alone_is_a_timeline_without_days() -> None:
    reading = read("date,sentence\n")
    assert reading.timelines == (Timeline(),)
    assert reading.notes == ("a.csv: a header without rows, read as a timeline without days",)


def test_blank_rows_are_skipped() -> None:
    assert read("\ndate,sentence\n\n2010,a\n,\n").timelines == (Timeline({"2010": ["a"]}),)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("2010,a\n,b\n", r'^a.csv:3: expected a date .*, found ""'),
        ('2010,"a\nb"\nMay,c\n', r'^a.csv:4: expected a date .*, found "May"'),
        ("2010,a, b\n", r"^a.csv:2: expected 2 cells as in the header, found 3; .*needs quotes"),
        ('2010,"a\n', r"^a.csv:2: not valid CSV"),
    ],
)
def test_what_is_wrong_is_said_with_the_line_on_which_the_row_starts(rows: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read("date,sentence\n" + rows)


def test_a_cell_may_be_longer_than_the_csv_module_reads_by_default() -> None:
    assert read(f"date,sentence\n2010,{'a' * 200_000}\n").timelines == (Timeline({"2010": ["a" * 200_000]}),)


@pytest.mark.parametrize("header", ["when,what", "date|sentence", "date", "2010-05-27,It rained."])
def test_a_file_called_csv_without_a_header_is_refused(header: str) -> None:
    with pytest.raises(FormatError, match=r"^a.csv:1: expected a header such as date,sentence, found"):
        read(f"{header}\n2010,a\n")


def test_quotes_commas_and_line_breaks_survive() -> None:
    timeline = Timeline({"2010": ['say "a", b', "c\r\nd", "e\rf", '"']})
    assert read(TimelineTable().write([timeline])).timelines == (timeline,)


def test_a_single_timeline_without_a_name_needs_no_column_for_it() -> None:
    assert TimelineTable().write([Timeline({"2010": ["a"], "2011": []})]) == "date,sentence\n2010,a\n2011,\n"


def test_a_name_is_kept() -> None:
    text = TimelineTable().write([Timeline({"2010": ["a"]}, "bbc")])
    assert text == "timeline,date,sentence\nbbc,2010,a\n"
    assert read(text).timelines[0].name == "bbc"


def test_timelines_that_share_a_name_are_numbered() -> None:
    text = TimelineTable().write([Timeline({"2010": ["a"]}, "x"), Timeline({"2010": ["b"]}, "x ")])
    assert [timeline.name for timeline in read(text).timelines] == ["1", "2"]


def test_a_timeline_without_days_does_not_fit_beside_others() -> None:
    with pytest.raises(InputError, match=r"ap: a csv file cannot hold a timeline without days; choose json"):
        TimelineTable().write([Timeline({"2010": ["a"]}, "bbc"), Timeline({}, "ap")])


def test_a_sentence_too_long_for_the_csv_module_is_not_written() -> None:
    with pytest.raises(InputError, match=r"^2010: a csv file cannot hold a sentence of 200000 characters"):
        TimelineTable().write([Timeline({"2010": ["a" * 200_000]})])
