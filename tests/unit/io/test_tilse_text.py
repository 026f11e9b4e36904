"""The tilse text format: every trap of the old reader has an answer of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import FormatError, InputError
from cliometer.io import Reading, parse_timelines
from cliometer.io.tilse_text import TilseText
from cliometer.model.timeline import Duplicates, Timeline

BAR = "-" * 32


def read(text: str, duplicates: Duplicates = "append") -> Reading:
    return parse_timelines(text, Path("a.txt"), duplicates)


def days(text: str) -> dict[str, list[str]]:
    (timeline,) = read(text).timelines
    return {str(when): list(said) for when, said in timeline.items()}


def notes(text: str) -> tuple[str, ...]:
    return read(text).notes


@pytest.mark.parametrize("line", ["--", "=====", "—————", "- - - - -"])
def test_other_lines_of_strokes_are_sentences(line: str) -> None:
    assert days(f"2010-01-01\nfoo\n{line}\n{BAR}\n") == {"2010-01-01": ["foo", line]}


def test_a_day_that_does_not_exist_is_refused_with_its_line() -> None:
    with pytest.raises(FormatError, match=r'^a.txt:4: "2011-04-0" is no date: its month has days 01 to 30$'):
        read(f"2010-01-01\nfoo\n{BAR}\n2011-04-0\nbar\n{BAR}\n")


@pytest.mark.parametrize("line", ["May 27th", "2010/01/01", "27.05.2010", "foo", "A timeline of the crisis"])
@pytest.mark.parametrize(("before", "place"), [(f"2010-01-01\nfoo\n{BAR}\n", 4), ("\n", 2)])
def test_the_first_line_of_a_block_must_be_a_date(before: str, place: int, line: str) -> None:
    with pytest.raises(FormatError, match=f'^a.txt:{place}: expected a date such as 2010-05-27, found "{line}"'):
        read(f"{before}{line}\n2010-01-01\nfoo\n{BAR}\n")


def test_a_date_inside_a_day_starts_a_new_day_and_leaves_the_earlier_one_alone() -> None:
    text = f"2010-01-01\nfoo\n2010-02-02\nbar\n{BAR}\n"
    assert days(text) == {"2010-01-01": ["foo"], "2010-02-02": ["bar"]}
    assert notes(text) == ("a.txt:3: a date without a separator before it starts a new day",)


def test_a_bad_date_inside_a_day_is_a_sentence_but_noted() -> None:
    text = f"2010-01-01\nfoo\n2010-02-30\n{BAR}\n"
    assert days(text) == {"2010-01-01": ["foo", "2010-02-30"]}
    assert notes(text) == ('a.txt:3: "2010-02-30" looks like a date but is none; read as a sentence',)


def test_the_canonical_form_ends_every_day_in_32_dashes() -> None:
    timeline = Timeline({"2010-01-02": ["bar"], "2010-01-01": ["foo", "baz"], "2010-01-03": []})
    assert TilseText().write([timeline]) == (
        f"2010-01-01\nfoo\nbaz\n{BAR}\n2010-01-02\nbar\n{BAR}\n2010-01-03\n{BAR}\n"
    )


@pytest.mark.parametrize("sentence", ["2010-01-05", "2010-1-5", "1997", "-----", BAR, "2010-01-05T00:00:00"])
def test_a_sentence_that_would_read_back_as_something_else_is_not_written(sentence: str) -> None:
    with pytest.raises(InputError, match=r"^2010-01-01: the sentence .* would read back"):
        TilseText().write([Timeline({"2010-01-01": [sentence]})])


def test_a_timeline_without_days_does_not_fit() -> None:
    with pytest.raises(InputError, match=r"without days; choose json or newstls"):
        TilseText().write([Timeline()])


@pytest.mark.parametrize("underline", ["===", "=" * 10, "---", "----", "-" * 10])
def test_an_underlined_date_is_taken_for_markdown(underline: str) -> None:
    with pytest.raises(FormatError, match=r"^a.txt:[23]: .* if this is Markdown, write dates as ## 2010-05-27$"):
        read(f"2010-01-01\n{underline}\n- foo\n\n2010-01-02\n{underline}\n- bar\n")


def test_a_later_line_of_equals_signs_is_a_sentence() -> None:
    timeline = Timeline({"2010-01-01": ["foo", "==="]})
    assert read(TilseText().write([timeline])).timelines == (timeline,)
