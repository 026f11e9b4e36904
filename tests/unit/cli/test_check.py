"""`cliometer check`: verdicts, gates, citations, and one line where an input is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import cliometer as package
from tests.unit.cli.cliometer_command import DEMO, cliometer

SOURCES = DEMO / "articles/rosetta.jsonl"
WRONG = "2014-11-12\nESA confirmed that Philae will not attempt to land at Site J.\n"


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    (tmp_path / "rosetta.txt").write_text(WRONG, encoding="utf-8")
    return tmp_path / "rosetta.txt"


@pytest.mark.parametrize(
    ("gate", "status"), [("contradictions = 0, dated >= .9", 1), ("contradictions=1", 0), ("grounded<0.5,dated<=0", 0)]
)
def test_a_gate_decides_the_exit_status(wrong: Path, gate: str, status: int) -> None:
    done = cliometer("check", wrong, "--sources", SOURCES, "--gate", gate)
    assert done.status == status and done.err.count("gate ") == gate.count(",") + 1


def test_a_run_of_ours_names_its_articles_so_that_citations_are_checked() -> None:
    run = DEMO / "timelines/datewise_dates=mentions"
    found = package.check(run, DEMO / "articles", tags=False).systems[0]
    assert found.citation_recall == found.citation_precision == 1
    assert found.sentences > 100 and (found.dated or 0) > 0.9


CITED = '{{"date": "2014-11-12", "text": "Philae landed on the comet.", "articles": [{}]}}'


@pytest.mark.parametrize(
    ("ids", "note"),
    [
        ('"rosetta/06"', None),
        (
            '"a", "rosetta/06", "a"',
            "my-run: 1 cited id not among the articles of the topic, counted as not carrying: a",
        ),
        (
            '"a", "b", "c", "d"',
            "my-run: 4 cited ids not among the articles of the topic, counted as not carrying: a, b",
        ),
    ],
)
def test_cited_ids_of_no_article_are_noted(tmp_path: Path, ids: str, note: str | None) -> None:
    (tmp_path / "my-run.jsonl").write_text(CITED.format(ids), encoding="utf-8")
    done = cliometer("check", tmp_path / "my-run.jsonl", "--sources", SOURCES)
    assert done.status == 0 and (note or "note: grounded") in done.err and ("cited id" in done.err) == bool(note)


def test_shares_without_a_word_are_undefined_and_no_gate_passes_on_them(tmp_path: Path) -> None:
    (tmp_path / "rosetta.txt").write_text("2014-11-12\n... 2014 !\n", encoding="utf-8")
    call = ("check", tmp_path / "rosetta.txt", "--sources", SOURCES)
    done = cliometer(*call)
    assert done.status == 0 and "rosetta: no sentence has a countable word" in done.err
    assert done.out.splitlines()[4].split()[2:5] == ["-", "-", "-"]
    assert json.loads(cliometer(*call, "--json").out)["systems"][0]["contradictions"] is None
    gated = cliometer(*call, "--gate", "contradictions = 0")
    assert (gated.status, gated.out) == (
        2,
        "",
    ) and "contradictions = 0: no sentence of rosetta holds a word" in gated.err
    assert cliometer(*call, "--gate", "contradictions = 0", "--weights", "sentences").status == 0


@pytest.mark.parametrize("form", ["terminal", "notebook", ".md", ".tex", ".html"])
def test_where_all_sentences_are_supported_there_is_a_count_and_no_empty_table(tmp_path: Path, form: str) -> None:
    (tmp_path / "rosetta.txt").write_text(WRONG.replace("not ", ""), encoding="utf-8")
    checked = package.check(tmp_path / "rosetta.txt", SOURCES, tags=False)
    if form.startswith("."):
        package.report(checked, tmp_path / f"check{form}")
        text = (tmp_path / f"check{form}").read_text("utf-8")
    else:
        text = str(checked) if form == "terminal" else checked._repr_html_()
    assert "Not supported on their date: 0 of 1 sentence" in text
    assert not re.search(r"(?m)>why<|\bwhy *(\||\\\\|$)", text)


FOREIGN = "Der Konzern hat am Samstag aufgegeben, das Leck zu stopfen, und ist nicht mit der Arbeit zufrieden. " * 3


@pytest.mark.parametrize(
    ("timeline", "articles", "options", "fault"),
    [
        (WRONG, "", (), "topic rosetta: no article has a sentence; name dated articles with texts"),
        (
            WRONG,
            '{"id": "a", "text": "Philae lands."}',
            (),
            "rosetta.jsonl:1: an article without a date; add its day of",
        ),
        (WRONG, '{"id": "a", "date": "2014-11", "text": "Philae lands."}', (), "a is dated 2014-11, which is no day"),
        (
            WRONG,
            f'{{"id": "a", "date": "2014-11-12", "text": "{FOREIGN}"}}',
            (),
            "articles of rosetta: the texts do not",
        ),
        (f"2014-11-12\n{FOREIGN}\n", None, (), "system rosetta, topic rosetta: the texts do not look English"),
        ("", None, (), "rosetta: the timeline has no sentence to check; name a timeline with sentences"),
        (WRONG, None, ("--gate", "dates >= 1"), "unknown share in the gate 'dates'"),
        (WRONG, None, ("--gate", "dated >= baseline"), "write a number, such as dated >= 0.9"),
        (WRONG, None, ("--gate", "contradictions <= 5"), "contradictions <= 5: a share is a number from 0 to 1; write"),
        (
            WRONG,
            None,
            ("--gate", "dated"),
            "'dated' is not a gate; write grounded, dated, contradictions, then >=, >, <=, < or =, then a number",
        ),
    ],
)
def test_bad_input_is_one_line_with_a_remedy(
    tmp_path: Path, timeline: str, articles: str | None, options: tuple[str, ...], fault: str
) -> None:
    (tmp_path / "rosetta.txt").write_text(timeline, encoding="utf-8")
    (tmp_path / "corpus").mkdir()
    source = SOURCES if articles is None else tmp_path / "corpus/rosetta.jsonl"
    if articles is not None:
        source.write_text(articles, encoding="utf-8")
    done = cliometer("check", tmp_path / "rosetta.txt", "--sources", source, *options, "--quiet")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1) and fault in done.err


def test_single_sentences_and_articles_in_another_language_are_noted(tmp_path: Path) -> None:
    (tmp_path / "rosetta.txt").write_text(WRONG + "Der Konzern hat das Leck nicht gestopft.\n", encoding="utf-8")
    article = json.dumps({"id": "strange", "date": "2014-11-12", "text": FOREIGN})
    (tmp_path / "rosetta.jsonl").write_text(SOURCES.read_text("utf-8") + article, encoding="utf-8")
    done = cliometer("check", tmp_path / "rosetta.txt", "--sources", tmp_path / "rosetta.jsonl")
    assert "system rosetta, topic rosetta: 1 of 2 sentences not in English" in done.err
    assert "articles of rosetta: 1 of 16 articles not in English" in done.err


def test_a_run_whose_topics_have_no_articles_is_refused(tmp_path: Path) -> None:
    for topic in ("comet", "rosetta"):
        (tmp_path / "run").mkdir(exist_ok=True)
        (tmp_path / f"run/{topic}.txt").write_text(WRONG, encoding="utf-8")
    done = cliometer("check", tmp_path / "run", "--sources", SOURCES)
    assert done.status == 2 and "run: the topic comet has no articles; there are articles of rosetta" in done.err


def test_articles_must_be_named(wrong: Path) -> None:
    done = cliometer("check", wrong)
    assert done.status == 2 and "--sources ARTICLES" in done.err
