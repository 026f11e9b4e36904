"""Who covers what: a matrix of squares that grow with what was earned, and what it adds up to."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.charts.grammar import (
    Record,
    Spec,
    chart,
    colour,
    fixed,
    layer,
    name,
    named,
    number,
    own,
    tooltip,
)
from cliometer.report.charts.grid import HERE, Axes, ground

_TIERS = 5  # shades that eyes can tell apart


def matrix(cells: Sequence[Record], axes: Axes, tiers: Sequence[int]) -> Spec:
    """Cells have `r` and `c`, the numbers of row and column, and `credit` above 0; every row has its tier.

    Only what was earned needs a cell.
    """
    wide = min(60, axes.wide(0))
    place = axes.place(wide)
    tips = [
        *tooltip(row=axes.row, column=axes.column),
        {"field": "credit", "title": "covered", "format": ".0%"},
    ]
    side = min(axes.high, wide) - 4
    size = {"field": "credit", "type": "quantitative", "legend": None,
            "scale": {"domain": [0, 1], "range": [0, side**2 if axes.readable else wide - 4]}}  # fmt: skip
    square = {"type": "square", "filled": True, "opacity": 1}
    stroke = {"type": "tick", "orient": "horizontal", "thickness": axes.high - 1, "opacity": 1}
    mark = square if axes.readable else stroke
    rows = [{"row": row, "tier": tier} for row, tier in zip(axes.rows, tiers, strict=True)]
    return {
        "data": {"values": [dict(one) for one in cells]},
        "transform": axes.lookups(),
        "width": {"step": wide},
        "height": {"step": axes.high},
        "layer": [
            ground(axes, place, _banded(), rows),
            layer(mark, x=place["x"], y=HERE["y"], size=size, color=fixed(colour("accent")), tooltip=tips),
            _weights(rows, wide * len(axes.columns) + 8),
        ],
    }


def _banded() -> Spec:
    """Every other tier on another ground, so that the eye finds the weight."""
    return {"condition": {"test": "datum.tier % 2", "value": colour("wash")}, "value": colour("panel")}


def _weights(rows: Sequence[Record], x: int) -> Spec:
    """Beside the first row of each tier."""
    firsts = {row["tier"]: row["row"] for row in reversed(rows)}
    heads = [{"row": row, "word": f"weight {tier}"} for tier, row in firsts.items()]
    words = {"type": "text", "align": "left", "fontSize": 11, "baseline": "middle"}
    return own(
        heads, layer(words, y=HERE["y"], x=fixed(x), text={"field": "word"}, color=fixed(colour("muted")))
    )


def earned(bars: Sequence[Record], systems: Sequence[str], best: float, title: str) -> Spec:
    """What systems earned beside the optimum, tier by tier: bars have `system`, `tier`, `earned`.

    Where there are many tiers, the lightest share a colour.
    """
    tiers = sorted({bar["tier"] for bar in bars}, reverse=True)
    words = _words(tiers)
    shown = list(dict.fromkeys(words.values()))
    ramp = [colour(f"credit-{5 - place}") for place in range(len(shown))]
    stacked = layer(
        {"type": "bar", "opacity": 1, "stroke": colour("panel"), "strokeWidth": 1},
        x=number("earned", title, stack="zero", scale={"zero": True}, axis={"tickCount": 8}),
        y=named("system", systems, axis={"ticks": False, "domain": False, "labelPadding": 8}),
        color=name("word", "of units that", scale={"domain": shown, "range": ramp}),
        order={"field": "tier", "sort": "descending"},
        tooltip=tooltip(system="system", tier="weight", earned="earned"),
    )
    dashed = {"type": "rule", "strokeDash": [5, 3], "strokeWidth": 1.5}
    across = number("best", title, scale={"zero": True})
    line = own([{"best": best}], layer(dashed, x=across, color=fixed(colour("good"))))
    return chart([{**bar, "word": words[bar["tier"]]} for bar in bars], stacked, line, height={"step": 24})


def _words(tiers: Sequence[int]) -> dict[int, str]:
    """How many writers had the units of each tier, those beyond the last shade together."""
    if len(tiers) <= _TIERS:
        return {tier: _word(tier) for tier in tiers}
    rest = tiers[_TIERS - 1]
    return {tier: _word(tier) if tier > rest else f"{rest} or fewer writers had" for tier in tiers}


def _word(weight: int) -> str:
    return "nobody wrote" if not weight else f"{weight} writer{'s' if weight > 1 else ''} had"
