"""Formats that are recognised by content, and files of timelines that are read, written and converted."""

from __future__ import annotations

import os
import time
import warnings
from pathlib import Path

import pytest

from cliometer.errors import FormatError, InputError, UsageError
from cliometer.io import Format, ReadWarning, formats, parse_timelines, read_timeline, read_timelines, write_timelines
from cliometer.io.timelines import recognise
from cliometer.model.timeline import Timeline

STARTS = {
    "tilse": ["2010-05-27\nfoo", "\n\n  1997-06\n", "2010/01/01", "-----"],
    "newstls": ['[["2010-05-27", []]]', " \n[", "[]"],
    "json": ['{"cliometer": "timeline/1"}', "{", '[{"date": "2010", "text": "foo"}]'],
    "csv": ["date,sentence", "Timeline;Date;Text\n", '"date","event"\r\n'],
    "tsv": ["\ttext\tdate\n", "date\tsentence"],
    "markdown": ["# The spill", "## 2010-05-27\n", "- **2010-05-27**: foo", "* 2010-05-27: foo"],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in STARTS.items() for text in texts])
@pytest.mark.parametrize("ending", ["", ".txt", ".json", ".csv"])
def test_content_decides_whatever_the_ending(name: str, text: str, ending: str) -> None:
    assert recognise(text, Path("a" + ending)).name == name


def test_every_format_has_an_example_of_its_start_here() -> None:
    assert set(STARTS) == {format.name for format in formats()}


@pytest.mark.parametrize("format", formats(), ids=lambda format: format.name)
def test_where_content_says_nothing_the_ending_decides_who_complains(format: Format) -> None:
    assert type(recognise("Once upon a time", Path("a" + format.suffixes[0]))) is type(format)


def test_unknown_content_is_quoted_and_the_known_formats_are_named() -> None:
    with pytest.raises(FormatError) as caught:
        recognise("Once upon a time\n", Path("story"))
    assert str(caught.value) == (
        'story: is in no known format (csv, json, markdown, newstls, tilse and tsv); it starts "Once upon a time"'
    )


def test_a_format_may_be_named_instead() -> None:
    with pytest.raises(FormatError, match=r"^a:1: expected a header such as date,sentence"):
        parse_timelines("2010-05-27\n", Path("a"), format="csv")


def test_an_unknown_format_name_has_near_misses() -> None:
    with pytest.raises(UsageError, match=r"unknown format 'tilze'; did you mean tilse"):
        parse_timelines("2010-05-27\n", Path("a"), format="tilze")


def test_an_unknown_rule_for_repeated_dates_is_refused() -> None:
    with pytest.raises(UsageError, match=r"unknown rule for repeated dates 'first'"):
        parse_timelines("2010-05-27\n", Path("a"), duplicates="first")  # type: ignore[arg-type]


@pytest.mark.parametrize("content", [b"", b" \n\t\r\n", "\ufeff".encode(), b"\n" * 200_000])
def test_an_empty_file_says_what_was_expected(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"a.txt: is empty: expected a timeline"):
        read_timelines(path)


def test_leading_blank_lines_do_not_hide_the_content(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"\n" * 200_000 + b"2010-05-27\nfoo\n")
    assert read_timelines(path).format == "tilse"


