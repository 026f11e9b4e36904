"""What the number is called that a comparison compares."""

from __future__ import annotations

from cliometer.engine.compare.design import Design, Side


def score_word(design: Design, side: Side | None = None) -> str:
    """What the compared number is called; `side` is the metric's own where it has one number."""
    side = side or design.side
    if side == "value":
        return "micro mean" if design.averaged == "micro" else "mean"
    if side == "f":
        return {"f-of-means": "F of means", "mean-of-f": "mean of F", "micro": "micro F"}[design.averaged]
    return f"{'micro' if design.averaged == 'micro' else 'mean'} {side}"
