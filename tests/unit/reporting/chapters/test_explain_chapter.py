"""The chapter of an explanation."""

from __future__ import annotations

import json
from typing import Any

import pytest

import cliometer
from cliometer.engine.pair_explanation import PairExplanation
from cliometer.reporting.chapters import kind_of
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.explanation import explanation_section
from cliometer.reporting.document import Section
from cliometer.reporting.render.terminal import terminal
from tests.pictured import figures, listings, records, words

SYSTEM = {"2010-05-26": ["BP gives up the top kill"], "2010-06-02": ["BP cuts the riser pipe"]}
REFERENCE = {"2010-05-27": ["BP gives up"], "2010-06-02": ["BP cuts the riser"], "2011-01-01": ["A court decides"]}


def document(metric: str = "align+m1(rouge=1)") -> dict[str, Any]:
    found: dict[str, Any] = cliometer.explain(SYSTEM, [REFERENCE], metric).to_dict()
    return found


def chapter(of: dict[str, Any]) -> Section:
    return explanation_section(PairExplanation.from_dict(of), FigureNames())


@pytest.mark.parametrize("side", ["recall", "precision"])
@pytest.mark.parametrize("metric", ["align+m1(rouge=1)", "date", "concat(rouge=1)"])
def test_parts_of_the_bars_add_up_to_credit_hits_and_size(metric: str, side: str) -> None:
    of = document(metric)
    days = of[f"{side}_days"]
    bars = records(figures(chapter(of))[f"credit-{side}"].spec, "part")
    for part, amount in (
        ("credit", sum(day["credit"] for day in days)),
        ("found, but worth less on another day", sum(day["hits"] - day["credit"] for day in days)),
        ("missed", sum(day["size"] - day["hits"] for day in days)),
    ):
        assert sum(bar["to"] - bar["from"] for bar in bars if bar["part"] == part) == pytest.approx(amount)


def test_a_bar_names_its_date_its_partner_and_how_far_apart_they_are() -> None:
    names = [one["day"] for one in records(figures(chapter(document()))["credit-recall"].spec, "words")]
    assert names[0] == "2010-05-27 \N{RIGHTWARDS ARROW} 2010-05-26 (1 day)"
    assert names[1] == "2010-06-02 \N{RIGHTWARDS ARROW} same day"


def test_a_date_without_partner_says_so() -> None:
    names = [one["day"] for one in records(figures(chapter(document("date")))["credit-recall"].spec, "words")]
    assert "2011-01-01 \N{RIGHTWARDS ARROW} no partner" in names


def test_the_table_has_every_date_with_its_arithmetic() -> None:
    of = document()
    rows = figures(chapter(of))["credit-recall"].table.rows
    assert [(row[0], row[-1]) for row in rows] == [(day["date"], day["credit"]) for day in of["recall_days"]]


def test_words_that_earned_and_missed_are_listed() -> None:
    rows = listings(chapter(document()))[0].table.rows
    assert "earned bp, cuts, riser" in str(rows[1][-1]) and "missed court" in str(rows[2][-1])


def test_the_scores_are_told() -> None:
    of = document()
    said = f"precision {of['precision']:.4f}, recall {of['recall']:.4f}, F {of['f']:.4f}"
    assert said in words(chapter(of))


def test_ties_are_told_with_the_range_of_f() -> None:
    of = document() | {"ties": {"dates": 2, "range": {"f": [0.1, 0.25]}}}
    assert "2 dates had a choice; over all of them F lies in 0.1000 to 0.2500." in words(chapter(of))


def test_a_silent_system_has_no_date_on_its_side() -> None:
    of = document() | {"precision_days": [], "precision": None}
    said = words(chapter(of))
    assert "There is no date on this side." in said and "precision undefined" in said


def test_equal_labels_are_told_apart_and_of_many_dates_the_first_are_drawn() -> None:
    of = document()
    of["recall_days"] = [of["recall_days"][0]] * 130
    figure = figures(chapter(of))["credit-recall"]
    names = [one["day"] for one in records(figure.spec, "words")]
    assert len(set(names)) == len(names) == 100 and len(figure.table.rows) == 130
    assert "The figure shows 100 of 130 dates; its table has all." in words(chapter(of))


SOURCES = ["BP cut the riser pipe today", "Engineers gave up the top kill"]


@pytest.mark.parametrize(
    ("system", "gold", "metric"),
    [(SYSTEM, [REFERENCE], "align+m1(rouge=1)"), (SYSTEM, [REFERENCE], "date"), (SYSTEM, SOURCES, "jsd")],
)
def test_a_document_is_read_back_as_it_was_written(system: Any, gold: Any, metric: str) -> None:
    written = json.loads(json.dumps(cliometer.explain(system, gold, metric).to_dict()))
    read = PairExplanation.from_dict(written)
    assert json.loads(json.dumps(read.to_dict())) == written
    kind = kind_of(written)
    assert kind is not None and kind.reads is PairExplanation
    assert terminal(kind.chapter(written, FigureNames())) == terminal(
        explanation_section(cliometer.explain(system, gold, metric), FigureNames())
    )


def test_parts_of_a_divergence_are_listed_with_their_words() -> None:
    section = explanation_section(cliometer.explain(SYSTEM, SOURCES, "jsd"))
    (listing,) = listings(section)
    assert listing.table.heading[0] == "word" and "riser" in [row[0] for row in listing.table.rows]
    assert words(section).startswith("jsd: value ")
