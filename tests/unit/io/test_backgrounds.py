"""Backgrounds in files, and the package wordfreq as one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cliometer.errors import FormatError, UsageError, remedy
from cliometer.io.backgrounds import read_background, write_background
from cliometer.metrics.sources.corpus import Corpus
from cliometer.metrics.sources.formulas import topic_words
from cliometer.model.documents import Background, SourceText, WordForm

OURS = Background(WordForm("bigram"), {"storm surg": 4, "": 1, "шторм": 2}, {"storm surg": 2, "": 1, "шторм": 1}, 8)


@pytest.mark.parametrize("name", ["mine.tsv", "mine.tsv.gz"])
def test_ours_reads_back_equal_packed_or_not(tmp_path: Path, name: str) -> None:
    write_background(tmp_path / name, OURS)
    found = read_background(tmp_path / name)
    assert (found.form, found.counts, found.df, found.documents) == (OURS.form, OURS.counts, OURS.df, 8)
    assert found.sha256 == OURS.sha256


def test_the_same_background_gives_the_same_bytes(tmp_path: Path) -> None:
    turned = Background(OURS.form, dict(reversed(list(OURS.counts.items()))), OURS.df, 8)
    for name, background in (("a.gz", OURS), ("b.gz", turned)):
        write_background(tmp_path / name, background)
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert (tmp_path / "a.gz").read_bytes()[4:8] == bytes(4)  # no time of packing


def test_simetrix_counts_add_up(tmp_path: Path) -> None:
    file = tmp_path / "bgFreqCounts.unstemmed.txt"
    file.write_text("storm 4\n\nsurge 2\nstorm 1\n")
    found = read_background(file)
    assert (dict(found.counts), found.form.unit, found.total) == ({"storm": 5, "surge": 2}, "word", 7)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("storm 4\nsurge\n", r"mine:2: expected `word count`, found \"surge\"; if the file was cut here, fetch"),
        ("storm 4\nsurge x\n", r"mine:2: expected `word count`, found \"surge x\""),
        ("storm 4\nsurge -1\n", "mine:2: expected a number from 0 on"),
        ("50\nstorm 1.5\nsurge nan\n", "mine:3: expected a number from 0 on"),
        ("0\nstorm 1.5\n", "mine:1: expected the number of documents"),
        ("6\nstorm 4\nsurge\n", "mine:3: expected `word count`"),
        ("Storm nears coast\n", "mine:1: is not a background"),
        ("", "mine: is empty"),
        ("12\n", "mine: holds no word"),
        ('{"format": "cliometer-background"}\n', "mine:1: expected a member 'version', found none"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "mine").write_text(text)
    with pytest.raises(FormatError, match=message):
        read_background(tmp_path / "mine")


def test_a_file_of_ours_that_was_cut_is_refused(tmp_path: Path) -> None:
    write_background(tmp_path / "mine", OURS)
    lines = (tmp_path / "mine").read_text().splitlines(keepends=True)
    (tmp_path / "mine").write_text("".join(lines[:-1]))
    with pytest.raises(FormatError, match="holds 2 of 3 words; it was cut or changed"):
        read_background(tmp_path / "mine")
    (tmp_path / "mine").write_text("".join(lines)[:-3])
    with pytest.raises(FormatError, match="mine:4: expected a word, its count"):
        read_background(tmp_path / "mine")


def test_wordfreq_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "wordfreq", None)
    with pytest.raises(UsageError, match=re.escape(remedy("wordfreq"))):
        read_background("wordfreq")


def test_everyday_words_are_no_topic_words_and_rare_ones_are() -> None:
    pytest.importorskip("wordfreq", reason="wordfreq is not installed: pip install 'cliometer[wordfreq]'")
    lines = ["The volcano erupts, people say", "People see ash of the volcano"]
    background = Corpus({}, [read_background("wordfreq")]).background("x", WordForm("word", stop=False), "counts")
    counts = Corpus({"x": (SourceText(tuple(lines)),)}).tally("x", WordForm("word", stop=False)).counts
    found = topic_words(counts, background)
    assert "volcano" in found and not found & {"the", "of", "say", "see"}
