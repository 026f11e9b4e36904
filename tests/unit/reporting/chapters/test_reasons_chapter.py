"""What a report says of reasons."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from cliometer.reporting.chapters import kind_of, result_section
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.document import Section
from cliometer.study.reason_coding import (
    Category,
    Codebook,
    Coder,
    CoderAgreement,
    Reason,
    ReasonSurvey,
    survey_reasons,
)
from tests.pictured import figures, records, words

BOOK = Codebook((Category("length", "how long", ("short",)), Category("dates", "right days", ("date",))))
REASONS = (Reason("short", 1), Reason("the date", 3), Reason("hm", 1))
ANN = Coder("ann", ("length", "dates", None))
ACCORD = CoderAgreement(2, 0.5, 0.25, "", 0.2, (-0.1, 0.6))


def surveyed(*coders: Coder, accord: CoderAgreement | None = None) -> ReasonSurvey:
    return replace(survey_reasons(REASONS, 4, BOOK, coders), accord=accord)


def shown(found: ReasonSurvey) -> Section:
    """The section of a survey that went through JSON."""
    document: Any = json.loads(json.dumps(found.to_dict()))
    kind = kind_of(document)
    assert kind is not None and kind.name == "reasons"
    return kind.chapter(document, FigureNames())


def test_categories_are_bars_by_weight() -> None:
    rows = records(figures(shown(surveyed(ANN)))["reason-categories"].spec, "value")
    assert [(row["name"], row["value"], row["text"]) for row in rows] == [
        ("dates", 0.75, "75.0 %"),
        ("length", 0.25, "25.0 %"),
    ]


def test_coders_stand_beside_the_suggestions() -> None:
    ben = Coder("ben", ("dates", "dates", "dates"))
    rows = records(figures(shown(surveyed(ben)))["reason-coders"].spec, "by")
    assert [(row["name"], row["by"], row["value"]) for row in rows][:2] == [
        ("length", "suggested", 1),
        ("length", "ben", 0),
    ]


def test_reasons_without_a_phrase_are_named() -> None:
    assert "no phrase of the codebook is in 1 reason: hm (1)" in words(shown(surveyed(ANN)))


def test_the_agreement_of_coders_is_told() -> None:
    said = words(shown(surveyed(ANN, accord=ACCORD)))
    assert "Agreement on 2 distinct reasons: 50.0 % (chance: 25.0 %" in said
    assert "alpha (nominal) 0.200, 95 % interval -0.100 to 0.600" in said


def test_alpha_without_a_value_has_its_reason() -> None:
    none = replace(ACCORD, alpha=None, interval=None, undefined="one label")
    assert "alpha (nominal) is undefined: one label" in words(shown(surveyed(ANN, accord=none)))


def test_a_category_without_a_weight_is_undefined() -> None:
    rows = records(figures(shown(surveyed(Coder("ann", (None,) * 3))))["reason-categories"].spec, "value")
    assert (rows[-1]["value"], rows[-1]["text"]) == (None, "undefined")


def test_a_document_is_read_back_into_the_same_numbers() -> None:
    found = surveyed(ANN, accord=ACCORD)
    document = json.loads(json.dumps(found.to_dict()))
    again = ReasonSurvey.from_dict(document)
    assert json.loads(json.dumps(again.to_dict())) == document
    assert result_section(again).blocks == result_section(found).blocks
