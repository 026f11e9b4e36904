"""Our own JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import FormatError
from cliometer.io import Reading, parse_timelines
from cliometer.model.timeline import Duplicates, Timeline


def read(text: str, duplicates: Duplicates = "append") -> Reading:
    return parse_timelines(text, Path("a.json"), duplicates)


def test_a_key_that_stands_twice_in_a_plain_object_is_not_lost() -> None:
    reading = read('{"2010": ["a"], "2010": ["b"]}')
    assert reading.timelines == (Timeline({"2010": ["a", "b"]}),)
    assert "2010 appears again as day 2, first as day 1" in reading.notes[1]


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
        ('{"2010-05-27": 7}', r"^a.json:1: 2010-05-27: expected a list of sentences .*, found 7"),
        ('{"colour": ["blue"]}', r'^a.json:1: expected a date .*, found "colour"'),
        ('{"cliometer": "timeline/1", "days": [], "days": []}', r'^a.json: the key "days" appears twice; keep one'),
        ('{"2010": [' + "1" * 5000 + "]}", r"^a.json:1: not valid JSON: "),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(text)


def test_an_error_in_a_plain_object_names_its_line() -> None:
    with pytest.raises(FormatError, match=r"^a\.json:3: "):
        parse_timelines('{\n"2010-01-01": ["foo"],\n"2010-01-02": 7}', Path("a.json"))
