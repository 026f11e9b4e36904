"""Metrics on trial: a map of verdicts, and how many trials each metric passes."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.charts.grammar import (
    WIDTH,
    Record,
    Spec,
    chart,
    colour,
    figures,
    fixed,
    layer,
    name,
    named,
    number,
    tooltip,
    where,
)

_CHARACTER, _SMALL = 6.5, 6.0  # pixels, about: of an axis, of a cell
# What is lost up to which share, and its colour; at 1 % and 5 % verdicts say `holds` and `nearly blind`.
_SHADES = (
    (0.01, "under 1 %", "wash"),
    (0.05, "1 to 5 %", "credit-1"),
    (0.25, "5 to 25 %", "credit-2"),
    (0.5, "25 to 50 %", "credit-3"),
    (0.75, "50 to 75 %", "credit-4"),
    (float("inf"), "75 % and more", "credit-5"),
)
_STRONG = ("credit-3", "credit-4", "credit-5")
OUTCOMES = (("passes", "good"), ("fails", "bad"), ("does not apply", "credit-0"))


def shade(kept: float | None) -> dict[str, str | bool | None]:
    """How much of F went, as a class with a colour; a gain counts as nothing lost."""
    if kept is None:
        return {"lost": None, "strong": False}
    lost, meaning = next((words, shade) for most, words, shade in _SHADES if 1 - kept < most)
    return {"lost": lost, "strong": meaning in _STRONG}


def verdict_map(cells: Sequence[Record]) -> Spec:
    """Cells of `trial`, `metric`, `heading`, `lost`, `strong`, `text`, `outcome`, and what hovering tells."""
    headings = list(dict.fromkeys(cell["heading"] for cell in cells))
    step = max(64, int(_SMALL * max(len(cell["text"]) for cell in cells)) + 12)
    level = max(map(len, headings)) * _CHARACTER < step
    top = {
        "orient": "top",
        "labelAngle": 0 if level else -35,
        "ticks": False,
        "domain": False,
        "labelLimit": 220,
    }
    side = {"ticks": False, "domain": False, "labelPadding": 6}
    place = {
        "x": _names("heading", headings, top, 0.05),
        "y": _names("trial", [cell["trial"] for cell in cells], side, 0.12),
    }
    tips = [
        *tooltip(trial="trial", metric="metric", verdict="verdict", tasks="timelines"),
        *figures(kept="F kept", precision="change of precision", recall="change of recall", f="change of F"),
    ]
    ink = {"condition": {"test": "datum.strong", "value": colour("panel")}, "value": colour("ink")}
    square = {"type": "rect", "opacity": 1, "cornerRadius": 2}
    dashed = {**square, "stroke": colour("muted"), "strokeDash": [2, 3], "strokeWidth": 1}
    failing = {**square, "filled": False, "stroke": colour("bad"), "strokeWidth": 2.5}
    return chart(
        cells,
        where("datum.lost !== null", layer(square, **place, color=_lost(), tooltip=tips)),
        where("datum.lost === null", layer(dashed, **place, color=fixed(colour("panel")), tooltip=tips)),
        where("datum.outcome === 'fails'", layer(failing, **place, tooltip=tips)),
        layer({"type": "text", "fontSize": 11}, **place, text={"field": "text"}, color=ink, tooltip=tips),
        width={"step": step},
        height={"step": 26},
    )


def _names(field: str, values: Sequence[str], axis: Spec, gap: float) -> Spec:
    scale = {"domain": list(dict.fromkeys(values)), "paddingInner": gap, "paddingOuter": 0.02}
    return {"field": field, "type": "nominal", "title": None, "axis": axis, "scale": scale}


def _lost() -> Spec:
    scale = {
        "domain": [words for _, words, _ in _SHADES],
        "range": [colour(shade) for _, _, shade in _SHADES],
    }
    legend = {
        "orient": "bottom",
        "direction": "horizontal",
        "symbolType": "square",
        "symbolStrokeColor": colour("line"),
    }
    return {
        "field": "lost",
        "type": "ordinal",
        "title": "share of F that is lost",
        "scale": scale,
        "legend": legend,
    }


def outcome_bars(counts: Sequence[Record], order: Sequence[str]) -> Spec:
    """Counts of `metric`, `outcome`, `trials`, and the `from`, `to` between which they lie."""
    names, colours = zip(*OUTCOMES, strict=True)
    scale = {"domain": list(names), "range": [colour(one) for one in colours]}
    y = named("metric", order, axis={"ticks": False, "domain": False, "labelPadding": 6})
    bar = {"type": "bar", "opacity": 1, "stroke": colour("panel"), "strokeWidth": 1, "height": {"band": 0.75}}
    ink = {"condition": {"test": "datum.outcome === 'does not apply'", "value": colour("ink")},
           "value": colour("panel")}  # fmt: skip
    tips = tooltip(metric="metric", outcome="verdict", trials="trials")
    word = {"type": "text", "fontSize": 12, "fontWeight": 600}
    scaled = {"zero": True, "nice": False}
    x = number("from", "trials", scale=scaled, axis={"tickMinStep": 1, "grid": False})
    return chart(
        counts,
        layer(
            bar,
            x=x,
            x2={"field": "to"},
            y=y,
            color=name("outcome", scale=scale, legend={"orient": "top", "symbolType": "square"}),
            tooltip=tips,
        ),
        layer(word, x=number("middle", scale=scaled), y=y, text={"field": "trials"}, color=ink, tooltip=tips),
        height={"step": 26},
        width=WIDTH,
    )
