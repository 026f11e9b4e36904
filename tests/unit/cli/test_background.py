"""`cliometer convert --to background`, and `cliometer score` against sources."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from tests.unit.cli.cliometer_command import DEMO, cliometer

LEAD, ARTICLES = DEMO / "runs" / "lead", DEMO / "articles"


def test_a_background_is_built_shown_and_used(tmp_path: Path) -> None:
    file = tmp_path / "demo.tsv.gz"
    built = cliometer("convert", ARTICLES, "--to", "background", "-o", file, "--json")
    shown = cliometer("convert", file, "--to", "background", "--json", "--top", "2")
    (made,), (read,) = (json.loads(found.out)["backgrounds"] for found in (built, shown))
    assert (built.status, shown.status, built.err) == (0, 0, "")
    assert made["sha256"] == read["sha256"] and made["documents"] == 120
    assert len(read["most_frequent"]) == 2
    used = cliometer("score", LEAD, ARTICLES, "-m", "fotw", "--background", file)
    assert used.status == 0 and f"|background:demo.tsv.gz:{made['sha256'][:16]}|" in used.out


def test_building_without_a_file_says_that_nothing_was_written() -> None:
    found = cliometer("convert", ARTICLES, "--to", "background")
    assert found.status == 0 and "nothing was written" in found.err and "documents   120" in found.out


def test_an_existing_file_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "mine"
    file.write_text("mine")
    found = cliometer("convert", ARTICLES, "--to", "background", "-o", file)
    assert found.status == 2 and "exists already" in found.err and file.read_text() == "mine"


def test_a_background_that_is_shown_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("storm 2\n")
    found = cliometer("convert", tmp_path / "x", "--to", "background", "-o", tmp_path / "y")
    assert found.status == 2 and "x is a background already" in found.err and not (tmp_path / "y").exists()


def test_a_corpus_that_counts_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("the of\n")
    found = cliometer("convert", tmp_path, "--to", "background")
    assert found.status == 2 and "no word of it is counted" in found.err


def test_articles_are_recognised_and_the_usual_metrics_are_shown() -> None:
    document = json.loads(cliometer("score", LEAD, ARTICLES, "--json").out)
    assert [mean["metric"] for mean in document["means"]] == [
        "jsd", "jsd(smoothed=true)", "cosine", "fotw(profile=dunning)", "topic_tokens(profile=dunning)",
    ]  # fmt: skip
    assert "|gold:sources|" in document["signature"] and "|background:other-topics:" in document["signature"]


def test_a_metric_without_a_background_signs_none() -> None:
    assert "background" not in cliometer("score", LEAD, ARTICLES, "-m", "jsd").out


def test_folders_of_text_are_sources_where_the_metrics_say_so(tmp_path: Path) -> None:
    for name, text in {"run/a.txt": "storm", "src/a/1.txt": "storm nears", "src/a/2.txt": "coast"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = cliometer("score", tmp_path / "run", tmp_path / "src", "-m", "jsd", "--json")
    document = json.loads(found.out)
    third = 0.5 * (math.log(0.5) / 3 + math.log(1.5) + math.log(2) * 2 / 3)  # 1 word of 3
    assert math.isclose(document["scores"][0]["value"], third)
    assert any("plain text" in note for note in document["notes"])


def test_an_empty_summary_is_scored_and_named(tmp_path: Path) -> None:
    (tmp_path / "rosetta.txt").write_text("")
    found = cliometer("score", tmp_path / "rosetta.txt", ARTICLES / "rosetta.jsonl", "-m", "jsd", "--json")
    document = json.loads(found.out)
    assert document["scores"][0]["value"] == math.log(2)
    assert any("it gets the worst value" in note for note in document["notes"])


def test_one_topic_needs_a_named_background() -> None:
    found = cliometer("score", LEAD / "rosetta.txt", ARTICLES / "rosetta.jsonl", "-m", "fotw")
    assert found.status == 2 and "one topic only; name a background: --background FILE" in found.err


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


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "mine.txt: the topic mine holds no text"),
        (b"\x7fELF\0\0\1\2\0\0", "is a binary file, not a text"),
        (b'{"format": "cliometer-background", "version": 1}\n', "is a background already"),
        (b"... !!!", "no word of it is counted"),
    ],
)
def test_what_is_no_corpus_is_refused_in_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "mine.txt").write_bytes(content)
    found = cliometer("convert", tmp_path / "mine.txt", "--to", "background", "-o", tmp_path / "out")
    assert found.status == 2 and message in found.err and found.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"12\n", "holds no word"),
        (b"storm 2\nflood 1 3\n", "mine:2: expected `word count`"),
    ],
)
def test_what_is_no_background_is_refused_in_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "mine").write_bytes(content)
    found = cliometer("convert", tmp_path / "mine", "--to", "background")
    assert found.status == 2 and message in found.err and found.err.count("\n") == 1


def test_an_empty_folder_is_no_corpus(tmp_path: Path) -> None:
    found = cliometer("convert", tmp_path, "--to", "background")
    assert found.status == 2 and "holds no sources" in found.err


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
