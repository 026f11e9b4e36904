"""`cliometer summarise`: summaries on the screen, in files, and everything that can be wrong."""

from __future__ import annotations

import json
from pathlib import Path

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
