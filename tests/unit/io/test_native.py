"""Our own JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cliometer.errors import FormatError
from cliometer.io import Reading, parse_timelines
from cliometer.io.native import NativeJson
from cliometer.model.timeline import Duplicates, Timeline

DAY = '{"date": "2010-05-27", "sentences": ["a", "b"]}'


def read(text: str, duplicates: Duplicates = "append") -> Reading:
    return parse_timelines(text, Path("a.json"), duplicates)


def test_one_timeline_is_read_with_its_name() -> None:
    reading = read(f'{{"cliometer": "timeline/1", "name": "bbc", "days": [{DAY}]}}')
    assert reading.timelines == (Timeline({"2010-05-27": ["a", "b"]}),)
    assert reading.timelines[0].name == "bbc"
    assert (reading.notes, reading.format) == ((), "json")


def test_several_timelines_are_read_in_order() -> None:
    text = f'{{"cliometer": "timelines/1", "timelines": [{{"days": [{DAY}]}}, {{"name": "x", "days": []}}]}}'
    assert read(text).timelines == (Timeline({"2010-05-27": ["a", "b"]}), Timeline())
    assert [timeline.name for timeline in read(text).timelines] == ["", "x"]


def test_a_plain_object_of_dates_is_read_and_noted() -> None:
    reading = read('{"2010-05-28": ["c"], "2010-05-27": ["a"]}')
    assert reading.timelines == (Timeline({"2010-05-27": ["a"], "2010-05-28": ["c"]}),)
    assert reading.notes == ("a.json: a plain object, read as dates and their sentences",)


def test_a_key_that_stands_twice_in_a_plain_object_is_not_lost() -> None:
    reading = read('{"2010": ["a"], "2010": ["b"]}')
    assert reading.timelines == (Timeline({"2010": ["a", "b"]}),)
    assert "2010 appears again as day 2, first as day 1" in reading.notes[1]


def test_a_repeated_date_may_be_refused() -> None:
    with pytest.raises(FormatError, match=r"^a.json:1: 2010-05-27 appears again as day 2"):
        read(f'{{"cliometer": "timeline/1", "days": [{DAY}, {DAY}]}}', "error")


@pytest.mark.parametrize("version", ['"timeline/2"', '"0.1.0"', "7", "null"])
def test_an_unknown_version_is_refused_with_a_remedy(version: str) -> None:
    with pytest.raises(FormatError, match=r"reads timeline/1 and timelines/1; if a newer Cliometer wrote it, update"):
        read(f'{{"cliometer": {version}, "days": []}}')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{\n"cliometer": "timeline/1",\n"days": [,]\n}', r"^a.json:3: not valid JSON: Expecting value"),
        ('{"2010": ["a"]}\n{"2011": ["b"]}', r"^a.json:2: expected .* found a second JSON value"),
        ('{"cliometer": "timeline/1"}', r'^a.json: a timeline has no "days", which it needs'),
        ('{"cliometer": "timeline/1", "days": {}}', r"^a.json: days: expected a list of days, found an object"),
        ('{"cliometer": "timeline/1", "days": [], "name": 7}', r"^a.json: name: expected a text in quotes, found 7"),
        ('{"cliometer": "timeline/1", "days": [7]}', r"^a.json: days\[0\]: expected .*, found 7"),
        ('{"cliometer": "timeline/1", "days": [{"date": "2010"}]}', r'^a.json:1: days\[0\]: a day has no "sentences"'),
        ('{"cliometer": "timelines/1", "timelines": []}', r"^a.json: timelines: expected at least one timeline"),
        ('{"cliometer": "timelines/1", "timelines": [7]}', r"^a.json: timelines\[0\]: expected a timeline .*, found 7"),
        (
            '{"2010-05-27": 7}',
            r"^a.json:1: 2010-05-27: expected a list of sentences .*, found 7",
        ),
        ('{"colour": ["blue"]}', r'^a.json:1: expected a date .*, found "colour"'),
        ('{"cliometer": "timeline/1", "days": [], "days": []}', r'^a.json: the key "days" appears twice; keep one'),
        ('{"2010": [' + "1" * 5000 + "]}", r"^a.json:1: not valid JSON: "),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(text)


def test_a_list_is_not_our_json() -> None:
    with pytest.raises(FormatError, match=r"found a list of 0"):
        NativeJson().read("[]", Path("a.json"))


def test_what_is_written_says_what_it_is() -> None:
    document = json.loads(NativeJson().write([Timeline({"2010": ["a"]}, "bbc")]))
    assert document == {
        "cliometer": "timeline/1",
        "name": "bbc",
        "days": [{"date": "2010", "sentences": ["a"]}],
    }


def test_names_of_several_timelines_survive() -> None:
    text = NativeJson().write([Timeline({"2010": ["a"]}, "bbc"), Timeline({}, "ap")])
    assert [timeline.name for timeline in read(text).timelines] == ["bbc", "ap"]


def test_keys_that_nothing_is_made_of_are_named() -> None:
    day = '{"date": "2010", "sentences": ["a"], "url": "x", "id": 7}'
    one = f'{{"name": "bbc", "days": [{day}], "source": "x"}}'
    reading = read(f'{{"cliometer": "timelines/1", "timelines": [{one}], "author": "me"}}')
    assert reading.timelines == (Timeline({"2010": ["a"]}),)
    assert reading.notes == (
        'a.json: keys of the file left out: "author"',
        'a.json: keys of a timeline left out: "source"',
        'a.json: keys of a day left out: "url" and "id"',
    )


def test_a_huge_number_brings_no_advice_about_python() -> None:
    with pytest.raises(FormatError) as caught:
        read('{"2010": [' + "1" * 5000 + "]}")
    assert str(caught.value) == (
        "a.json:1: not valid JSON: a number of thousands of digits; take it out, or put it in quotes"
    )


def test_broken_json_is_told_with_line_column_and_remedy() -> None:
    with pytest.raises(FormatError) as caught:
        read('{\n"2010": [,]}')
    assert str(caught.value) == (
        "a.json:2: not valid JSON: Expecting value (column 10); correct it there, or write the file again"
    )


def test_an_error_in_a_day_names_its_line() -> None:
    days = ['{"date": "2010-01-01", "sentences": []}', '{"date": "x", "sentences": []}']
    text = '{"cliometer": "timeline/1", "days": [\n' + ",\n".join(days) + "]}"
    with pytest.raises(FormatError, match=r"^a\.json:3: days\[1\]\.date: "):
        parse_timelines(text, Path("a.json"))


def test_an_error_in_a_plain_object_names_its_line() -> None:
    with pytest.raises(FormatError, match=r"^a\.json:3: "):
        parse_timelines('{\n"2010-01-01": ["foo"],\n"2010-01-02": 7}', Path("a.json"))
