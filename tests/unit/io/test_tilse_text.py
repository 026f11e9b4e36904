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


def test_a_regular_file_gives_no_notes() -> None:
    text = f"2010-01-01\nfoo\nbaz\n{BAR}\n2010-01-02\nbar\n{BAR}\n"
    assert days(text) == {"2010-01-01": ["foo", "baz"], "2010-01-02": ["bar"]}
    assert notes(text) == ()


def test_a_last_day_without_a_separator_is_kept_and_noted() -> None:
    text = f"2010-01-01\nfoo\n{BAR}\n2010-01-02\nbar\n"
    assert days(text) == {"2010-01-01": ["foo"], "2010-01-02": ["bar"]}
    assert notes(text) == ("a.txt:4: the last day has no separator after it; kept",)


@pytest.mark.parametrize("dashes", [3, 5, 31, 33, 80])
def test_a_separator_of_another_length_separates_and_is_noted(dashes: int) -> None:
    text = f"2010-01-01\nfoo\n{'-' * dashes}\n2010-01-02\nbar\n{BAR}\n"
    assert days(text) == {"2010-01-01": ["foo"], "2010-01-02": ["bar"]}
    assert notes(text) == (f"a.txt:3: a separator of {dashes} dashes, not 32; accepted",)


@pytest.mark.parametrize("line", ["--", "=====", "—————", "- - - - -"])
def test_other_lines_of_strokes_are_sentences(line: str) -> None:
    assert days(f"2010-01-01\nfoo\n{line}\n{BAR}\n") == {"2010-01-01": ["foo", line]}


@pytest.mark.parametrize("line", ["===", "====="])
def test_what_nearly_separates_is_noted(line: str) -> None:
    note = f'a.txt:3: "{line}" is not a separator of this format; read as a sentence'
    assert notes(f"2010-01-01\nfoo\n{line}\n{BAR}\n") == (note,)


def test_the_same_oddity_many_times_is_one_note_with_a_count() -> None:
    text = "".join(f"2010-01-0{day}\nfoo\n-----\n" for day in range(1, 5))
    assert notes(text) == ("a.txt:3: a separator of 5 dashes, not 32; accepted (4 times, first here)",)


def test_a_repeated_date_is_appended_and_noted_with_both_lines() -> None:
    text = f"2010-01-01\nfoo\n{BAR}\n2010-01-01\nbar\n{BAR}\n"
    assert days(text) == {"2010-01-01": ["foo", "bar"]}
    assert notes(text) == ("a.txt:4: 2010-01-01 appears again, first on line 1; sentences appended",)


def test_a_repeated_date_may_keep_the_last_as_the_old_reader_did() -> None:
    reading = read(f"2010-01-01\nfoo\n{BAR}\n2010-01-01\nbar\n{BAR}\n", "last")
    assert reading.timelines == (Timeline({"2010-01-01": ["bar"]}),)
    assert reading.notes == ("a.txt:4: 2010-01-01 appears again, first on line 1; only the last kept",)


def test_a_repeated_date_may_be_refused_with_its_line() -> None:
    with pytest.raises(FormatError, match=r"^a.txt:4: 2010-01-01 appears again, first on line 1"):
        read(f"2010-01-01\nfoo\n{BAR}\n2010-01-01\nbar\n{BAR}\n", "error")


def test_a_date_with_single_digits_is_accepted_and_noted() -> None:
    text = f"2010-5-7\nfoo\n{BAR}\n"
    assert days(text) == {"2010-05-07": ["foo"]}
    assert notes(text) == ("a.txt:1: a date with single digits was read as if padded (2010-05-07)",)


def test_more_than_three_notes_of_a_kind_are_one_with_a_count() -> None:
    padded = "".join(f"2010-1-{day}\nfoo\n{BAR}\n" for day in range(1, 5))
    assert notes(padded) == (
        "a.txt:1: a date with single digits was read as if padded (2010-01-01) (and 3 more like it)",
    )
    twice = "".join(f"2010-01-0{day}\nfoo\n{BAR}\n" for day in (1, 2, 3, 4, 1, 2, 3))
    assert len(notes(twice)) == 3
    assert notes(f"{twice}2010-01-04\nfoo\n{BAR}\n") == (
        "a.txt:13: 2010-01-01 appears again, first on line 1; sentences appended (and 3 more like it)",
    )


