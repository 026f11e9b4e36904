"""`cliometer convert`, called as the command line calls it."""

from __future__ import annotations

import io
import shlex
from pathlib import Path

import pytest

from cliometer.cli import convert
from cliometer.cli.main import parser_of
from cliometer.cli.parser import fill_example
from cliometer.errors import InputError, UsageError
from cliometer.io import Format, formats, read_timelines, write_timelines
from cliometer.model.timeline import Timeline
from tests.unit.cli.cliometer_command import DEMO

BAR = "-" * 32
A, B = Timeline({"2010-05-27": ["a"]}), Timeline({"2010-05-28": ["b"]})


def run(*words: object) -> tuple[str, str]:
    parser = parser_of("convert", convert)
    out, err = io.StringIO(), io.StringIO()
    assert convert.run(parser.parse_args([str(word) for word in words]), out, err) == 0
    return out.getvalue(), err.getvalue()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    write_timelines(tmp_path / "in.txt", [A])
    return tmp_path / "in.txt"


@pytest.fixture
def several(tmp_path: Path) -> Path:
    write_timelines(tmp_path / "in.jsonl", [A, B])
    return tmp_path / "in.jsonl"


def test_without_an_output_the_text_goes_to_standard_output(source: Path) -> None:
    assert run(source, "--to", "csv") == ("date,sentence\n2010-05-27,a\n", "")


def test_the_ending_of_the_output_chooses_the_format(source: Path, tmp_path: Path) -> None:
    assert run(source, "-o", tmp_path / "out.md") == ("", "")
    assert read_timelines(tmp_path / "out.md").format == "markdown"


def test_a_named_format_beats_the_ending(source: Path, tmp_path: Path) -> None:
    run(source, "-o", tmp_path / "out.md", "--to", "json")
    assert read_timelines(tmp_path / "out.md").format == "json"


def test_notes_go_to_standard_error(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("2010-05-27\na\n")
    out, err = run(tmp_path / "in.txt", "--to", "tilse")
    assert out == f"2010-05-27\na\n{BAR}\n"
    assert err == f"note: {tmp_path / 'in.txt'}:1: the last day has no separator after it; kept\n"


def test_neither_format_nor_output_is_bad_usage(source: Path) -> None:
    with pytest.raises(UsageError, match=r"name the format to write \(--to\)"):
        run(source)


def test_a_source_format_may_be_forced(source: Path) -> None:
    with pytest.raises(InputError, match=r"expected a header"):
        run(source, "--to", "json", "--from", "csv")


def test_repeated_dates_follow_the_option(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"2010\na\n{BAR}\n2010\nb\n{BAR}\n")
    assert run(tmp_path / "in.txt", "--to", "csv", "--duplicates", "last")[0] == "date,sentence\n2010,b\n"


def test_an_existing_output_needs_force(source: Path, tmp_path: Path) -> None:
    (tmp_path / "out.csv").write_text("precious")
    with pytest.raises(InputError, match=r"exists already.*--force"):
        run(source, "-o", tmp_path / "out.csv")
    run(source, "-o", tmp_path / "out.csv", "--force")
    assert read_timelines(tmp_path / "out.csv").timelines == (A,)


def test_several_timelines_do_not_fit_into_one_text_file(several: Path) -> None:
    with pytest.raises(InputError, match=r"holds one timeline, not 2; .* one file each .*\(mkdir FOLDER"):
        run(several, "--to", "tilse")


def test_a_folder_takes_one_file_each(several: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    run(several, "-o", tmp_path / "out", "--to", "tilse")
    assert read_timelines(tmp_path / "out" / "in-1.txt").timelines == (A,)
    assert read_timelines(tmp_path / "out" / "in-2.txt").timelines == (B,)


def test_files_in_a_folder_are_named_after_their_timelines(tmp_path: Path) -> None:
    write_timelines(tmp_path / "in.json", [A.named("the/bbc"), B.named("../ap")])
    (tmp_path / "out").mkdir()
    run(tmp_path / "in.json", "-o", tmp_path / "out", "--to", "tilse")
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["_ap.txt", "the_bbc.txt"]


def test_names_that_make_the_same_file_are_refused(tmp_path: Path) -> None:
    write_timelines(tmp_path / "in.json", [A.named("a/b"), B.named("A:B")])
    (tmp_path / "out").mkdir()
    with pytest.raises(InputError, match=r"do not tell the files apart: a_b and A_B"):
        run(tmp_path / "in.json", "-o", tmp_path / "out", "--to", "tilse")


def test_where_one_file_of_a_folder_cannot_be_written_none_is(tmp_path: Path) -> None:
    write_timelines(tmp_path / "in.jsonl", [A, Timeline({"2010": ["two\nlines"]})])
    (tmp_path / "out").mkdir()
    with pytest.raises(InputError, match=r"line break"):
        run(tmp_path / "in.jsonl", "-o", tmp_path / "out", "--to", "tilse")
    assert not list((tmp_path / "out").iterdir())


def test_a_single_timeline_in_a_folder_takes_the_name_of_its_source(source: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    run(source, "-o", tmp_path / "out", "--to", "json")
    assert (tmp_path / "out" / "in.json").exists()


def test_a_folder_needs_the_format_named(source: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"is a folder: name the format of the files in it \(--to\)"):
        run(source, "-o", tmp_path)


def test_half_a_character_is_refused_before_it_reaches_standard_output(tmp_path: Path) -> None:
    (tmp_path / "in.json").write_text('{"2010": ["\\ud83d"]}')
    with pytest.raises(InputError, match=r"\\ud83d is half of a character"):
        run(tmp_path / "in.json", "--to", "csv")


def test_the_help_names_every_format() -> None:
    parser = parser_of("convert", convert)
    assert all(format.name in parser.format_help() for format in formats())


def test_the_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DEMO.parent)
    program, command, *words = shlex.split(fill_example(convert.EXAMPLE))
    assert (program, command) == ("cliometer", "convert")
    assert run(*words)[0]


def test_a_folder_that_does_not_exist_must_be_made_first(several: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"the folder does not exist; make it first: mkdir .*/out/"):
        run(several, "-o", f"{tmp_path}/out/", "--to", "tilse")


@pytest.mark.parametrize("to", ["tilse", "newstls"])
def test_a_name_that_the_format_cannot_keep_is_noted(tmp_path: Path, to: str) -> None:
    write_timelines(tmp_path / "in.md", [A.named("The spill")])
    assert run(tmp_path / "in.md", "--to", to)[1] == (
        f'note: {tmp_path / "in.md"}: the name "The spill" is not kept in this format, {to}; '
        "use one of csv, json, markdown and tsv to keep names\n"
    )


@pytest.mark.parametrize("format", [format for format in formats() if format.keeps_names])
def test_a_format_that_keeps_names_does(tmp_path: Path, format: Format) -> None:
    write_timelines(tmp_path / "in.json", [A.named("The spill")])
    assert run(tmp_path / "in.json", "-o", tmp_path / "out", "--to", format.name) == ("", "")
    assert read_timelines(tmp_path / "out").timelines[0].name == "The spill"


def test_a_name_that_becomes_a_file_name_is_not_lost(tmp_path: Path) -> None:
    write_timelines(tmp_path / "in.json", [A.named("bbc")])
    (tmp_path / "out").mkdir()
    assert run(tmp_path / "in.json", "-o", tmp_path / "out", "--to", "tilse") == ("", "")
