"""Axes of hours: from before an event to weeks after it."""

from __future__ import annotations

from cliometer.report.charts.grammar import Spec, colour

_TICKS = (1, 6, 24, 72, 168, 720, 2160)
_LABELS = (
    "datum.value === 0 ? '0' : (abs(datum.value) < 24 ? format(datum.value, '+') + ' h' "
    ": format(datum.value / 24, '+') + ' d')"
)
_AT_ZERO = {"condition": {"test": "datum.value === 0", "value": colour("ink")}, "value": colour("line")}


def hours_axis(low: float, high: float) -> Spec:
    """Stretched around 0, where minutes count, and pressed together where days do."""
    ticks = (
        [-tick for tick in reversed(_TICKS) if -tick >= low] + [0] + [tick for tick in _TICKS if tick <= high]
    )
    return {
        "title": "hours (h) or days (d) after the nugget became known",
        "scale": {"type": "symlog", "constant": 1, "domain": [low, high], "nice": False},
        "axis": {"values": ticks, "labelExpr": _LABELS, "labelOverlap": True, "gridColor": _AT_ZERO},
    }


def since_axis(low: float, high: float) -> Spec:
    """Hours where there are few, else days."""
    days = high > 72
    label = "format(datum.value / 24, '~g')" if days else "format(datum.value, '~g')"
    step = _step(high - low, 24 if days else 1)
    ticks = [
        step * number for number in range(int(low // step), int(high // step) + 1) if step * number >= low
    ]
    return {
        "title": f"{'days' if days else 'hours'} since the first nugget",
        "scale": {"domain": [low, high], "nice": False},
        "axis": {"values": ticks, "labelExpr": label},
    }


def _step(span: float, unit: int) -> int:
    """Between ticks, so that there are about five."""
    return next(
        (unit * by for by in (1, 2, 5, 10, 20, 50, 100, 200, 500) if span <= 5 * unit * by), 1000 * unit
    )


def spoken(hours: float) -> str:
    """A delay in two or three characters and its unit.

    >>> spoken(0.5), spoken(-3.2), spoken(50)
    ('+30 min', '-3.2 h', '+2.1 d')
    """
    if abs(hours) < 1:
        return f"{round(hours * 60):+d} min"
    value, unit = (hours, "h") if abs(hours) < 48 else (hours / 24, "d")
    return f"{value:+.1f} {unit}".replace(".0 ", " ") if abs(value) < 10 else f"{value:+.0f} {unit}"
