"""Words in shaded cells can be read on every shade, in light and dark."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cliometer.reporting.charts.grammar import COLOURS, INK, SHADES, STRONG, Name, themed
from cliometer.reporting.charts.heat_maps import Axes, grid, grid_cell
from tests.unit.reporting.test_theme import contrast

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
