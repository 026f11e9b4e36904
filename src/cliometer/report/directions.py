"""Which metrics of a table are better the lower they are."""

from __future__ import annotations

from collections.abc import Iterable

from cliometer.engine.compare.standings import Standings
from cliometer.metrics.evidence import lower_is_better


def less_is_better(metrics: Iterable[str]) -> str:
    """A line below a table; empty where more is better throughout.

    >>> less_is_better(["jsd", "cosine"])
    'less is better: jsd\\n'
    """
    return _line(metric for metric in dict.fromkeys(metrics) if lower_is_better(metric))


def turned(standings: Iterable[Standings]) -> str:
    """The same of a comparison, whose columns may be anybody's."""
    return _line(found.metric for found in standings if found.less_is_better)


def commented(line: str) -> str:
    """The line as a comment of LaTeX."""
    return f"% {line}" if line else ""


def _line(metrics: Iterable[str]) -> str:
    names = ", ".join(metrics)
    return f"less is better: {names}\n" if names else ""
