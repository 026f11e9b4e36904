"""Corpora: one article a line, sorted by date, errors with file and line."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from cliometer.errors import InputError
from cliometer.io.sources import read_corpus

LATER = '{"id": "b", "date": "2010-05-28", "sentences": ["Second.", " "], "title": "Later"}\n'
FIRST = '{"id": "a", "date": "2010-05-27", "sentences": ["First."]}\n'
ALSO_FIRST = '{"id": "c", "date": "2010-05-27", "sentences": ["Also first."]}\n'
DEMO = Path(__file__).parents[3] / "src" / "cliometer" / "demo" / "articles"


def written(folder: Path, text: str, name: str = "bp.jsonl") -> Path:
    file = folder / name
    file.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return file


def complaint(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        read_corpus(path)
    return str(caught.value)


def test_articles_are_sorted_by_date_and_else_as_they_stand(tmp_path: Path) -> None:
    corpus, _ = read_corpus(written(tmp_path, LATER + FIRST + ALSO_FIRST))
    assert [article.id for article in corpus["bp"]] == ["a", "c", "b"]


def test_a_packed_file_reads_like_an_open_one(tmp_path: Path) -> None:
    packed, _ = read_corpus(written(tmp_path, FIRST + LATER, "bp.jsonl.gz"))
    plain, _ = read_corpus(written(tmp_path, FIRST + LATER))
    assert packed == plain


def test_a_folder_has_a_topic_a_file(tmp_path: Path) -> None:
    written(tmp_path, FIRST)
    written(tmp_path, LATER, "egypt.jsonl.gz")
    assert list(read_corpus(tmp_path)[0]) == ["bp", "egypt"]


def test_title_and_sentences_are_read(tmp_path: Path) -> None:
    article = read_corpus(written(tmp_path, LATER))[0]["bp"][0]
    assert (article.title, article.sentences) == ("Later", ("Second.",))


def test_blank_lines_and_a_byte_order_mark_are_skipped(tmp_path: Path) -> None:
    corpus, notes = read_corpus(written(tmp_path, "\ufeff" + FIRST + "\n  \n" + LATER))
    assert len(corpus["bp"]) == 2 and not notes


def test_other_files_are_skipped_with_a_note(tmp_path: Path) -> None:
    written(tmp_path, FIRST)
    written(tmp_path, "about", "README.md")
    written(tmp_path, "secret", ".hidden")
    assert read_corpus(tmp_path)[1] == (f"{tmp_path / 'README.md'}: skipped, it is not a .jsonl or .jsonl.gz file",)


def test_a_file_without_articles_is_noted(tmp_path: Path) -> None:
    file = written(tmp_path, "\n")
    assert read_corpus(file) == ({"bp": ()}, (f"{file}: holds no article",))


def test_a_time_of_day_is_dropped_with_a_note(tmp_path: Path) -> None:
    file = written(tmp_path, FIRST.replace("05-27", "05-27T10:00:00"))
    assert read_corpus(file)[1] == (f"{file}:1: a time of day after the date was dropped",)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "{",
            "(column 2); expected an article on each line",
        ),
        ("[1]", "expected an article as an object such as"),
        ('{"id": "a", "date": "2010-05-27"}', 'an article has no "sentences"'),
        ('{"id": "a", "date": "2010-05-27", "sentences": "one"}', 'found "one"'),
        (
            '{"id": "a", "date": "2010-05-27", "sentences": ["one", 2]}',
            "sentences[1]: expected a text in quotes, found 2",
        ),
        ('{"date": "2010-05-27", "sentences": []}', 'an article has no "id"'),
        ('{"id": "a", "date": "2010-05-27", "sentences": [], "title": 3}', "title: expected a text in quotes, found 3"),
        ('{"id": "a", "date": "May 27th", "sentences": []}', "date: expected a date such as 2010-05-27"),
        ('{"id": "a", "sentences": []}', 'an article has no "date"'),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    file = written(tmp_path, FIRST + line + "\n")
    assert complaint(file).startswith(f"{file}:2: ") and message in complaint(file)


def test_a_line_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    file = tmp_path / "bp.jsonl"
    file.write_bytes(FIRST.encode() + b"\xff\n")
    assert complaint(file).startswith(f"{file}:2: not UTF-8: byte 0xff at offset 0; ")
    assert "--encoding cp1252" in complaint(file)


def test_a_damaged_packed_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bp.jsonl.gz"
    file.write_bytes(gzip.compress(FIRST.encode(), mtime=0)[:-9])
    assert complaint(file).startswith(f"{file}: is a damaged gzip file (")


def test_a_missing_path_is_refused(tmp_path: Path) -> None:
    written(tmp_path, FIRST)
    assert complaint(tmp_path / "pb.jsonl").endswith("does not exist; did you mean bp.jsonl?")


def test_a_folder_without_articles_is_refused(tmp_path: Path) -> None:
    assert "holds no articles; expected <topic>.jsonl" in complaint(tmp_path)


def test_a_topic_that_stands_there_twice_is_refused(tmp_path: Path) -> None:
    written(tmp_path, FIRST)
    written(tmp_path, FIRST, "bp.jsonl.gz")
    assert complaint(tmp_path) == f"{tmp_path}: holds bp packed and unpacked; keep one"


def test_the_demo_has_articles_for_its_topics() -> None:
    corpus, notes = read_corpus(DEMO)
    assert len(corpus) == 8 and all(corpus.values()) and not notes
