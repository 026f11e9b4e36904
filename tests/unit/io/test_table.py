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


def test_a_header_alone_is_a_timeline_without_days() -> None:
    reading = read("date,sentence\n")
    assert reading.timelines == (Timeline(),)
    assert reading.notes == ("a.csv: a header without rows, read as a timeline without days",)


@pytest.mark.parametrize("header", ["when,what", "date|sentence", "date", "2010-05-27,It rained."])
def test_a_file_called_csv_without_a_header_is_refused(header: str) -> None:
    with pytest.raises(FormatError, match=r"^a.csv:1: expected a header such as date,sentence, found"):
        read(f"{header}\n2010,a\n")


def test_timelines_that_share_a_name_are_numbered() -> None:
    text = TimelineTable().write([Timeline({"2010": ["a"]}, "x"), Timeline({"2010": ["b"]}, "x ")])
    assert [timeline.name for timeline in read(text).timelines] == ["1", "2"]


def test_a_timeline_without_days_does_not_fit_beside_others() -> None:
    with pytest.raises(InputError, match=r"ap: a csv file cannot hold a timeline without days; choose json"):
        TimelineTable().write([Timeline({"2010": ["a"]}, "bbc"), Timeline({}, "ap")])


def test_a_sentence_too_long_for_the_csv_module_is_not_written() -> None:
    with pytest.raises(InputError, match=r"^2010: a csv file cannot hold a sentence of 200000 characters"):
        TimelineTable().write([Timeline({"2010": ["a" * 200_000]})])
