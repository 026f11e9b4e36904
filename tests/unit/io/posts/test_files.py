"""Files of posts: JSON lines, CSV, CrisisLexT26's columns, articles; and what is wrong with them."""

from __future__ import annotations

import gzip
import time
from pathlib import Path

import pytest

from cliometer.errors import CliometerError, FormatError, InputError
from cliometer.io.posts import read_posts
from cliometer.io.topic_folders import read_post_topics, read_texts, strays
from cliometer.model.documents import Post, PostTopic


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_json_lines_of_our_own_names(tmp_path: Path) -> None:
    line = '{"id": "7", "user": "ana", "time": "1970-01-02T00:00:00Z", "lang": "en", "text": "It  rains"}\n\n'
    assert read_posts(written(tmp_path, "a.jsonl", line)).posts == (Post("7", "It rains", "ana", 86400.0, "en"),)


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
    with pytest.raises(FormatError, match=r"a.csv:3: not valid CSV: .*write a quote inside a quoted text twice"):
        read_posts(written(tmp_path, "a.csv", text))


def test_a_packed_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b'{"id": "1", "text": "x"}'))
    assert read_posts(tmp_path / "a.jsonl.gz").posts == (Post("1", "x"),)


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
    ("spelled", "seconds"),
    [("60", 60.0), ("60000000000000", 60e9), ('"1970-01-01T00:01:00"', 60.0), ("NaN", None)],
)
def test_times_are_seconds_milliseconds_or_dates_in_utc(tmp_path: Path, spelled: str, seconds: float | None) -> None:
    line = f'{{"id": "210980000776728576", "text": "x", "time": {spelled}}}'
    assert read_posts(written(tmp_path, "a.jsonl", line)).posts[0].time == seconds


def test_half_characters_and_nuls_are_replaced_and_noted(tmp_path: Path) -> None:
    found = read_posts(written(tmp_path, "a.jsonl", '{"id": "1", "text": "a\\ud83d b\\u0000"}'))
    assert found.posts[0].text == "a\ufffd b\ufffd"
    assert found.notes[0].endswith("a character that cannot be written was replaced by U+FFFD")


@pytest.mark.parametrize("time", ["1" + "0" * 400, "Infinity", "NaN", "true", "[]"])
def test_a_time_that_no_calendar_has_is_left_out_with_a_note(tmp_path: Path, time: str) -> None:
    found = read_posts(written(tmp_path, "a.jsonl", f'{{"text": "x", "time": {time}}}'))
    assert found.posts[0].time is None
    assert "a time that could not be read was left out" in found.notes[0]


def test_a_post_without_an_id_is_named_by_its_line(tmp_path: Path) -> None:
    assert read_posts(written(tmp_path, "a.jsonl", '\n{"text": "x"}')).posts[0].id == "line 2"


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


@pytest.mark.parametrize("text", ['1,"x\ny"', '1,"x ""y"""\n', "1,x\n\n", '1,5" of rain\n'])
def test_a_quote_that_is_closed_or_stands_inside_a_cell_is_no_error(tmp_path: Path, text: str) -> None:
    assert len(read_posts(written(tmp_path, "a.csv", f"id,text\n{text}")).posts) == 1


def test_a_post_without_the_field_is_noted_like_one_whose_text_is_null(tmp_path: Path) -> None:
    rest = '\n{"id": "2", "text": "x"}'
    absent, null = (
        read_posts(written(tmp_path, "a.jsonl", first + rest)) for first in ('{"id": "1"}', '{"id": "1", "text": null}')
    )
    assert absent == null and "a post without a text" in absent.notes[0]


@pytest.mark.parametrize("name", ["a.csv", "a/b.tsv"])
def test_a_folder_whose_only_table_has_no_texts_names_file_and_header(tmp_path: Path, name: str) -> None:
    written(tmp_path, name, "id,when\n1,2\n")
    with pytest.raises(FormatError) as caught:
        read_post_topics(tmp_path)
    assert f"{name}:1: expected a header such as" in str(caught.value) and "id,when" in str(caught.value)