def test_a_binary_file_is_called_so(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"PK\x03\x04\0\0\0")
    with pytest.raises(FormatError, match=r"a.txt: is a binary file"):
        read_timelines(path)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_refused(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("2010-05-27\nfoo\n".encode(encoding))
    with pytest.raises(FormatError, match="--encoding utf-16 " if encoding == "utf-16" else "is a binary"):
        read_timelines(path)


@pytest.mark.parametrize("encoding", ["utf-32-le", "utf-32-be"])
def test_utf_32_is_not_called_utf_16(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("\ufeff2010-05-27\nfoo\n".encode(encoding))
    with pytest.raises(FormatError, match=r"a.txt: is UTF-32; add --encoding utf-32 .* iconv -f UTF-32 -t UTF-8"):
        read_timelines(path)


@pytest.mark.parametrize("lines", [2, 700_000])
def test_a_nul_in_a_text_is_named_with_its_line(tmp_path: Path, lines: int) -> None:
    path = tmp_path / "a.txt"
    path.write_text("é\n" * (lines - 1) + "fo\0o\n")
    with pytest.raises(FormatError, match=rf"a.txt:{lines}: a NUL character in the text; remove it: tr -d"):
        read_timelines(path)


def test_a_file_that_is_not_utf_8_names_byte_and_line_and_a_remedy(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("2010-05-27\ncafé\n".encode("latin-1"))
    with pytest.raises(FormatError, match=r"a.txt:2: not UTF-8: byte 0xe9 at offset 14; .*--encoding cp1252 "):
        read_timelines(path)


@pytest.mark.parametrize("start", [b"a", b"[", b"{", b"2010-05-27\n", b"date,sentence\n"])
def test_a_line_of_50_megabytes_is_refused_at_once(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(start + b"a" * 50_000_000)
    began = time.process_time()
    with pytest.raises(FormatError, match=r"a.txt: has a line of more than 16 MB"):
        read_timelines(path)
    assert time.process_time() - began < 2  # of the processor: other tests may be busy beside it


def test_a_file_of_any_number_of_short_lines_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cliometer.io.text_files.MOST_BYTES", 2_000_000)
    path = tmp_path / "a.txt"
    path.write_bytes(b"foo\n" * 1_000_000)
    with pytest.raises(FormatError, match=r"is this a corpus, not a timeline"):
        read_timelines(path)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"is a folder where a file is expected"):
        read_timelines(tmp_path)


def test_a_missing_file_has_near_misses_among_its_siblings(tmp_path: Path) -> None:
    (tmp_path / "bpoil.txt").touch()
    with pytest.raises(InputError, match=r"bpoli.txt: does not exist; did you mean bpoil.txt\?"):
        read_timelines(tmp_path / "bpoli.txt")


def test_a_missing_file_without_near_misses_is_just_missing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"bpoil.txt: does not exist$"):
        read_timelines(tmp_path / "bpoil.txt")


@pytest.mark.parametrize("path", ["nowhere/at/all.txt", "a\0b/c.txt"])
def test_a_file_in_a_missing_folder_is_missing_too(path: str) -> None:
    with pytest.raises(InputError, match=r"does not exist"):
        read_timelines(path)


TIMELINE = Timeline({"2010-05-27": ["It rained."]})


def test_a_file_with_one_timeline_gives_it(tmp_path: Path) -> None:
    write_timelines(tmp_path / "a.txt", [TIMELINE])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_timeline(tmp_path / "a.txt") == TIMELINE


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


def test_without_a_path_the_text_is_all_there_is() -> None:
    assert write_timelines(None, [TIMELINE], "csv") == "date,sentence\n2010-05-27,It rained.\n"


def test_an_existing_file_is_not_replaced_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("precious")
    with pytest.raises(InputError, match=r"a.txt: exists already"):
        write_timelines(path, [TIMELINE])
    assert path.read_text() == "precious"
    write_timelines(path, [TIMELINE], force=True)
    assert read_timelines(path).timelines == (TIMELINE,)


def test_a_failure_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "a.txt"
    path.write_text("precious")
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(InputError, match=r"a.txt: cannot be written: No space left on device"):
        write_timelines(path, [TIMELINE], force=True)
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]
    assert path.read_text() == "precious"


def test_what_cannot_be_held_touches_no_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with pytest.raises(InputError, match=r"line break"):
        write_timelines(path, [Timeline({"2010": ["a\nb"]})])
    assert not path.exists()


def test_half_a_character_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a.json: half of a character \(U\+D83D\)"):
        write_timelines(tmp_path / "a.json", [Timeline({"2010": ["\ud83d"]})])


def test_a_nul_character_is_refused_where_it_would_make_the_file_binary(tmp_path: Path) -> None:
    timeline = Timeline({"2010": ["a\0b"]})
    with pytest.raises(InputError, match=r"a.txt: a NUL character"):
        write_timelines(tmp_path / "a.txt", [timeline])
    write_timelines(tmp_path / "a.json", [timeline])
    assert read_timelines(tmp_path / "a.json").timelines == (timeline,)


def test_a_link_keeps_pointing_at_its_file(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("real.txt")
    write_timelines(tmp_path / "link.txt", [TIMELINE], force=True)
    assert (tmp_path / "link.txt").is_symlink()
    assert read_timelines(tmp_path / "real.txt").timelines == (TIMELINE,)


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"the folder .*nowhere does not exist; make it first"):
        write_timelines(tmp_path / "nowhere" / "a.txt", [TIMELINE])


def test_a_folder_is_not_overwritten(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"is not a file"):
        write_timelines(tmp_path, [TIMELINE], "json", force=True)


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write_timelines(tmp_path / "a.txt", [TIMELINE])
    assert (tmp_path / "a.txt").stat().st_mode == (tmp_path / "usual").stat().st_mode
