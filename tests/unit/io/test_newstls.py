"""The jsonl format of news-tls."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import FormatError, InputError
from cliometer.io import Reading, parse_timelines
from cliometer.io.newstls import NewsTls
from cliometer.model.timeline import Duplicates, Timeline


def read(text: str, duplicates: Duplicates = "append") -> Reading:
    return parse_timelines(text, Path("a.jsonl"), duplicates)


def test_a_line_is_a_timeline() -> None:
    reading = read('[["2010-05-27", ["a", "b"]], ["2010-05-28", ["c"]]]\n')
    assert reading.timelines == (Timeline({"2010-05-27": ["a", "b"], "2010-05-28": ["c"]}),)
    assert (reading.notes, reading.format) == ((), "newstls")


def test_several_lines_are_several_timelines_and_blank_lines_are_skipped() -> None:
    reading = read('\n[["2010", ["a"]]]\n\n[]\n[["2011", ["b"]]]')
    assert reading.timelines == (Timeline({"2010": ["a"]}), Timeline(), Timeline({"2011": ["b"]}))


@pytest.mark.parametrize(
    "date",
    ["2010-05-27T00:00:00", "2010-05-27 00:00:00", "2010-05-27 T00:00:00", "2010-05-27T12:30:00.5Z"],
)
def test_a_time_of_day_is_dropped_and_noted(date: str) -> None:
    reading = read(f'[["{date}", ["a"]]]')
    assert reading.timelines == (Timeline({"2010-05-27": ["a"]}),)
    assert reading.notes == ("a.jsonl:1: a time of day after the date was dropped",)


def test_a_time_of_day_with_a_zone_keeps_the_day_that_was_written() -> None:
    reading = read('[["2010-05-27T23:30:00.5-08:00", ["a"]]]')
    assert reading.timelines == (Timeline({"2010-05-27": ["a"]}),)
    (note,) = reading.notes
    assert note.endswith("was dropped with its zone (-08:00); the day is the one that was written")


@pytest.mark.parametrize("clock", ["25:61:61", "10:60", "10:00:61"])
def test_a_time_that_no_clock_shows_is_refused(clock: str) -> None:
    with pytest.raises(FormatError, match=f'found "2010-05-27T{clock}"'):
        read(f'[["2010-05-27T{clock}", ["a"]]]')


def test_a_month_with_a_time_of_day_stays_a_month() -> None:
    assert read('[["2018-05T00:00:00", ["a"]]]').timelines == (Timeline({"2018-05": ["a"]}),)


def test_a_timeline_may_be_spread_over_lines() -> None:
    assert read('[\n [\n  "2010-05-27",\n  ["a"]\n ]\n]\n').timelines == (Timeline({"2010-05-27": ["a"]}),)


def test_a_repeated_date_is_noted_with_the_number_of_both_days() -> None:
    reading = read('[["2010", ["a"]], ["2010", ["b"]]]')
    assert reading.timelines == (Timeline({"2010": ["a", "b"]}),)
    assert reading.notes == ("a.jsonl:1: 2010 appears again as day 2, first as day 1; sentences appended",)


def test_a_repeated_date_may_be_refused() -> None:
    with pytest.raises(FormatError, match=r"^a.jsonl:1: 2010 appears again as day 2"):
        read('[["2010", ["a"]], ["2010", ["b"]]]', "error")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[]\n", r"^a.jsonl:2: not valid JSON: Expecting ',' delimiter"),
        ('[["2010", ["a"]]]\n[["2011", ["b"]', r"^a.jsonl:2: not valid JSON"),
        ('[["2010", ["a"]]]\n{"a": 1}', r"^a.jsonl:2: days: expected a list of days .*, found an object"),
        ('["2010", ["a"]]', r'^a.jsonl:1: days\[0\]: expected a pair .*, found "2010"'),
        ('[["2010"]]', r"^a.jsonl:1: days\[0\]: expected a pair .*, found a list of 1"),
        ('[["2010", "a"]]', r'^a.jsonl:1: days\[0\]\.sentences: expected a list of sentences .*, found "a"'),
        (
            '[["2010", ["a"]], ["2011", [1]]]',
            r"^a.jsonl:1: days\[1\]\.sentences\[0\]: expected a text in quotes, found 1",
        ),
        ('[["May 27th", ["a"]]]', r'^a.jsonl:1: days\[0\]\.date: expected a date .*, found "May 27th"'),
        ("[[2010, []]]", r"^a.jsonl:1: days\[0\]\.date: expected a date .*, found 2010"),
        ("[[null, []]]", r"^a.jsonl:1: days\[0\]\.date: expected a date .*, found null"),
        ("[" * 100_000, r"^a.jsonl:1: .*nested far too deep"),
    ],
)
def test_what_is_wrong_is_said_with_line_and_day(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(text)


def test_blank_text_holds_no_timeline() -> None:
    with pytest.raises(FormatError, match=r"holds no timeline"):
        NewsTls().read(" \n", Path("a.jsonl"))


def test_line_breaks_inside_a_sentence_are_kept() -> None:
    timeline = Timeline({"2010": ["two\nlines"]})
    assert read(NewsTls().write([timeline])).timelines == (timeline,)


def test_any_script_is_written_as_it_is() -> None:
    assert NewsTls().write([Timeline({"2010": ["雨が降った。"]})]) == '[["2010", ["雨が降った。"]]]\n'


def test_nothing_cannot_be_written() -> None:
    with pytest.raises(InputError, match=r"no timeline to write"):
        NewsTls().write([])
