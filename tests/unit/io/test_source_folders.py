"""Sources and summaries on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import InputError
from cliometer.io.posts import ALIASES
from cliometer.io.run_folders import read_summaries
from cliometer.io.topic_folders import read_post_topics, read_sources

ARTICLE = '{"id": "1", "date": "2020-01-01", "title": "T", "sentences": ["Storm nears.", "Coast."]}\n'


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_table_of_ids_beside_posts_is_skipped(tmp_path: Path) -> None:
    put(tmp_path / "storm" / "ids.csv", "id\n1\n")
    put(tmp_path / "storm" / "tweets.csv", "id,text\n1,Storm nears\n")
    found, notes = read_sources(tmp_path)
    assert [text.lines for text in found["storm"]] == [("Storm nears",)]
    assert any("ids.csv: skipped" in note for note in notes)


def test_what_holds_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no sources"):
        read_sources(tmp_path)
    put(tmp_path / "storm.txt", " \n")
    with pytest.raises(InputError, match="the topic storm holds no text"):
        read_sources(tmp_path)
    with pytest.raises(InputError, match="does not exist"):
        read_sources(tmp_path / "nowhere")


def test_a_topic_that_stands_twice_is_refused(tmp_path: Path) -> None:
    put(tmp_path / "storm.jsonl", ARTICLE)
    put(tmp_path / "storm" / "a.txt", "Storm")
    with pytest.raises(InputError, match="the topic storm twice"):
        read_sources(tmp_path)


def test_a_run_without_summaries_is_refused(tmp_path: Path) -> None:
    put(tmp_path / "a.pdf", "x")
    with pytest.raises(InputError, match="holds no summaries"):
        read_summaries(tmp_path)


def test_a_timeline_among_the_texts_is_noted(tmp_path: Path) -> None:
    put(tmp_path / "storm" / "a.txt", "2020-01-01\nStorm nears.\n")
    assert "starts like a timeline" in read_sources(tmp_path)[1][0]


@pytest.mark.parametrize("name", ALIASES["text"])
def test_score_and_summarise_take_the_same_table_for_posts(tmp_path: Path, name: str) -> None:
    put(tmp_path / "storm" / "ids.csv", "tweet id,context\n1,2\n")
    put(tmp_path / "storm" / "tweets.csv", f"tweet id;{name}\n1;Storm nears\n")
    (topic,), _ = read_post_topics(tmp_path)
    found, _ = read_sources(tmp_path)
    assert [post.text for post in topic.topic.posts] == ["Storm nears"]
    assert [text.lines for text in found["storm"]] == [("Storm nears",)]


def test_a_list_of_ids_beside_topics_is_skipped(tmp_path: Path) -> None:
    put(tmp_path / "ids.csv", "tweet id\n1\n")
    put(tmp_path / "storm.csv", "id,message\n1,Storm nears\n")
    found, notes = read_sources(tmp_path)
    assert list(found) == ["storm"] and any("ids.csv: skipped" in note for note in notes)


def extracts(*items: str, more: str = "") -> str:
    held = f'{{"topic": "storm", "items": [{", ".join(items)}]}}'
    return f'{{"format": "cliometer-extracts", "version": 1, "extracts": [{held}{more}]}}'


def test_extracts_are_a_summary_of_their_texts(tmp_path: Path) -> None:
    file = put(tmp_path / "run.json", extracts('{"id": "7", "text": "Coast"}', '{"id": "2", "text": "Storm"}'))
    found, notes = read_summaries(file)
    assert found["storm"].texts[0].lines == ("Coast", "Storm") and list(found) == ["storm"]
    assert any("plain text without dates: 1 of 1" in note for note in notes)


def test_dated_extracts_are_a_summary_by_date(tmp_path: Path) -> None:
    later = '{"id": "7", "text": "Coast", "date": "2020-01-02"}'
    file = put(tmp_path / "run.json", extracts(later, '{"id": "2", "text": "Storm", "date": "2020-01-01"}'))
    found, notes = read_summaries(file)
    assert [(str(text.date), text.lines) for text in found["storm"].texts] == [
        ("2020-01-01", ("Storm",)),
        ("2020-01-02", ("Coast",)),
    ]
    assert notes == ()


def test_extracts_dated_in_part_have_no_dates(tmp_path: Path) -> None:
    dated = '{"id": "7", "text": "Coast", "date": "2020-01-02"}'
    file = put(tmp_path / "run.json", extracts(dated, '{"id": "2", "text": "Storm"}'))
    assert not read_summaries(file)[0]["storm"].is_dated


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (extracts('"7"'), "run.json: 7 of storm has no text to score"),
        (extracts(more=', {"topic": "storm", "items": []}'), "run.json: topic storm is answered twice"),
        (
            extracts(more=', {"topic": "flood", "system": "b", "items": []}').replace(
                '{"topic": "storm"', '{"topic": "storm", "system": "a"'
            ),
            r"run.json: holds 2 systems \(a and b\); give each its own file",
        ),
    ],
)
def test_extracts_that_cannot_be_scored_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_summaries(put(tmp_path / "run.json", text))


def test_a_run_with_a_topic_as_text_and_as_extract_is_refused(tmp_path: Path) -> None:
    put(tmp_path / "run" / "storm.txt", "Storm")
    put(tmp_path / "run" / "x.json", extracts('{"id": "2", "text": "Storm"}'))
    with pytest.raises(InputError, match="run: holds storm twice"):
        read_summaries(tmp_path / "run")


def test_an_extract_without_a_topic_answers_the_one_it_is_named_after(tmp_path: Path) -> None:
    text = extracts('{"id": "2", "text": "Storm"}').replace('"topic": "storm", ', "")
    assert list(read_summaries(put(tmp_path / "flood.json", text))[0]) == ["flood"]
