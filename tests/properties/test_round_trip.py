"""Laws of every format: what is written reads back equal, and no text whatever breaks a reader."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.errors import CliometerError, InputError
from cliometer.io import Format, Reading, formats, parse_timelines, read_timelines, write_timelines
from cliometer.model.timeline import DUPLICATES, Duplicates, Timeline
from tests.strategies import examples, plain_timelines, timelines

EVERY_FORMAT = pytest.mark.parametrize("format", formats(), ids=lambda format: format.name)

fragments = st.sampled_from(
    [
        "2010-05-27", "2010-1-5", "1997-06/1997-08", "2011-04-0", "2010/01/01", "\n", "\r", "\r\n", "-" * 32,
        "-----", "## ", "# ", "- ", "**", ": ", "foo", "date,sentence\n", "timeline;date;text\n", '"', ",",
        ";", "\t", "{", "}", "[", "]", '["2010-05-27", ["a"]]', '{"cliometer": "timeline/1", "days": ',
        '{"cliometer": "timelines/1", "timelines": [', '"2010-05-27": ', "1" * 5000, "[" * 3000, "\ufeff",
        "\0", "\x1c",
    ]
)  # fmt: skip
texts = st.text() | st.lists(fragments | st.text(max_size=5), max_size=12).map("".join)


@EVERY_FORMAT
@given(timeline=timelines)
def test_a_timeline_reads_back_equal_or_is_refused(
    format: Format, timeline: Timeline, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / f"round-trip-{format.name}"
    try:
        write_timelines(path, [timeline], format.name, force=True)
    except InputError:
        return
    reading = read_timelines(path, duplicates="error")
    assert reading.timelines == (timeline,)
    assert reading.format == format.name


@EVERY_FORMAT
@given(timeline=plain_timelines)
def test_a_timeline_of_plain_sentences_is_never_refused(format: Format, timeline: Timeline) -> None:
    assert format.read(format.write([timeline]), Path("x")).timelines == (timeline,)


@EVERY_FORMAT
@given(several=st.lists(timelines, min_size=2, max_size=4))
def test_several_timelines_read_back_in_order_or_are_refused(format: Format, several: list[Timeline]) -> None:
    try:
        text = format.write(several)
    except InputError:
        return
    assert format.holds_several
    assert format.read(text, Path("x"), "error").timelines == tuple(several)


@EVERY_FORMAT
@given(timeline=plain_timelines)
def test_writing_what_was_read_gives_the_same_text(format: Format, timeline: Timeline) -> None:
    text = format.write([timeline])
    assert format.write(format.read(text, Path("x")).timelines) == text


@EVERY_FORMAT
@given(text=texts, duplicates=st.sampled_from(DUPLICATES))
def test_any_text_gives_a_reading_or_an_error_of_ours(format: Format, text: str, duplicates: Duplicates) -> None:
    for name in (None, format.name):
        try:
            reading = parse_timelines(text, Path(f"x{format.suffixes[0]}"), duplicates, name)
        except CliometerError:
            continue
        assert isinstance(reading, Reading)
        assert reading.timelines


@examples(300)
@given(text=texts)
def test_no_text_bears_the_marks_of_two_formats(text: str) -> None:
    assert sum(format.recognises(text) for format in formats()) <= 1


@given(content=st.binary() | texts.map(lambda text: text.encode()))
def test_any_file_gives_a_reading_or_an_error_of_ours(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz"
    path.write_bytes(content)
    try:
        read_timelines(path)
    except CliometerError as error:
        assert str(path) in str(error)
