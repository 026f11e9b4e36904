"""`cliometer experiment`: a report, a folder that keeps everything, the same bytes again; bad input in one line."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.unit.cli.cliometer_command import DEMO, Finished, cliometer
from tests.unit.experiments.microblog_topics import write_topics, write_votes

CONFIG = DEMO / "experiment.toml"


def demo(*words: object) -> Finished:
    return cliometer("experiment", "microblog", DEMO / "posts", "--config", CONFIG, *words)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_two_topics_earn_no_star_and_no_interval_and_the_report_says_so() -> None:
    done = demo("--votes", DEMO / "post-votes.csv")
    assert "With 2 topics no test without the t test's assumption" in done.out
    table = done.out.partition("Spearman's correlation")[2].partition("Raw scores")[0]
    assert "0." in table and "*" not in table
    assert "2 topics with votes are too few to exclude guessing" in " ".join(done.out.split())


def test_running_a_kept_plan_gives_the_same_bytes(tmp_path: Path) -> None:
    topics, votes = write_topics(tmp_path / "posts"), write_votes(tmp_path / "votes.csv")
    words = ("--config", CONFIG, "--folds", 3, "--votes", votes, "--seed", 5, "-o", tmp_path / "first")
    assert cliometer("experiment", "microblog", topics, *words).status == 0
    for old, new in (("first", "second"), ("second", "third")):
        assert cliometer("experiment", tmp_path / old / "plan.toml", "-o", tmp_path / new).status == 0
    assert contents(tmp_path / "first") == contents(tmp_path / "second") == contents(tmp_path / "third")


def test_a_plan_does_not_run_on_posts_that_changed(tmp_path: Path) -> None:
    topics = write_topics(tmp_path / "posts")
    words = ("--config", CONFIG, "-o", tmp_path / "first")
    assert cliometer("experiment", "microblog", topics, *words).status == 0
    with (topics / "alpha.jsonl").open("a") as file:
        file.write('{"id": "new", "text": "one more storm hits the old harbour tonight"}\n')
    done = cliometer("experiment", tmp_path / "first" / "plan.toml", "-o", tmp_path / "second")
    assert done.status == 2 and "remove the line fingerprint" in done.err
    assert not (tmp_path / "second").exists()


def test_kept_scores_and_votes_are_read_by_other_commands(tmp_path: Path) -> None:
    topics, votes = write_topics(tmp_path / "posts"), write_votes(tmp_path / "votes.csv")
    words = ("--config", CONFIG, "--votes", votes, "-o", tmp_path / "kept")
    done = cliometer("experiment", "microblog", topics, *words)
    assert "Ranked Pairs over 54 votes on 6 topics: centroid > hybrid > sumbasic." in done.out
    assert "Most agreement: " in done.out
    agreed = cliometer(
        "agree", "votes", tmp_path / "kept" / "scores.csv", "--votes", votes, "--lower", "jsd(tokens=posts)"
    )
    assert agreed.status == 0, agreed.err
    scored = cliometer("score", tmp_path / "kept" / "summaries" / "centroid", "-r", topics, "-m", "jsd", "--csv")
    assert scored.status == 0, scored.err


def test_an_existing_folder_is_refused_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years")
    assert "exists already" in demo("-o", tmp_path).err
    assert "holds no plan.toml" in demo("-o", tmp_path, "--force").err
    assert "exists already" in cliometer("experiment", "microblog", "nowhere", "-o", tmp_path).err
    assert demo("-o", tmp_path / "kept").status == 0
    assert "exists already" in demo("-o", tmp_path / "kept").err
    assert demo("-o", tmp_path / "kept", "--force").status == 0


@pytest.mark.parametrize("setting", ['loss = "rouge1"', 'metrics = ["jsd", "rouge1"]'])
def test_a_metric_of_other_gold_is_told_what_it_reads(setting: str, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(f"{setting}\n")
    found = cliometer("experiment", "microblog", DEMO / "posts", "--config", plan)
    assert (found.status, found.err.count("\n")) == (2, 1)
    assert "rouge1 is measured against timelines that people wrote, but here posts are the gold" in found.err


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
    assert "the given ones were not used" in cliometer("tune", topics, *GRID, "--background", own).err
    done = cliometer("tune", topics, *GRID, "--background", own, "--loss", "rouge1", "-r", topics)
    assert is_one_line(done)