def test_references_of_no_topic_are_named() -> None:
    assert strays(["a", "b", "c"], ["b"], "refs") == ("refs: left out, since no topic is called so: a and c",)
    assert strays(["b"], ["b"], "refs") == ()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "holds no post to choose from (0 read); leave it out"),
        ('{"id": "1", "text": ""}', "holds no post to choose from (1 read, 1 no text); leave it out"),
        (
            '{"id": "1", "text": "x"}\n\n{"id": "1", "text": "y"}',
            "a.jsonl:3: two posts have the id 1 (line 1 has",
        ),
    ],
)
def test_a_topic_without_posts_or_with_equal_ids_is_an_error(tmp_path: Path, text: str, complaint: str) -> None:
    written(tmp_path, "a.jsonl", text)
    with pytest.raises(InputError) as caught:
        read_post_topics(tmp_path)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.csv", 'id,text\n1,"x\ny"\n2,z\n1,w\n'), ("a.tsv", "id\ttext\n1\tx\n\n2\tz\n1\tw\n")],
)
def test_equal_ids_of_a_table_are_named_with_both_lines(tmp_path: Path, name: str, text: str) -> None:
    written(tmp_path, name, text)
    with pytest.raises(InputError, match=rf"{name}:5: two posts have the id 1 \(line 2 has it already\)"):
        read_post_topics(tmp_path)


def test_a_folder_holds_files_and_folders_of_topics(tmp_path: Path) -> None:
    written(tmp_path, "b.csv", "id,text\n1,x\n")
    written(tmp_path, "a/ids.csv", "Timestamp, Tweet-ID\n1,2\n")
    written(tmp_path, "a/labeled.csv", "Tweet ID, Tweet Text\n1,y\n")
    written(tmp_path, "README.md", "about")
    read, notes = read_post_topics(tmp_path)
    assert [topic.topic.id for topic in read] == ["a", "b"]
    assert len(notes) == 1 and "README.md: skipped" in notes[0]


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        (["a.csv", "a.jsonl"], "holds the topic a twice"),
        (["a/x.jsonl", "a/y.jsonl"], "holds several files of posts (x.jsonl, y.jsonl)"),
        (["a.md"], "holds no topics; expected files of posts"),
    ],
)
def test_a_folder_that_does_not_say_which_file_is_the_topic_is_an_error(
    tmp_path: Path, names: list[str], complaint: str
) -> None:
    for name in names:
        written(tmp_path, name, "id,text\n1,x\n" if name.endswith("csv") else '{"id": "1", "text": "x"}')
    with pytest.raises(CliometerError) as caught:
        read_post_topics(tmp_path)
    assert complaint in str(caught.value)


def test_a_list_of_bare_ids_is_no_topic(tmp_path: Path) -> None:
    written(tmp_path, "ids.csv", "Timestamp, Tweet-ID\n1,2\n")
    written(tmp_path, "posts.csv", "Tweet ID, Tweet Text\n1,y\n")
    read, notes = read_post_topics(tmp_path)
    assert [topic.topic.id for topic in read] == ["posts"]
    assert len(notes) == 1 and "ids.csv: skipped, it holds no posts" in notes[0]


def test_a_time_without_a_zone_is_utc_wherever_we_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    found = read_posts(written(tmp_path, "a.jsonl", '{"id": "1", "text": "x", "time": "1970-01-01T00:01:00"}'))
    monkeypatch.undo()
    time.tzset()
    assert found.posts[0].time == 60.0


def test_references_are_texts_by_topic(tmp_path: Path) -> None:
    written(tmp_path, "a.txt", "one")
    written(tmp_path, "b/x.txt", "two")
    assert read_texts(tmp_path) == {"a": ("one",), "b": ("two",)}


def test_a_topic_cannot_hold_one_id_twice() -> None:
    with pytest.raises(InputError, match="two posts have the id 1"):
        PostTopic("t", (Post("1", "x"), Post("1", "y")))
