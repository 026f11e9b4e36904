"""Corpora of articles in all their layouts: sorted by date, ids unique, errors with file and line."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cliometer.errors import InputError
from cliometer.io.articles import CorpusFiles, read_corpus
from cliometer.io.input_form import input_form

FIRST = '{"id": "a", "date": "2010-05-27", "sentences": ["First."]}\n'


def written(folder: Path, text: str, name: str = "bp.jsonl") -> Path:
    file = folder / name
    file.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return file


def complaint(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        read_corpus(path)
    return str(caught.value)


def test_a_time_of_day_is_dropped_with_a_note(tmp_path: Path) -> None:
    file = written(tmp_path, FIRST.replace("05-27", "05-27T10:00:00"))
    assert read_corpus(file)[1] == (f"{file}:1: a time of day after the date was dropped",)


def test_a_timeline_in_place_of_an_article_is_noted(tmp_path: Path) -> None:
    file = written(tmp_path, f"2010-05-27\nOil spills.\n{32 * '-'}\n2010-05-28\nFish die.\n", "bp.txt")
    assert read_corpus(tmp_path)[1] == (f"{file}: looks like a timeline, but is read as one article",)


@pytest.mark.parametrize("text", [f'{FIRST}\n{{"id":\n{FIRST}', f'[\n{FIRST},{{"id" 1}}]'])
def test_a_mistake_in_json_is_found_on_its_line(text: str, tmp_path: Path) -> None:
    assert ".json:4: not valid JSON" in complaint(written(tmp_path, f"\n{text}", "bp.json"))


def test_folders_beside_those_of_a_repository_are_noted(tmp_path: Path) -> None:
    story = {"collection": "war", "date": "2010-05-27", "summary": "War.", "articles": [{"time": "2010-05-27"}]}
    for folder, text in {"data": json.dumps(story), "spill": FIRST, "src": ""}.items():
        (tmp_path / folder).mkdir()
        written(tmp_path / folder, text, "a.jsonl" if text else "a.py")
    files = CorpusFiles.find(tmp_path)
    assert [*files.topics] == ["war"]
    assert files.notes == [f"{tmp_path / 'spill'}: skipped, no article was read from it"]


TEXT = "BP gave up on Saturday. The spill\ngoes on."
CUT = ("BP gave up on Saturday.", "The spill goes on.")
PAGE = """<!DOCTYPE html><html><head><title>Top kill</title>{meta}</head>
<body><nav><p>Home</p></nav><p>BP gave up on Saturday.</p><div><p>The spill <b>goes</b> on.</p></div></body></html>"""
TIMEML = """<?xml version="1.0"?><TimeML><DOCID>bp-1</DOCID><DCT><TIMEX3 tid="t0" type="DATE" value="2010-05-30"
 functionInDocument="CREATION_TIME">30 May</TIMEX3></DCT><TEXT>
