"""What a metric answers, looked at before it is used: anyone may have written the metric."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cliometer.errors import UsageError, shown
from cliometer.model.score import Score


def measured(metric: Any, pairing: Any, systems: int, kind: type | None = None) -> Sequence[Any]:
    """A score for each system, of this kind where one is named; one line where a metric gave otherwise."""
    found = metric.measure_in(pairing)
    if not isinstance(found, Sequence) or not all(_is_score(score, kind) for score in found):
        raise UsageError(f"the metric {metric}: expected a list of Scores, it gave {shown(found)}")
    if len(found) != systems:
        raise UsageError(f"the metric {metric}: expected a Score for each of {systems}, it gave {len(found)}")
    if not type(metric).__module__.startswith("cliometer."):
        for score in found:
            _read(score, metric)
    return found


def _is_score(score: Any, kind: type | None) -> bool:
    if kind is not None:
        return isinstance(score, kind)
    return hasattr(type(score), "undefined") and hasattr(type(score), "numbers")


def _read(score: Any, metric: Any) -> None:
    """A Score of something else than Ratios shows only when it is divided."""
    try:
        score.numbers()
    except Exception as error:
        wanted = "Score(Ratio(part, whole), Ratio(part, whole))" if isinstance(score, Score) else "numbers"
        why = f"{type(error).__name__}: {error}"
        raise UsageError(f"the metric {metric}: expected {wanted}, it gave {shown(score)} ({why})") from None
