"""Markdown as people keep chronologies."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import InputError
from cliometer.io import Reading, parse_timelines
from cliometer.io.markdown import Markdown
from cliometer.model.timeline import Duplicates, Timeline


def read(text: str, duplicates: Duplicates = "append") -> Reading:
    return parse_timelines(text, Path("a.md"), duplicates)


def timeline(text: str) -> Timeline:
    return read(text).timelines[0]


def test_a_wrapped_bullet_is_joined() -> None:
    assert timeline("## 2010\n- a\n  b\n  c\n- d\n\ne\n") == Timeline({"2010": ["a b c", "d", "e"]})


@pytest.mark.parametrize("bullet", ["**2010-05-27**:", "**2010-05-27:**", "2010-05-27:", "**2010-05-27**"])
def test_bullets_may_carry_the_dates(bullet: str) -> None:
    text = f"- {bullet} a\n  and b\n- 2010-05-28: c\n"
    assert timeline(text) == Timeline({"2010-05-27": ["a and b"], "2010-05-28": ["c"]})


def test_neighbouring_bullets_of_one_date_are_one_day() -> None:
    assert read("- 2010: a\n- 2010: b\n", "error").timelines == (Timeline({"2010": ["a", "b"]}),)


def test_bullets_below_a_dated_bullet_belong_to_it() -> None:
    assert timeline("- 2010-05-27:\n  - a\n  - b\n") == Timeline({"2010-05-27": ["a", "b"]})


def test_under_a_heading_a_bullet_that_starts_with_a_date_is_a_sentence() -> None:
    assert timeline("## 2010\n- 1997: the year of the comet\n") == Timeline({"2010": ["1997: the year of the comet"]})


def test_a_name_that_is_a_date_is_not_written() -> None:
    with pytest.raises(InputError, match='the name "1997" would read back as a date'):
        Markdown().write([Timeline({"2010": ["a"]}, "1997")])


def test_a_sentence_of_two_lines_is_not_written() -> None:
    with pytest.raises(InputError, match=r"^2010: a markdown file cannot hold a sentence with a line break"):
        Markdown().write([Timeline({"2010": ["a\nb"]})])


def test_a_bullet_without_a_date_among_dated_ones_is_noted() -> None:
    reading = read("- 2010: a\n- b\n- 2011:\n  - c\n- 2012: d\n- e\n")
    assert reading.timelines == (Timeline({"2010": ["a", "b"], "2011": ["c"], "2012": ["d", "e"]}),)
    assert reading.notes == (
        "a.md:2: a bullet without a date among dated ones; it joins the day before (2 times, first here)",
    )
