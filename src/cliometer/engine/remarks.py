"""What is worth saying beside the numbers: systems that said nothing, undefined scores, ties."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.engine.results import Row
from cliometer.metrics.comparison import Comparison
from cliometer.model.score import Score, Undefined


def silent(names: Sequence[str], topic: str, comparison: Comparison) -> list[str]:
    """Systems that said nothing: no error, but never a 0 without a word."""
    return [
        f"{name}: the timeline for {topic} is empty; it scores 0"
        for name, system in zip(names, comparison.systems, strict=True)
        if not any(system.values())
    ]


def remarks_on(rows: Sequence[Row], undefined: Undefined = "null") -> list[str]:
    """Undefined scores, with what the preset makes of them, and ties, a line a metric."""
    return [*_undefined(rows, ", counted as 0" if undefined == "zero" else ""), *_ties(rows)]


def _undefined(rows: Sequence[Row], counted: str) -> list[str]:
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if row.score.undefined:
            found.setdefault((row.metric, row.score.undefined), []).append(row)
    alike: dict[str, list[str]] = {}
    for (metric, reason), where in found.items():
        number = f"{len(where)} of {_count(rows, metric)} scores undefined{counted}"
        alike.setdefault(f"{number}: {reason} ({_places(where)})", []).append(metric)
    return [f"{', '.join(metrics)}: {what}" for what, metrics in alike.items()]


def _ties(rows: Sequence[Row]) -> list[str]:
    tied: dict[str, list[Score]] = {}
    for row in rows:
        if isinstance(row.score, Score) and row.score.ties is not None:
            tied.setdefault(row.metric, []).append(row.score)
    order = sorted(tied.items(), key=lambda item: -_widest(item[1]))
    return [_tie_note(metric, scores, _count(rows, metric)) for metric, scores in order]


def _widest(tied: Sequence[Score]) -> float:
    """By how much F could move at most."""
    return max(high - low for score in tied for low, high in [(score.range() or {"f": (0.0, 0.0)})["f"]])


def _tie_note(metric: str, tied: Sequence[Score], scores: int) -> str:
    """How many dates had a choice, and what hangs on it: the ranges of one score, the widest of many."""
    dates = sum(score.ties.dates for score in tied if score.ties)
    choice = f"{dates} date{'' if dates == 1 else 's'} had a choice of partner"
    where = "" if scores == 1 else f" in {len(tied)} of {scores} scores"
    return f"{metric}: the best alignment was not unique{where}: {choice}; {_effect(tied, scores)}"


def _effect(tied: Sequence[Score], scores: int) -> str:
    if _widest(tied) <= 1e-12:
        return "no choice moves F"
    if scores > 1:
        return f"F could move by up to {_widest(tied):.2g}"
    ranges = tied[0].range() or {}
    return ", ".join(f"{key} lies in {low:.4g}-{high:.4g}" for key, (low, high) in ranges.items())


def _count(rows: Sequence[Row], metric: str) -> int:
    return sum(row.metric == metric for row in rows)


def _places(rows: Sequence[Row]) -> str:
    places = list(dict.fromkeys(f"{row.system} on {row.topic}" for row in rows))
    return ", ".join(places[:3]) + (f" and {len(places) - 3} more" if len(places) > 3 else "")
