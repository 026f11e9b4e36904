"""Where the credit of a score comes from: a bar a date, split into what was earned, lost and missed."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.charts.grammar import (
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
    own,
    tooltip,
)

EARNED, LOST, MISSED = "credit", "found, but worth less on another day", "missed"


def credit(records: Sequence[Record], totals: Sequence[Record], title: str) -> Spec:
    """Records of `day`, `part`, `from`, `to`; totals of `day`, `size`, `words` at the end of its bar."""
    parts = {"domain": [EARNED, LOST, MISSED], "range": [colour("good"), colour("warn"), colour("line")]}
    days = [record["day"] for record in totals]
    y = named("day", days, axis={"labelPadding": 8, "ticks": False, "domain": False, "labelLimit": 300})
    bars = layer(
        {"type": "bar", "opacity": 1, "height": {"band": 0.72}},
        x=number("from", title, scale={"zero": True}, axis={"tickCount": 8, "labelFlush": False}),
        x2={"field": "to"},
        y=y,
        color=name("part", scale=parts, legend={"title": None, "orient": "top", "labelLimit": 400}),
        tooltip=[*tooltip(day="date", part="part"), *figures(amount="amount")],
    )
    ends = layer(
        {"type": "text", "align": "left", "dx": 6, "fontSize": 11},
        x=number("size", title, scale={"zero": True}),
        y=y,
        text={"field": "words"},
        color=fixed(colour("muted")),
    )
    return chart(records, bars, own(totals, ends), height={"step": 20})
