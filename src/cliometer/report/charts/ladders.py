"""Response curves: how a score falls as a perturbation grows, a panel for each perturbation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cliometer.report.charts.grammar import Record, Spec, colour, figures, layer, named, number, tooltip
from cliometer.report.charts.series import by_name, nested

_COLUMNS = 3
_WIDTH, _HEIGHT = 205, 130


@dataclass(frozen=True)
class Climb:
    """A perturbation from weak to strong: records of `metric`, `at` and `change`, and what `at` counts."""

    title: str
    grows: str
    places: Sequence[float | str]
    records: Sequence[Record]

    @property
    def is_numeric(self) -> bool:
        """Whether the places can stand on a scale; words keep their order."""
        return all(isinstance(place, int | float) for place in self.places)


def ladder_panels(climbs: Sequence[Climb], metrics: Sequence[str], side: str) -> Spec:
    """A line for each metric; all panels have one scale, so that their depths can be compared."""
    changes = [record["change"] for climb in climbs for record in climb.records]
    ends = [min([0.0, *changes]), max([0.0, *changes])]
    room = 0.04 * (ends[1] - ends[0] or 1)
    domain = [ends[0] - room, ends[1] + room]
    panels = [_panel(climb, metrics, side, domain) for climb in climbs]
    return {"concat": panels, "columns": _COLUMNS, "spacing": {"column": 26, "row": 20}}


def _panel(climb: Climb, metrics: Sequence[str], side: str, domain: Sequence[float]) -> Spec:
    x = _places(climb)
    y = number(
        "change", f"change of {side}", scale={"domain": list(domain), "nice": False}, axis={"tickCount": 5}
    )
    tips = [*tooltip(metric="metric", trial="trial"), *figures(change=f"change of {side}")]
    told = by_name("metric", metrics, as_nested=True)
    thick = nested(metrics)
    zero = {
        "mark": {"type": "rule", "strokeDash": [4, 3], "color": colour("muted")},
        "encoding": {"y": {"datum": 0}},
    }
    return {
        "title": {"text": climb.title, "fontSize": 12, "limit": _WIDTH},
        "data": {"values": [{**record, **thick[record["metric"]]} for record in climb.records]},
        "width": _WIDTH,
        "height": _HEIGHT,
        "layer": [
            zero,
            layer({"type": "line", "opacity": 1}, x=x, y=y, **told.lines),
            layer({"type": "point", "filled": True, "opacity": 1}, x=x, y=y, tooltip=tips, **told.points),
        ],
    }


def _places(climb: Climb) -> Spec:
    """Weak at the left: the scale is turned where the setting falls as the change grows."""
    if not climb.is_numeric:
        return named("at", [str(place) for place in climb.places], climb.grows, axis={"labelAngle": 0})
    turned = {"reverse": True} if climb.places[0] > climb.places[-1] else {}  # type: ignore[operator]
    axis = {"values": list(climb.places), "grid": False, "labelOverlap": True, "format": ".4~g"}
    return number("at", climb.grows, scale={"zero": False, "nice": False, "padding": 8, **turned}, axis=axis)
