"""What a report says of reasons."""

from __future__ import annotations

from typing import Any

from cliometer.report.chapters import kind_of
from cliometer.report.chapters.base import FigureNames
from cliometer.report.chapters.vote_judges import reasons
from tests.pictured import figures, records, words

_ALPHA = {"alpha": 0.2, "interval": [-0.1, 0.6], "undefined": None}
ACCORD = {"reasons": 2, "share": 0.5, "chance": 0.25, "definition": "", **_ALPHA}


def document(**more: Any) -> dict[str, Any]:
    categories = [
        {
            "category": "length",
            "description": "how long",
            "weight": 0.25,
            "votes": {"suggested": 1, "ann": 2},
        },
        {
            "category": "dates",
            "description": "right days",
            "weight": 0.75,
            "votes": {"suggested": 3, "ann": 1},
        },
    ]
    given = [
        {
            "reason": "short",
            "times": 2,
            "suggestion": "length",
            "because_of": ["short"],
            "codes": {"ann": "length"},
        },
        {"reason": "hm", "times": 1, "suggestion": None, "because_of": [], "codes": {"ann": None}},
    ]
    base = {"cliometer": "0", "notes": [], "votes_without_reason": 4, "agreement": None}
    return {**base, "categories": categories, "reasons": given, **more}


def test_reasons_are_known_by_their_members() -> None:
    kind = kind_of(document())
    assert kind is not None and kind.name == "reasons"


def test_categories_are_bars_by_weight() -> None:
    rows = records(figures(reasons(document(), FigureNames()))["reason-categories"].spec, "value")
    assert [(row["name"], row["value"], row["text"]) for row in rows] == [
        ("dates", 0.75, "75.0 %"),
        ("length", 0.25, "25.0 %"),
    ]


def test_coders_stand_beside_the_suggestions() -> None:
    rows = records(figures(reasons(document(), FigureNames()))["reason-coders"].spec, "by")
    assert [(row["name"], row["by"], row["value"]) for row in rows][:2] == [
        ("length", "suggested", 1),
        ("length", "ann", 2),
    ]


def test_reasons_without_a_phrase_are_named() -> None:
    assert "no phrase of the codebook is in 1 reason: hm (1)" in words(reasons(document(), FigureNames()))


def test_the_agreement_of_coders_is_told() -> None:
    said = words(reasons(document(agreement=ACCORD), FigureNames()))
    assert "agree on 50.0 % of 2 distinct reasons (chance: 25.0 %)" in said
    assert "alpha 0.200, 95 % interval -0.100 to 0.600" in said


def test_alpha_without_a_value_has_its_reason() -> None:
    none = {**ACCORD, "alpha": None, "interval": None, "undefined": "one label"}
    assert "alpha is undefined: one label" in words(reasons(document(agreement=none), FigureNames()))


def test_a_category_without_a_weight_is_undefined() -> None:
    empty = document()
    empty["categories"][0]["weight"] = None
    rows = records(figures(reasons(empty, FigureNames()))["reason-categories"].spec, "value")
    assert (rows[-1]["value"], rows[-1]["text"]) == (None, "undefined")
