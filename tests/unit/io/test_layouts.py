"""Layouts of published data are recognised by content, and read without options; what is odd in them is noted."""

from __future__ import annotations

import json
import shutil
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import cliometer
from cliometer.errors import InputError
from cliometer.io.articles import CorpusFiles, read_corpus
from cliometer.io.entries import read_gold_entries, read_run_entries
from cliometer.io.folders import read_references, read_run
from cliometer.io.topic_folders import read_sources
from cliometer.model.notes import as_note
from tests.layouts import BUILDERS, lines, put_files
from tests.unit.cli.cliometer_command import cliometer as command

VOTES = {"2024-05-01": ["Booths close."], "2024-06": ["Counts end."]}
RIG = {"2010-04-20": ['Rig "X" burns.', "Crews flee."], "2010-04-22": ["Rig sinks."]}
FIRES = {f"Summary {n}": {"2021-07-30/2021-07-31": [text]} for n, text in ((1, "Fire."), (2, "A fire."))}
BLOG = [("2022-01-01", "One."), ("2022-01-02", "Three.")]
RAIN = ("2021-07-03", "It rains.")

# the references and the articles of each layout, and the rules of the notes beyond times of day
LAYOUTS: dict[str, tuple[dict[str, Any], dict[str, Any], set[str]]] = {
    "timeline17-raw": (
        {"spill_bbc": {"bbc": {"2010-04-20": ["Rig sinks."]}}, "spill_cnn": {"cnn": {"2010-07-15": ["A cap holds ."]}}},
        {
            "spill_bbc": [("2010-04-20", "The rig burns."), ("2010-04-22", "The café closes.")],
            "spill_cnn": [("2010-07-15", "A cap holds.")],
        },
        {"layout-read", "date-again", "day-folder-unreadable", "lines-not-utf8"},
    ),
    "crisis-raw": (
        {"mali": {"bbc": {"2012-03-22": ["Soldiers seize power – again ."]}}},
        {"mali": [("2012-03-22", "Soldiers took the café."), ("2012-03-23", "They left.")]},
        {"layout-read", "lines-not-utf8", "day-folder-unreadable"},
    ),
    "chinese-tls": (
        {"canal": {"timeline": {"2021-03-23": ["船搁浅。"], "2021-03-29": ["船脱困。"], "2021-04-01": []}}},
        {"canal": [("2021-03-23", "船 搁浅。"), ("2021-03-23", "河 堵塞。"), ("2021-03-29", "船 搁浅。")]},
        {"layout-read", "forgiven"},  # a day without sentences
    ),
    "social-timeline": (
        {},
        {"plane": [("2014-03-08", "A plane is missing."), ("2014-03-09", "A plane is missing.")]},
        {"layout-read", "forgiven"},
    ),
    "crest": (
        {"A_B": {"0": {"2024-05-01": ["A rises."]}}},
        {"A_B": [("2024-05-01", "A rises.")]},
        {"layout-read", "file-skipped", "forgiven"},
    ),
    "background-summaries": (
        {"spill": {"annotator1": RIG, "annotator2": RIG}},
        {},
        {"layout-read", "file-skipped", "forgiven"},
    ),
    "chronos": (
        {
            topic: {f"open-qwen2.5-72b-{topic}-2": VOTES}
            for topic in ("Iran-Iraq_2010.2.14", "SNP_2024.6.18")
        },
        {},
        {"topics-of-names", "file-skipped", "date-again"},
    ),
    "dtels": (
        {
            "1": {
                "N": {"2021-07-03": ["A flood."], "2021-07-05": ["It ends.", "All dry."]},
                "5": {"2021-07-03": ["Flood."]},
            },
            "2": {"2": {"2021-08-01": ["A fire."]}},
        },
        {"1": [RAIN, RAIN], "2": [RAIN, RAIN]},
        {"meta-timelines-read", "forgiven"},
    ),
    "news-liveblog": (
        {"1": {"1": {"2022-01-01": ["First.", "Last."]}}},
        {"1": BLOG, "2": BLOG},
        {"summary-without-times", "forgiven"},
    ),
    "crisis-ltl-sum": (
        {"b2-t1": FIRES, "b1-t1": FIRES},
        {},
        {"posts-without-times", "story-without-times", "summaries-dated-by-span", "forgiven"},
    ),
    "wcep": (
        {"Flood 2019_20": {"Flood 2019_20": {"2020-01-01": ["Rain.", "Wind."], "2020-01-02": ["More rain."]}}},
        {"Flood 2019_20": [("2020-01-01", "It rains.")] * 3},
        {"event-without-story", "forgiven"},
    ),
}  # fmt: skip


