"""Which timelines of a topic hold nothing, or too little, that the metrics count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cliometer.metrics.base import Metric
from cliometer.metrics.comparison import Comparison
from cliometer.model.timeline import Timeline
from cliometer.text.countability import HARDLY_ANY, SOME, complaint, lost_letters
from cliometer.text.settings import TextSettings


def uncountable(
    metrics: Iterable[Metric], names: Sequence[str], topic: str, comparison: Comparison
) -> list[str]:
    """Timelines that say something of which nothing, or hardly anything, is counted."""
    remarks = []
    for settings in _readings(metrics):
        lengths = comparison.words(settings).lengths
        start = 0
        for name, timeline in _everyone(names, comparison):
            counted = int(lengths[start : start + len(timeline)].sum())
            start += len(timeline)
            what = complaint(_sentences(timeline), counted, settings)
            if what is not None:
                remarks.append(f"{name}: the text for {topic} {what}")
    return remarks


def damaged(metrics: Iterable[Metric], names: Sequence[str], topic: str, comparison: Comparison) -> list[str]:
    """Timelines some of whose words are broken, because letters of theirs do not count."""
    return [
        f"{name}: {lost:.0%} of the letters for {topic} are not a-z and break words; tokens=unicode has them"
        for settings in _readings(metrics)
        for name, timeline in _everyone(names, comparison)
        if SOME < (lost := lost_letters(_sentences(timeline), settings)) <= HARDLY_ANY
    ]


def _readings(metrics: Iterable[Metric]) -> Iterable[TextSettings]:
    texts = [getattr(metric, "text", None) for metric in metrics]
    return dict.fromkeys(text for text in texts if isinstance(text, TextSettings))


def _everyone(names: Sequence[str], comparison: Comparison) -> Iterable[tuple[str, Timeline]]:
    yield from zip(names, comparison.systems, strict=True)
    for number, reference in enumerate(comparison.references, 1):
        yield f"reference {reference.name or number}", reference


def _sentences(timeline: Timeline) -> list[str]:
    return [sentence for said in timeline.values() for sentence in said]
