"""Bad input of `summarise`, `tune` and `experiment`: one line and status 2, or a defined value; never NaN."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.unit.cli.cliometer_command import Finished, cliometer
from tests.unit.experiments.microblog_topics import write_topics

GRID = ("-s", "centroid", "--grid", "threshold=0,0.5", "--folds", 3)
METRICS = ("jsd", "fotw", "cosine", "unigram")


def add_topic(folder: Path, texts: Sequence[str | None], name: str = "void") -> Path:
    lines = (json.dumps({"id": str(number), "text": text}) for number, text in enumerate(texts))
    (folder / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder


def plan(folder: Path, text: str = "") -> Path:
    path = folder / "small.toml"
    metrics = ", ".join(f'"{name}(tokens=posts)"' for name in METRICS)
    systems = '[[systems]]\nsummariser = "centroid"\n[[systems]]\nsummariser = "sumbasic"\n'
    path.write_text(f"k = 3\nfolds = 3\nmetrics = [{metrics}]\n{text}\n{systems}", encoding="utf-8")
    return path


def every(topics: Path, folder: Path) -> list[Finished]:
    """The three commands on the same topics."""
    return [
        cliometer("summarise", topics),
        cliometer("tune", topics, *GRID),
        cliometer("experiment", "microblog", topics, "--config", plan(folder), "-o", folder / "kept"),
    ]


def is_one_line(done: Finished) -> bool:
    return (done.status, done.out, done.err.count("\n")) == (2, "", 1)


LINKS = [f"https://short.example/{letter * 9}" for letter in "abcdefg"]
STOP_WORDS = ["and so it was " * number for number in range(1, 8)]


@pytest.mark.parametrize("texts", [LINKS, STOP_WORDS])
def test_a_topic_without_a_countable_word_has_summaries_but_no_loss(tmp_path: Path, texts: list[str]) -> None:
    chosen, tuned, whole = every(add_topic(write_topics(tmp_path / "posts"), texts), tmp_path)
    assert chosen.status == 0 and "topic void: no post has a countable word" in chosen.err
    for done in (tuned, whole):
        assert is_one_line(done) and "topic void: jsd(tokens=posts) has no value" in done.err


def test_a_summary_longer_than_a_topic_takes_all_or_is_refused(tmp_path: Path) -> None:
    topics = write_topics(tmp_path / "posts")
    for command in (("summarise", topics), ("tune", topics, *GRID)):
        done = cliometer(*command, "-k", 999, "--verbose")
        assert done.status == 0 and done.err.count("not more than the 999 asked for") == 6
    config = plan(tmp_path)
    config.write_text(config.read_text().replace("k = 3", "k = 999"))
    done = cliometer("experiment", "microblog", topics, "--config", config)
    assert is_one_line(done) and "fewer than a summary of k = 999; leave it out, or set a smaller k" in done.err


def background(folder: Path, text: str, *words: str) -> Path:
    source, file = folder / f"{text[:3]}.txt", folder / f"{text[:3]}.json"
    source.write_text(f"{text}\n", encoding="utf-8")
    assert cliometer("convert", source, "--to", "background", "-o", file, *words).status == 0
    return file


def test_a_background_that_shares_no_word_is_told_and_gives_no_nan(tmp_path: Path) -> None:
    topics = write_topics(tmp_path / "posts")
    strange = background(tmp_path, "nichts davon steht dort " * 40, "--tokens", "posts")
    words = ("--background", strange, "-o", tmp_path / "kept")
    done = cliometer("experiment", "microblog", topics, "--config", plan(tmp_path), *words, "-v")
    assert done.status == 0
    assert "the background shares no word with the sources" in done.err
    for file in (tmp_path / "kept").rglob("*.*"):
        assert not re.search(r"\bnan\b", file.read_text(), re.IGNORECASE)
    tuned = cliometer("tune", topics, *GRID, "--loss", "fotw(tokens=posts)", "--background", strange)
    assert tuned.status == 0
    assert tuned.err.count("the background shares no word with the sources") == 1
    assert "topic alpha and 5 more" in tuned.err


def test_a_background_that_nothing_reads_is_told(tmp_path: Path) -> None:
    topics, own = write_topics(tmp_path / "posts"), background(tmp_path, "fire and rain", "--tokens", "posts")
    assert "those given were not used" in cliometer("tune", topics, *GRID, "--background", own).err
    done = cliometer("tune", topics, *GRID, "--background", own, "--loss", "rouge1", "-r", topics)
    assert is_one_line(done)