def test_a_day_that_does_not_exist_is_refused_with_its_line() -> None:
    with pytest.raises(FormatError, match=r'^a.txt:4: "2011-04-0" is no date: its month has days 01 to 30$'):
        read(f"2010-01-01\nfoo\n{BAR}\n2011-04-0\nbar\n{BAR}\n")


def test_a_month_that_does_not_exist_is_refused_with_its_line() -> None:
    with pytest.raises(FormatError, match=r'^a.txt:1: "2010-13-01" is no date: months run from 01 to 12$'):
        read("2010-13-01\nfoo\n")


@pytest.mark.parametrize("line", ["May 27th", "2010/01/01", "27.05.2010", "foo"])
def test_the_first_line_of_a_block_must_be_a_date(line: str) -> None:
    with pytest.raises(FormatError, match=f'^a.txt:4: expected a date such as 2010-05-27, found "{line}"'):
        read(f"2010-01-01\nfoo\n{BAR}\n{line}\nbar\n{BAR}\n")


@pytest.mark.parametrize("line", ["May 27th", "2010/01/01", "A timeline of the crisis"])
def test_text_before_the_first_date_is_refused(line: str) -> None:
    with pytest.raises(FormatError, match=f'^a.txt:2: expected a date such as 2010-05-27, found "{line}"'):
        read(f"\n{line}\n2010-01-01\nfoo\n{BAR}\n")


def test_a_date_inside_a_day_starts_a_new_day_and_leaves_the_earlier_one_alone() -> None:
    text = f"2010-01-01\nfoo\n2010-02-02\nbar\n{BAR}\n"
    assert days(text) == {"2010-01-01": ["foo"], "2010-02-02": ["bar"]}
    assert notes(text) == ("a.txt:3: a date without a separator before it starts a new day",)


def test_a_bad_date_inside_a_day_is_a_sentence_but_noted() -> None:
    text = f"2010-01-01\nfoo\n2010-02-30\n{BAR}\n"
    assert days(text) == {"2010-01-01": ["foo", "2010-02-30"]}
    assert notes(text) == ('a.txt:3: "2010-02-30" looks like a date but is none; read as a sentence',)


def test_an_empty_day_is_kept_without_sentences_and_noted() -> None:
    text = f"2010-01-01\n{BAR}\n"
    assert days(text) == {"2010-01-01": []}
    assert notes(text) == ("a.txt:1: a day without sentences was kept",)


def test_blank_lines_are_skipped_without_a_note() -> None:
    text = f"\n\n2010-01-01\nfoo\n\n \t\nbar\n\n{BAR}\n\n\n"
    assert days(text) == {"2010-01-01": ["foo", "bar"]}
    assert notes(text) == ()


def test_a_byte_order_mark_is_skipped_and_noted() -> None:
    text = f"\ufeff2010-01-01\nfoo\n{BAR}\n"
    assert days(text) == {"2010-01-01": ["foo"]}
    assert notes(text) == ("a.txt:1: a byte order mark was skipped",)


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_line_breaks_of_every_system_are_read(line_break: str) -> None:
    text = f"2010-01-01\nfoo\n{BAR}\n2010-01-02\nbar\n{BAR}\n".replace("\n", line_break)
    assert days(text) == {"2010-01-01": ["foo"], "2010-01-02": ["bar"]}
    assert notes(text) == (("a.txt:1: lines end in CR LF; read as LF",) if line_break == "\r\n" else ())


@pytest.mark.parametrize("date", ["2010-01", "2010", "-0799", "1997-06/1997-08", "-0043-03-15", "Y-12000"])
def test_dates_of_other_kinds_are_read_and_noted_once(date: str) -> None:
    text = f"{date}\nfoo\n{BAR}\n2011-02\nbar\n{BAR}\n"
    assert set(days(text)) == {date, "2011-02"}
    (note,) = notes(text)
    assert note == ("a.txt:1: a date that is not of the form 2010-05-27, unusual in this format (2 times, first here)")


