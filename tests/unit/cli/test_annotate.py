"""`cliometer annotate`: dated articles in, JSON lines or TimeML out, and back."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from cliometer.io.articles import read_corpus
from cliometer.io.timeml import read_timeml
from cliometer.text.annotate import annotate
from tests.unit.cli.cliometer_command import cliometer

TEXT = "BP gave up on Saturday. It will try again in June."
LINE = json.dumps({"id": "a/1", "date": "2010-05-30", "title": "Top kill & after", "text": TEXT})
GERMAN = "Der Konzern hat am Samstag aufgegeben, das Leck zu stopfen, und will es im Juni wieder versuchen. " * 3


@pytest.fixture
def articles(tmp_path: Path) -> Path:
    (tmp_path / "articles").mkdir()
    (tmp_path / "articles" / "bp.jsonl").write_text(LINE + "\n")
    return tmp_path / "articles"


@pytest.mark.parametrize("form", ["jsonl", "timeml"])
def test_what_was_written_is_read_as_the_same_articles(articles: Path, tmp_path: Path, form: str) -> None:
    done = cliometer("annotate", articles, "-o", tmp_path / "out", "--to", form)
    assert done.err == f"wrote {tmp_path / 'out'}: 1 article, 2 times and {done.err.split(' and ')[1]}"
    assert read_corpus(tmp_path / "out") == (read_corpus(articles)[0], ())


def test_timeml_has_a_file_for_each_article(articles: Path, tmp_path: Path) -> None:
    cliometer("annotate", articles, "-o", tmp_path / "out", "--to", "timeml")
    (file,) = (tmp_path / "out" / "bp").iterdir()
    assert file.name == "a%2F1.tml"
    assert read_timeml(file).annotation == annotate(TEXT, "2010-05-30")


def test_one_topic_is_written_to_a_packed_file(articles: Path, tmp_path: Path) -> None:
    cliometer("annotate", articles, "-o", tmp_path / "bp.jsonl.gz")
    assert gzip.decompress((tmp_path / "bp.jsonl.gz").read_bytes()).decode() == cliometer("annotate", articles).out


def test_a_wrong_article_leaves_nothing_behind(articles: Path, tmp_path: Path) -> None:
    (articles / "egypt.jsonl").write_text(LINE + "\n" + LINE + "\n")
    done = cliometer("annotate", articles, "-o", tmp_path / "out")
    assert done.status == 2 and 'egypt.jsonl:2: a second article has the id "a/1"' in done.err
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["articles"]


@pytest.mark.parametrize("command", [("annotate",), ("timelines", "-s", "lead", "--dates", "1", "--tags", "no")])
def test_a_topic_that_is_not_english_is_noted(articles: Path, command: tuple[str, ...]) -> None:
    assert "English" not in cliometer(*command, articles).err
    (articles / "bp.jsonl").write_text(LINE.replace(TEXT, GERMAN))
    assert "note: topic bp: the texts do not look English" in cliometer(*command, articles).err


def test_columns_and_dates_of_other_names_are_named(tmp_path: Path) -> None:
    (tmp_path / "bp.csv").write_text(f'when;story\n30/05/2010;"{TEXT}"\n')
    words = (tmp_path / "bp.csv", "--columns", "date=when,text=story", "--date-format", "dd/mm/yyyy")
    assert json.loads(cliometer("annotate", *words).out)["date"] == "2010-05-30"
    made = cliometer("timelines", *words, "-s", "lead", "--dates", "1", "--tags", "no")
    assert "2010-05-30  BP gave up on Saturday." in made.out and "no effect" not in made.err
