"""Kinds of gold: references, content units, judged events, nuggets, sources; each with the metrics of it.

What is not asked for is not imported: most evaluations know references only.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from cliometer.errors import UsageError, unknown
from cliometer.metrics.base import metrics
from cliometer.metrics.registry import Registry


@dataclass(frozen=True)
class Evidence:
    """One kind of gold: what people made, and where its metrics and the usual ones among them are found."""

    name: str
    meaning: str
    home: str

    @property
    def registry(self) -> Registry[Any]:
        """The metrics that read it."""
        found: Registry[Any] = importlib.import_module(self.home).registries[self.name]
        return found

    @property
    def usual(self) -> Sequence[str]:
        """What is measured where no metric is named."""
        found: Sequence[str] = importlib.import_module(self.home).usual[self.name]
        return found


EVIDENCE = {
    entry.name: entry
    for entry in (
        Evidence("references", "timelines that people wrote", "cliometer.metrics.catalogue"),
        Evidence("units", "content units linked to sources", "cliometer.metrics.units.catalogue"),
        Evidence("events", "judged events linked to sentences", "cliometer.metrics.units.catalogue"),
        Evidence("nuggets", "nuggets matched with updates", "cliometer.metrics.nuggets.catalogue"),
        Evidence("sources", "the documents of a topic", "cliometer.metrics.sources.catalogue"),
    )
}


def find(expression: str) -> Any:
    """Read the expression of any metric, whatever it is measured against."""
    name = expression.partition("(")[0].strip()
    if name in metrics:
        return metrics.parse(expression)
    metrics.refuse_others(expression)
    for evidence in EVIDENCE.values():
        if name in evidence.registry:
            return evidence.registry.parse(expression)
    if not _is_name(name):
        return metrics.parse(expression)  # which says how an expression is written
    raise unknown("metric", name, all_names())


def expect_evidence(metric: Any, evidence: str) -> None:
    """Fail where a metric reads another kind of gold than there is."""
    needed = evidence_of(metric)
    if needed != evidence:
        raise UsageError(
            f"{metric} is measured against {EVIDENCE[needed].meaning}, but the gold holds "
            f"{EVIDENCE[evidence].meaning}; see cliometer metrics"
        )


def evidence_of(metric: Any) -> str:
    """The kind of gold that a metric reads; references unless it says otherwise."""
    return str(getattr(metric, "evidence", "references"))


def lower_is_better(expression: str) -> bool:
    """Whether a metric of ours says so of itself; what is no expression of ours does not."""
    name = expression.partition("(")[0].strip()
    registry = next((one.registry for one in EVIDENCE.values() if name in one.registry), None)
    if registry is None:
        return False
    try:
        metric = registry.parse(expression)
    except UsageError:  # a column of another tool that starts like one of ours
        metric = registry[name]
    return getattr(metric, "lower_is_better", False) is True


@cache
def all_names() -> tuple[str, ...]:
    """The names of all metrics."""
    return tuple(name for evidence in EVIDENCE.values() for name in evidence.registry.names)


def _is_name(text: str) -> bool:
    return bool(text) and text[0].isalpha() and not any(c.isspace() or c in "()=," for c in text)
