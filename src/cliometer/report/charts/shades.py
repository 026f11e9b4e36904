"""Shades of cells, and the ink that can be read on each of them."""

from __future__ import annotations

from cliometer.report.charts.grammar import Spec, colour

STRONG = 0.6  # beyond, words are written in the colour of the paper
# Colours leap there: between the two sides lie those on which neither paper nor ink can be read.
_ONE_SIDE = {
    "interpolate": "rgb",  # others pass through hues that mean nothing
    "domain": [0, STRONG, STRONG + 1e-6, 1],
    "range": [colour("wash"), colour("credit-1"), colour("credit-4"), colour("credit-5")],
}
_TWO_SIDES = {
    "interpolate": "rgb",
    "domain": [-1, -STRONG - 1e-6, -STRONG, 0, STRONG, STRONG + 1e-6, 1],
    "range": [
        *(colour(name) for name in ("warn", "warn", "mark", "panel", "credit-1", "credit-4", "credit-5"))
    ],
}


def shaded(two_sided: bool = False) -> Spec:
    """The colour of a cell by its `shade`, from 0 to 1; from -1 where it has two sides."""
    scale = _TWO_SIDES if two_sided else _ONE_SIDE
    return {"field": "shade", "type": "quantitative", "scale": scale, "legend": None}


def ink() -> Spec:
    """The colour of words in such a cell."""
    strong = {"test": f"abs(datum.shade) > {STRONG}", "value": colour("panel")}
    return {"condition": strong, "value": colour("ink")}
