"""`cliometer check`: verdicts, gates, citations, and one line where an input is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cliometer as package
from cliometer.model.documents import Article
from cliometer.model.when import When
from tests.unit.cli.cliometer_command import DEMO, cliometer

SOURCES = DEMO / "articles/rosetta.jsonl"
WRONG = "2014-11-12\nESA confirmed that Philae will not attempt to land at Site J.\n"


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    (tmp_path / "rosetta.txt").write_text(WRONG, encoding="utf-8")
    return tmp_path / "rosetta.txt"


def test_the_table_has_the_sentences_that_are_not_supported_and_why(wrong: Path) -> None:
    done = cliometer("check", wrong, "--sources", SOURCES)
    assert done.status == 0 and "Not supported on their date: 1 of 1 sentence" in done.out
    assert "contradicted" in done.out and "why: negation; rosetta/06 tells of 2014-11-12, support 0.89" in done.out
    assert "show recall or coverage beside them" in done.err


@pytest.mark.parametrize(
    ("gate", "status"), [("contradictions = 0, dated >= .9", 1), ("contradictions=1", 0), ("grounded<0.5,dated<=0", 0)]
)
def test_a_gate_decides_the_exit_status(wrong: Path, gate: str, status: int) -> None:
    done = cliometer("check", wrong, "--sources", SOURCES, "--gate", gate)
    assert done.status == status and done.err.count("gate ") == gate.count(",") + 1


def test_the_document_holds_the_evidence_of_each_sentence(wrong: Path) -> None:
    (sentence,) = json.loads(cliometer("check", wrong, "--sources", SOURCES, "--json").out)["sentences"]
    assert sentence["verdict"] == "contradicted" and sentence["evidence"]["conflicts"] == ["negation"]
    assert sentence["evidence"]["sentences"] == [
        "ESA today confirmed that Philae will attempt to land at Site J on 12 November."
    ]


def test_a_run_of_ours_names_its_articles_so_that_citations_are_checked() -> None:
    run = DEMO / "timelines/datewise_dates=mentions"
    found = package.check(run, DEMO / "articles", tags=False).systems[0]
    assert found.citation_recall == found.citation_precision == 1
    assert found.sentences > 100 and found.dated > 0.9


def test_a_single_timeline_takes_the_articles_of_the_only_topic() -> None:
    articles = [Article("a", When.of("2010-05-05"), ("BP lowered a steel dome over the leak.",))]
    checked = package.check({"2010-05-05": ["BP lowered a steel dome."]}, articles, tags=False)
    assert checked.sentences[0].verdict == "supported" and checked.passed()


FOREIGN = "Der Konzern hat am Samstag aufgegeben, das Leck zu stopfen, und ist nicht mit der Arbeit zufrieden. " * 3


@pytest.mark.parametrize(
    ("timeline", "articles", "options", "fault"),
    [
        (WRONG, "", (), "topic rosetta: no article has a sentence; name dated articles with texts"),
        (WRONG, '{"id": "a", "text": "Philae lands."}', (), "date"),
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
        (WRONG, None, ("--gate", "dated"), "is not a gate"),
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


def test_a_run_whose_topics_have_no_articles_is_refused(tmp_path: Path) -> None:
    for topic in ("comet", "rosetta"):
        (tmp_path / "run").mkdir(exist_ok=True)
        (tmp_path / f"run/{topic}.txt").write_text(WRONG, encoding="utf-8")
    done = cliometer("check", tmp_path / "run", "--sources", SOURCES)
    assert done.status == 2 and "run: the topic comet has no articles; there are articles of rosetta" in done.err


def test_articles_must_be_named(wrong: Path) -> None:
    done = cliometer("check", wrong)
    assert done.status == 2 and "--sources ARTICLES" in done.err
