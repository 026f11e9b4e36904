"""`cliometer summarise` and `cliometer tune`: summaries, baselines, folds, and everything that can be wrong."""

from __future__ import annotations

import json
from pathlib import Path

from cliometer.io.extracts import read_extracts
from tests.unit.cli.cliometer_command import DEMO, cliometer

POSTS = DEMO / "posts"


def written(folder: Path, *lines: str, name: str = "rain.jsonl") -> Path:
    posts = [json.dumps({"id": str(number), "text": line}) for number, line in enumerate(lines)]
    (folder / name).write_text("\n".join(posts), encoding="utf-8")
    return folder


def test_json_names_every_post_that_was_left_out() -> None:
    document = json.loads(cliometer("summarise", POSTS, "-s", "lead", "--language", "en", "--json").out)
    topic = document["topics"][0]
    assert topic["posts"] == topic["kept"] + len(topic["dropped"])
    assert {"id": "eg-51", "reason": "not in en", "of": ""} in topic["dropped"]
    assert {"id": "eg-04", "reason": "near duplicate", "of": "eg-03"} in topic["dropped"]
    assert [post["id"] for post in document["summaries"][0]["posts"]][:2] == ["eg-01", "eg-02"]


def test_filters_can_be_chosen_or_switched_off() -> None:
    assert "(52 of 52 posts)" in cliometer("summarise", POSTS, "--filters", "none").out
    assert "(49 of 52 posts)" in cliometer("summarise", POSTS, "--filters", "retweets").out


def test_the_oracle_is_given_references(tmp_path: Path) -> None:
    written(tmp_path, "It rains in Rome", "Snow in Oslo", "Sun in Rome")
    references = tmp_path / "references"
    references.mkdir()
    (references / "rain.txt").write_text("Oslo has snow", encoding="utf-8")
    topic = tmp_path / "rain.jsonl"
    done = cliometer("summarise", topic, "-s", "rouge_oracle", "-r", references, "-k", 1)
    assert "1  Snow in Oslo" in done.out
    assert cliometer("summarise", topic, "-s", "rouge_oracle").status == 2


def test_an_empty_topic_names_its_file_and_no_topics_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "void.jsonl").write_text("\n", encoding="utf-8")
    assert "void.jsonl: holds no post to choose from (0 read); leave it out" in cliometer("summarise", tmp_path).err
    assert "name a folder of posts or articles" in cliometer("summarise").err


def test_a_table_with_titles_and_dates_holds_articles(tmp_path: Path) -> None:
    text = "id,date,title,text\n1,2010-05-30,Top kill,Engineers pump mud into the well. The spill goes on.\n"
    (tmp_path / "bp.csv").write_text(text, "utf-8")
    assert json.loads(cliometer("summarise", tmp_path, "--json").out)["topics"][0]["posts"] == 2


UNITS = DEMO / "units"


def test_a_file_that_stands_there_is_not_replaced(tmp_path: Path) -> None:
    assert cliometer("summarise", UNITS, "-s", "1", "-o", tmp_path).status == 0
    done = cliometer("summarise", UNITS, "-s", "1", "-o", tmp_path)
    assert (done.status, "exists already" in done.err) == (2, True)


def test_a_written_run_is_named_after_its_baseline(tmp_path: Path) -> None:
    cliometer("summarise", DEMO / "units", "-s", "1", "-o", tmp_path)
    (extract,), _ = read_extracts(tmp_path / "baseline-1.json")
    assert extract.system == "baseline-1"


GRID = ("tune", DEMO / "posts", "-s", "centroid", "--grid", "threshold=0:1:0.5")


def test_an_oracle_gets_the_references_and_those_of_no_topic_are_named(tmp_path: Path) -> None:
    for name in ("ever-given", "notre-dame", "bp"):
        (tmp_path / f"{name}.txt").write_text("The ship is free. The church burns.")
    words = ("-s", "rouge_oracle", "--grid", "rouge=1,2", "--folds", 2, "-r", tmp_path)
    done = cliometer("tune", DEMO / "posts", *words)
    assert done.status == 0 and "left out, since no topic is called so: bp\n" in done.err


def test_a_topic_that_gives_no_choice_is_noted() -> None:
    assert "ever-given has 28 posts, not more than the 30 asked for" in cliometer(*GRID, "--folds", 2, "-k", 30).err
