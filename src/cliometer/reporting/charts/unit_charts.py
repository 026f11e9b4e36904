"""Charts of content units and their annotators: pyramids, coverage, agreement, teams of writers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cliometer.reporting.charts import grammar as vl
from cliometer.reporting.charts.grammar import Record, Spec
from cliometer.reporting.charts.heat_maps import HERE, Axes, ground

_PAGE = 900  # pixels for all panels of a row
_LARGEST, _SMALLEST = 24, 6  # of a cell, in pixels
_GAP = 0.12  # between cells, of a cell
_BETWEEN = 0.5  # tiers, in cells


def tier_positions(tiers: Sequence[int]) -> list[list[tuple[float, float]]]:
    """Return left and top of every cell, tier by tier: lines are centred, and wide tiers take several lines."""
    widest = max(12, math.ceil(math.sqrt(3 * sum(tiers))))
    positions: list[list[tuple[float, float]]] = []
    top = 0.0
    for size in tiers:
        lines = math.ceil(size / widest)
        shares = [size // lines + (line < size % lines) for line in range(lines)]
        shares.reverse()  # the longer lines below, as in a pyramid
        positions.append([(cell - share / 2, top + line) for line, share in enumerate(shares) for cell in range(share)])
        top += lines + _BETWEEN
    return positions


def pyramids(units: Sequence[Record], panels: Sequence[str], tiers: Sequence[Record]) -> Spec:
    """Return small multiples, with a pyramid in each panel.

    Units have `x`, `y`, `credits` (one a panel, from 0 to 1), `linked`, `nested` and what a tooltip says:
    `unit`, `label`, `weight`. Tiers have `y` and `word`.
    """
    wide = 2 * max(-unit["x"] for unit in units)
    high = max(unit["y"] for unit in units) + 1
    columns = min(len(panels), 1 if wide > 40 else 2 if wide > 16 else 3)
    size = max(_SMALLEST, min(_LARGEST, (_PAGE - 60 * columns) // columns // (wide + 1)))
    records = [{**unit, "panel": list(range(len(panels)))} for unit in units]
    named = [{"panel": number, "system": panel} for number, panel in enumerate(panels)]
    transform = [
        {"flatten": ["panel", "credits"], "as": ["panel", "credit"]},
        {"lookup": "panel", "from": {"data": {"values": named}, "key": "panel", "fields": ["system"]}},
        *(
            {"calculate": formula, "as": field}
            for field, formula in (
                ("left", f"datum.x + {_GAP / 2}"),
                ("right", f"datum.x + {1 - _GAP / 2}"),
                ("bottom", f"datum.y + {1 - _GAP / 2}"),
                ("top", f"datum.y + {_GAP / 2}"),
                ("level", f"datum.bottom - datum.credit * {1 - _GAP}"),
                ("covered", "format(datum.credit, '.0%')"),
            )
        ),
    ]
    text, y = vl.mark("text", 11, align="right", baseline="middle"), {"field": "y", "type": "quantitative"}
    weights = vl.layer(text, x={"value": -6}, y=y, text="word", color="muted", data=tiers)  # at the left of each tier
    panel = {"width": int(size * (wide + 1)), "height": int(size * high), "layer": [*_cells(wide, high), weights]}
    by = vl.name("system", header={"labelLimit": 300, "labelFontWeight": 600})
    return vl.faceted(records, by, panel, columns, (22, 30), transform=transform)


def _cells(wide: float, high: float) -> list[Spec]:
    """Return frames, what fills them, and diamonds in those whose links are nested."""
    bare = {"axis": None, "type": "quantitative"}
    across = {**bare, "scale": {"domain": [-wide / 2 - 0.5, wide / 2 + 0.5], "nice": False}}
    down = {**bare, "scale": {"domain": [0, high], "reverse": True, "nice": False}}
    sides: Spec = {"x": {"field": "left", **across}, "x2": "right"}
    tips = vl.tooltip(unit="unit", label="says", weight="weight", covered="covered", linking="links")
    rect = vl.mark("rect", strokeWidth=1)
    whole = {**sides, "y": {"field": "top", **down}, "y2": "bottom", "tooltip": tips}
    dotted = {**rect, "strokeDash": [2, 2]}
    level = {"y": {"field": "level", **down}, "y2": "bottom", "tooltip": tips}
    middle = {"x": {"field": "x", **across}, "y": {"field": "y", **down}}
    diamond = vl.mark("point", 26, shape="diamond", strokeWidth=1)
    centre = [{"calculate": "datum.x + 0.5", "as": "x"}, {"calculate": "datum.y + 0.5", "as": "y"}]
    nested = vl.layer(diamond, **middle, fill="mark", stroke="ink", tooltip=tips, where="datum.nested")
    nested["transform"] += centre
    return [
        vl.layer(rect, None, "datum.linked", **whole, fill="wash", stroke="muted"),
        vl.layer(dotted, None, "!datum.linked", **whole, fill="panel", stroke="muted"),
        vl.layer(rect, None, "datum.credit > 0", **sides, **level, fill="accent", stroke="accent"),
        nested,
    ]


_TIERS = 5  # shades that eyes can tell apart


def matrix(cells: Sequence[Record], axes: Axes, tiers: Sequence[int]) -> Spec:
    """Return the matrix of cells of `r` and `c` (numbers of row and column) and `credit`; every row has its tier.

    Only what was earned needs a cell.
    """
    wide = min(60, axes.wide(0))
    place = axes.place(wide)
    tips = [*vl.tooltip(row=axes.row, column=axes.column), {"field": "credit", "title": "covered", "format": ".0%"}]
    side = min(axes.high, wide) - 4
    size = {"field": "credit", "type": "quantitative", "legend": None,
            "scale": {"domain": [0, 1], "range": [0, side**2 if axes.readable else wide - 4]}}  # fmt: skip
    stroke = vl.mark("tick", orient="horizontal", thickness=axes.high - 1)
    mark = vl.mark("square", filled=True) if axes.readable else stroke
    bands = [{"row": row, "tier": tier} for row, tier in zip(axes.rows, tiers, strict=True)]
    firsts = {band["tier"]: band["row"] for band in reversed(bands)}
    weights = [{"row": row, "word": f"weight {tier}"} for tier, row in firsts.items()]
    beside = {"y": HERE["y"], "x": {"value": wide * len(axes.columns) + 8}, "text": "word", "color": "muted"}
    # Every other tier lies on another ground, so that the eye finds the weight.
    return axes.plot(
        cells,
        wide,
        ground(axes, place, vl.choice("datum.tier % 2", {"theme": "wash"}, {"theme": "panel"}), bands),
        vl.layer(mark, x=place["x"], y=HERE["y"], size=size, color="accent", tooltip=tips),
        vl.layer(vl.mark("text", 11, align="left", baseline="middle"), **beside, data=weights),
    )


def earned(bars: Sequence[Record], systems: Sequence[str], best: float, title: str) -> Spec:
    """Return what systems earned beside the optimum, tier by tier: bars have `system`, `tier`, `earned`.

    Where there are many tiers, the lightest share a colour.
    """
    tiers = sorted({bar["tier"] for bar in bars}, reverse=True)
    had = _words(tiers)
    shown = list(dict.fromkeys(had.values()))
    strengths = [f"credit-{5 - place}" for place in range(len(shown))]
    stacked = vl.layer(
        vl.mark("bar", stroke={"theme": "panel"}, strokeWidth=1),
        x=vl.number("earned", title, stack="zero", scale={"zero": True}, axis={"tickCount": 8}),
        y=vl.rows("system", systems),
        color={**vl.ramp("word", shown, strengths), "title": "of units that"},
        order={"field": "tier", "sort": "descending"},
        tooltip=vl.tooltip(system="system", tier="weight", earned="earned"),
    )
    across = vl.number("best", title, scale={"zero": True})
    line = vl.layer(vl.mark("rule", 1.5, strokeDash=[5, 3]), x=across, color="good", data=[{"best": best}])
    return vl.chart([{**bar, "word": had[bar["tier"]]} for bar in bars], stacked, line, height={"step": 24})


def _words(tiers: Sequence[int]) -> dict[int, str]:
    """Return how many writers had the units of each tier, those beyond the last shade together."""
    if len(tiers) <= _TIERS:
        return {tier: _word(tier) for tier in tiers}
    rest = tiers[_TIERS - 1]
    return {tier: _word(tier) if tier > rest else f"{rest} or fewer writers had" for tier in tiers}


def _word(weight: int) -> str:
    return "nobody wrote" if not weight else f"{weight} writer{'s' if weight > 1 else ''} had"


_ITALIC = vl.mark("text", 11, align="left", fontStyle="italic", dx=4)


def spread(means: Sequence[Record], points: Sequence[Record], title: str) -> Spec:
    """Return bars of `baseline` and `mean` (None where there is none) with points of `baseline`, `topic`, `score`."""
    y = vl.rows("baseline", [mean["baseline"] for mean in means], labelLimit=300)
    bar, ring = vl.mark("bar", height={"band": 0.7}), vl.mark("point", 46, filled=False, strokeWidth=1.5)
    mean_tips = vl.tooltip(baseline="baseline", mean="mean")
    score_tips = vl.tooltip(baseline="baseline", topic="topic", score="score")
    mean, score = (vl.number(field, title, scale={"zero": True}) for field in ("mean", "score"))
    return vl.chart(
        means,
        vl.layer(bar, x=mean, y=y, color="credit-2", tooltip=mean_tips, where="datum.mean !== null"),
        vl.layer(_ITALIC, x={"value": 0}, y=y, text={"value": "no score"}, where="datum.mean === null"),
        vl.layer(ring, points, x=score, y=y, color="ink", tooltip=score_tips),
        width=460,
        height={"step": 26},
    )


def kept(records: Sequence[Record], kinds: Sequence[tuple[str, str]]) -> Spec:
    """Return bars of `event`, `kind` and `links`, stacked in the order of the kinds, each with its colour."""
    names, colours = zip(*kinds, strict=True)
    bars = vl.layer(
        vl.mark("bar", stroke={"theme": "panel"}, strokeWidth=1),
        x=vl.number("links", "sentences linked", stack="zero", scale={"zero": True}, axis={"tickMinStep": 1}),
        y=vl.rows("event", [record["event"] for record in records], labelPadding=6, labelLimit=320),
        color=vl.ramp("kind", names, colours),
        order="place",
        tooltip=vl.tooltip(event="event", kind="links", links="sentences"),
    )
    ranked = [{**record, "place": names.index(record["kind"])} for record in records]
    return vl.chart(ranked, bars, width=360, height={"step": 20})
