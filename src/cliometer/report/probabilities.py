"""Probabilities as tables show them."""

from __future__ import annotations

from math import isclose


def shown_p(value: float | None, draws: int | None = None) -> str:
    """Three decimals; `<=0.001` where not one of so many draws came near: p is as small as it can be."""
    if value is None:
        return "undefined"
    if draws is not None and is_floor(value, draws):
        return f"<={_plain(value)}"
    return "<0.001" if value < 0.0005 else f"{value:.3f}"


def is_floor(value: float, draws: int) -> bool:
    """Whether p is the smallest that so many draws can give, 1 / (B + 1)."""
    return isclose(value, 1 / (draws + 1), rel_tol=1e-9)


def _plain(value: float) -> str:
    return f"{value:.3f}" if value >= 0.0005 else f"{value:.1g}"
