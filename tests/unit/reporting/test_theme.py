"""Colours of reports."""

from __future__ import annotations

import pytest

from cliometer.reporting.charts.grammar import CATEGORIES, COLOURS, Name, css_variables, themed

WORDS = ("ink", "muted", "accent", "good", "warn", "bad")


def _luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", COLOURS)
@pytest.mark.parametrize("word", WORDS)
def test_words_can_be_read_on_paper_and_panels(theme: Name, word: str) -> None:
    colours = COLOURS[theme]
    assert min(contrast(colours[word], colours[back]) for back in ("paper", "panel", "wash")) >= 4.5


@pytest.mark.parametrize("theme", COLOURS)
def test_marks_of_categories_stand_out_from_the_panel(theme: Name) -> None:
    assert all(contrast(colour, COLOURS[theme]["panel"]) >= 3 for colour in CATEGORIES[theme])


def test_both_themes_name_the_same_colours() -> None:
    assert COLOURS["light"].keys() == COLOURS["dark"].keys()


def test_a_named_colour_is_replaced_and_a_text_that_looks_like_one_is_not() -> None:
    spec = {"color": {"theme": "good"}, "data": [{"system": "theme"}, ["good"]]}
    assert themed(spec, "dark") == {"color": COLOURS["dark"]["good"], "data": [{"system": "theme"}, ["good"]]}


def test_style_sheets_get_every_colour() -> None:
    assert all(f"--{name}: {colour};" in css_variables() for name, colour in COLOURS["dark"].items())
