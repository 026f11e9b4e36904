"""Bars of means with the topics behind them as dots."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.charts.grammar import (
    Record,
    Spec,
    chart,
    colour,
    fixed,
    layer,
    named,
    number,
    own,
    tooltip,
    where,
)


def spread(means: Sequence[Record], points: Sequence[Record], title: str) -> Spec:
    """Means of `baseline` and `mean` (None where there is none), points of `baseline`, `topic`, `score`."""
    order = [mean["baseline"] for mean in means]
    y = named("baseline", order, axis={"ticks": False, "domain": False, "labelPadding": 8, "labelLimit": 300})
    bar = {"type": "bar", "opacity": 1, "height": {"band": 0.7}}
    dot = {"type": "point", "filled": False, "size": 46, "strokeWidth": 1.5, "opacity": 1}
    none = {"type": "text", "align": "left", "fontStyle": "italic", "fontSize": 11, "dx": 4}
    whole = {"scale": {"zero": True}}
    return chart(
        means,
        where(
            "datum.mean !== null",
            layer(bar, x=number("mean", title, **whole), y=y, color=fixed(colour("credit-2")),
                  tooltip=tooltip(baseline="baseline", mean="mean")),
        ),
        where("datum.mean === null", layer(none, x=fixed(0), y=y, text=fixed("no score"))),
        own(points, layer(dot, x=number("score", title, **whole), y=y, color=fixed(colour("ink")),
                          tooltip=tooltip(baseline="baseline", topic="topic", score="score"))),
        width=460,
        height={"step": 26},
    )  # fmt: skip
