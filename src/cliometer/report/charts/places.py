"""The place of each system by several rules: lines that cross where the rules disagree."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from cliometer.report.charts.grammar import Record, Spec, chart, layer, named, number, own, tooltip
from cliometer.report.charts.series import by_name

_STEP = 28


def bump(records: Sequence[Record], rules: Sequence[str], systems: Sequence[str]) -> Spec:
    """Records of `rule`, `system` and `place`; systems that tie share the mean of their places."""
    last = ceil(max(record["place"] for record in records))
    scale = {"domain": [0.5, last + 0.5], "reverse": True, "nice": False}
    axis = {
        "values": list(range(1, last + 1)),
        "format": "d",
        "grid": False,
        "domain": False,
        "ticks": False,
    }
    x = named("rule", rules, axis={"orient": "top", "labelAngle": 0, "domain": False, "ticks": False})
    y = number("place", "place", scale=scale, axis=axis)
    told = by_name("system", systems)
    for channel in (*told.lines.values(), *told.points.values()):
        channel["legend"] = None
    tips = tooltip(system="system", rule="rule", shown="place")
    labels = _ends(records, rules)
    words = {"type": "text", "fontSize": 12, "limit": 180}
    dot = {"type": "point", "filled": True, "size": 120, "opacity": 1}
    return chart(
        records,
        layer({"type": "line", "strokeWidth": 2.5, "opacity": 1}, x=x, y=y, **told.lines),
        layer(dot, x=x, y=y, tooltip=tips, **told.points),
        own([one for one in labels if one["rule"] == rules[-1]],
            layer({**words, "align": "left", "dx": 12}, x=x, y=y, text={"field": "systems"})),
        width={"step": 112},
        height=max(3, last) * _STEP,
    )  # fmt: skip


def _ends(records: Sequence[Record], rules: Sequence[str]) -> list[Record]:
    """The names at the right edge, those that tie on one line."""
    together: dict[tuple[str, float], list[str]] = {}
    for record in records:
        together.setdefault((record["rule"], record["place"]), []).append(record["system"])
    return [
        {"rule": rule, "place": place, "systems": ", ".join(systems)}
        for (rule, place), systems in together.items()
        if rule == rules[-1]
    ]
