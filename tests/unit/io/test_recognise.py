"""Formats that are recognised by content, and files of timelines that are read, written and converted."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import FormatError, InputError, UsageError
from cliometer.io import ReadWarning, formats, parse_timelines, read_timeline, read_timelines, write_timelines
from cliometer.model.timeline import Timeline

STARTS = {
    "tilse": ["2010-05-27\nfoo", "\n\n  1997-06\n", "2010/01/01", "-----"],
    "newstls": ['[["2010-05-27", []]]', " \n[", "[]"],
    "json": ['{"cliometer": "timeline/1"}', "{", '[{"date": "2010", "text": "foo"}]'],
    "csv": ["date,sentence", "Timeline;Date;Text\n", '"date","event"\r\n'],
    "tsv": ["\ttext\tdate\n", "date\tsentence"],
    "markdown": ["# The spill", "## 2010-05-27\n", "- **2010-05-27**: foo", "* 2010-05-27: foo"],
}


def test_every_format_has_an_example_of_its_start_here() -> None:
    assert set(STARTS) == {format.name for format in formats()}


def test_a_format_may_be_named_instead() -> None:
    with pytest.raises(FormatError, match=r"^a:1: expected a header such as date,sentence"):
        parse_timelines("2010-05-27\n", Path("a"), format="csv")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_refused(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("2010-05-27\nfoo\n".encode(encoding))
    with pytest.raises(FormatError, match="--encoding utf-16 " if encoding == "utf-16" else "is a binary"):
        read_timelines(path)


@pytest.mark.parametrize("lines", [2, 700_000])
def test_a_nul_in_a_text_is_named_with_its_line(tmp_path: Path, lines: int) -> None:
    path = tmp_path / "a.txt"
    path.write_text("é\n" * (lines - 1) + "fo\0o\n")
    with pytest.raises(FormatError, match=rf"a.txt:{lines}: a NUL character in the text; remove it: tr -d"):
        read_timelines(path)


def test_a_file_of_any_number_of_short_lines_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cliometer.io.text_files.MOST_BYTES", 2_000_000)
    path = tmp_path / "a.txt"
    path.write_bytes(b"foo\n" * 1_000_000)
    with pytest.raises(FormatError, match=r"is this a corpus, not a timeline"):
        read_timelines(path)


TIMELINE = Timeline({"2010-05-27": ["It rained."]})


def test_each_note_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("2010-05-27\nIt rained.\n")
    with pytest.warns(ReadWarning, match=r"a.txt:1: the last day has no separator after it; kept"):
        assert read_timeline(str(path)) == TIMELINE


def test_a_file_with_two_timelines_is_not_one(tmp_path: Path) -> None:
    write_timelines(tmp_path / "a.jsonl", [TIMELINE, TIMELINE])
    with pytest.raises(InputError, match=r"a.jsonl: holds 2 timelines where one is expected; split it"):
        read_timeline(tmp_path / "a.jsonl")


@pytest.mark.parametrize("suffix", [suffix for format in formats() for suffix in format.suffixes])
def test_the_ending_of_a_new_file_chooses_the_format(tmp_path: Path, suffix: str) -> None:
    write_timelines(tmp_path / f"a{suffix}", [TIMELINE])
    reading = read_timelines(tmp_path / f"a{suffix}")
    assert reading.timelines == (TIMELINE,)
    assert suffix in next(format.suffixes for format in formats() if format.name == reading.format)


@pytest.mark.parametrize("path", [None, Path("a.doc")])
def test_without_a_known_ending_the_format_must_be_named(path: Path | None) -> None:
    with pytest.raises(
        UsageError, match=r"name the format to write \(--to\), or a file with its ending: .*tilse \(.txt\)"
    ):
        write_timelines(path, [TIMELINE])


def test_a_nul_character_is_refused_where_it_would_make_the_file_binary(tmp_path: Path) -> None:
    timeline = Timeline({"2010": ["a\0b"]})
    with pytest.raises(InputError, match=r"a.txt: a NUL character"):
        write_timelines(tmp_path / "a.txt", [timeline])
    write_timelines(tmp_path / "a.json", [timeline])
    assert read_timelines(tmp_path / "a.json").timelines == (timeline,)
