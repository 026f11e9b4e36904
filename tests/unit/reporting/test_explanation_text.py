"""Explanations as text."""

from __future__ import annotations

from cliometer.engine.pair_explanation import PairExplanation, explain
from cliometer.reporting.chapters.explanation import explanation_section
from cliometer.reporting.render.terminal import terminal

SYSTEM = {"2010-05-27": ["Obama extends the drilling moratorium"], "2010-09-19": ["The leak is dead"]}
REFERENCE = {"2010-05-29": ["Obama announces a moratorium on drilling rigs, rigs"], "2010-09-19": ["Declared dead"]}


def explanation_text(explained: PairExplanation) -> str:
    return terminal(explanation_section(explained))


def rows(text: str) -> list[str]:
    """Lines without the blanks that align them."""
    return [" ".join(line.split()) for line in text.splitlines()]


def text(metric: str = "align", preset: str = "tilse") -> str:
    return explanation_text(explain(SYSTEM, REFERENCE, metric, preset))


def test_the_scores_come_first() -> None:
    assert text().splitlines()[0] == (
        "align(rouge=1) under the preset tilse: precision 0.3333, recall 0.2500, F 0.2857."
    )


def test_both_sides_tell_their_sums() -> None:
    assert "2 dates earned 2 of 8; " in text() and "2 dates earned 2 of 6; " in text()


def test_a_pair_tells_partner_distance_weight_and_credit() -> None:
    assert any(row.startswith("2010-05-29 2010-05-27 (2 days) 0.333 3 of 6 1 ") for row in rows(text()))


def test_one_day_is_one_day() -> None:
    assert "(1 day) " in explanation_text(explain({"2010-05-28": ["Obama"]}, REFERENCE, "align"))


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
    found = explanation_text(explain(SYSTEM, {"2010": ["oil"]}, "concat(rouge=2)", "modern"))
    assert "recall undefined, F undefined" in found


def test_many_words_are_wrapped() -> None:
    words = " ".join(f"word{number}" for number in range(60))
    found = explanation_text(explain(SYSTEM, {"2010": [words]}, "concat"))
    assert max(map(len, found.splitlines())) <= 120


def test_the_text_ends_with_one_line_break() -> None:
    assert text().endswith("\n") and not text().endswith("\n\n")


def test_the_opening_shows_the_first_reference_dates_only() -> None:
    found = terminal(explanation_section(explain(SYSTEM, REFERENCE, "align"), dates=1))
    assert "2010-05-29  2010-05-27" in found and "2010-09-19" not in found and "Precision:" not in found


def test_an_undefined_score_says_why() -> None:
    explained = explain({"2010-01-01": ["oil"]}, {"2010-01-01": ["oil"]}, "concat(rouge=2)", "modern")
    reason = "the references hold nothing that this metric counts"
    assert f"It is undefined: {reason}." in " ".join(explanation_text(explained).split())
    assert explained.to_dict()["undefined"] == reason