def test_blanks_around_lines_go_and_those_inside_stay() -> None:
    assert days(f"  2010-01-01  \n  foo  bar \n  {BAR} \n") == {"2010-01-01": ["foo  bar"]}


def test_descending_files_are_sorted_without_a_note() -> None:
    text = f"2010-01-02\nbar\n{BAR}\n2010-01-01\nfoo\n{BAR}\n"
    assert list(days(text)) == ["2010-01-01", "2010-01-02"]
    assert notes(text) == ()


def test_a_separator_without_a_day_is_skipped_and_noted() -> None:
    text = f"{BAR}\n2010-01-01\nfoo\n{BAR}\n{BAR}\n"
    assert days(text) == {"2010-01-01": ["foo"]}
    assert notes(text) == ("a.txt:1: a separator without a day before it; skipped (2 times, first here)",)


def test_a_file_of_separators_holds_no_day() -> None:
    with pytest.raises(FormatError, match=r"a.txt: holds no day"):
        read(f"{BAR}\n{BAR}\n")


def test_a_form_feed_or_a_unicode_line_separator_does_not_end_a_line() -> None:
    assert days(f"2010-01-01\nfoo\fbar\u2028baz\n{BAR}\n") == {"2010-01-01": ["foo\fbar\u2028baz"]}


def test_a_long_line_is_quoted_short() -> None:
    with pytest.raises(FormatError) as caught:
        read("x" * 100_000)
    assert len(str(caught.value)) < 200


def test_the_canonical_form_ends_every_day_in_32_dashes() -> None:
    timeline = Timeline({"2010-01-02": ["bar"], "2010-01-01": ["foo", "baz"], "2010-01-03": []})
    assert TilseText().write([timeline]) == (
        f"2010-01-01\nfoo\nbaz\n{BAR}\n2010-01-02\nbar\n{BAR}\n2010-01-03\n{BAR}\n"
    )


@pytest.mark.parametrize("sentence", ["2010-01-05", "2010-1-5", "1997", "-----", BAR, "2010-01-05T00:00:00"])
def test_a_sentence_that_would_read_back_as_something_else_is_not_written(sentence: str) -> None:
    with pytest.raises(InputError, match=r"^2010-01-01: the sentence .* would read back"):
        TilseText().write([Timeline({"2010-01-01": [sentence]})])


@pytest.mark.parametrize("sentence", ["two\nlines", "two\rlines"])
def test_a_sentence_of_two_lines_is_not_written(sentence: str) -> None:
    with pytest.raises(InputError, match=r"^2010-01-01: .*line break.*choose json, newstls or csv"):
        TilseText().write([Timeline({"2010-01-01": [sentence]})])


def test_two_timelines_do_not_fit() -> None:
    with pytest.raises(InputError, match=r"holds one timeline, not 2; .* \(csv, json, newstls or tsv\)"):
        TilseText().write([Timeline({"2010": ["a"]}), Timeline({"2010": ["b"]})])


def test_a_timeline_without_days_does_not_fit() -> None:
    with pytest.raises(InputError, match=r"without days; choose json or newstls"):
        TilseText().write([Timeline()])


@pytest.mark.parametrize("underline", ["===", "=" * 10, "---", "----", "-" * 10])
def test_an_underlined_date_is_taken_for_markdown(underline: str) -> None:
    with pytest.raises(FormatError, match=r"^a.txt:[23]: .* if this is Markdown, write dates as ## 2010-05-27$"):
        read(f"2010-01-01\n{underline}\n- foo\n\n2010-01-02\n{underline}\n- bar\n")


@pytest.mark.parametrize("said", [["==="], ["---"], ["foo", "---"]])
def test_strokes_that_would_read_back_as_a_separator_or_an_underline_are_not_written(said: list[str]) -> None:
    with pytest.raises(InputError, match=r"^2010-01-01: the sentence .* would read back"):
        TilseText().write([Timeline({"2010-01-01": said})])


def test_a_later_line_of_equals_signs_is_a_sentence() -> None:
    timeline = Timeline({"2010-01-01": ["foo", "==="]})
    assert read(TilseText().write([timeline])).timelines == (timeline,)