def rules(notes: tuple[str, ...]) -> set[str]:
    return {as_note(note).rule for note in notes}


def f_of(results: Any) -> dict[str, float]:
    return {row["topic"]: row["f"] for row in results.to_dict()["scores"]}


def test_every_layout_has_a_tree_here() -> None:
    assert set(LAYOUTS) == set(BUILDERS)


@pytest.mark.parametrize("name", BUILDERS)
def test_a_layout_is_read_without_options(name: str, tmp_path: Path) -> None:
    path = BUILDERS[name](tmp_path / name)
    references, articles, expected = LAYOUTS[name]
    seen: set[str] = set()
    holds = []
    if references:
        gold, notes = read_references(path)
        assert {topic: {each.name: each for each in gold[topic]} for topic in gold} == {
            topic: {label: cliometer.Timeline(days) for label, days in labels.items()}
            for topic, labels in references.items()
        }
        assert {topic: list(each) for topic, each in read_gold_entries(path)[0].items()} == {
            topic: list(labels) for topic, labels in references.items()
        }
        seen |= rules(notes)
        holds.append(("timelines", name))
    if articles:
        corpus, notes = read_corpus(path)
        assert {t: [(str(each.date), each.sentences[0]) for each in corpus[t]] for t in corpus} == articles
        sources = read_sources(path)[0]
        assert {topic: [text.lines[0] for text in texts] for topic, texts in sources.items()} == {
            topic: [text for _, text in texts] for topic, texts in articles.items()
        }
        seen |= rules(notes)
        holds.append(("articles", name))
    assert seen == expected
    parts = [(part.holds, part.layout) for part in cliometer.data(path).parts]
    assert [(what, layout) for what, layout in parts if not what.startswith("not recognised")] == holds


def test_a_tree_is_read_from_above_and_from_the_folder_of_a_topic(tmp_path: Path) -> None:
    tree = BUILDERS["timeline17-raw"](tmp_path / "up" / "timeline17")
    whole, topic = read_references(tree)[0], tree / "Data" / "spill_bbc"
    assert read_references(tree.parent)[0] == read_references(tree / "Data")[0] == whole
    assert read_references(topic)[0] == {"spill_bbc": whole["spill_bbc"]}
    assert read_corpus(topic)[0] == {"spill_bbc": read_corpus(tree)[0]["spill_bbc"]}


@pytest.mark.parametrize("name", ["gold/1/timelines.jsonl", "timelines/a.jsonl", "0/timelines.jsonl"])
def test_a_folder_that_is_only_similar_is_read_as_before(name: str, tmp_path: Path) -> None:
    put_files(tmp_path / "x", {name: lines([["2024-05-01", ["A."]]])})
    folder = tmp_path / "x" / name.partition("/")[0] if name.count("/") == 2 else tmp_path / "x"
    assert "layout-read" not in rules(read_references(folder)[1])


def test_several_trees_in_a_folder_are_described_one_by_one(tmp_path: Path) -> None:
    for name in ("crisis-raw", "dtels", "timeline17-raw"):
        BUILDERS[name](tmp_path / name)
    parts = [(part.part, part.layout) for part in cliometer.data(tmp_path).parts if part.holds == "timelines"]
    assert parts == [("crisis-raw", "crisis-raw"), ("dtels", "dtels"), ("timeline17-raw", "timeline17-raw")]


def test_splits_that_share_a_story_are_described_one_by_one(tmp_path: Path) -> None:
    BUILDERS["wcep"](tmp_path / "wcep")
    shutil.copy(tmp_path / "wcep/val.jsonl", tmp_path / "wcep/test.jsonl")
    parts = {(part.part, part.holds, part.layout) for part in cliometer.data(tmp_path / "wcep").parts}
    assert parts == {(f"{n}.jsonl", what, "wcep") for n in ("test", "val") for what in ("timelines", "articles")}


def test_a_repository_of_blogs_is_described_as_its_folder_of_data(tmp_path: Path) -> None:
    BUILDERS["news-liveblog"](tmp_path)
    parts = [(part.part, part.holds, part.layout) for part in cliometer.data(tmp_path).parts]
    assert parts == [("data", what, "news-liveblog") for what in ("timelines", "articles")]
    assert read_corpus(tmp_path)[0] == read_corpus(tmp_path / "data")[0]
    assert [*read_corpus(BUILDERS["crest"](tmp_path / "up" / "crest").parent)[0]] == ["A_B"]


