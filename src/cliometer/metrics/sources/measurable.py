"""Which of the usual metrics can be measured with the background there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cliometer.metrics.sources.base import SourceMetric
from cliometer.metrics.sources.catalogue import registries, usual
from cliometer.metrics.sources.corpus import SourceTopic

_BUILD = "--background FILE (cliometer background build makes it)"


def measurable(
    metrics: Sequence[SourceMetric], topics: Mapping[str, SourceTopic]
) -> tuple[Sequence[SourceMetric], tuple[str, ...]]:
    """The metrics, and a note on those left out; one that was asked for stays, and says what it lacks."""
    if list(metrics) != [registries["sources"].parse(name) for name in usual["sources"]]:
        return metrics, ()
    kept = [metric for metric in metrics if all(_is_served(metric, topic) for topic in topics.values())]
    left = [str(metric) for metric in metrics if metric not in kept]
    is_given = any(topic.corpus.given for topic in topics.values())
    return kept, (_note(left, is_given),) if left else ()


def _is_served(metric: SourceMetric, topic: SourceTopic) -> bool:
    return all(topic.corpus.has_background(table) for table in metric.reads)


def _note(left: Sequence[str], is_given: bool) -> str:
    if is_given:
        return (
            f"left out, because the background given does not have what they need: {', '.join(left)}; "
            f"add one of counts and documents: {_BUILD}"
        )
    return f"left out, because with one topic there is no background: {', '.join(left)}; name one: {_BUILD}"
