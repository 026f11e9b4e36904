"""Specifications that vl-convert can draw."""

from __future__ import annotations

from cliometer.reporting.render.pictures import drawable


def test_long_texts_are_cut_and_stay_different_and_the_same() -> None:
    long, other = "x" * 10_000, "x" * 10_000 + "y"
    first, second, again = drawable([{"system": long}, {"system": other}, {"sort": [long]}])
    assert first["system"] != second["system"] and again["sort"] == [first["system"]]
    assert len(first["system"]) < 200


def test_short_texts_and_numbers_stay_and_forbidden_signs_are_replaced() -> None:
    assert drawable({"a": ["b", 1.5, None, True, "c\x00\ud800"]}) == {"a": ["b", 1.5, None, True, "c\ufffd\ufffd"]}
