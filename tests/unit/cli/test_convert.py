"""`cliometer convert`, called as the command line calls it, with backgrounds for metrics of sources."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from cliometer.cli.main import load, parser_of
from cliometer.errors import InputError, UsageError
from cliometer.io import read_timelines, write_timelines
from cliometer.model.timeline import Timeline
from tests.unit.cli.cliometer_command import DEMO, cliometer

convert = load("convert")
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


def test_names_that_make_the_same_file_are_refused(tmp_path: Path) -> None:
    write_timelines(tmp_path / "in.json", [A.named("a/b"), B.named("A:B")])
    (tmp_path / "out").mkdir()
    with pytest.raises(InputError, match=r"do not tell the files apart: a_b and A_B"):
        run(tmp_path / "in.json", "-o", tmp_path / "out", "--to", "tilse")


def test_a_single_timeline_in_a_folder_takes_the_name_of_its_source(source: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    run(source, "-o", tmp_path / "out", "--to", "json")
    assert (tmp_path / "out" / "in.json").exists()


def test_a_folder_needs_the_format_named(source: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"is a folder: name the format of the files in it \(--to\)"):
        run(source, "-o", tmp_path)


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


def test_a_name_that_becomes_a_file_name_is_not_lost(tmp_path: Path) -> None:
    write_timelines(tmp_path / "in.json", [A.named("bbc")])
    (tmp_path / "out").mkdir()
    assert run(tmp_path / "in.json", "-o", tmp_path / "out", "--to", "tilse") == ("", "")


LEAD, ARTICLES = DEMO / "runs" / "lead", DEMO / "articles"


def test_a_corpus_that_counts_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("the of\n")
    found = cliometer("convert", tmp_path, "--to", "background")
    assert found.status == 2 and "no word of it is counted" in found.err


def test_a_background_is_for_sources_only(tmp_path: Path) -> None:
    found = cliometer("score", LEAD, DEMO / "references", "-m", "date", "--background", tmp_path / "x")
    assert found.status == 2 and "--background is for sources" in found.err


def test_a_corpus_of_one_topic_is_built_with_a_note() -> None:
    found = cliometer("convert", ARTICLES / "rosetta.jsonl", "--to", "background")
    assert found.status == 0 and "the corpus is one topic, rosetta, whose own words" in found.err


def test_a_corpus_given_twice_is_refused() -> None:
    found = cliometer("convert", ARTICLES, f"{ARTICLES}/../articles", "--to", "background")
    assert found.status == 2 and "was given twice" in found.err


def test_a_packed_background_is_no_corpus(tmp_path: Path) -> None:
    file = tmp_path / "demo.txt.gz"
    assert cliometer("convert", ARTICLES, "--to", "background", "-o", file).status == 0
    found = cliometer("convert", file, ARTICLES, "--to", "background")
    assert found.status == 2 and "is a background already" in found.err
