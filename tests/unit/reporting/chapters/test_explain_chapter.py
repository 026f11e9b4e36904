"""The section of an explanation, on a terminal and in a report."""

from __future__ import annotations

from typing import Any

import cliometer
from cliometer.engine.pair_explanation import PairExplanation, explain
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


def test_a_date_without_a_partner_is_said_so() -> None:
    assert any(row.startswith("2010-05-27 no partner 0 0 of 4 0 ") for row in rows(text("agreement")))


def test_a_whole_text_has_one_paragraph_a_side() -> None:
    assert sum(row.startswith("whole text whole text 1 4 of ") for row in rows(text("concat"))) == 2


def test_ties_tell_how_far_the_score_could_move() -> None:
    system = {"2010-05-10": ["oil"], "2010-05-12": ["gas"]}
    found = explanation_text(explain(system, {"2010-05-11": ["oil"]}, "align", "modern"))
    assert "1 date had a choice; over all of them F lies in 0.0000 to 0.3333." in " ".join(found.split())


SYSTEM = {"2010-05-26": ["BP gives up the top kill"], "2010-06-02": ["BP cuts the riser pipe"]}
REFERENCE = {"2010-05-27": ["BP gives up"], "2010-06-02": ["BP cuts the riser"], "2011-01-01": ["A court decides"]}


def document(metric: str = "align+m1(rouge=1)") -> dict[str, Any]:
    found: dict[str, Any] = cliometer.explain(SYSTEM, [REFERENCE], metric).to_dict()
    return found


def chapter(of: dict[str, Any]) -> Section:
    return explanation_section(PairExplanation.from_dict(of), FigureNames())


def test_a_bar_names_its_date_its_partner_and_how_far_apart_they_are() -> None:
    names = [one["day"] for one in records(figures(chapter(document()))["credit-recall"].spec, "words")]
    assert names[0] == "2010-05-27 \N{RIGHTWARDS ARROW} 2010-05-26 (1 day)"
    assert names[1] == "2010-06-02 \N{RIGHTWARDS ARROW} same day"


def test_a_silent_system_has_no_date_on_its_side() -> None:
    of = document() | {"precision_days": [], "precision": None}
    said = words(chapter(of))
    assert "There is no date on this side." in said and "precision undefined" in said


SOURCES = ["BP cut the riser pipe today", "Engineers gave up the top kill"]


def test_parts_of_a_divergence_are_listed_with_their_words() -> None:
    section = explanation_section(cliometer.explain(SYSTEM, SOURCES, "jsd"))
    (listing,) = listings(section)
    assert listing.table.heading[0] == "word" and "riser" in [row[0] for row in listing.table.rows]
    assert words(section).startswith("jsd: value ")