def test_entries_are_kept_as_an_output_has_them_and_a_protocol_decides(tmp_path: Path) -> None:
    run = BUILDERS["chronos"](tmp_path / "run")
    entries = read_run_entries(run)[0]["SNP_2024.6.18"]
    assert [stamp for stamp, _ in entries] == ["2024-05-01", "2024-05-01", "2024-06"]
    days = [
        ["2024-05-01T00:00:00", ["Votes start.", "Lines grow.", "Booths close."]],
        ["2024-06T00:00:00", ["Counts end."]],
    ]
    topics = ("Iran-Iraq_2010.2.14", "SNP_2024.6.18")
    gold = put_files(tmp_path / "gold", {f"{topic}/timelines.jsonl": lines(days) for topic in topics})
    assert set(f_of(cliometer.score(run, gold, protocol="chronos")).values()) == {1.0}  # texts of a day appended


def test_a_submission_answers_the_topics_of_its_lines(tmp_path: Path) -> None:
    gold = BUILDERS["dtels"](tmp_path / "gold")
    nodes = [[0, "2021-07-03", "A flood."]]
    run = put_files(tmp_path, {"run.jsonl": lines({"id": 1, "timeline": nodes}, {"id": "2", "timeline": []})})
    file = run / "run.jsonl"
    assert read_run(file)[0].keys() == read_run_entries(file)[0].keys() == {"1", "2"}
    assert f_of(cliometer.score(file, gold, ["date"], per_reference=True)) == {"1/N": 2 / 3, "1/5": 1, "2/2": 0}


def test_an_encoding_that_is_given_comes_first(tmp_path: Path) -> None:
    tree = BUILDERS["crisis-raw"](tmp_path)
    with cliometer.input_form(encoding="cp1251"):
        corpus, notes = read_corpus(tree)
    assert corpus["mali"][0].sentences == ("Soldiers took the cafй.",)
    assert "lines-not-utf8" not in rules(notes)


@pytest.mark.parametrize("read", [read_run, read_run_entries, read_references, read_gold_entries])
def test_a_topic_in_two_files_is_refused_on_either_side(read: Any, tmp_path: Path) -> None:
    put_files(tmp_path, {"a.jsonl": lines(NODE), "b.jsonl": lines(NODE | {"id": 2}, NODE)})
    with pytest.raises(InputError) as caught:
        read(tmp_path)
    assert (caught.value.rule, caught.value.values["topic"]) == ("topic-in-two-files", "1")


NODE = {"id": 1, "timeline": [[0, "2021-08-01", "A fire."]]}
POSTS = {"timeline_id": "t", "tweets": ["a", "b"], "times": ["2021-07-30", "2021-07-31"], "labels": ["1"]}
TREE = ("InputDocs/2020-01-01/1.txt", "timelines/a")
POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 407210\n"
REFUSED: list[tuple[str, dict[str, str], str, int | None]] = [
    ("references", {"a.jsonl": POINTER}, "lfs-pointer", None),
    ("articles", {"a.jsonl": POINTER}, "lfs-pointer", None),
    ("references", {"a.jsonl": lines(NODE, NODE)}, "story-repeated", 2),
    ("references", {"a.jsonl": lines(NODE), "b.jsonl": lines(NODE)}, "topic-in-two-files", None),
    ("references", {"a.jsonl": lines({**NODE, "timeline": [[0, "soon", "A."]]})}, "date-expected", 1),
    ("references", {"a.jsonl": lines({**NODE, "timeline": [{"time": "2021"}]})}, "key-missing", 1),
    ("references", {"a.jsonl": lines({**NODE, "timeline": [[0, "2021"]]})}, "unexpected-value", 1),
    ("references", {"a.jsonl": lines(NODE) + "{"}, "json-invalid", 2),
    ("references", {"a.jsonl": lines({"date": "2021", "text": "A."}, NODE)}, "row-keys-expected", 2),
    ("references", {"a.json": lines({**POSTS, "labels": []})}, "lists-not-parallel", 1),
    ("references", {"a.json": lines({**POSTS, "times": ["2021"]})}, "lists-not-parallel", 1),
    ("references", {"a.json": lines(POSTS)}, "stories-without-timelines", None),
    ("articles", {"a.json": lines({**POSTS, "tweet_ids": [1, 2], "tweets": None})}, "posts-without-texts", 1),
    ("articles", {"a.jsonl": lines(NODE)}, "holds-none", None),
    (
        "references",
        {f"open-m-T_1-{n}.json": json.dumps({"predict-timeline": []}) for n in (1, 2)},
        "outputs-of-several-runs",
        None,
    ),
    ("articles", {f"{home}/t/{name}": "A." for home in "ab" for name in TREE}, "topic-held-twice", None),
    ("articles", {"t/InputDocs/2020-01-01/1.json": '{"text": ', "t/timelines/a": ""}, "json-invalid", 1),
]  # fmt: skip


