"""Markdown as people keep chronologies."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import FormatError, InputError
from cliometer.io import Reading, parse_timelines
from cliometer.io.markdown import Markdown
from cliometer.model.timeline import Duplicates, Timeline


def read(text: str, duplicates: Duplicates = "append") -> Reading:
    return parse_timelines(text, Path("a.md"), duplicates)


def timeline(text: str) -> Timeline:
    return read(text).timelines[0]


def test_headings_are_days_and_bullets_are_sentences() -> None:
    reading = read("# The spill\n\n## 2010-05-27\n\n- a\n- b\n\n## 2010-05-28\n* c\n")
    assert reading.timelines == (Timeline({"2010-05-27": ["a", "b"], "2010-05-28": ["c"]}),)
    assert reading.timelines[0].name == "The spill"
    assert (reading.notes, reading.format) == ((), "markdown")


@pytest.mark.parametrize("heading", ["# 2010-05-27", "###### 2010-05-27", "## **2010-05-27**", "## 2010-05-27 ##"])
def test_a_date_heading_may_have_any_level_and_dress(heading: str) -> None:
    assert timeline(f"{heading}\n- a\n") == Timeline({"2010-05-27": ["a"]})


def test_a_line_of_a_paragraph_is_a_sentence() -> None:
    assert timeline("## 2010\n\na\nb\n\nc\n") == Timeline({"2010": ["a", "b", "c"]})


def test_a_wrapped_bullet_is_joined() -> None:
    assert timeline("## 2010\n- a\n  b\n  c\n- d\n\ne\n") == Timeline({"2010": ["a b c", "d", "e"]})


def test_rules_only_separate() -> None:
    assert timeline("## 2010\n- a\n\n---\n\n## 2011\n- b\n***\n") == Timeline({"2010": ["a"], "2011": ["b"]})


@pytest.mark.parametrize("bullet", ["**2010-05-27**:", "**2010-05-27:**", "2010-05-27:", "**2010-05-27**"])
def test_bullets_may_carry_the_dates(bullet: str) -> None:
    text = f"- {bullet} a\n  and b\n- 2010-05-28: c\n"
    assert timeline(text) == Timeline({"2010-05-27": ["a and b"], "2010-05-28": ["c"]})


def test_neighbouring_bullets_of_one_date_are_one_day() -> None:
    reading = read("- 2010: a\n- 2010: b\n", "error")
    assert reading.timelines == (Timeline({"2010": ["a", "b"]}),)


def test_bullets_below_a_dated_bullet_belong_to_it() -> None:
    assert timeline("- 2010-05-27:\n  - a\n  - b\n") == Timeline({"2010-05-27": ["a", "b"]})


def test_under_a_heading_a_bullet_that_starts_with_a_date_is_a_sentence() -> None:
    assert timeline("## 2010\n- 1997: the year of the comet\n") == Timeline({"2010": ["1997: the year of the comet"]})


def test_a_repeated_heading_is_appended_and_noted() -> None:
    reading = read("## 2010\n- a\n## 2010\n- b\n")
    assert reading.timelines == (Timeline({"2010": ["a", "b"]}),)
    assert reading.notes == ("a.md:3: 2010 appears again, first on line 1; sentences appended",)


def test_an_empty_day_is_kept_and_noted() -> None:
    reading = read("## 2010\n\n-\n## 2011\n- b\n")
    assert reading.timelines == (Timeline({"2010": [], "2011": ["b"]}),)
    assert reading.notes == ("a.md:1: a day without sentences was kept",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# Title\n\nIntroduction.\n\n## 2010\n- a\n", r'^a.md:3: .*found "Introduction." before any date'),
        ("- a\n", r'^a.md:1: expected a heading such as ## 2010-05-27, found "a" before any date'),
        ("## May 27th\n- a\n", r'^a.md:1: heading: expected a date .*, found "May 27th"'),
        ("## 2010\n- a\n### Details\n- b\n", r'^a.md:3: heading: expected a date .*, found "Details"'),
        ("# One\n# Two\n", r'^a.md:2: heading: expected a date .*, found "Two"'),
        ("# Title\n", r"^a.md: holds no day"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(text)


def test_the_canonical_form_has_a_title_headings_and_bullets() -> None:
    text = Markdown().write([Timeline({"2010": ["a", "- b"], "2011": [], "2012": ["# c"]}, "The spill")])
    assert text == "# The spill\n\n## 2010\n\n- a\n- - b\n\n## 2011\n\n## 2012\n\n- # c\n"


def test_a_name_that_is_a_date_is_not_written() -> None:
    with pytest.raises(InputError, match='the name "1997" would read back as a date'):
        Markdown().write([Timeline({"2010": ["a"]}, "1997")])


def test_a_sentence_of_two_lines_is_not_written() -> None:
    with pytest.raises(InputError, match=r"^2010: a markdown file cannot hold a sentence with a line break"):
        Markdown().write([Timeline({"2010": ["a\nb"]})])


def test_two_timelines_do_not_fit() -> None:
    with pytest.raises(InputError, match=r"a markdown file holds one timeline, not 2"):
        Markdown().write([Timeline({"2010": ["a"]}), Timeline({"2010": ["b"]})])


def test_a_bullet_without_a_date_among_dated_ones_is_noted() -> None:
    reading = read("- 2010: a\n- b\n- 2011:\n  - c\n- 2012: d\n- e\n")
    assert reading.timelines == (Timeline({"2010": ["a", "b"], "2011": ["c"], "2012": ["d", "e"]}),)
    assert reading.notes == (
        "a.md:2: a bullet without a date among dated ones; it joins the day before (2 times, first here)",
    )
