"""`cliometer summarise`: summaries on the screen, in files, and everything that can be wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cliometer.io.extracts import read_extracts
from cliometer.systems.summarisers import summarisers
from tests.unit.cli.cliometer_command import DEMO, cliometer

POSTS = DEMO / "posts"


def written(folder: Path, *lines: str, name: str = "rain.jsonl") -> Path:
    posts = [json.dumps({"id": str(number), "text": line}) for number, line in enumerate(lines)]
    (folder / name).write_text("\n".join(posts), encoding="utf-8")
    return folder


def test_summaries_are_shown_by_topic_and_system() -> None:
    done = cliometer("summarise", POSTS, "-s", "lead", "-s", "longest", "-k", 2)
    assert done.status == 0
    assert done.out.startswith("ever-given (28 of 52 posts)\n")
    assert "\nlead         1  Container ship Ever Given is stuck" in done.out
    assert "\nnotre-dame (" in done.out and done.out.count("\nlongest      1  ") == 2


def test_the_files_hold_a_text_a_line_and_the_ids(tmp_path: Path) -> None:
    runs = tmp_path / "new" / "runs"
    done = cliometer("summarise", POSTS, "-s", "hybrid(threshold=0.3)", "-k", 3, "-o", runs)
    assert done.status == 0
    run = runs / "hybrid_threshold=0.3"
    lines = (run / "ever-given.txt").read_text(encoding="utf-8").splitlines()
    extracts, _ = read_extracts(f"{run}.json")
    assert [extract.topic for extract in extracts] == ["ever-given", "notre-dame"]
    assert [item.text for item in extracts[0].items] == lines
    assert extracts[0].system == "hybrid(threshold=0.3, minimum=10)"
    assert len(lines) == 3
    assert sorted(path.name for path in run.iterdir()) == ["ever-given.txt", "notre-dame.txt"]


def test_a_folder_is_called_what_was_typed_whatever_the_defaults_are(tmp_path: Path) -> None:
    words = ("-s", "centroid", "-s", "centroid( threshold = 0.2 )", "-o", tmp_path)
    assert cliometer("summarise", POSTS, *words).status == 0
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == [
        "centroid",
        "centroid_threshold=0.2",
    ]


def test_the_table_says_what_was_left_out_and_why(tmp_path: Path) -> None:
    done = cliometer("summarise", POSTS, "--language", "en", "-o", tmp_path / "runs")
    _, _, heading, _, first, _ = done.out.splitlines()
    assert heading.split("  ")[0] == "topic"
    assert first.split() == ["ever-given", "52", "2", "20", "2", "2", "26", "5"]


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


def test_what_stands_there_is_replaced_only_by_force_and_nothing_is_half_done(tmp_path: Path) -> None:
    (tmp_path / "lead").mkdir()
    (tmp_path / "lead" / "notre-dame.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "lead" / "old.txt").write_text("old", encoding="utf-8")
    done = cliometer("summarise", POSTS, "-s", "lead", "-o", tmp_path)
    assert done.status == 2 and "notre-dame.txt: exists already" in done.err
    assert sorted(path.name for path in (tmp_path / "lead").iterdir()) == ["notre-dame.txt", "old.txt"]
    done = cliometer("summarise", POSTS, "-s", "lead", "-o", tmp_path, "--force")
    assert done.status == 0 and "old.txt: stood there before and is not of this run" in done.err


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


def test_a_topic_smaller_than_k_and_posts_without_words_are_noted(tmp_path: Path) -> None:
    done = cliometer("summarise", written(tmp_path, "It rains in Rome", "and so on"), "-k", 2)
    assert done.status == 0
    assert "note: topic rain has 2 posts, not more than the 2 asked for" in done.err
    assert "note: topic rain: posts without a countable word, which score 0: 1 of 2" in done.err


def test_a_topic_of_stop_words_is_summarised_in_input_order(tmp_path: Path) -> None:
    done = cliometer("summarise", written(tmp_path, "and so", "it was not a very"), "-k", 1)
    assert done.status == 0 and "1  and so\n" in done.out
    assert "no post has a countable word; all score 0, and their order decides" in done.err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["-k", "0"], "-k: expected a whole number of at least 1, found '0'"),
        (["-s", "centriod"], "did you mean centroid"),
        (["-s", "lead", "-s", "lead"], "was asked for twice"),
        (["--filters", "retweet"], "did you mean retweets"),
        (["-r", "no-such"], "no-such: does not exist"),
    ],
)
def test_a_wrong_call_ends_with_one_line(words: list[str], complaint: str) -> None:
    done = cliometer("summarise", POSTS, *words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert complaint in done.err


def test_an_empty_topic_names_its_file_and_no_topics_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "void.jsonl").write_text("\n", encoding="utf-8")
    assert "void.jsonl: holds no post to choose from (0 read); leave it out" in cliometer("summarise", tmp_path).err
    assert "name a folder of posts or articles" in cliometer("summarise").err


@pytest.mark.parametrize(
    ("members", "posts"),
    [
        ({"date": "2010-05-30"}, 2),
        ({"date": "2010-05-30", "title": "Top kill", "author": "Ana"}, 2),
        ({"date": "2010-05-30", "user": "ana"}, 1),
        ({"time": "2010-05-30T08:00:00Z"}, 1),
    ],
)
def test_json_lines_with_a_date_are_articles_and_with_a_user_or_a_time_posts(
    tmp_path: Path, members: dict[str, str], posts: int
) -> None:
    value = {"id": "1", **members, "text": "Engineers pump mud into the well. The spill goes on."}
    (tmp_path / "bp.jsonl").write_text(json.dumps(value) + "\n", "utf-8")
    done = cliometer("summarise", tmp_path, "-k", 5, "--json")
    assert json.loads(done.out)["topics"][0]["posts"] == posts
    assert cliometer("convert", tmp_path / "bp.jsonl", "--to", "background").status == 0


def test_a_table_with_titles_and_dates_holds_articles(tmp_path: Path) -> None:
    text = "id,date,title,text\n1,2010-05-30,Top kill,Engineers pump mud into the well. The spill goes on.\n"
    (tmp_path / "bp.csv").write_text(text, "utf-8")
    assert json.loads(cliometer("summarise", tmp_path, "--json").out)["topics"][0]["posts"] == 2
