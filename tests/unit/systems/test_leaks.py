"""Leaks: articles that hold a reference nearly word for word are found, named and left out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import cliometer
from cliometer.errors import UsageError
from cliometer.model.documents import Article
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.systems.timelines.leaks import find_leaks

LINES = [
    "The dam at Orveth breaks after a week of rain .",
    "Two thousand people leave the valley below the dam .",
    "Parliament orders an inquiry into the company .",
    "Engineers say that cracks were known for years .",
]
DAYS = {f"2019-04-{day}": [line] for day, line in zip(range(15, 19), LINES, strict=True)}


def held(texts: Sequence[str]) -> list[int]:
    """How many lines of the reference each article that leaks holds."""
    gold = {"dam": ReferenceSet([Timeline(DAYS)])}
    return [leak.lines for leak in find_leaks(gold, ["dam"], [("dam", str(n), text) for n, text in enumerate(texts)])]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (" ".join(LINES), 4),
        ("\n".join(line.upper().replace(" .", "!") for line in LINES[1:]), 3),
        (" Meanwhile ".join(LINES[:2]), None),
        (" ".join(LINES).replace("e", "a"), None),
        (" ".join(LINES).replace("a week", "one week"), 3),
        (" ".join(LINES).replace("of rain", "of heavy rain"), 4),
        ("", None),
    ],
)
def test_an_article_leaks_that_holds_lines_of_three_dates(text: str, lines: int | None) -> None:
    assert held([text]) == ([] if lines is None else [lines])


def articles(*texts: str) -> dict[str, list[Article]]:
    day = When.of("2019-04-20")
    return {"dam": [Article(f"d-{n}", day, tuple(text.split("\n"))) for n, text in enumerate(texts)]}


def test_timelines_names_leaks_and_leaves_them_out_on_request() -> None:
    corpus = articles("On 15 April 2019 the dam broke.", "\n".join(LINES))
    gold = {"dam": [DAYS]}
    kept = cliometer.timelines(corpus, ["random"], like=gold, tags=False)
    cut = cliometer.timelines(corpus, ["random"], like=gold, tags=False, without_leaks=gold)
    rules = [[getattr(note, "rule", "") for note in made.notes] for made in (kept, cut)]
    assert "articles-hold-references" in rules[0] and "leaks-left-out" in rules[1]
    assert {article for made in cut.timelines for ids in made.articles.values() for article in ids} <= {"d-0"}
    assert any("d-1 (4 of 4 lines)" in note for note in kept.notes)


def test_references_of_other_topics_are_refused() -> None:
    with pytest.raises(UsageError) as error:
        find_leaks({"mine": ReferenceSet([Timeline(DAYS)]), "oil": ReferenceSet([Timeline(DAYS)])}, ["dam"], [])
    assert error.value.rule == "articles-references-disjoint"


def test_data_shows_the_lines(tmp_path: Path) -> None:
    gold, corpus = tmp_path / "gold" / "dam", tmp_path / "corpus" / "dam"
    gold.mkdir(parents=True)
    corpus.mkdir(parents=True)
    text = "\n---\n".join(f"{day}\n{line}" for day, [line] in DAYS.items())
    (gold / "herald.txt").write_text(f"{text}\n---\n".replace("---", "-" * 32))
    (corpus / "2019-04-20_herald.txt").write_text(" ".join(LINES))
    report = cliometer.data(tmp_path / "gold", articles=tmp_path / "corpus")
    [leak] = report.leaks or ()
    assert leak.held == tuple(LINES) and (leak.reference, leak.total, leak.dates) == ("dam/herald", 4, 4)
    assert LINES[0] in str(report)
