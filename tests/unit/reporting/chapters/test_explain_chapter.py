"""The section of an explanation, on a terminal and in a report."""

from __future__ import annotations

import json
from typing import Any

import pytest

import cliometer
from cliometer.engine.pair_explanation import PairExplanation, explain
from cliometer.reporting.chapters import kind_of
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.explanation import explanation_section
from cliometer.reporting.document import Section
from cliometer.reporting.render.terminal import terminal
from tests.pictured import figures, listings, records, words

SPILL = {"2010-05-27": ["Obama extends the drilling moratorium"], "2010-09-19": ["The leak is dead"]}
SPILL_REFERENCE = {
    "2010-05-29": ["Obama announces a moratorium on drilling rigs, rigs"],
    "2010-09-19": ["Declared dead"],
}


def explanation_text(explained: PairExplanation) -> str:
    return terminal(explanation_section(explained))


def rows(text: str) -> list[str]:
    """Lines without the blanks that align them."""
    return [" ".join(line.split()) for line in text.splitlines()]


def text(metric: str = "align", preset: str = "tilse") -> str:
    return explanation_text(explain(SPILL, SPILL_REFERENCE, metric, preset))


def test_the_scores_come_first() -> None:
    assert text().splitlines()[0] == (
        "align(rouge=1) under the preset tilse: precision 0.3333, recall 0.2500, F 0.2857."
    )


def test_both_sides_tell_their_sums() -> None:
    assert "2 dates earned 2 of 8; " in text() and "2 dates earned 2 of 6; " in text()


def test_a_pair_tells_partner_distance_weight_and_credit() -> None:
    assert any(row.startswith("2010-05-29 2010-05-27 (2 days) 0.333 3 of 6 1 ") for row in rows(text()))


def test_one_day_is_one_day() -> None:
    assert "(1 day) " in explanation_text(explain({"2010-05-28": ["Obama"]}, SPILL_REFERENCE, "align"))


def test_the_same_day_is_said_so() -> None:
    assert any(row.startswith("2010-09-19 same day 1 1 of 2 1 ") for row in rows(text()))


def test_words_earned_and_missed_stand_under_their_date() -> None:
    (row,) = [row for row in rows(text()) if row.startswith("2010-05-29")]
    assert row.endswith(" earned drilling, moratorium, obama; missed announces, rigs x2")


def test_a_date_without_a_partner_is_said_so() -> None:
    assert any(row.startswith("2010-05-27 no partner 0 0 of 4 0 ") for row in rows(text("agreement")))


def test_a_whole_text_has_one_paragraph_a_side() -> None:
    assert sum(row.startswith("whole text whole text 1 4 of ") for row in rows(text("concat"))) == 2


def test_ties_tell_how_far_the_score_could_move() -> None:
    system = {"2010-05-10": ["oil"], "2010-05-12": ["gas"]}
    found = explanation_text(explain(system, {"2010-05-11": ["oil"]}, "align", "modern"))
    assert "1 date had a choice; over all of them F lies in 0.0000 to 0.3333." in " ".join(found.split())


def test_an_undefined_score_reads_undefined() -> None:
    found = explanation_text(explain(SPILL, {"2010": ["oil"]}, "concat(rouge=2)", "modern"))
    assert "recall undefined, F undefined" in found


def test_many_words_are_wrapped() -> None:
    words = " ".join(f"word{number}" for number in range(60))
    found = explanation_text(explain(SPILL, {"2010": [words]}, "concat"))
    assert max(map(len, found.splitlines())) <= 120


def test_the_text_ends_with_one_line_break() -> None:
    assert text().endswith("\n") and not text().endswith("\n\n")


def test_the_opening_shows_the_first_reference_dates_only() -> None:
    found = terminal(explanation_section(explain(SPILL, SPILL_REFERENCE, "align"), dates=1))
    assert "2010-05-29  2010-05-27" in found and "2010-09-19" not in found and "Precision:" not in found


def test_an_undefined_score_says_why() -> None:
    explained = explain({"2010-01-01": ["oil"]}, {"2010-01-01": ["oil"]}, "concat(rouge=2)", "modern")
    reason = "the references hold nothing that this metric counts"
    assert f"It is undefined: {reason}." in " ".join(explanation_text(explained).split())
    assert explained.to_dict()["undefined"] == reason


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
