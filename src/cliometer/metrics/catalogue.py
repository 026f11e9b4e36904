"""All metrics, by the kind of gold that each is measured against, and what the field calls them."""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from cliometer.errors import UsageError, expected, unknown
from cliometer.expressions.registry import Registry
from cliometer.metrics import dates, timeline_rouge
from cliometer.metrics.base import Metric, is_metric, metrics
from cliometer.metrics.rouge.variants import Variant

# Kinds of gold: references, content units, judged events, nuggets, sources; each with the metrics of it.
# What is not asked for is not imported: most evaluations know references only.


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
        Evidence("units", "content units linked to sources", "cliometer.metrics.units"),
        Evidence("events", "judged events linked to sentences", "cliometer.metrics.units"),
        Evidence("nuggets", "nuggets matched with updates", "cliometer.metrics.nuggets.temporal"),
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


# What the field calls our metrics, for near misses only: AR-1, ROUGE-L, R2, date-F1, align+ m:1.
# They are not accepted as names, so that every result has one spelling.

_SEPARATORS = re.compile(r"[\s:_-]+")
_MEASURE = r"(?:f|f1|fscore|fmeasure)?"
_ALIGNED = re.compile(rf"ar(.+?){_MEASURE}")
_WHOLE = re.compile(rf"r(?:ouge)?(.+?){_MEASURE}")
_DATE = re.compile(rf"dates?(?:selection)?{_MEASURE}")


def meant(text: str) -> str | None:
    """Our expression for a name of the field, None where it is none."""
    name = _SEPARATORS.sub("", text.partition("(")[0]).lower()
    if name in metrics:
        return name
    if _DATE.fullmatch(name):
        return "date"
    if aligned := _variant(_ALIGNED, name):
        return f"align+m1(rouge={aligned})"
    if whole := _variant(_WHOLE, name):
        return f"rouge{whole}" if f"rouge{whole}" in metrics else f"concat(rouge={whole})"
    return None


def _variant(pattern: re.Pattern[str], name: str) -> Variant | None:
    match = pattern.fullmatch(name)
    try:
        return Variant.parse(match[1].upper()) if match else None
    except (UsageError, ValueError):  # the latter for a number of thousands of digits
        return None


metrics.meant = meant


__all__ = ["DEFAULT", "Metric", "dates", "metrics", "parse", "timeline_rouge"]

DEFAULT = (
    "concat(rouge=1)",
    "concat(rouge=2)",
    "agreement(rouge=1)",
    "agreement(rouge=2)",
    "align(rouge=1)",
    "align(rouge=2)",
    "align+(rouge=1)",
    "align+(rouge=2)",
    "align+m1(rouge=1)",
    "align+m1(rouge=2)",
    "date",
)

registries = {"references": metrics}
usual = {"references": DEFAULT}


def parse(expression: str | Metric) -> Metric:
    """Read a metric of any kind; one that is parsed already passes through."""
    if isinstance(expression, str):
        found: Metric = find(expression)
        return found
    if not is_metric(expression):
        raise expected('a metric such as "align+m1(rouge=1)"', expression)
    return expression
