"""Small filters of our own."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any

from django import template

register = template.Library()


@register.filter
def at(mapping: Mapping[Any, Any] | None, key: Any) -> Any:
    """Return what a mapping has under a key."""
    return None if mapping is None else mapping.get(key)


@register.filter
def attribute(result: object, name: str) -> Any:
    """Return an attribute of a result; a dot would ask for the table of that name first."""
    return getattr(result, name)


@register.filter
def percent(value: float | None, digits: int = 1) -> str:
    """Show 0.919 as 91.9 %, and a dash where there is no value."""
    return f"{100 * value:.{digits}f} %" if isinstance(value, Real) else "–"


@register.filter
def decimals(value: float | None, digits: int = 3) -> str:
    """Return a number with fixed digits; a dash where there is none."""
    return f"{value:.{digits}f}" if isinstance(value, Real) else "–"


@register.filter
def hours(seconds: float | None) -> str:
    """Show seconds as hours and minutes, 2 h 05; less than a minute as seconds."""
    if seconds is None:
        return "–"
    if 0 < seconds < 59.5:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02}" if minutes >= 60 else f"{minutes} min"


@register.filter
def listed(value: Any) -> str:
    """Return a value of a record as people read it: lists with commas, settings by name."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {listed(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(listed(one) for one in value)
    return str(value)