@pytest.mark.parametrize(("side", "files", "rule", "line"), REFUSED)
def test_bad_input_is_refused_with_its_place(
    side: str, files: dict[str, str], rule: str, line: int | None, tmp_path: Path
) -> None:
    folder = put_files(tmp_path / "x", files)
    with pytest.raises(InputError) as caught:
        read_references(folder) if side == "references" else read_corpus(folder)
    assert (caught.value.rule, caught.value.line) == (rule, line)
    words = ["score", folder, folder] if side == "references" else ["timelines", folder, "-s", "random", "--dates", 1]
    done = command(*words, *(["-o", tmp_path / "out"] if side == "articles" else []))
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert not (tmp_path / "out").exists()


def test_pointers_of_git_lfs_are_named(tmp_path: Path) -> None:
    put_files(tmp_path, {"articles/1.jsonl": POINTER, "articles/2.jsonl": POINTER})
    assert [part.holds for part in cliometer.data(tmp_path).parts] == ["Git LFS pointers, not the data"]


def test_dtels_articles_are_read_from_their_own_folder(tmp_path: Path) -> None:
    doc = {"doc_id": "7_0_a", "title": "Rain", "time": [2021, 7, 3, 0, 0, 0], "content": "It rains."}
    put_files(tmp_path, {"articles/7.jsonl": json.dumps([doc])})
    [[article]] = read_corpus(tmp_path / "articles")[0].values()
    assert (article.id, str(article.date), article.title) == ("7_0_a", "2021-07-03", "Rain")
    assert [part.holds for part in cliometer.data(tmp_path).parts] == ["articles"]


def test_posts_of_crisisltlsum_with_texts_are_articles(tmp_path: Path) -> None:
    put_files(tmp_path, {"a.json": json.dumps([{**POSTS, "times": ["", "07/31/2021, 07:15:03"]}])})
    assert [(str(each.date), each.sentences) for each in read_corpus(tmp_path)[0]["t"]] == [("2021-07-31", ("b",))]


def test_articles_of_stories_are_read_one_after_the_other(tmp_path: Path) -> None:
    peaks = []
    for size in (20, 400):
        articles = [{"title": "T", "text": "It rains. " * 400, "time": "2020-01-01"}] * 5
        event = {"date": "2020-01-01", "summary": "Rain.", "collection": "Flood", "articles": articles}
        put_files(tmp_path / str(size), {"train.jsonl": lines(*[event] * size)})
        tracemalloc.start()
        assert sum(1 for _ in CorpusFiles.find(tmp_path / str(size)).texts()) == 5 * size
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        shutil.rmtree(tmp_path / str(size))
    assert peaks[1] < 2 * peaks[0]


@pytest.mark.parametrize(
    ("names", "topics"),
    [
        (["open-m-7b-Iran-Iraq_1-2", "open-m-7b-SNP_2-2"], ["Iran-Iraq_1", "SNP_2"]),
        (["open-m-7b-BP_Oil_2010.7.29-2-rewrite"], ["BP_Oil_2010.7.29"]),
        (["open-m-U.S.-Iran_1-2", "open-m-U.S.-Syria_1-2", "open-m-2-avg_score"], ["U.S.-Iran_1", "U.S.-Syria_1"]),
    ],
)
def test_topics_of_outputs_stand_in_the_names_of_files(names: list[str], topics: list[str], tmp_path: Path) -> None:
    output = json.dumps({"predict-timeline": [{"start": "2024-05-01", "events": ["A."]}]})
    assert list(read_run(put_files(tmp_path, {f"{name}.json": output for name in names}))[0]) == topics


@pytest.mark.parametrize(
    "text", ["\nIt rained.\n---\n2010-05-28\nIt rained.\n---", "\nIt rained.\nIt poured.\nIt froze."]
)
def test_a_title_above_a_timeline_of_tilse_is_still_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read_references(put_files(tmp_path, {"a.txt": f"My title\n\n2010-05-27{text}\n"}))
    assert (caught.value.rule, caught.value.line) == ("date-expected", 1)
