"""Two goods that pull apart, as a plane: each system a point, joined with what lateness leaves of it."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.charts.grammar import Record, Spec, chart, colour, fixed, layer, named, tooltip, where
from cliometer.report.charts.lines import NAMED


def trade(records: Sequence[Record], systems: Sequence[str]) -> Spec:
    """Records of `system`, `gain`, `told`, and `late_gain`, `late_told` after the discount."""
    first = list(systems[:NAMED])
    known = [{**record, "named": record["system"] in first} for record in records]
    tips = tooltip(system="system", gain="gain", told="comprehensiveness",
                   late_gain="gain, discounted", late_told="comprehensiveness, discounted")  # fmt: skip
    x, y = _axis("gain", "normalised gain", known), _axis("told", "comprehensiveness", known)
    by = {
        "color": named("system", first),
        "shape": named("system", first),
    }
    point = {"type": "point", "size": 110, "opacity": 1, "strokeWidth": 2}
    rule = {"type": "rule", "strokeWidth": 1.5}
    ends = {"x": x, "y": y, "x2": {"field": "late_gain"}, "y2": {"field": "late_told"}}
    late = {
        "x": _axis("late_gain", "normalised gain", known),
        "y": _axis("late_told", "comprehensiveness", known),
    }
    quiet = {"color": fixed(colour("muted")), "tooltip": tips}
    return chart(
        known,
        layer(rule, **ends, color=fixed(colour("muted"))),
        where("!datum.named", layer({**point, "filled": True, "size": 40}, x=x, y=y, **quiet)),
        where("!datum.named", layer({**point, "size": 40}, **late, **quiet)),
        where("datum.named", layer({**point, "filled": True}, x=x, y=y, **by, tooltip=tips)),
        where("datum.named", layer(point, **late, **by, tooltip=tips)),
        width=460,
        height=360,
    )


def _axis(field: str, title: str, records: Sequence[Record]) -> Spec:
    """Both from 0 with some room above, but not beyond 1 unless a value is: telling early may earn more."""
    ends = ("told", "late_told") if "told" in field else ("gain", "late_gain")
    top = max((record[end] or 0 for record in records for end in ends), default=0)
    return {
        "field": field, "type": "quantitative", "title": title,
        "scale": {"domain": [0, min(max(0.1, 1.08 * top), max(1.0, top))], "nice": True},
    }  # fmt: skip