BP gave up on Saturday. The spill goes on.</TEXT></TimeML>"""
TABLE = 'id,date,title,text\n1,2010-05-30,Top kill,"BP gave up on Saturday. The spill\ngoes on."\n'
LAYOUTS = {
    "bp.jsonl": '{"id": "1", "date": "2010-05-30", "text": "BP gave up on Saturday. The spill goes on."}',
    "bp.json": '[{"id": "1", "date": "2010-05-30", "text": "BP gave up on Saturday. The spill goes on."}]',
    "bp.csv": TABLE,
    "bp.tsv": TABLE.replace(",", "\t"),
    "bp/articles.jsonl": '{"id": 1, "time": "20100530T000000", "text": "BP gave up on Saturday. The spill goes on."}',
    "bp/articles.preprocessed.jsonl": '{"id": "1", "time": "2010-05-30", "text": "", "sentences": '
    '[{"raw": "BP gave up on Saturday."}, {"raw": "The spill goes on."}]}',
    "bp/2010-05-30/1.txt": TEXT,
    "bp/InputDocs/2010-05-30/1.htm.txt": TEXT,
    "bp/2010-05-30_reuters.txt": TEXT,
    "bp/20100530.txt": TEXT,
    "bp/first.txt": f"2010-05-30\n\n{TEXT}",
    "bp/spelled.txt": f"Published: Sunday, May 30, 2010\n{TEXT}",
    "bp/1.tml": TIMEML,
    "bp/1.html": PAGE.format(meta='<meta property="article:published_time" content="2010-05-30T09:00:00+02:00">'),
    "bp/2.html": PAGE.format(meta='<script type="application/ld+json">{"datePublished": "2010-05-30"}</script>'),
    "bp/3.html": PAGE.format(meta='<meta name="date" content="May 30, 2010">'),
    "bp/5.html": PAGE.format(meta='<meta name="pubdate" content="20100530T090000Z">'),
    "bp/4.html": PAGE.format(meta='<time datetime="2010-05-30T09:00Z">Sunday</time>'),
}


def laid_out(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        written(folder, text, name)
    return folder


@pytest.fixture(autouse=True)
def _only_the_standard_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "trafilatura", None)


@pytest.mark.parametrize("ending", ["", ".gz"])
@pytest.mark.parametrize("name", LAYOUTS)
def test_every_layout_gives_the_same_article(tmp_path: Path, name: str, ending: str) -> None:
    corpus, _ = read_corpus(laid_out(tmp_path, {name + ending: LAYOUTS[name]}))
    (article,) = corpus["bp"]
    assert (str(article.date), article.sentences) == ("2010-05-30", CUT)


@pytest.mark.parametrize("name", [name for name in LAYOUTS if "/" in name])
def test_the_folder_of_one_topic_is_that_topic(tmp_path: Path, name: str) -> None:
    laid_out(tmp_path, {name: LAYOUTS[name]})
    assert [len(articles) for articles in read_corpus(tmp_path / "bp")[0].values()] == [1]


def test_articles_in_files_are_named_by_their_path(tmp_path: Path) -> None:
    files = {f"bp/InputDocs/2010-05-{day}/{name}.txt": TEXT for day in (30, 31) for name in ("1", "2")}
    corpus, _ = read_corpus(laid_out(tmp_path, files | {"bp/timelines/bbc.txt": "2010-05-30\nIt rained."}))
    assert [article.id for article in corpus["bp"]] == ["2010-05-30/1", "2010-05-30/2", "2010-05-31/1", "2010-05-31/2"]


def test_the_title_of_a_page_and_of_a_row_is_kept(tmp_path: Path) -> None:
    laid_out(tmp_path, {"a.csv": LAYOUTS["bp.csv"], "bp/1.html": LAYOUTS["bp/1.html"]})
    assert {articles[0].title for articles in read_corpus(tmp_path)[0].values()} == {"Top kill"}


def test_columns_of_other_names_are_said(tmp_path: Path) -> None:
    file = written(
        tmp_path, TABLE.replace("date,title,text", "when,head,story").replace("2010-05-30", "30/05/2010"), "bp.csv"
    )
    assert complaint(file) == complaint(tmp_path)
    assert complaint(file).startswith(f'{file}:1: expected the columns id, date, title and text, found "id,when')
    with input_form(columns="date=when,text=story", date_format="dd/mm/yyyy"):
        assert str(read_corpus(file)[0]["bp"][0].date) == "2010-05-30"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "bp.csv",
            TABLE.replace("2010-05-30", "soon"),
            'bp.csv:2: date: expected a date such as 2010-05-27, found "so',
        ),
        ("bp.csv", TABLE.replace("\n1,", "\n,"), "bp.csv:2: the cell id is empty"),
        ("bp/a.txt", TEXT, "bp/a.txt:1: an article without a date, whose first line is"),
        ("bp/a.html", PAGE.format(meta=""), "bp/a.html: an article without a date; name the file such as"),
        ("bp/a.tml", TIMEML.replace("2010-05-30", ""), "bp/a.tml: an article without a date"),
        ("bp/2010-13-45.txt", TEXT, "2010-13-45.txt:1: an article without a date"),
    ],
)
def test_an_article_without_a_date_is_refused(tmp_path: Path, name: str, text: str, message: str) -> None:
    assert message in complaint(laid_out(tmp_path, {name: text}))


@pytest.mark.parametrize(
    "files",
    [
        {"bp.jsonl": FIRST + FIRST},
        {"bp.csv": TABLE + TABLE.partition("\n")[2]},
        {"bp/20100530.txt": TEXT, "bp/20100530.txt.gz": TEXT},
        {"bp/a.tml": TIMEML, "bp/b.tml": TIMEML},
    ],
)
def test_a_second_article_of_one_id_is_refused(tmp_path: Path, files: dict[str, str]) -> None:
    found = complaint(laid_out(tmp_path, files))
    assert "a second article has the id" in found and f"first at {tmp_path}" in found


def test_an_empty_topic_is_noted(tmp_path: Path) -> None:
    (tmp_path / "egypt").mkdir()
    _, notes = read_corpus(laid_out(tmp_path, {"bp/20100530.txt": TEXT}))
    assert notes == (f"{tmp_path / 'egypt'}: skipped, no article was read from it",)


def test_the_folder_of_a_day_is_believed_before_the_name(tmp_path: Path) -> None:
    corpus, notes = read_corpus(laid_out(tmp_path, {"bp/2010-05-30/20100531.txt": TEXT}))
    assert str(corpus["bp"][0].date) == "2010-05-30" and "the folder's date is used" in notes[0]


def test_marks_beside_a_text_are_no_second_article(tmp_path: Path) -> None:
    corpus, notes = read_corpus(laid_out(tmp_path, {"bp/20100530.txt": TEXT, "bp/20100530.txt.timeml": TIMEML}))
    assert len(corpus["bp"]) == 1
    assert notes == (f"{tmp_path / 'bp/20100530.txt.timeml'}: skipped, no article was read from it",)


@pytest.mark.parametrize(("found", "text"), [("The article.", "The article."), (None, " ".join(CUT))])
def test_an_installed_library_chooses_the_text_of_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: str | None, text: str
) -> None:
    monkeypatch.setitem(sys.modules, "trafilatura", SimpleNamespace(extract=lambda *_, **__: found))
    corpus, notes = read_corpus(laid_out(tmp_path, {"bp/1.html": LAYOUTS["bp/1.html"]}))
    assert " ".join(corpus["bp"][0].sentences) == text
    assert [note.rpartition("; ")[2] for note in notes] == ["trafilatura found no article in it"] * (found is None)


def test_many_notes_alike_on_the_files_of_a_topic_are_one(tmp_path: Path) -> None:
    _, notes = read_corpus(laid_out(tmp_path, {f"bp/{name}.html": LAYOUTS["bp/1.html"] for name in range(9)}))
    assert len(notes) == 1 and notes[0].endswith("(and 8 more files)") and "bp/0.html" in notes[0]


ROWS = [
    {"id": "1", "date": "2010-05-27", "topic": "bp", "title": "Mud", "text": "Mud goes down. It holds."},
    {"id": "1", "date": "2010-04-14", "topic": "ash", "title": "Ash", "text": "Ash goes up."},
    {"id": "2", "date": "2010-05-26", "topic": "bp", "title": "Oil", "text": "Oil comes up."},
]
DIVIDED = {
    "all.jsonl": "\n".join(map(json.dumps, ROWS)),
    "all.json": json.dumps(ROWS, indent=1),
    "all.csv": "\n".join(",".join(cells) for cells in [list(ROWS[0]), *(list(row.values()) for row in ROWS)]),
}


@pytest.mark.parametrize("name", DIVIDED)
def test_articles_of_one_file_may_name_their_topics(tmp_path: Path, name: str) -> None:
    file = laid_out(tmp_path, {name: DIVIDED[name]}) / name
    corpus, notes = read_corpus(file)
    assert {topic: [article.id for article in own] for topic, own in corpus.items()} == {"bp": ["2", "1"], "ash": ["1"]}
    assert not notes
    assert [one.id for one in CorpusFiles.find(file).articles("bp")] == ["1", "2"]


def test_topics_inside_the_files_of_a_folder_are_not_used_and_that_is_said(tmp_path: Path) -> None:
    rows = [{**row, "id": str(number)} for number, row in enumerate(ROWS)]
    corpus, notes = read_corpus(laid_out(tmp_path, {"all.json": json.dumps(rows), "bp.csv": LAYOUTS["bp.csv"]}))
    assert [len(corpus[topic]) for topic in ("all", "bp")] == [3, 1]
    assert any("name other topics than this file" in note for note in notes)


@pytest.mark.parametrize(
    ("row", "message"), [({"topic": "../bp"}, "cannot name a file"), ({"topic": None}, "an article without a topic")]
)
def test_a_topic_that_is_missing_or_cannot_name_a_file_is_refused(
    tmp_path: Path, row: dict[str, Any], message: str
) -> None:
    lines = [json.dumps(one) for one in (ROWS[0], {**ROWS[1], **row})]
    file = written(tmp_path, "\n".join(lines))
    assert complaint(file).startswith(f"{file}:2: ") and message in complaint(file)


@pytest.mark.parametrize("name", DIVIDED)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_a_file_in_utf_16_is_read_line_by_line(tmp_path: Path, name: str, encoding: str) -> None:
    (tmp_path / name).write_bytes(DIVIDED[name].replace("Ash goes", "Ash à goes").encode(encoding))
    with input_form(encoding=encoding):
        corpus, _ = read_corpus(tmp_path / name)
    assert corpus["ash"][0].sentences == ("Ash à goes up.",)


def test_a_file_in_utf_16_is_known_by_its_mark(tmp_path: Path) -> None:
    (tmp_path / "bp.jsonl").write_bytes(DIVIDED["all.jsonl"].encode("utf-16"))
    assert "is UTF-16; add --encoding utf-16" in complaint(tmp_path / "bp.jsonl")
