"""What metrics of gold other than references have to say: of their numbers, of silence, of uneven means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cliometer.engine.results import Row
from cliometer.metrics.sources.shares import with_shares


def metric_remarks(rows: Sequence[Row], metrics: Sequence[Any]) -> Iterator[str]:
    """What a metric has to say about its own numbers, a line a remark; shares of many scores as a range."""
    named = {str(metric): metric for metric in metrics}
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        remark = getattr(named[row.metric], "remark", lambda _: None)(row.score)
        if remark:
            found.setdefault((row.metric, getattr(row.score, "remark", remark)), []).append(row)
    for (metric, remark), where in found.items():
        first = f"{where[0].system} on {where[0].topic}"
        more = f" and {len(where) - 1} more" if len(where) > 1 else ""
        yield f"{metric}: {with_shares(remark, _shares(where))} ({first}{more})"


def _shares(rows: Sequence[Row]) -> list[float]:
    shares = (getattr(row.score, "share", None) for row in rows)
    return [share for share in shares if share is not None]


def silence_of(metrics: Sequence[Any]) -> str:
    """What each metric gives a system that lacks a topic: 0, its worst value, or none where it has none."""
    found: dict[float | None, list[str]] = {}
    for metric in metrics:
        found.setdefault(getattr(metric, "silence", 0.0), []).append(str(metric))
    if set(found) == {0.0}:
        return "scored 0"
    values = [f"{value:.3g} by {', '.join(who)}" for value, who in found.items() if value is not None]
    parts = [f"scored {' and '.join(values)}, the worst there is"] if values else []
    if None in found:
        parts.append(f"undefined by {', '.join(found[None])}, for want of a worst value")
    return "; ".join(parts)


def uneven(rows: Sequence[Row]) -> Iterator[str]:
    """Metrics that have a value for some systems of a topic only: then means are not over the same topics."""
    alike: dict[str, list[str]] = {}
    for metric in dict.fromkeys(row.metric for row in rows):
        own = [row for row in rows if row.metric == metric]
        valued = {row.topic for row in own if not row.score.undefined}
        lacking = [row for row in own if row.score.undefined and row.topic in valued]
        if lacking:
            alike.setdefault(_lacks(lacking), []).append(metric)
    for what, metrics in alike.items():
        yield f"{', '.join(metrics)}: {what}, where others have one; means over other topics are no match"


def _lacks(rows: Sequence[Row]) -> str:
    topics: dict[str, list[str]] = {}
    for row in rows:
        topics.setdefault(row.system, []).append(row.topic)
    shown = [f"{system} has no value on {_some(names)}" for system, names in topics.items()]
    more = len(shown) - 3
    rest = f"; so it is with {more} more system{'' if more == 1 else 's'}" if more > 0 else ""
    return "; ".join(shown[:3]) + rest


def _some(topics: Sequence[str]) -> str:
    return ", ".join(topics[:3]) + (f" and {len(topics) - 3} more" if len(topics) > 3 else "")
