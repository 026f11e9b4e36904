"""Colours, shades, and series that are told apart by more than their colour."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cliometer.reporting.charts.grammar import CATEGORIES, COLOURS, INK, SHADES, STRONG, Name, nested, themed
from cliometer.reporting.charts.heat_maps import Axes, grid, grid_cell

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


_LEAP = 1e-5  # no shade lies in a span so short
THEMES: tuple[Name, ...] = ("light", "dark")


def _between(low: str, high: str, share: float) -> str:
    ends = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in (low, high)]
    return "#" + "".join(f"{round(a + share * (b - a)):02x}" for a, b in zip(*ends, strict=True))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("two_sided", [False, True])
def test_every_shade_has_an_ink_that_can_be_read(theme: Name, two_sided: bool) -> None:
    scale = themed(SHADES[two_sided]["scale"], theme)
    stops = list(zip(scale["domain"], scale["range"], strict=True))
    spans = [(one, other) for one, other in pairwise(stops) if other[0] - one[0] > _LEAP]
    for (low, first), (high, last) in spans:
        word = COLOURS[theme]["panel" if abs(low + high) / 2 > STRONG else "ink"]
        seen = [_between(first, last, share / 10) for share in range(11)]
        assert min(contrast(word, back) for back in seen) >= 4.5


def test_a_grid_is_shaded_and_inked_like_a_heat_map() -> None:
    spec = grid([grid_cell(0, 0, 1.0, "+1 h")], Axes(["a"], ["b"], "nugget"), "late")
    assert spec["layer"][1]["encoding"]["color"] == SHADES[False]
    assert spec["layer"][2]["encoding"]["color"] == INK


def test_nested_lines_grow_thinner() -> None:
    widths = [size["width"] for size in nested(["a", "b", "c"]).values()]
    assert widths == sorted(widths, reverse=True) and len(set(widths)) == 3
