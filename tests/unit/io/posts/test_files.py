"""Files of posts: JSON lines, CSV, CrisisLexT26's columns, articles; and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import FormatError, InputError
from cliometer.io.posts import read_posts
from cliometer.io.topic_folders import read_post_topics
from cliometer.model.documents import Post, PostTopic


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_json_lines_of_twitters_interface(tmp_path: Path) -> None:
    line = (
        '{"id": 12, "id_str": "12", "full_text": "Hi", "user": {"screen_name": "ana"}, '
        '"created_at": "Thu Jan 01 00:01:00 +0000 1970", "retweeted_status": {"id": 1}}'
    )
    assert read_posts(written(tmp_path, "a.jsonl", line)).posts == (Post("12", "Hi", "ana", 60.0, retweet=True),)


def test_crisislex_columns_and_the_time_in_an_id(tmp_path: Path) -> None:
    text = 'Tweet ID, Tweet Text, Information Source\n"210980000776728576","Fire, fire",Not labeled\n'
    (post,) = read_posts(written(tmp_path, "a.csv", text)).posts
    assert (post.id, post.text, post.time) == ("210980000776728576", "Fire, fire", 1339136526.661)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_table_may_use_any_of_three_delimiters(tmp_path: Path, delimiter: str) -> None:
    text = f"\ufeffid{delimiter}user{delimiter}text\r\n1{delimiter}ana{delimiter}It rains\r\n"
    assert read_posts(written(tmp_path, "a.csv", text)).posts == (Post("1", "It rains", "ana"),)


def test_a_quote_that_opens_a_text_in_a_table_of_tabs_swallows_no_post(tmp_path: Path) -> None:
    text = 'id\ttext\n1\t"Fire at the mill\n2\tbridge closed\n3\tthe old" mill\n4\t"a ""quoted"" word"\n'
    posts = read_posts(written(tmp_path, "a.tsv", text)).posts
    assert [post.text for post in posts] == [
        '"Fire at the mill', "bridge closed", 'the old" mill', 'a "quoted" word'
    ]  # fmt: skip


def test_a_quote_that_opens_a_text_in_a_table_of_commas_is_refused_with_its_line(tmp_path: Path) -> None:
    text = 'id,text\n1,ok\n2,"Fire at the mill\n3,the old" mill\n'
    with pytest.raises(FormatError, match=r"a.csv:3: not valid CSV: .*write a quote inside a quoted cell twice"):
        read_posts(written(tmp_path, "a.csv", text))


def test_sentences_of_articles_are_posts_that_no_filter_touches(tmp_path: Path) -> None:
    line = '{"id": "a", "date": "1970-01-03", "sentences": ["It rains.", "It rains!"]}'
    read, _ = read_post_topics(written(tmp_path, "rain.jsonl", line))
    assert read[0].topic == PostTopic(
        "rain", (Post("a/s1", "It rains.", time=172800.0), Post("a/s2", "It rains!", time=172800.0))
    )


def test_a_time_that_cannot_be_read_is_left_out_and_noted(tmp_path: Path) -> None:
    found = read_posts(written(tmp_path, "a.jsonl", '{"id": "1", "text": "x", "time": "noon"}'))
    assert found.posts[0].time is None
    assert found.notes == (f'{tmp_path}/a.jsonl:1: a time that could not be read was left out: "noon"',)


@pytest.mark.parametrize(
    ("spelled", "seconds"), [("60", 60.0), ("60000000000000", 60e9), ('"1970-01-01T00:01:00"', 60.0), ("NaN", None)]
)
def test_times_are_seconds_milliseconds_or_dates_in_utc(tmp_path: Path, spelled: str, seconds: float | None) -> None:
    line = f'{{"id": "210980000776728576", "text": "x", "time": {spelled}}}'
    assert read_posts(written(tmp_path, "a.jsonl", line)).posts[0].time == seconds


def test_half_characters_and_nuls_are_replaced_and_noted(tmp_path: Path) -> None:
    found = read_posts(written(tmp_path, "a.jsonl", '{"id": "1", "text": "a\\ud83d b\\u0000"}'))
    assert found.posts[0].text == "a\ufffd b\ufffd"
    assert found.notes[0].endswith("a character that cannot be written was replaced by U+FFFD")


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("a.jsonl", '{"id": "1"}', 'a.jsonl:1: expected a "text" of a post'),
        ("a.jsonl", '{"text": 7}', "a.jsonl:1: expected a text, found 7"),
        ("a.jsonl", "[1]", "a.jsonl:1: expected a post as an object such as"),
        ("a.jsonl", "{", "(column 2); expected a post on each line"),
        ("a.csv", "id,user\n1,ana\n", "a.csv:1: expected a header such as id,user,time,lang,text"),
        ("a.csv", "id,text\n1\n", "a.csv:2: expected 2 cells as in the header, found 1"),
        ("a.csv", "id,text,Text\n1,x,y\n", "a.csv:1: the header has two columns text; rename one"),
        ("a.csv", 'id,text\n1,x\n2,"y\n3,z\n', "a.csv:3: a quote opens here and is closed nowhere"),
        ("a.csv", 'id,text,user\n"1\n2",x,"ana', "a.csv:3: a quote opens here and is closed nowhere"),
    ],
)
def test_a_wrong_file_is_an_error_with_its_line(tmp_path: Path, name: str, text: str, complaint: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_posts(written(tmp_path, name, text))
    assert complaint in str(caught.value)


@pytest.mark.parametrize("name", ["a.csv", "a/b.tsv"])
def test_a_folder_whose_only_table_has_no_texts_names_file_and_header(tmp_path: Path, name: str) -> None:
    written(tmp_path, name, "id,when\n1,2\n")
    with pytest.raises(FormatError) as caught:
        read_post_topics(tmp_path)
    assert f"{name}:1: expected a header such as" in str(caught.value) and "id,when" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text"), [("a.csv", 'id,text\n1,"x\ny"\n2,z\n1,w\n'), ("a.tsv", "id\ttext\n1\tx\n\n2\tz\n1\tw\n")]
)
def test_equal_ids_of_a_table_are_named_with_both_lines(tmp_path: Path, name: str, text: str) -> None:
    written(tmp_path, name, text)
    with pytest.raises(InputError, match=rf"{name}:5: two posts have the id 1 \(line 2 has it already\)"):
        read_post_topics(tmp_path)
