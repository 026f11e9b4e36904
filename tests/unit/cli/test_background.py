"""`cliometer convert --to background`, and `cliometer score` against sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.cli.cliometer_command import DEMO, cliometer

LEAD, ARTICLES = DEMO / "runs" / "lead", DEMO / "articles"


def test_building_without_a_file_says_that_nothing_was_written() -> None:
    found = cliometer("convert", ARTICLES, "--to", "background")
    assert found.status == 0 and "nothing was written" in found.err and "documents   120" in found.out


def test_a_corpus_that_counts_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("the of\n")
    found = cliometer("convert", tmp_path, "--to", "background")
    assert found.status == 2 and "no word of it is counted" in found.err


def test_a_metric_without_a_background_signs_none() -> None:
    assert "background" not in cliometer("score", LEAD, ARTICLES, "-m", "jsd").out


def test_a_background_is_for_sources_only(tmp_path: Path) -> None:
    found = cliometer("score", LEAD, DEMO / "references", "-m", "date", "--background", tmp_path / "x")
    assert found.status == 2 and "--background is for sources" in found.err


def test_source_metrics_are_compared_with_less_as_better() -> None:
    found = cliometer("compare", LEAD, DEMO / "runs" / "random", "-r", ARTICLES, "-m", "jsd")
    assert found.status == 0


@pytest.mark.parametrize("top", [0, -1])
def test_no_word_to_show_is_refused(top: int) -> None:
    done = cliometer("convert", DEMO / "articles", "--to", "background", "--top", top)
    assert (done.status, done.out) == (2, "") and "at least 1" in done.err


def test_a_corpus_of_one_topic_is_built_with_a_note() -> None:
    found = cliometer("convert", ARTICLES / "rosetta.jsonl", "--to", "background")
    assert found.status == 0 and "the corpus is one topic, rosetta, whose own words" in found.err


def test_a_corpus_given_twice_is_refused() -> None:
    found = cliometer("convert", ARTICLES, f"{ARTICLES}/../articles", "--to", "background")
    assert found.status == 2 and "was given twice" in found.err


def test_what_a_list_does_not_know_is_no_number(tmp_path: Path) -> None:
    (tmp_path / "counts").write_text("storm 2\n")
    found = cliometer("convert", tmp_path / "counts", "--to", "background")
    assert "documents   unknown\n" in found.out and "total       2\n" in found.out


def test_a_list_that_was_cut_is_shown_with_a_note(tmp_path: Path) -> None:
    (tmp_path / "idf").write_text("10\nstorm 2.0\nmit")
    found = cliometer("convert", tmp_path / "idf", "--to", "background")
    assert found.status == 0 and "ends in the middle of a line" in found.err
    assert "total       unknown\n" in found.out


def test_a_packed_background_is_no_corpus(tmp_path: Path) -> None:
    file = tmp_path / "demo.txt.gz"
    assert cliometer("convert", ARTICLES, "--to", "background", "-o", file).status == 0
    found = cliometer("convert", file, ARTICLES, "--to", "background")
    assert found.status == 2 and "is a background already" in found.err
