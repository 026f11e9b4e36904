"""`cliometer summarise` and `cliometer tune`: summaries, baselines, folds, and everything that can be wrong."""

from __future__ import annotations

import json
from pathlib import Path

from cliometer.io.extracts import read_extracts
from cliometer.systems.summarisers import summarisers
from tests.unit.cli.cliometer_command import DEMO, cliometer

POSTS = DEMO / "posts"


def written(folder: Path, *lines: str, name: str = "rain.jsonl") -> Path:
    posts = [json.dumps({"id": str(number), "text": line}) for number, line in enumerate(lines)]
    (folder / name).write_text("\n".join(posts), encoding="utf-8")
    return folder


def test_the_same_call_writes_the_same_bytes(tmp_path: Path) -> None:
    systems = [word for cls in summarisers if cls.name != "rouge_oracle" for word in ("-s", cls.name)]
    for name in ("one", "two"):
        assert cliometer("summarise", POSTS, *systems, "-o", tmp_path / name).status == 0
    one, two = (
        {file.relative_to(tmp_path / name): file.read_bytes() for file in (tmp_path / name).rglob("*.*")
         if file.is_file()}
        for name in ("one", "two")
    )  # fmt: skip
    assert one == two
    assert len(one) == 3 * (len(systems) // 2)


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


def test_articles_are_summarised_by_their_sentences() -> None:
    done = cliometer("summarise", DEMO / "articles" / "rosetta.jsonl", "-s", "lexrank", "-k", 2, "--json")
    assert json.loads(done.out)["summaries"][0]["posts"][0]["id"].startswith("rosetta/")


def test_the_oracle_is_given_references(tmp_path: Path) -> None:
    written(tmp_path, "It rains in Rome", "Snow in Oslo", "Sun in Rome")
    references = tmp_path / "references"
    references.mkdir()
    (references / "rain.txt").write_text("Oslo has snow", encoding="utf-8")
    topic = tmp_path / "rain.jsonl"
    done = cliometer("summarise", topic, "-s", "rouge_oracle", "-r", references, "-k", 1)
    assert "1  Snow in Oslo" in done.out
    assert cliometer("summarise", topic, "-s", "rouge_oracle").status == 2


def test_all_summarisers_are_described() -> None:
    done = cliometer("summarise", "--list")
    assert [cls.name for cls in summarisers if f"{cls.name}\n\n" not in done.out] == []


def test_an_empty_topic_names_its_file_and_no_topics_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "void.jsonl").write_text("\n", encoding="utf-8")
    assert "void.jsonl: holds no post to choose from (0 read); leave it out" in cliometer("summarise", tmp_path).err
    assert "name a folder of posts or articles" in cliometer("summarise").err


def test_a_table_with_titles_and_dates_holds_articles(tmp_path: Path) -> None:
    text = "id,date,title,text\n1,2010-05-30,Top kill,Engineers pump mud into the well. The spill goes on.\n"
    (tmp_path / "bp.csv").write_text(text, "utf-8")
    assert json.loads(cliometer("summarise", tmp_path, "--json").out)["topics"][0]["posts"] == 2


UNITS = DEMO / "units"


def test_each_baseline_has_a_row() -> None:
    done = cliometer("summarise", UNITS, "--runs", "3")
    assert (done.status, done.err) == (0, "")
    rows = [line.split()[0] for line in done.out.splitlines()[-11:]]
    assert rows == ["1", "1b", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
    assert "no pair could be tested" in " ".join(done.out.split())


def test_the_same_seed_gives_the_same_answer_and_another_seed_another() -> None:
    def scores(seed: int) -> str:
        return cliometer("summarise", UNITS, "--runs", "3", "--seed", seed, "--csv", "-s", "4").out

    assert scores(1) == scores(1) != scores(2)


def test_a_file_that_stands_there_is_not_replaced(tmp_path: Path) -> None:
    assert cliometer("summarise", UNITS, "-s", "1", "-o", tmp_path).status == 0
    done = cliometer("summarise", UNITS, "-s", "1", "-o", tmp_path)
    assert (done.status, "exists already" in done.err) == (2, True)


def test_a_written_run_is_named_after_its_baseline(tmp_path: Path) -> None:
    cliometer("summarise", DEMO / "units", "-s", "1", "-o", tmp_path)
    (extract,), _ = read_extracts(tmp_path / "baseline-1.json")
    assert extract.system == "baseline-1"


GRID = ("tune", DEMO / "posts", "-s", "centroid", "--grid", "threshold=0:1:0.5")
CALL = (*GRID, "--folds", 2, "-k", 3)


def test_the_document_records_folds_seed_and_every_setting() -> None:
    document = json.loads(cliometer(*CALL, "--json", "--seed", 3).out)
    assert (document["seed"], document["loss"], document["k"]) == (3, "jsd(tokens=posts)", 3)
    assert sorted(topic for fold in document["folds"] for topic in fold["topics"]) == ["ever-given", "notre-dame"]
    assert [entry["setting"] for entry in document["settings"]] == [
        "centroid(threshold=0)",
        "centroid(threshold=0.5)",
        "centroid(threshold=1)",
    ]
    assert document["best"] == min(document["settings"], key=lambda entry: entry["loss"])["setting"]


def test_the_same_call_prints_the_same() -> None:
    assert cliometer(*CALL, "--json") == cliometer(*CALL, "--json")


def test_an_oracle_gets_the_references_and_those_of_no_topic_are_named(tmp_path: Path) -> None:
    for name in ("ever-given", "notre-dame", "bp"):
        (tmp_path / f"{name}.txt").write_text("The ship is free. The church burns.")
    words = ("-s", "rouge_oracle", "--grid", "rouge=1,2", "--folds", 2, "-r", tmp_path)
    done = cliometer("tune", DEMO / "posts", *words)
    assert done.status == 0 and "left out, since no topic is called so: bp\n" in done.err


def test_a_topic_that_gives_no_choice_is_noted() -> None:
    assert "ever-given has 28 posts, not more than the 30 asked for" in cliometer(*GRID, "--folds", 2, "-k", 30).err
