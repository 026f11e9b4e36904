"""What is worth saying beside the numbers: systems that said nothing, undefined scores, ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cliometer.engine.results import Row
from cliometer.metrics.comparison import Comparison


def silent(names: Sequence[str], topic: str, comparison: Comparison) -> list[str]:
    """Systems that said nothing: no error, but never a 0 without a word."""
    return [
        f"{name}: the timeline for {topic} is empty; it scores 0"
        for name, system in zip(names, comparison.systems, strict=True)
        if not any(system.values())
    ]


def remarks_on(rows: Sequence[Row]) -> list[str]:
    """Undefined scores and ties, a line a metric."""
    return [*_undefined(rows), *_ties(rows)]


def _undefined(rows: Sequence[Row]) -> list[str]:
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if row.score.undefined:
            found.setdefault((row.metric, row.score.undefined), []).append(row)
    alike: dict[str, list[str]] = {}
    for (metric, reason), where in found.items():
        number = f"{len(where)} of {_count(rows, metric)} scores undefined: {reason} ({_places(where)})"
        alike.setdefault(number, []).append(metric)
    return [f"{', '.join(metrics)}: {what}" for what, metrics in alike.items()]


def _ties(rows: Sequence[Row]) -> list[str]:
    widest: dict[str, tuple[float, int]] = {}
    for row in rows:
        ranges = row.score.range()
        if ranges is not None:
            low, high = ranges["f"]
            width, number = widest.get(row.metric, (0.0, 0))
            widest[row.metric] = max(width, high - low), number + 1
    return [_tie_note(metric, rows, width, number) for metric, (width, number) in _counted(widest).items()]


def _tie_note(metric: str, rows: Sequence[Row], width: float, number: int) -> str:
    effect = f"F could move by up to {width:.2g}" if width > 1e-12 else "no choice moves F"
    return (
        f"{metric}: the best alignment was not unique in {number} of {_count(rows, metric)} scores; {effect}"
    )


def _counted(widest: Mapping[str, tuple[float, int]]) -> Mapping[str, tuple[float, int]]:
    return dict(sorted(widest.items(), key=lambda item: -item[1][0]))


def _count(rows: Sequence[Row], metric: str) -> int:
    return sum(row.metric == metric for row in rows)


def _places(rows: Sequence[Row]) -> str:
    places = list(dict.fromkeys(f"{row.system} on {row.topic}" for row in rows))
    return ", ".join(places[:3]) + (f" and {len(places) - 3} more" if len(places) > 3 else "")
