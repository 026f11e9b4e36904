"""Reading and writing files: notes as warnings, whole files or none."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.io import ReadWarning, formats, read_timeline, read_timelines, write_timelines
from cliometer.model.timeline import Timeline

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
